import Foundation
import ICalendar
import ICalendarStore

/// A store in a folder of its own, which is taken away with the object.
final class StoreFolder: Sendable {
    let path: String
    let root: StoreRoot

    /// Makes an empty store with some calendars, in memory where the system has a folder for that.
    init(_ folders: String..., onDisk: Bool = false) throws {
        let memory = "/dev/shm"
        let outer =
            !onDisk && FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        path = "\(outer)/store-\(UInt64.random(in: 0 ... .max))"
        root = StoreRoot(CalendarPath(path))
        for folder in [""] + folders { try make(folder: folder) }
    }

    deinit {
        // A folder that may not be listed cannot be taken away with what is in it.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            let inner = path + "/" + name
            if (try? FileManager.default.destinationOfSymbolicLink(atPath: inner)) != nil { continue }
            try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: inner)
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    func make(folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/" + folder,
            withIntermediateDirectories: true
        )
    }

    /// Writes a file as another program does: to a temporary one, and renames it.
    func write(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: URL(filePath: path + "/" + name), options: .atomic)
    }

    /// Writes a file as the plainest programs do.
    func writeInPlace(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: URL(filePath: path + "/" + name))
    }

    func setMode(_ name: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }

    /// A file as any program reads it; nil when there is none.
    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// All files but the lock, hidden ones too, with their contents.
    var everything: [String: String] {
        var found: [String: String] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
            var isFolder: ObjCBool = false
            unsafe _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
            if !isFolder.boolValue, name != ".ics-store/lock" { found[name] = text(name) ?? "?" }
        }
        return found
    }

    /// Where this user's journals are.
    var userFolder: String { ".ics-store/user-\(SystemFiles.user)" }

    /// Whether there is a journal.
    var hasJournal: Bool { everything.keys.contains { $0.contains("/journal-") } }

    /// A file as it is now, to be the base of a change.
    func base(_ place: FilePlace) throws -> FileBase {
        let contents = try SystemFiles().contents(of: root.path(of: place))
        return FileBase(FileVersion(contents)) { contents.bytes }
    }
}

extension FilePlace {
    /// A place that a test knows to be one.
    init(_ path: String) throws {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count == 2, let place = FilePlace(folder: parts[0], name: parts[1]) else {
            throw CocoaError(.fileReadInvalidFileName)
        }
        self = place
    }
}
