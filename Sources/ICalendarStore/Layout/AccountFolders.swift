import ICalendar
import SystemIO

/// The folders of a store that mirror servers, as recorded by the sync module.
///
/// The record is a file in the user's part of the control folder, so nobody else can declare a folder read-only.
/// Without the record, the folders are treated as ordinary calendars.
package struct AccountFolders: Sendable, Hashable {
    /// The kind of folder.
    package enum Kind: String, Sendable, Hashable {
        /// The calendars of a server account.
        case calDAV
        /// A subscribed calendar.
        case feed
        /// An account's calendar that the user is not allowed to change.
        case readOnly
    }

    private static let name = Array("sources".utf8)
    private static let largest = 1 << 20

    /// The kinds of folders, by path relative to the store's folder.
    package private(set) var kinds: [[UInt8]: Kind] = [:]

    package init() {}

    package init(_ kinds: [[UInt8]: Kind]) {
        // A name that contains a line break would be read back as two lines.
        self.kinds = kinds.filter { FilePlace.isFolder($0.key) && !$0.key.contains(0x0A) }
    }

    /// Reads a store's record, or creates an empty record if the store has none.
    package init(of root: StoreRoot, _ files: any StoreFiles) throws(FileFailure) {
        self.init()
        guard let control = try root.control(in: files) else { return }
        for folder in root.userFolders(in: control) {
            guard let stamp = try files.stamp(of: folder, followingLinks: false), StoreRoot.isPrivate(stamp)
            else { continue }
            do throws(FileFailure) {
                let bytes = try files.plainContents(of: folder.appending(Self.name), most: Self.largest).bytes
                self = Self(bytes)
                return
            } catch {
                if !error.error.isMissing { throw error }
            }
        }
    }

    private init(_ bytes: [UInt8]) {
        var kinds: [[UInt8]: Kind] = [:]
        for line in bytes.split(separator: 0x0A) {
            let word = line.prefix { $0 != UInt8(ascii: " ") }
            guard let kind = Kind(rawValue: String(decoding: word, as: UTF8.self)) else { continue }
            kinds[Array(line.dropFirst(word.count + 1))] = kind
        }
        self.init(kinds)
    }

    /// The name and bytes of the record file, which has one line per folder.
    package var file: (name: String, bytes: [UInt8]) {
        let lines = kinds.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let bytes = lines.reduce(into: [UInt8]()) { bytes, line in
            bytes += Array("\(line.value.rawValue) ".utf8) + line.key + [0x0A]
        }
        return (String(decoding: Self.name, as: UTF8.self), bytes)
    }

    package subscript(folder: [UInt8]) -> Kind? { kinds[folder] }

    /// Replaces the entries for an account's folder and its subfolders.
    package mutating func replace(_ folder: [UInt8], with others: [[UInt8]: Kind]) {
        let start = folder + [UInt8(ascii: "/")]
        kinds = kinds.filter { $0.key != folder && !$0.key.starts(with: start) }
        kinds.merge(Self(others).kinds) { $1 }
    }

    /// Returns whether both records have the same entries for a folder and its parent.
    func agrees(with other: AccountFolders, about folder: [UInt8]) -> Bool {
        let outer = Self.outer(folder)
        return self[folder] == other[folder] && self[outer] == other[outer]
    }

    private static func outer(_ folder: [UInt8]) -> [UInt8] {
        folder.lastIndex(of: UInt8(ascii: "/")).map { Array(folder[..<$0]) } ?? []
    }
}
