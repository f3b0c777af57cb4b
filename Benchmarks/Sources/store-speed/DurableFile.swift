#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The minimum work of a durable write: `write`, `fsync`, `rename`, and `fsync` of the folder.
enum DurableFile {
    /// A failed system call.
    struct Failure: Error {
        let number: Int32
    }

    /// Replaces a file in a separate folder.
    static func replace(_ folder: String, _ text: String) throws {
        unsafe _ = mkdir(folder, 0o700)
        let hidden = try descriptor(folder + "/.new", O_WRONLY | O_CREAT | O_TRUNC)
        let bytes = Array(text.utf8)
        let written = unsafe bytes.withUnsafeBytes { unsafe write(hidden, $0.baseAddress, $0.count) }
        guard written == bytes.count, fsync(hidden) == 0, close(hidden) == 0,
            unsafe rename(folder + "/.new", folder + "/item.ics") == 0
        else { throw Failure(number: errno) }
        let place = try descriptor(folder, O_RDONLY)
        guard fsync(place) == 0, close(place) == 0 else { throw Failure(number: errno) }
    }

    private static func descriptor(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        return descriptor
    }
}
