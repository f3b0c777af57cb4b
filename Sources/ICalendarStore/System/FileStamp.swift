import SystemIO

/// What the system says of a file: which one it is, and when and how it changed last.
///
/// Two equal stamps tell that a file is as it was, unless it changed twice within the granularity of the file system's
/// clock; see ``FileVersion``.
package struct FileStamp: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case regular
        case folder
        case link
        case other
    }

    package let kind: Kind
    package let device: UInt64
    package let inode: UInt64
    package let size: Int
    /// When its content changed last, in nanoseconds since 1970.
    package let modified: Int
    /// When its content, its name or its permissions changed last, in nanoseconds since 1970.
    ///
    /// No program can set it.
    package let changed: Int
    /// The permissions, as of `chmod`.
    package private(set) var mode: UInt32
    package private(set) var owner: UInt32
    package private(set) var group: UInt32

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = max(0, Int(clamping: status.st_size))
        #if canImport(Darwin)
            modified = Self.nanoseconds(status.st_mtimespec)
            changed = Self.nanoseconds(status.st_ctimespec)
        #else
            modified = Self.nanoseconds(status.st_mtim)
            changed = Self.nanoseconds(status.st_ctim)
        #endif
        mode = UInt32(status.st_mode) & 0o7777
        owner = status.st_uid
        group = status.st_gid
    }

    /// The same with other permissions, as of a file of this process's user, to be the model of a new one.
    func owned(mode: UInt32) -> FileStamp {
        var stamp = self
        stamp.mode = mode
        stamp.owner = geteuid()
        stamp.group = getegid()
        return stamp
    }

    /// Whether both are of one file, whatever became of it.
    package func isSameFile(as other: FileStamp) -> Bool {
        inode == other.inode && device == other.device && kind == other.kind
    }

    /// Whether the file changed so long before a time that any later change gives it another stamp.
    ///
    /// Clocks of file systems go by steps: some milliseconds where they write nanoseconds, one or two seconds where
    /// they don't.
    package func isSettled(at time: Int) -> Bool {
        let isCoarse = modified % 1_000_000_000 == 0 && changed % 1_000_000_000 == 0
        let granularity = isCoarse ? 2_100_000_000 : 50_000_000
        let (earliest, overflow) = max(modified, changed).addingReportingOverflow(granularity)
        return !overflow && earliest < time
    }

    package static var now: Int {
        var time = timespec()
        return unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 ? nanoseconds(time) : 0
    }

    private static func nanoseconds(_ time: timespec) -> Int {
        let (product, overflow) = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(Int(time.tv_nsec))
        return overflow || carry ? Int.max : sum
    }
}

/// What a file was when it was read, to find out later whether another program changed it.
package struct FileVersion: Sendable, Hashable {
    package let stamp: FileStamp
    /// The digest of its content; nil when the stamp alone tells everything.
    package let digest: FileDigest?

    /// The version of a file that was read.
    ///
    /// The digest is computed only where the file had changed so shortly before that it might change again without
    /// getting another stamp.
    package init(_ contents: FileContents) {
        stamp = contents.stamp
        digest = contents.isSettled ? nil : FileDigest(of: contents.bytes)
    }

    init(_ stamp: FileStamp, digest: FileDigest) {
        self.stamp = stamp
        self.digest = digest
    }

    /// Whether a file is the same now; nil when that cannot be told without the content that it had.
    package func isSame(as contents: FileContents) -> Bool? {
        if let digest { return digest == FileDigest(of: contents.bytes) }
        return stamp == contents.stamp ? true : nil
    }
}

package struct FileContents: Sendable, Hashable {
    package let bytes: [UInt8]
    /// Its stamp, which was the same before and after reading.
    package let stamp: FileStamp
    /// Whether any later change gives it another stamp.
    package let isSettled: Bool
}

package struct FolderEntry: Sendable, Hashable {
    /// The name, which need not be UTF-8.
    package let name: [UInt8]
    /// The stamp of the file; of the file that a link leads to, if it leads to any.
    package let stamp: FileStamp
    package let isLink: Bool
}

/// A name in a folder, and what kind of file is behind it.
package struct ListedName: Sendable, Hashable {
    /// The name, which need not be UTF-8.
    package let name: [UInt8]
    /// The kind of the file; of the file that a link leads to.
    package let kind: FileStamp.Kind
    package let isLink: Bool
}

extension ListedName {
    init(_ entry: FolderEntry) {
        self.init(name: entry.name, kind: entry.stamp.kind, isLink: entry.isLink)
    }
}

/// What this process may do with a file or folder, as the system says; root may do everything.
package struct FilePermissions: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A file may be read, the names in a folder may be listed.
    package static let read = FilePermissions(rawValue: 4)
    /// A file may be written, names in a folder may be made and taken away.
    package static let write = FilePermissions(rawValue: 2)
    /// The files in a folder may be reached by their names.
    package static let enter = FilePermissions(rawValue: 1)
}
