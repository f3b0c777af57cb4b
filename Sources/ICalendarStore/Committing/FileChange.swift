/// What is to become of one file in a commit.
package struct FileChange: Sendable {
    /// Which file.
    package let place: FilePlace
    /// What it was when it was read; nil when there was none.
    package let base: FileBase?
    /// What it shall be; nil when it shall go.
    package let content: [UInt8]?
    /// The number of the changes that belong together, as items go from one file to another; nil when nobody knows.
    package var group: Int?
    /// The file that an item of it is moved to; nil when none is and, for a file that goes, when several are.
    package var destination: FilePlace?

    /// A file that shall have this content; `base` is nil for a new one.
    package static func put(_ content: [UInt8], at place: FilePlace, over base: FileBase?) -> FileChange {
        FileChange(place: place, base: base, content: content)
    }

    /// A file that shall go.
    package static func remove(_ place: FilePlace, _ base: FileBase) -> FileChange {
        FileChange(place: place, base: base, content: nil)
    }
}

/// What a file was when it was read.
package struct FileBase: Sendable {
    /// Its version, to find out whether it changed since.
    package let version: FileVersion
    /// The bytes that it had, asked for only when it changed since; nil when nobody knows them any longer.
    package let bytes: @Sendable () -> [UInt8]?

    /// What a file was.
    package init(_ version: FileVersion, bytes: @escaping @Sendable () -> [UInt8]? = { nil }) {
        self.version = version
        self.bytes = bytes
    }
}

/// A file that two programs changed: what it was, and what each made of it.
///
/// Nil is a file that is not there.
package struct FileConflict: Sendable, Hashable {
    /// Which file.
    package let place: FilePlace
    /// What both began with; nil when there was nothing, or when nobody knows it any longer.
    package let base: [UInt8]?
    /// What this commit makes of it.
    package let ours: [UInt8]?
    /// What another program made of it, which is what stands on the disk.
    package let theirs: [UInt8]?

    /// A conflict with all its parts.
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
    /// That nothing tells where a file ends.
    package func isWhole(_ bytes: [UInt8], at place: FilePlace) -> Bool { true }

    /// That a file is one item.
    package func parts(of theirs: [UInt8], movedFrom base: [UInt8], to ours: [UInt8]) -> FileParts? {
        FileParts(along: theirs, left: nil)
    }

    /// That all items can be told apart.
    package func isMixed(_ conflict: FileConflict) -> Bool { false }

    /// That nobody knows.
    package func holds(_ bytes: [UInt8], allOf other: [UInt8]) -> Bool { false }
}

/// A file in two parts.
package struct FileParts: Sendable, Hashable {
    /// What goes along with items that were moved; nil for nothing.
    package let along: [UInt8]?
    /// What stays where it is; nil for nothing.
    package let left: [UInt8]?

    /// Both parts.
    package init(along: [UInt8]?, left: [UInt8]?) {
        self.along = along
        self.left = left
    }
}
