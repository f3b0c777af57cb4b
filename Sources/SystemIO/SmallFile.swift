/// Reads small files whole, such as those of the time zone database.
package enum SmallFile {
    /// The bytes of a regular file, or nil when it cannot be read or is larger than `limit` bytes.
    package static func bytes(at path: String, limit: Int = 1 << 20) -> [UInt8]? {
        try? bytesIfPresent(at: path, limit: limit)
    }

    /// The bytes of a regular file, or nil when there is none of that name, or it is larger than `limit` bytes.
    ///
    /// Opening does not wait, so a pipe in the place of a file holds nobody up.
    ///
    /// - Throws: what the system says of a file that is there and cannot be read.
    package static func bytesIfPresent(at path: String, limit: Int = 1 << 20) throws(PlatformError)
        -> [UInt8]?
    {
        guard let descriptor = try descriptor(of: path) else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0, status.st_size <= limit else {
            return nil
        }

        // A file that grows meanwhile is read to the size it had.
        let size = Int(status.st_size)
        var failure: PlatformError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let rest = unsafe buffer.baseAddress?.advanced(by: count)
                let taken = unsafe SystemCalls.read(descriptor, rest, size - count)
                guard taken > 0 else {
                    if taken < 0 { failure = .last }
                    break
                }
                count += taken
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private static func descriptor(of path: String) throws(PlatformError) -> Int32? {
        let descriptor = unsafe SystemCalls.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor >= 0 { return descriptor }
        let error = PlatformError.last
        switch error.number {
        // The last two are said of sockets and devices.
        case ENOENT, ENOTDIR, ENAMETOOLONG, ENXIO, EOPNOTSUPP: return nil
        default: throw error
        }
    }
}
