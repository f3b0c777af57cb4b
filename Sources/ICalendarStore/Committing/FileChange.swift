package struct FileChange: Sendable {
    package let place: FilePlace
    package let base: FileBase?
    package let content: [UInt8]?
    /// A number shared by all files among which items are moved, or nil if unknown.
    package var group: Int?
    package var destination: FilePlace?
    /// The permissions for a recreated file, or nil for the default.
    var mode: UInt32?
    /// The digest of the new contents, if known.
    package var digest: FileDigest?

    package static func put(_ content: [UInt8], at place: FilePlace, over base: FileBase?) -> FileChange {
        FileChange(place: place, base: base, content: content)
    }

    package static func remove(_ place: FilePlace, _ base: FileBase) -> FileChange {
        FileChange(place: place, base: base, content: nil)
    }
}

package struct FileBase: Sendable {
    package let version: FileVersion
    /// Returns the file's previous bytes, or nil if unavailable; called only if the file has changed.
    package let bytes: @Sendable () -> [UInt8]?

    package init(_ version: FileVersion, bytes: @escaping @Sendable () -> [UInt8]? = { nil }) {
        self.version = version
        self.bytes = bytes
    }
}

/// A conflict between two programs' changes to a file.
///
/// Nil contents mean that the file does not exist.
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

/// Merges two programs' changes to the same file.
///
/// The methods are called while the store is locked, so they must not use the store. Merging must be idempotent, since
/// the methods may be called again with a merged result.
package protocol FileMerging: Sendable {
    /// Returns whether a file is complete, as opposed to still being written by another program.
    func isWhole(_ bytes: [UInt8], at place: FilePlace) -> Bool

    /// Splits a file into the part that belongs to items moved to another file and the rest, or returns nil if the
    /// file cannot be split.
    ///
    /// `base` is the file as it was when the items were moved. `ours` is the file that they were moved to.
    func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts?

    /// Returns whether a file contains all items from another file and may therefore be derived from that
    /// file.
    func holds(_ bytes: [UInt8], allOf other: [UInt8]) -> Bool

    /// Returns whether both versions of a file changed several items that cannot be matched.
    ///
    /// In that case, neither change can be applied to the other version.
    func isMixed(_ conflict: FileConflict) -> Bool

    /// Returns the merged contents, or nil to remove the file. If this throws an error, the whole commit is aborted.
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
