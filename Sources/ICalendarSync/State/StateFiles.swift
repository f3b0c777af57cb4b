package import ICalendar
package import ICalendarStore
import SystemIO

/// A private folder that contains the state of an account or calendar.
///
/// Files in the folder are replaced atomically.
///
/// Only the user can write to this part of the store's control folder, so nobody else can fake an item's deletion.
package struct StateFiles: Sendable {
    package let folder: CalendarPath
    package let files: any StoreFiles

    /// Returns an account's folder: `.ics-store/user-N/account-NAME`.
    package static func account(
        _ name: String,
        of root: StoreRoot,
        files: any StoreFiles = SystemFiles()
    ) throws(FileFailure) -> StateFiles {
        let user = try root.makeUserFolder(in: try root.makeControl(in: files), files)
        let own = StateFiles(folder: user, files: files)
        return try own.inner(accountStart + Array(ItemDigest(Array(name.utf8)).text.utf8))
    }

    static let accountStart = Array("account-".utf8)

    package init(folder: CalendarPath, files: any StoreFiles) {
        self.folder = folder
        self.files = files
    }

    /// Returns a subfolder, creating it if needed.
    package func inner(_ name: [UInt8]) throws(FileFailure) -> StateFiles {
        let path = folder.appending(name)
        if let stamp = try files.stamp(of: path, followingLinks: false) {
            guard stamp.kind == .folder else { throw FileFailure(.written, path, .refused) }
        } else {
            do throws(FileFailure) {
                try files.makeFolder(path, mode: 0o700)
                try files.synchronize(folder, through: nil)
            } catch {
                if !error.error.isExisting { throw error }
            }
        }
        return StateFiles(folder: path, files: files)
    }

    /// Returns the bytes of a file, or nil if it does not exist.
    package func contents(of name: String) throws(FileFailure) -> [UInt8]? {
        do throws(FileFailure) {
            return try files.plainContents(of: path(name), most: Self.largest).bytes
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
    }

    /// Writes a file that only the user can read, replacing any existing file once the bytes are on disk.
    package func replace(_ name: String, with bytes: [UInt8]) throws(FileFailure) {
        let hidden = path(".\(name)-\(UInt64.random(in: 0 ... .max)).tmp")
        do throws(FileFailure) {
            try create(hidden, bytes)
            try files.move(hidden, replacing: path(name))
            try files.synchronize(folder, through: nil)
        } catch {
            try? files.remove(hidden)
            throw error
        }
    }

    private func create(_ path: CalendarPath, _ bytes: [UInt8]) throws(FileFailure) {
        guard let stamp = try files.stamp(of: folder, followingLinks: false) else {
            throw FileFailure(.written, folder, .missing)
        }
        try files.create(path, bytes, like: stamp.owned(mode: 0o600))
    }

    package func remove(_ name: String) throws(FileFailure) { try files.remove(path(name)) }

    package func names() throws(FileFailure) -> [String] {
        try files.names(in: folder).map { String(decoding: $0.name, as: UTF8.self) }.sorted()
    }

    /// Removes the folder and its contents.
    package func removeAll() throws(FileFailure) {
        for entry in try files.names(in: folder) {
            let path = folder.appending(entry.name)
            if entry.kind == .folder, !entry.isLink {
                try StateFiles(folder: path, files: files).removeAll()
            } else {
                try files.remove(path)
            }
        }
        try files.removeFolder(folder)
    }

    /// Waits for the lock that prevents two programs from using the same state.
    package func lock(patience: Duration) throws(FileFailure) -> FolderLock {
        try files.lock(path("lock"), .exclusive, patience: patience)
    }

    private func path(_ name: String) -> CalendarPath { folder.appending(Array(name.utf8)) }

    private static let largest = 1 << 30
}

/// The identity of an item's contents: the first half of their SHA-256 digest.
package struct ItemDigest: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    package init(_ bytes: [UInt8]) {
        self.init(FileDigest(of: bytes))
    }

    init(_ digest: FileDigest) { (high, low) = digest.half }

    init(_ high: UInt64, _ low: UInt64) { (self.high, self.low) = (high, low) }

    var halves: (high: UInt64, low: UInt64) { (high, low) }

    init?(_ text: ArraySlice<UInt8>) {
        guard text.count == 32 else { return nil }
        let middle = text.startIndex + 16
        guard let high = Self.number(text[..<middle]), let low = Self.number(text[middle...]) else {
            return nil
        }
        (self.high, self.low) = (high, low)
    }

    /// The digest as 32 hexadecimal digits.
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func write(to bytes: inout [UInt8]) {
        for number in [high, low] {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 15
                bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
            case 0x61...0x66: number = number << 4 | UInt64(digit - 0x57)
            default: return nil
            }
        }
        return number
    }
}
