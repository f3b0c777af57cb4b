/// Functions that read small files into memory, such as time zone database files.
package enum SmallFile {
    /// Returns the bytes of a regular file, or nil if it cannot be read or is larger than `limit` bytes.
    package static func bytes(at path: String, limit: Int = 1 << 20) -> [UInt8]? {
        try? bytesIfPresent(at: path, limit: limit)
    }

    /// Returns the bytes of a regular file, or nil if it does not exist or is larger than `limit` bytes.
    ///
    /// The call does not block even if the path leads to a pipe.
    ///
    /// - Throws: The system's error if the file exists but cannot be read.
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

        // If the file grows in the meantime, only its original size is read.
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
        // The last two of these errors occur for sockets and devices.
        case ENOENT, ENOTDIR, ENAMETOOLONG, ENXIO, EOPNOTSUPP: return nil
        default: throw error
        }
    }
}
