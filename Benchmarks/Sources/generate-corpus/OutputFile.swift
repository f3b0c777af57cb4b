#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file written sequentially from the start.
struct OutputFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// The reason that a file could not be created or written.
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ path: String) {
            description = unsafe "\(path): \(String(cString: strerror(errno)))"
        }
    }

    /// Creates or truncates a file; `-` is standard output.
    init(_ path: String) throws(Failure) {
        self.path = path
        descriptor = unsafe path == "-" ? 1 : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw Failure(path) }
    }

    private init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// The program's standard error.
    static var standardError: OutputFile { OutputFile(descriptor: 2, path: "standard error") }

    deinit {
        if descriptor > 2 { close(descriptor) }
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe systemWrite(descriptor, buffer.baseAddress, done, buffer.count)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Failure(path) }
            done += written
        }
    }

    /// Creates a folder unless it exists.
    static func makeFolder(_ path: String) throws(Failure) {
        guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else { throw Failure(path) }
    }
}

/// Calls `write(2)`.
///
/// The method above shadows that name.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ done: Int, _ count: Int) -> Int {
    guard let start = unsafe start else { return 0 }
    return unsafe write(descriptor, start + done, count - done)
}
