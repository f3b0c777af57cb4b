/// What a commit of several files has yet to do, written to the disk before any of it is done.
///
/// When the journal has its name, the commit has happened: whoever opens the store after a crash does the rest.
struct Journal: Sendable, Hashable {
    /// The number of the store's folder in its file system: in another store a journal says nothing.
    var root: UInt64
    /// The numbers of the folders that a link led to when the commit was made, by their paths below the store's.
    ///
    /// A link that leads elsewhere since is not followed. The numbers of file systems are not compared, as they may be
    /// others after the system was started again.
    var links: [[UInt8]: UInt64] = [:]
    /// The steps, each of one file.
    var entries: [JournalEntry]

    /// The largest journal, in bytes: one of some 400,000 files.
    static let largest = 128 << 20
}

/// One file's step.
///
/// The new content stands in a hidden file beside the target, and the two exchange their names. A step can be told by
/// its files to be done or not, so that it can be done again.
struct JournalEntry: Sendable, Hashable {
    /// The file to be put in place or taken away.
    let place: FilePlace
    /// The name of the hidden file beside it, which has the new content before and the old one after.
    let temporary: [UInt8]
    /// The digest of the new content; nil when the file shall go.
    let content: FileDigest?
    /// What the file is before the step; nil when there is none.
    let expected: Expected?
    /// The content that it has before the step, to merge with; nil when there is none, or when it is too large.
    let base: [UInt8]?
    /// The number of the steps that belong together; nil when nobody knows, so that it may belong to any.
    ///
    /// Of one group nothing goes when something is lost that was to come.
    var group: Int?
    /// The file that an item of it is moved to; nil when none is and, for a file that goes, when several are.
    var destination: FilePlace?

    /// When it is done: what comes first, then what an item is taken out of, and at last what goes.
    var turn: Int { content == nil ? 2 : destination != nil ? 1 : 0 }

    /// What a file is before its step.
    struct Expected: Sendable, Hashable {
        /// The numbers that tell it from another file and from another time: device, inode, size, time of change.
        let device: UInt64
        let inode: UInt64
        let size: Int
        let modified: Int
        /// The digest of its content; nil for a link, of which there is no content, and for nothing else.
        let digest: FileDigest?

        /// What a file is.
        init(_ stamp: FileStamp, digest: FileDigest?) {
            device = stamp.device
            inode = stamp.inode
            size = stamp.size
            modified = stamp.modified
            self.digest = digest
        }

        /// The same from the numbers of a journal.
        init(device: UInt64, inode: UInt64, size: Int, modified: Int, digest: FileDigest?) {
            self.device = device
            self.inode = inode
            self.size = size
            self.modified = modified
            self.digest = digest
        }

        /// Whether a file is the one, as far as its stamp tells: its content has to be compared.
        func matches(_ stamp: FileStamp) -> Bool {
            (digest == nil) == (stamp.kind == .link) && inode == stamp.inode && size == stamp.size
                && modified == stamp.modified
        }
    }
}
