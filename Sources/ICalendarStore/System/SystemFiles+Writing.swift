package import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension SystemFiles {
    /// Makes a file and brings it to the disk, as ``StoreFiles/create(_:_:like:)`` says.
    package func create(_ path: CalendarPath, _ bytes: [UInt8], like model: FileStamp?) throws(FileFailure) {
        let owner = model.map { NewFile.Model(mode: $0.mode, owner: $0.owner, group: $0.group) }
        do throws(PlatformError) {
            try NewFile.create(path, bytes, like: owner)
        } catch {
            throw FileFailure(.written, path, error)
        }
    }

    /// Brings the names in a folder to the disk, as ``StoreFiles/synchronize(_:through:)`` says.
    package func synchronize(_ folder: CalendarPath, through file: CalendarPath?) throws(FileFailure) {
        let descriptor = unsafe folder.withCString { name in
            Self.retrying { unsafe SystemCalls.open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        guard descriptor >= 0 else {
            guard errno == EACCES else { throw FileFailure(.written, folder, .last) }
            // A folder that may be written but not listed cannot be opened. Its file system can, by a file in it.
            let other = unsafe (file ?? folder).withCString { name in
                Self.retrying { unsafe SystemCalls.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
            }
            SystemCalls.synchronizeFileSystem(of: other)
            if other >= 0 { _ = close(other) }
            return
        }
        defer { _ = close(descriptor) }
        // Some file systems bring no folders to the disk, and say so.
        if Self.retrying({ fsync(descriptor) }) != 0, errno != EINVAL, errno != ENOTSUP {
            throw FileFailure(.written, folder, .last)
        }
    }

    /// Makes a folder.
    package func makeFolder(_ path: CalendarPath, mode: UInt32) throws(FileFailure) {
        guard unsafe path.withCString({ unsafe mkdir($0, mode_t(mode & 0o777)) }) == 0 else {
            throw FileFailure(.written, path, .last)
        }
    }

    /// Takes an empty folder away.
    package func removeFolder(_ path: CalendarPath) throws(FileFailure) {
        guard unsafe path.withCString({ unsafe rmdir($0) }) == 0 else {
            throw FileFailure(.removed, path, .last)
        }
    }
}
