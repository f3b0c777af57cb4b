package import ICalendar
import SystemIO

package struct SystemFiles: StoreFiles {
    /// The maximum size of a file to read, in bytes.
    ///
    /// The limit suffices for a whole calendar and is a thousand times the size of most items.
    package static let largestFile = 64 << 20
    /// The maximum size of a file to read without checking for holes.
    ///
    /// Holes take almost no time to create but a long time to read.
    static let largestUnseen = 1 << 20

    let pins: FolderPins

    /// Whether to use the system calls that exchange two names or rename a file without replacing another.
    ///
    /// Some file systems do not support these system calls.
    let renamesSpecially: Bool

    package init(renamesSpecially: Bool = true) {
        pins = FolderPins()
        self.renamesSpecially = renamesSpecially
    }

    private init(_ pins: FolderPins, _ other: SystemFiles) {
        self.pins = pins
        renamesSpecially = other.renamesSpecially
    }

    package func pinned(_ pins: FolderPins) -> any StoreFiles { SystemFiles(pins, self) }

    package func stamp(of path: CalendarPath, followingLinks: Bool) throws(FileFailure) -> FileStamp? {
        var status = stat()
        let spot: FileSpot
        do throws(FileFailure) {
            spot = try self.spot(path, .examined)
        } catch {
            if error.error.isMissing { return nil }
            throw error
        }
        let result = unsafe spot.withCString { folder, name in
            unsafe fstatat(folder, name, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        if result == 0 { return FileStamp(status) }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw FileFailure(.examined, path, .last)
    }

    package func permissions(of path: CalendarPath) -> FilePermissions {
        guard let spot = try? self.spot(path, .examined) else { return [] }
        return unsafe spot.withCString { folder, name in
            var found: FilePermissions = []
            for (wanted, permission) in [(R_OK, FilePermissions.read), (W_OK, .write), (X_OK, .enter)]
            where unsafe faccessat(folder, name, wanted, AT_EACCESS) == 0 {
                found.insert(permission)
            }
            return found
        }
    }

    package func lock(
        _ path: CalendarPath,
        _ kind: FolderLock.Kind,
        patience: Duration
    ) throws(FileFailure) -> FolderLock {
        try FolderLock(path, at: spot(path, .locked), kind, patience: patience)
    }

    static func stamp(of descriptor: Int32) -> FileStamp? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    }

    package static var user: UInt32 { geteuid() }

    func spot(_ path: CalendarPath, _ action: FileFailure.Action) throws(FileFailure) -> FileSpot {
        let slash = UInt8(ascii: "/")
        guard !pins.isEmpty, let cut = path.bytes.lastIndex(of: slash), let pin = pins[path.bytes[..<cut]]
        else { return FileSpot(folder: AT_FDCWD, name: path) }
        switch pin {
        case .success(let pin):
            return FileSpot(folder: pin.descriptor, name: CalendarPath(bytes: path.bytes[(cut + 1)...]))
        case .failure(let error): throw FileFailure(action, path, error)
        }
    }

    func spot(ofFolder path: CalendarPath, _ action: FileFailure.Action) throws(FileFailure) -> FileSpot {
        guard let pin = pins[path] else { return try spot(path, action) }
        switch pin {
        case .success(let pin): return FileSpot(folder: pin.descriptor, name: CalendarPath("."))
        case .failure(let error): throw FileFailure(action, path, error)
        }
    }

    package func move(_ path: CalendarPath, toFree target: CalendarPath) throws(FileFailure) {
        let (from, to) = (try self.spot(path, .renamed), try self.spot(target, .renamed))
        if rename(from, to, .toFreeName) == 0 { return }
        guard Self.isUnknownFlag(errno) else { throw FileFailure(.renamed, target, .last) }
        // Creating a hard link also fails if the target exists. Remove the old name afterward.
        let linked = unsafe from.withCString { folder, name in
            unsafe to.withCString { unsafe linkat(folder, name, $0, $1, 0) }
        }
        if linked == 0 { return try remove(path) }
        guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS else {
            throw FileFailure(.renamed, target, .last)
        }
        // If a file system such as FAT supports neither operation, checking beforehand is the best option.
        if try stamp(of: target, followingLinks: false) != nil {
            throw FileFailure(.renamed, target, number: EEXIST)
        }
        try move(path, replacing: target)
    }

    package func move(_ path: CalendarPath, replacing target: CalendarPath) throws(FileFailure) {
        let (from, to) = (try self.spot(path, .renamed), try self.spot(target, .renamed))
        let result = unsafe from.withCString { folder, name in
            unsafe to.withCString { unsafe renameat(folder, name, $0, $1) }
        }
        guard result == 0 else { throw FileFailure(.renamed, target, .last) }
    }

    package func exchange(_ path: CalendarPath, with target: CalendarPath) throws(FileFailure) -> Bool {
        let (from, to) = (try self.spot(path, .renamed), try self.spot(target, .renamed))
        if rename(from, to, .exchange) == 0 { return true }
        if Self.isUnknownFlag(errno) { return false }
        throw FileFailure(.renamed, target, .last)
    }

    package func remove(_ path: CalendarPath) throws(FileFailure) {
        let spot: FileSpot
        do throws(FileFailure) {
            spot = try self.spot(path, .removed)
        } catch {
            if error.error.isMissing { return }
            throw error
        }
        let result = unsafe spot.withCString { unsafe unlinkat($0, $1, 0) }
        guard result == 0 || errno == ENOENT else { throw FileFailure(.removed, path, .last) }
    }

    private func rename(_ path: FileSpot, _ target: FileSpot, _ flag: SystemCalls.RenameFlag) -> Int32 {
        if renamesSpecially {
            return unsafe path.withCString { folder, from in
                unsafe target.withCString { unsafe SystemCalls.rename(folder, from, $0, $1, flag) }
            }
        }
        errno = EINVAL
        return -1
    }

    /// Returns whether an error means that the system or file system does not support a special rename.
    private static func isUnknownFlag(_ number: Int32) -> Bool {
        number == EINVAL || number == ENOSYS || number == ENOTSUP
    }

    package static func sleep(_ duration: Duration) { SystemCalls.sleep(duration) }

    package func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure) {
        _ = try create(path, bytes, like: model, isFlushed: true)
    }

    package func batch(in folder: CalendarPath) -> FileBatch? {
        guard let place = try? self.spot(ofFolder: folder, .written) else { return nil }
        let descriptor = place.open(O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return descriptor < 0 ? nil : FileBatch.begun(in: descriptor)
    }

    package func create(
        _ path: CalendarPath,
        _ bytes: [UInt8],
        like model: FileStamp?,
        in batch: FileBatch
    ) throws(FileFailure) -> FileStamp? {
        try create(path, bytes, like: model, isFlushed: false)
    }

    package func synchronize(_ batch: FileBatch, in folder: CalendarPath) throws(FileFailure) {
        guard SystemCalls.retrying({ SystemCalls.flushFileSystem(of: batch.descriptor) }) == 0 else {
            throw FileFailure(.written, folder, .last)
        }
    }

    private func create(
        _ path: CalendarPath,
        _ bytes: [UInt8],
        like model: FileStamp?,
        isFlushed: Bool
    ) throws(FileFailure) -> FileStamp? {
        let owner = model.map { NewFile.Model(mode: $0.mode, owner: $0.owner, group: $0.group) }
        let spot = try self.spot(path, .written)
        do throws(PlatformError) {
            return try NewFile.create(
                spot.name.bytes,
                bytes,
                like: owner,
                in: spot.folder,
                isFlushed: isFlushed
            ).map { FileStamp($0) }
        } catch {
            throw FileFailure(.written, path, error)
        }
    }

    package func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure) {
        let place = try self.spot(ofFolder: folder, .written)
        let descriptor = place.open(O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == EACCES else { throw FileFailure(.written, folder, .last) }
            // A folder that is writable but not readable cannot be opened. A file in the folder provides access to the
            // same file system.
            let inside = try file.map { file throws(FileFailure) in try self.spot(file, .written) } ?? place
            let other = inside.open(O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
            SystemCalls.synchronizeFileSystem(of: other)
            if other >= 0 { _ = close(other) }
            return
        }
        defer { _ = close(descriptor) }
        // Some file systems do not support syncing folders and report an error.
        if SystemCalls.retrying({ fsync(descriptor) }) != 0, errno != EINVAL, errno != ENOTSUP {
            throw FileFailure(.written, folder, .last)
        }
    }

    package func makeFolder(_ path: CalendarPath, mode: UInt32) throws(FileFailure) {
        let spot = try self.spot(path, .written)
        guard unsafe spot.withCString({ unsafe mkdirat($0, $1, mode_t(mode & 0o777)) }) == 0 else {
            throw FileFailure(.written, path, .last)
        }
    }

    package func removeFolder(_ path: CalendarPath) throws(FileFailure) {
        let spot = try self.spot(path, .removed)
        guard unsafe spot.withCString({ unsafe unlinkat($0, $1, AT_REMOVEDIR) }) == 0 else {
            throw FileFailure(.removed, path, .last)
        }
    }

    package func share(_ path: CalendarPath, like model: FileStamp) throws(FileFailure) {
        let spot = try self.spot(path, .written)
        let descriptor = spot.open(O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileFailure(.written, path, .last) }
        defer { _ = close(descriptor) }
        guard let stamp = Self.stamp(of: descriptor), stamp.owner == Self.user else { return }
        let isSameGroup = Self.give(descriptor, theGroupOf: model)
        let mode = (isSameGroup ? model.mode : NewFile.modeInOtherGroup(model.mode)) & 0o7777 | 0o700
        if stamp.mode == mode { return }
        if fchmod(descriptor, mode_t(mode)) != 0 { throw FileFailure(.written, path, .last) }
    }

    /// Gives a file or folder the group of another file.
    ///
    /// Returns false if permission is denied.
    static func give(_ descriptor: Int32, theGroupOf model: FileStamp) -> Bool {
        if stamp(of: descriptor)?.group == model.group { return true }
        return fchown(descriptor, .max, model.group) == 0
    }
}
