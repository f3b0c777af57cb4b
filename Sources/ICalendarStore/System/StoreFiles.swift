package import ICalendar
import SystemIO

/// What the store asks of the operating system.
///
/// Everything that the store does to files goes through here, so that a test can stop it at any of these calls, or
/// have any of them fail.
package protocol StoreFiles: Sendable {
    /// A regular file's bytes and its stamp; links are followed.
    func contents(of path: CalendarPath) throws(FileFailure) -> FileContents

    /// The same of a file that is neither reached by a link (`ELOOP`) nor larger than so many bytes (`EFBIG`).
    func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents

    /// Whether a program has a file open to write to it; nil where the system does not say, as of other users' files.
    func isBeingWritten(_ path: CalendarPath) -> Bool?

    /// The same files, but what is in these folders is looked up from them, whatever their paths come to stand for.
    func pinned(_ pins: FolderPins) -> any StoreFiles

    /// The contents of files in a folder, each by itself, in the order of the names.
    func contents(of names: [[UInt8]], in folder: CalendarPath) -> [Result<FileContents, FileFailure>]

    /// The stamp of a file, or nil when there is none of that name.
    func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp?

    /// The names in a folder with their stamps, in no order.
    ///
    /// What goes away meanwhile is left out. Links to nothing have their own stamps.
    func entries(of folder: CalendarPath) throws(FileFailure) -> [FolderEntry]

    /// The same names without their stamps, each of which costs a call of the system; links to nothing are among them.
    func names(in folder: CalendarPath) throws(FileFailure) -> [ListedName]

    func permissions(of path: CalendarPath) -> FilePermissions

    /// Makes a file that was not there, with these bytes, and brings it to the disk.
    ///
    /// It gets the permissions and, where that is allowed, the owner of the `model`. Nothing is left when it fails.
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure)

    /// Begins a batch of new files in a folder; nil where files can only be brought to the disk one by one.
    func batch(in folder: CalendarPath) -> FileBatch?

    /// Makes a file as ``create(_:_:like:)`` does, but leaves it to ``synchronize(_:in:)`` to bring it to the disk.
    func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?, in batch: FileBatch)
        throws(FileFailure)

    func synchronize(_ batch: FileBatch, in folder: CalendarPath) throws(FileFailure)

    /// Gives a file another name, which must be free (`EEXIST`).
    func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure)

    /// Gives a file another name, in place of the file that has it.
    func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure)

    /// Has two files exchange their names at once; false, with nothing done, where the system cannot.
    func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool

    /// Takes a file, or a link, away. One that is not there is no error.
    func remove(_ path: CalendarPath) throws(FileFailure)

    /// Brings the names in a folder to the disk. Where the folder may not be opened, a file in it helps.
    func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure)

    /// Makes a folder, whose permissions the process's mask narrows; `EEXIST` when there is something of that name.
    func makeFolder(_ path: CalendarPath, mode: UInt32) throws(FileFailure)

    /// Gives a folder the permissions and, where that is allowed, the group of another one, whatever the process's mask.
    ///
    /// What the group might do is for nobody but all where the group has to be another. A folder of another user's is left
    /// as it is.
    func share(_ path: CalendarPath, like model: FileStamp) throws(FileFailure)

    func removeFolder(_ path: CalendarPath) throws(FileFailure)

    /// Waits for a lock that all processes heed which use this store; `EWOULDBLOCK` when others hold it too long.
    func lock(_ path: CalendarPath, _ kind: FolderLock.Kind, patience: Duration) throws(FileFailure)
        -> FolderLock
}

extension StoreFiles {
    /// The contents of a file that neither is a link nor too large, by two looks.
    package func plainContents(of path: CalendarPath, most: Int) throws(FileFailure) -> FileContents {
        if try stamp(of: path, followingLinks: false)?.kind == .link { throw FileFailure(.read, path, .link) }
        let contents = try contents(of: path)
        guard contents.bytes.count <= most else { throw FileFailure(.read, path, .tooLarge) }
        return contents
    }

    /// The same, or nil where there is no file; never more than ``SystemFiles/largestFile``.
    func plainContents(ifAny path: CalendarPath) throws(FileFailure) -> FileContents? {
        do throws(FileFailure) {
            return try plainContents(of: path, most: SystemFiles.largestFile)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
    }

    /// Makes a folder for this user alone, and those around it that are missing.
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
                // Another process made it meanwhile.
                if !error.error.isExisting { throw error }
            }
        }
    }

    package func isBeingWritten(_ path: CalendarPath) -> Bool? { nil }

    /// None, so that each file is brought to the disk when it is made.
    package func batch(in folder: CalendarPath) -> FileBatch? { nil }

    package func create(
        _ path: CalendarPath,
        _ bytes: [UInt8],
        like model: FileStamp?,
        in batch: FileBatch
    ) throws(FileFailure) {
        try create(path, bytes, like: model)
    }

    /// Nothing, as each file is there already.
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

/// Files in one folder that are brought to the disk together, with everything else on their file system.
///
/// The folder is open from before the first of them is written, as the system tells who has it open of what could not be
/// written since.
package final class FileBatch: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    /// The numbers of file systems, as of `statfs(2)`, that say of a whole flush what went wrong in it: ext2 to ext4, XFS,
    /// Btrfs, F2FS, and memory.
    ///
    /// Those of a network, of a program or above another one do not.
    private static let kinds: Set<UInt32> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994,
    ]

    /// A batch in an open folder; nil where the system cannot bring it to the disk as a whole and say whether it did.
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
