#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system says of a file: which one it is, and when and how it changed last.
///
/// Two equal stamps tell that a file is as it was, unless it changed twice within the granularity of the file system's
/// clock; see ``FileVersion``.
package struct FileStamp: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case regular
        case folder
        /// A symbolic link that was not followed.
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

    /// The present time of the system's clock, as stamps have it.
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
