import SystemIO

/// A file's identity and attributes, and the times of its last changes.
///
/// If two stamps are equal, the file is unchanged, unless it changed twice within the resolution of the file system's
/// clock. See ``FileVersion``.
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
    /// The time of the last change to the contents, in nanoseconds since 1970.
    package let modified: Int
    /// The time of the last change to the contents, the name, or the permissions, in nanoseconds since 1970.
    ///
    /// No program can set this time.
    package let changed: Int
    /// The permission bits, as in `chmod`.
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

    /// Returns a copy of the stamp with different permissions and this process's user as owner, as a model for a new
    /// file.
    package func owned(mode: UInt32) -> FileStamp {
        var stamp = self
        stamp.mode = mode
        stamp.owner = geteuid()
        stamp.group = getegid()
        return stamp
    }

    /// Returns whether both stamps belong to the same file, even if the file has changed.
    package func isSameFile(as other: FileStamp) -> Bool {
        inode == other.inode && device == other.device && kind == other.kind
    }

    /// Returns whether both stamps belong to the same file, which was at most renamed between them.
    func isRenamed(from other: FileStamp) -> Bool {
        isSameFile(as: other) && size == other.size && modified == other.modified
    }

    /// Returns whether the last change was made long enough before a given time.
    ///
    /// Any later change then results in a different stamp.
    package func isSettled(at time: Int) -> Bool {
        Self.settlingTime(modified: modified, changed: changed) < time
    }

    /// Returns the time after which any change results in a different stamp, in nanoseconds since 1970.
    ///
    /// File system clocks advance in steps: a few milliseconds if they store nanoseconds, otherwise one or two seconds.
    package static func settlingTime(modified: Int, changed: Int) -> Int {
        let isCoarse = modified % 1_000_000_000 == 0 && changed % 1_000_000_000 == 0
        let granularity = isCoarse ? 2_100_000_000 : 50_000_000
        let (time, overflow) = max(modified, changed).addingReportingOverflow(granularity)
        return overflow ? .max : time
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

/// The version of a file at the time it was read, used to detect changes by other programs.
package struct FileVersion: Sendable, Hashable {
    package let stamp: FileStamp
    /// The digest of the contents, or nil if the stamp is sufficient.
    package let digest: FileDigest?

    /// Creates the version of a file that has just been read.
    ///
    /// The digest is computed only if the file changed so recently that another change might result in the same stamp.
    package init(_ contents: FileContents) {
        stamp = contents.stamp
        digest = contents.isSettled ? nil : FileDigest(of: contents.bytes)
    }

    init(_ stamp: FileStamp, digest: FileDigest) {
        self.stamp = stamp
        self.digest = digest
    }

    /// Returns whether a file is unchanged, or nil if its previous contents are needed to decide.
    package func isSame(as contents: FileContents) -> Bool? {
        if let digest { return digest == FileDigest(of: contents.bytes) }
        return stamp == contents.stamp ? true : nil
    }
}

package struct FileContents: Sendable, Hashable {
    package let bytes: [UInt8]
    /// The file's stamp after reading.
    package let stamp: FileStamp
    /// Whether the file did not change while it was read, and any later change results in a different stamp.
    package let isSettled: Bool
}

package struct FolderEntry: Sendable, Hashable {
    /// The name, which may contain invalid UTF-8.
    package let name: [UInt8]
    /// The stamp of the file or, for a symbolic link, of its target if it exists.
    package let stamp: FileStamp
    package let isLink: Bool
}

/// A name in a folder, and its file's type.
package struct ListedName: Sendable, Hashable {
    /// The name, which may contain invalid UTF-8.
    package let name: [UInt8]
    /// The type of the file or, for a symbolic link, of its target.
    package let kind: FileStamp.Kind
    package let isLink: Bool
}

extension ListedName {
    init(_ entry: FolderEntry) {
        self.init(name: entry.name, kind: entry.stamp.kind, isLink: entry.isLink)
    }
}

/// This process's permissions for a file or folder.
///
/// Root has all permissions.
package struct FilePermissions: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The permission to read a file, or to list the names in a folder.
    package static let read = FilePermissions(rawValue: 4)
    /// The permission to write a file, or to create and remove names in a folder.
    package static let write = FilePermissions(rawValue: 2)
    /// The permission to access the files in a folder by name.
    package static let enter = FilePermissions(rawValue: 1)
}
