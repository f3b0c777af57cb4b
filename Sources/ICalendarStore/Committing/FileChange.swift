package struct FileChange: Sendable {
    package let place: FilePlace
    package let base: FileBase?
    package let content: [UInt8]?
    /// The number of the changes that belong together, as items go from one file to another; nil when nobody knows.
    package var group: Int?
    package var destination: FilePlace?

    package static func put(_ content: [UInt8], at place: FilePlace, over base: FileBase?) -> FileChange {
        FileChange(place: place, base: base, content: content)
    }

    package static func remove(_ place: FilePlace, _ base: FileBase) -> FileChange {
        FileChange(place: place, base: base, content: nil)
    }
}

package struct FileBase: Sendable {
    package let version: FileVersion
    /// The bytes that it had, asked for only when it changed since; nil when nobody knows them any longer.
    package let bytes: @Sendable () -> [UInt8]?

    package init(_ version: FileVersion, bytes: @escaping @Sendable () -> [UInt8]? = { nil }) {
        self.version = version
        self.bytes = bytes
    }
}

/// A file that two programs changed; nil is a file that is not there.
package struct FileConflict: Sendable, Hashable {
    package let place: FilePlace
    package let base: [UInt8]?
    package let ours: [UInt8]?
    package let theirs: [UInt8]?

    package init(place: FilePlace, base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?) {
        self.place = place
        self.base = base
        self.ours = ours
        self.theirs = theirs
    }
}

/// Brings together what two programs made of one file.
///
/// It is asked while the store is locked, so it must not use the store. It may be asked again with what it gave, so
/// that merging its own result with the same file must give the same.
package protocol FileMerging: Sendable {
    /// Whether a file has an end, so that no program can be in the midst of writing it from the beginning.
    func isWhole(_ bytes: [UInt8], at place: FilePlace) -> Bool

    /// What of a file goes along with items that were moved from it to another one, and what does not: `base` is what it was
    /// when they were moved, and `ours` what the other file has. Nil where that cannot be told.
    func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts?

    /// Whether a file has all items of another one, so that it may have been made from that.
    func holds(_ bytes: [UInt8], allOf other: [UInt8]) -> Bool

    /// Whether both versions of a file have changed several items that nothing tells apart, so that neither can be carried
    /// over to the other.
    func isMixed(_ conflict: FileConflict) -> Bool

    /// What shall stand, or nil for no file. An error refuses the whole commit.
    func merged(_ conflict: FileConflict) throws -> [UInt8]?
}

extension FileMerging {
    package func isWhole(_ bytes: [UInt8], at place: FilePlace) -> Bool { true }

    package func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts? {
        FileParts(along: theirs, left: nil)
    }

    package func isMixed(_ conflict: FileConflict) -> Bool { false }

    package func holds(_ bytes: [UInt8], allOf other: [UInt8]) -> Bool { false }
}

package struct FileParts: Sendable, Hashable {
    package let along: [UInt8]?
    package let left: [UInt8]?
}
