import Foundation

@testable import ICalendarStore

/// A journal with one arbitrary step and a valid digest.
struct PlantedJournal {
    var folder: String
    var name: String
    /// The hidden file that the step uses.
    var temporary = TemporaryName.make()
    /// The digest of the new contents, or nil for a removal.
    var content: FileDigest?
    var expected: JournalEntry.Expected

    init(_ folder: String, _ name: String, _ expected: JournalEntry.Expected) {
        self.folder = folder
        self.name = name
        self.expected = expected
    }

    func bytes(root: UInt64) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func part(_ bytes: [UInt8]) -> [UInt8] { number(bytes.count) + bytes }
        var bytes = Array("ics-store journal 2\n".utf8) + number(Int(root)) + number(0) + number(1)
        bytes += part(Array(folder.utf8)) + part(Array(name.utf8)) + part(temporary)
        bytes += part(content?.bytes ?? [])
        bytes +=
            number(1) + number(Int(expected.device)) + number(Int(expected.inode)) + number(expected.size)
        bytes += number(expected.modified) + part(expected.digest?.bytes ?? []) + number(0) + part([])
        return bytes + FileDigest(of: bytes).bytes
    }

    /// Writes the journal where this user's store would write it, or elsewhere in the hidden folder.
    func write(to store: StoreFolder, as path: String? = nil) throws {
        let path = path ?? "\(store.userFolder)/journal-0123456789abcdef"
        let outer = path.split(separator: "/").dropLast().joined(separator: "/")
        try store.make(folder: outer)
        let root = try SystemFiles().stamp(of: store.root.folder, followingLinks: true)?.inode ?? 0
        try Data(bytes(root: root)).write(to: URL(filePath: store.path + "/" + path))
    }
}
