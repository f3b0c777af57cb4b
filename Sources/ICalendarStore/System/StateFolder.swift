package import ICalendar
import SystemIO

/// A folder for a user's settings.
///
/// The folder contains small files that only the user can read. Files are replaced atomically.
package struct StateFolder: Sendable, Hashable {
    package let path: CalendarPath

    private static let largestFile = 64 << 10

    package init(_ path: CalendarPath) {
        self.path = path
    }

    /// The user's state folder: `$XDG_STATE_HOME/swift-icalendar` or, if unset, `~/.local/state/swift-icalendar`.
    ///
    /// The value is nil if the environment does not specify a home folder. Relative paths are ignored, as the XDG Base
    /// Directory Specification requires.
    package static var users: StateFolder? {
        let home = variable("HOME").map { $0.appending(Array(".local/state".utf8)) }
        return (variable("XDG_STATE_HOME") ?? home).map {
            StateFolder($0.appending(Array("swift-icalendar".utf8)))
        }
    }

    private static func variable(_ name: String) -> CalendarPath? {
        guard let value = unsafe getenv(name) else { return nil }
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value)))
        return bytes.first == UInt8(ascii: "/") ? CalendarPath(bytes: bytes) : nil
    }

    package func stamp(of name: String) -> FileStamp? {
        (try? SystemFiles().stamp(of: path(of: name), followingLinks: true)) ?? nil
    }

    /// Returns a file's contents, or nil if it does not exist, cannot be read, or is too large.
    package func contents(of name: String) -> FileContents? {
        guard let stamp = stamp(of: name), stamp.size <= Self.largestFile else { return nil }
        return try? SystemFiles().contents(of: path(of: name))
    }

    package func names(beginningWith start: String) -> [String] {
        let entries = (try? SystemFiles().entries(of: path)) ?? []
        return entries.map { String(decoding: $0.name, as: UTF8.self) }.filter { $0.hasPrefix(start) }
            .sorted()
    }

    /// Writes a file that only the user can read (mode 0600), replacing any file with the same name.
    package func write(_ bytes: [UInt8], to name: String) throws(FileFailure) {
        try commit(prepare(bytes, for: name), to: name)
    }

    /// Writes a file under a temporary name, which ``commit(_:to:)`` only needs to rename.
    package func prepare(_ bytes: [UInt8], for name: String) throws(FileFailure) -> CalendarPath {
        try SystemFiles().makeFolders(path)
        let hidden = path.appending(Array(".\(name)-\(UInt64.random(in: 0 ... .max)).tmp".utf8))
        do throws(PlatformError) {
            try NewFile.create(
                hidden.bytes,
                bytes,
                like: NewFile.Model(mode: 0o600, owner: geteuid(), group: getegid())
            )
        } catch {
            throw FileFailure(.written, path(of: name), error)
        }
        return hidden
    }

    /// Replaces a file with a prepared one.
    package func commit(_ prepared: CalendarPath, to name: String) throws(FileFailure) {
        do throws(FileFailure) {
            try SystemFiles().move(prepared, replacing: path(of: name))
        } catch {
            discard(prepared)
            throw error
        }
        try SystemFiles().synchronize(path, through: nil)
    }

    /// Removes a prepared file.
    package func discard(_ prepared: CalendarPath) { try? SystemFiles().remove(prepared) }

    package func remove(_ name: String) throws(FileFailure) {
        try SystemFiles().remove(path(of: name))
    }

    private func path(of name: String) -> CalendarPath { path.appending(Array(name.utf8)) }
}
