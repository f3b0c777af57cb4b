package import ICalendar
import SystemIO

/// The file operations that a store needs from the operating system.
///
/// The store uses no others, so that a test can stop it at any call, or make any call fail.
package protocol StoreFiles: Sendable {
    /// Returns the bytes and the stamp of a regular file; links are followed.
    func contents(of path: CalendarPath) throws(FileFailure) -> FileContents

    /// Returns the contents of a file; fails for a link (`ELOOP`), and for more than `most` bytes (`EFBIG`).
    func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents

    /// Returns whether a program has a file open for writing; nil if the system cannot tell, as for files of other
    /// users.
    func isBeingWritten(_ path: CalendarPath) -> Bool?

    /// Returns the same file operations, with names in these folders looked up from the open folders, even if their
    /// paths later lead elsewhere.
    func pinned(_ pins: FolderPins) -> any StoreFiles

    /// Returns the contents of files in a folder, or an error for each, in the order of the names.
    func contents(of names: [[UInt8]], in folder: CalendarPath) -> [Result<FileContents, FileFailure>]

    /// Returns the stamp of a file, or nil if it does not exist.
    func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp?

    /// Returns the names in a folder with their stamps, in no particular order.
    ///
    /// Files that disappear in the meantime are not included. Dangling links have their own stamps.
    func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry]

    /// Returns the names in a folder, including dangling links, without their stamps, each of which costs a system
    /// call.
    func names(in folder: CalendarPath) throws(FileFailure) -> [ListedName]

    func permissions(of path: CalendarPath) -> FilePermissions

    /// Creates a file that does not exist yet, with these bytes, and synchronizes it to disk.
    ///
    /// The file gets the permissions of `model` and, if permitted, its owner. If this method fails, nothing is left
    /// behind.
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure)

    /// Begins a batch of new files in a folder; returns nil if files can only be synchronized one by one.
    func batch(in folder: CalendarPath) -> FileBatch?

    /// Creates a file like ``create(_:_:like:)``, but leaves it to ``synchronize(_:in:)`` to synchronize it.
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?, in batch: FileBatch)
        throws(FileFailure)

    func synchronize(_ batch: FileBatch, in folder: CalendarPath) throws(FileFailure)

    /// Renames a file; fails if the new name is not free (`EEXIST`).
    func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure)

    /// Renames a file, replacing any file with the new name.
    func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure)

    /// Exchanges the names of two files atomically; returns false, with nothing done, if the system cannot do this.
    func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool

    /// Removes a file or a link; a missing file is not an error.
    func remove(_ path: CalendarPath) throws(FileFailure)

    /// Synchronizes the names in a folder; `file` is a file in it, for a folder that cannot be opened.
    func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure)

    /// Creates a folder with permissions that the umask restricts; fails with `EEXIST` if the name is not free.
    func makeFolder(_ path: CalendarPath, mode: UInt32) throws(FileFailure)

    /// Gives a folder the permissions of another one and, if permitted, its group, ignoring the umask.
    ///
    /// If the group must be a different one, it gets no permissions that others do not have. A folder of another user
    /// remains as it is.
    func share(_ path: CalendarPath, like model: FileStamp) throws(FileFailure)

    func removeFolder(_ path: CalendarPath) throws(FileFailure)

    /// Waits for a lock that is respected by all processes that use the store; fails with `EWOULDBLOCK` after too long
    /// a wait.
    func lock(_ path: CalendarPath, _ kind: FolderLock.Kind, patience: Duration) throws(FileFailure)
        -> FolderLock
}

extension StoreFiles {
    /// Returns the contents of a file that is neither a link nor too large, with separate checks for both.
    package func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents {
        if try stamp(of: path, followingLinks: false)?.kind == .link { throw FileFailure(.read, path, .link) }
        let contents = try contents(of: path)
        guard contents.bytes.count <= most else { throw FileFailure(.read, path, .tooLarge) }
        return contents
    }

    /// Returns the contents of a file, or nil if it is missing; fails for a link and above ``SystemFiles/largestFile``.
    func plainContents(ifAny path: CalendarPath) throws(FileFailure) -> FileContents? {
        do throws(FileFailure) {
            return try plainContents(of: path, most: SystemFiles.largestFile)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
    }

    /// Creates a folder for this user alone, along with any missing parents.
    func makeFolders(_ path: CalendarPath) throws(FileFailure) {
        var missing: [CalendarPath] = []
        var next: CalendarPath? = path
        while let folder = next, try stamp(of: folder, followingLinks: true) == nil {
            missing.append(folder)
            next = folder.parent
        }
        for folder in missing.reversed() {
            do throws(FileFailure) {
                try makeFolder(folder, mode: 0o700)
            } catch {
                // Another process has created it in the meantime.
                if !error.error.isExisting { throw error }
            }
        }
    }

    package func isBeingWritten(_ path: CalendarPath) -> Bool? { nil }

    /// Returns nil, so that each file is synchronized when it is created.
    package func batch(in folder: CalendarPath) -> FileBatch? { nil }

    package func create(
        _ path: CalendarPath,
        _ bytes: [UInt8],
        like model: FileStamp?,
        in batch: FileBatch
    ) throws(FileFailure) {
        try create(path, bytes, like: model)
    }

    /// Does nothing, since each file is already synchronized.
    package func synchronize(_ batch: FileBatch, in folder: CalendarPath) throws(FileFailure) {}

    package func pinned(_ pins: FolderPins) -> any StoreFiles { self }

    package func share(_ path: CalendarPath, like model: FileStamp) throws(FileFailure) {}

    package func contents(
        of names: [[UInt8]],
        in folder: CalendarPath
    ) -> [Result<FileContents, FileFailure>] {
        names.map { name in
            Result { () throws(FileFailure) in try contents(of: folder.appending(name)) }
        }
    }

    package func names(in folder: CalendarPath) throws(FileFailure) -> [ListedName] {
        try entries(of: folder).map { ListedName($0) }
    }
}

/// The files in one folder that are synchronized together, along with everything else on their file system.
///
/// The folder is opened before the first of them is written, since the system reports a failed write only to those who
/// had it open before.
package final class FileBatch: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    /// The file system types from `statfs(2)` that report errors of a full synchronization: ext2 to ext4, XFS, Btrfs,
    /// F2FS, and tmpfs.
    ///
    /// File systems that use the network, a program, or another file system do not report them.
    private static let kinds: Set<UInt32> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994,
    ]

    /// Begins a batch in an open folder; returns nil if the system cannot synchronize it as a whole and report errors.
    static func begun(in descriptor: Int32) -> FileBatch? {
        #if os(Linux)
            if SystemCalls.reportsFailedFlushes, let kind = SystemCalls.fileSystemKind(of: descriptor),
                kinds.contains(kind)
            {
                return FileBatch(descriptor)
            }
        #endif
        _ = close(descriptor)
        return nil
    }
}
