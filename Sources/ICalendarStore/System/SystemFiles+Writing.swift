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
        let descriptor = unsafe path.withCString { name in
            Self.retrying {
                unsafe SystemCalls.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            }
        }
        guard descriptor >= 0 else { throw FileFailure(.written, path, .last) }
        if let model {
            // Only root may give files away; the permissions come last, as a new owner takes some of them back.
            _ = fchown(descriptor, model.owner, model.group)
            _ = fchmod(descriptor, mode_t(model.mode & 0o777))
        }
        var failure = Self.write(bytes, to: descriptor)
        if failure == nil, Self.retrying({ fsync(descriptor) }) != 0 { failure = .last }
        // A network's file system may say only here that there is no room. The descriptor is gone in any case.
        if close(descriptor) != 0, failure == nil, errno != EINTR { failure = .last }
        guard let failure else { return }
        unsafe path.withCString { unsafe _ = unlink($0) }
        throw FileFailure(.written, path, failure)
    }

    /// Writes all bytes; gives the reason where that fails.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> PlatformError? {
        unsafe bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
                let (count, error) = FileSizeSignal.held {
                    Self.retrying { unsafe SystemFiles.writeSome(descriptor, rest) }
                }
                if count < 0 { return error }
                if count == 0 { return PlatformError(number: EIO) }
                start += count
            }
            return nil
        }
    }

    private static func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            return unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            return unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
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
