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

    /// The version of a file that was written just now.
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

/// A file that was read whole.
package struct FileContents: Sendable, Hashable {
    package let bytes: [UInt8]
    /// Its stamp, which was the same before and after reading.
    package let stamp: FileStamp
    /// Whether any later change gives it another stamp.
    package let isSettled: Bool

    package init(bytes: [UInt8], stamp: FileStamp, isSettled: Bool) {
        self.bytes = bytes
        self.stamp = stamp
        self.isSettled = isSettled
    }
}

/// A name in a folder, and the file behind it.
package struct FolderEntry: Sendable, Hashable {
    /// The name, which need not be UTF-8.
    package let name: [UInt8]
    /// The stamp of the file; of the file that a link leads to, if it leads to any.
    package let stamp: FileStamp
    package let isLink: Bool

    package init(name: [UInt8], stamp: FileStamp, isLink: Bool) {
        self.name = name
        self.stamp = stamp
        self.isLink = isLink
    }
}

/// A name in a folder, and what kind of file is behind it.
package struct ListedName: Sendable, Hashable {
    /// The name, which need not be UTF-8.
    package let name: [UInt8]
    /// The kind of the file; of the file that a link leads to.
    package let kind: FileStamp.Kind
    package let isLink: Bool

    package init(name: [UInt8], kind: FileStamp.Kind, isLink: Bool) {
        self.name = name
        self.kind = kind
        self.isLink = isLink
    }

    package init(_ entry: FolderEntry) {
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
