/// What a commit of several files has yet to do, written to the disk before any of it is done.
///
/// When the journal has its name, the commit has happened: whoever opens the store after a crash does the rest.
struct Journal: Sendable, Hashable {
    /// The steps, each of one file.
    var entries: [JournalEntry]

    /// The name of the journal in the store's hidden folder.
    static let name = Array("journal".utf8)
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

    /// What a file is before its step.
    struct Expected: Sendable, Hashable {
        /// The numbers that tell it from another file and from another time: device, inode, size, time of change.
        let device: UInt64
        let inode: UInt64
        let size: Int
        let modified: Int
        /// The digest of its content; nil for a link, of which there is no content.
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

        /// Whether a file is the one.
        func matches(_ stamp: FileStamp) -> Bool {
            inode == stamp.inode && device == stamp.device && size == stamp.size && modified == stamp.modified
        }
    }
}

/// The names of the hidden files that the store makes.
enum TemporaryName {
    private static let start = Array(".ics-store-".utf8)
    private static let ending = Array(".tmp".utf8)

    /// A name that nobody has used.
    static func make() -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var generator = SystemRandomNumberGenerator()
        let number = generator.next() as UInt64
        return start + (0..<16).map { digits[Int(truncatingIfNeeded: number >> (4 * UInt64($0)) & 15)] }
            + ending
    }

    /// Whether a name is one of them.
    static func isOne(_ name: some Collection<UInt8>) -> Bool {
        guard name.count == start.count + 16 + ending.count, name.starts(with: start) else { return false }
        let digits = name.dropFirst(start.count).prefix(16)
        return name.suffix(4).elementsEqual(ending)
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
