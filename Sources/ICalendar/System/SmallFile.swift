#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads small files whole, such as those of the time zone database.
enum SmallFile {
    /// The bytes of a regular file, or nil when it cannot be read or is larger than `limit` bytes.
    ///
    /// Opening does not wait, so a pipe in the place of a file holds nobody up.
    static func bytes(at path: String, limit: Int = 1 << 20) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size >= 0, status.st_size <= limit
        else { return nil }

        // A file that grows meanwhile is read to the size it had.
        let size = Int(status.st_size)
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let taken = unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if taken > 0 {
                    count += taken
                } else if taken == 0 || errno != EINTR {
                    failed = taken < 0
                    break
                }
            }
        }
        return failed ? nil : bytes
    }
}
