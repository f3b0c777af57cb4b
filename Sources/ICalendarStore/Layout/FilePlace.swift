/// The location of a file in a store: its calendar's folder and its name.
///
/// A place is always inside the store. A path that would lead outside, such as `..` or a name that begins with `/`, is
/// rejected. Names read from a journal or calendar can therefore be converted to places safely.
package struct FilePlace: Sendable, Hashable, CustomStringConvertible {
    package let folder: [UInt8]
    package let name: [UInt8]

    static let longestName = 255
    static let deepestFolder = 4
    private static let slash = UInt8(ascii: "/")

    /// Creates a place, or returns `nil` if the file would be hidden or outside the store.
    package init?(folder: [UInt8], name: [UInt8]) {
        guard folder.isEmpty || Self.isFolder(folder), Self.isName(name) else { return nil }
        self.folder = folder
        self.name = name
    }

    package func hash(into hasher: inout Hasher) {
        // A commit looks up each file several times, so hash quickly.
        hasher.combine(all: folder)
        hasher.combine(all: name)
        hasher.combine(folder.count)
    }

    package init?(folder: String, name: String) {
        self.init(folder: Array(folder.utf8), name: Array(name.utf8))
    }

    /// Whether the store may write a file with this name: an item, or a calendar's title or color.
    ///
    /// Regardless of a journal's contents, the store never writes or removes any other file.
    package var isWritable: Bool {
        if folder.isEmpty { return false }
        return ItemName.isItem(name) || name == ItemName.displayName || name == ItemName.color
    }

    package static func isFolder(_ path: [UInt8]) -> Bool {
        let parts = path.split(separator: slash, omittingEmptySubsequences: false)
        return parts.count <= deepestFolder && parts.allSatisfy { isName($0) }
    }

    private static func isName(_ name: some Collection<UInt8>) -> Bool {
        guard let first = name.first, name.count <= longestName else { return false }
        return first != UInt8(ascii: ".") && !name.contains(slash) && !name.contains(0)
    }

    package var description: String {
        String(decoding: folder.isEmpty ? name : folder + [Self.slash] + name, as: UTF8.self)
    }
}
