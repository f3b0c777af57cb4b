package import ICalendar
import SystemIO

/// The file operations that a store uses.
///
/// The store uses no other file operations, so a test can interrupt any call or make it fail.
package protocol StoreFiles: Sendable {
    /// Returns the bytes and stamp of a regular file. Symbolic links are followed.
    func contents(of path: CalendarPath) throws(FileFailure) -> FileContents

    /// Returns a file's contents. Fails for a symbolic link (`ELOOP`) and for more than `most` bytes (`EFBIG`).
    func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents

    /// Returns whether a program has a file open for writing, or nil if unknown, for example for another
    /// user's file.
    func isBeingWritten(_ path: CalendarPath) -> Bool?

    /// Returns file operations that resolve names relative to the open folders, even if the paths of these folders
    /// later lead elsewhere.
    func pinned(_ pins: FolderPins) -> any StoreFiles

    /// Returns the contents of files in a folder, or an error for each failed file, in the order of `names`.
    func contents(of names: [[UInt8]], in folder: CalendarPath) -> [Result<FileContents, FileFailure>]

    /// Returns the stamp of a file, or nil if it does not exist.
    func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp?

    /// Returns the names in a folder and their stamps in arbitrary order.
    ///
    /// Files that disappear in the meantime are omitted. For a dangling link, the stamp describes the link itself.
    func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry]

    /// Calls a closure with each entry, without keeping all entries in memory.
    func forEachEntry(of folder: CalendarPath, _ body: (FolderEntry) -> Void) throws(FileFailure)

    /// Returns the names in a folder, including dangling links. Stamps are omitted, since each one takes a system call.
    func names(in folder: CalendarPath) throws(FileFailure) -> [ListedName]

    func permissions(of path: CalendarPath) -> FilePermissions

    /// Creates a new file with the given bytes and syncs it to disk.
    ///
    /// The file gets the permissions of `model` and, if permitted, its owner. If this method fails, the file does not
    /// exist.
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure)

    /// Begins a batch of new files in a folder. Returns nil if files can be synced only individually.
    func batch(in folder: CalendarPath) -> FileBatch?

    /// Creates a file like ``create(_:_:like:)``, but leaves syncing it to ``synchronize(_:in:)``. Returns the file's
    /// stamp, if known.
    @discardableResult
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?, in batch: FileBatch)
        throws(FileFailure) -> FileStamp?

    func synchronize(_ batch: FileBatch, in folder: CalendarPath) throws(FileFailure)

    /// Renames a file. Fails if the new name is taken (`EEXIST`).
    func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure)

    /// Renames a file, replacing any file that has the new name.
    func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure)

    /// Atomically exchanges the names of two files. Returns false, without changing anything, if the system does not
    /// support exchanging names.
    func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool

    /// Removes a file or symbolic link. A missing file is not an error.
    func remove(_ path: CalendarPath) throws(FileFailure)

    /// Syncs the names in a folder to disk. If the folder cannot be opened, uses `file`, a file in it.
    func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure)

    /// Creates a folder with permissions restricted by the umask. Fails with `EEXIST` if the name is taken.
    func makeFolder(_ path: CalendarPath, mode: UInt32) throws(FileFailure)

    /// Gives a folder the permissions of another folder and, if permitted, its group, ignoring the umask.
    ///
    /// If the group cannot be set, the folder's group gets only the permissions of other users. Another user's folder
    /// is not changed.
    func share(_ path: CalendarPath, like model: FileStamp) throws(FileFailure)

    func removeFolder(_ path: CalendarPath) throws(FileFailure)

    /// Waits for a lock that all processes using the store respect. Fails with `EWOULDBLOCK` if the wait takes too
    /// long.
    func lock(_ path: CalendarPath, _ kind: FolderLock.Kind, patience: Duration) throws(FileFailure)
        -> FolderLock
}

extension StoreFiles {
    /// Returns a file's contents, after checking that it is neither a symbolic link nor too large.
    package func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents {
        if try stamp(of: path, followingLinks: false)?.kind == .link { throw FileFailure(.read, path, .link) }
        let contents = try contents(of: path)
        guard contents.bytes.count <= most else { throw FileFailure(.read, path, .tooLarge) }
        return contents
    }

    /// Returns a file's contents, or nil if the file is missing.
    ///
    /// Fails for links and files above ``SystemFiles/largestFile``.
    func plainContents(ifAny path: CalendarPath) throws(FileFailure) -> FileContents? {
        do throws(FileFailure) {
            return try plainContents(of: path, most: SystemFiles.largestFile)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
    }

    /// Creates a folder that only this user can access, along with any missing parents.
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
                // Another process has created the folder in the meantime.
                if !error.error.isExisting { throw error }
            }
        }
    }

    package func isBeingWritten(_ path: CalendarPath) -> Bool? { nil }

    /// Returns nil, which means that each file is synced when it is created.
    package func batch(in folder: CalendarPath) -> FileBatch? { nil }

    package func create(
        _ path: CalendarPath,
        _ bytes: [UInt8],
        like model: FileStamp?,
        in batch: FileBatch
    ) throws(FileFailure) -> FileStamp? {
        try create(path, bytes, like: model)
        return nil
    }

    /// Does nothing, since each file has already been synced.
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

    package func forEachEntry(of folder: CalendarPath, _ body: (FolderEntry) -> Void) throws(FileFailure) {
        for entry in try entries(of: folder) { body(entry) }
    }

    package func names(in folder: CalendarPath) throws(FileFailure) -> [ListedName] {
        try entries(of: folder).map { ListedName($0) }
    }
}

/// A batch of files in one folder that are synced together with everything else on their file system.
///
/// The folder is opened before the first file is written, since the system reports failed writes only through
/// descriptors that were already open.
package final class FileBatch: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    /// The file system types from `statfs(2)` that report errors when syncing the whole file system: ext2 to ext4, XFS,
    /// Btrfs, F2FS, and tmpfs.
    ///
    /// File systems based on a network, a program, or another file system do not report these errors.
    private static let kinds: Set<UInt32> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994,
    ]

    /// Begins a batch in an open folder.
    ///
    /// Returns nil if the file system does not support a full sync that reports errors.
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
