package import ICalendar
import SystemIO

extension SystemFiles {
    package func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure) {
        try create(path, bytes, like: model, isFlushed: true)
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
    ) throws(FileFailure) {
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
    ) throws(FileFailure) {
        let owner = model.map { NewFile.Model(mode: $0.mode, owner: $0.owner, group: $0.group) }
        let spot = try self.spot(path, .written)
        do throws(PlatformError) {
            try NewFile.create(spot.name.bytes, bytes, like: owner, in: spot.folder, isFlushed: isFlushed)
        } catch {
            throw FileFailure(.written, path, error)
        }
    }

    package func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure) {
        let place = try self.spot(ofFolder: folder, .written)
        let descriptor = place.open(O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == EACCES else { throw FileFailure(.written, folder, .last) }
            // A folder that may be written but not listed cannot be opened. Its file system can, by a file in it.
            let inside = try file.map { file throws(FileFailure) in try self.spot(file, .written) } ?? place
            let other = inside.open(O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
            SystemCalls.synchronizeFileSystem(of: other)
            if other >= 0 { _ = close(other) }
            return
        }
        defer { _ = close(descriptor) }
        // Some file systems bring no folders to the disk, and say so.
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

    /// Gives a file or a folder the group of another one; false where that is not allowed.
    static func give(_ descriptor: Int32, theGroupOf model: FileStamp) -> Bool {
        if stamp(of: descriptor)?.group == model.group { return true }
        return fchown(descriptor, .max, model.group) == 0
    }
}
