/// One of the process's open file descriptors.
///
/// A write either completes or fails.
package struct Descriptor: Sendable {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    package static let input = Descriptor(number: 0)
    package static let output = Descriptor(number: 1)
    package static let error = Descriptor(number: 2)

    package var isTerminal: Bool { isatty(number) == 1 }

    /// Whether the descriptor is a terminal on which lines can be overwritten.
    ///
    /// For this, TERM must be set to a value other than `dumb`.
    package var takesControls: Bool {
        guard isTerminal, let name = unsafe getenv("TERM") else { return false }
        let text = unsafe String(cString: name)
        return !text.isEmpty && text != "dumb"
    }

    package func write(_ bytes: [UInt8]) throws(WriteError) {
        if let error = SystemCalls.writeAll(bytes, to: number) { throw WriteError(error) }
    }

    package func write(_ buffer: UnsafeRawBufferPointer) throws(WriteError) {
        if let error = unsafe SystemCalls.writeAll(buffer, to: number) { throw WriteError(error) }
    }
}

package enum WriteError: Error, Hashable, CustomStringConvertible {
    /// The reader has closed the pipe, as `| head` does.
    case closedPipe
    case failed(code: Int32)

    init(_ error: PlatformError) {
        self = error.number == EPIPE ? .closedPipe : .failed(code: error.number)
    }

    package var description: String {
        switch self {
        case .closedPipe: "the pipe is closed"
        case .failed(let code): PlatformError(number: code).description
        }
    }
}

/// An open file, pipe or device.
///
/// The descriptor is closed when the object is released and is not inherited by child processes.
package final class OpenDescriptor: Sendable {
    /// The descriptor number, which is at least 3.
    package let number: Int32

    /// Takes ownership of a descriptor; a descriptor below 3 is replaced with a duplicate, since 0 to 2 are reserved.
    private init(owning number: Int32) throws(PlatformError) {
        guard number >= 0 else { throw .last }
        if number >= 3 {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            self.number = number
            return
        }
        let moved = fcntl(number, F_DUPFD_CLOEXEC, 3)
        let error = PlatformError.last
        _ = systemClose(number)
        guard moved >= 0 else { throw error }
        self.number = moved
    }

    deinit {
        _ = systemClose(number)
    }

    /// Opens a file for reading without blocking, even if it is a pipe.
    package convenience init(reading path: [UInt8]) throws(PlatformError) {
        try self.init(
            owning: unsafe withCPath(path) { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        )
    }

    /// Creates a file for writing; throws `EEXIST` if the name is already in use.
    package convenience init(creating path: [UInt8]) throws(PlatformError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        try self.init(owning: unsafe withCPath(path) { unsafe SystemCalls.open($0, flags, 0o666) })
    }

    /// Opens a file for writing at its end, creating the file if it does not exist.
    package convenience init(appendingTo path: [UInt8]) throws(PlatformError) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        try self.init(owning: unsafe withCPath(path) { unsafe SystemCalls.open($0, flags, 0o666) })
    }

    /// Opens `/dev/null`, which discards anything written to it and is empty when read.
    package static func nothing() throws(PlatformError) -> OpenDescriptor {
        try OpenDescriptor(owning: unsafe open("/dev/null", O_RDWR | O_CLOEXEC))
    }

    package static func pipe() throws(PlatformError) -> (reading: OpenDescriptor, writing: OpenDescriptor) {
        // A child that another thread starts must not inherit the pipe's ends before they are marked close-on-exec.
        try ChildProcess.whileNoneStarts { () throws(PlatformError) in
            var ends: [Int32] = [-1, -1]
            guard unsafe systemPipe(&ends) == 0 else { throw .last }
            // Take ownership of both before checking the first, so that the second is closed after a failure.
            let first = Result { () throws(PlatformError) in try OpenDescriptor(owning: ends[0]) }
            let second = Result { () throws(PlatformError) in try OpenDescriptor(owning: ends[1]) }
            return (try first.get(), try second.get())
        }
    }

    /// Creates an unnamed file, which is deleted when it is closed.
    package static func temporary() throws(PlatformError) -> OpenDescriptor {
        let folder = SystemCalls.environment("TMPDIR") ?? ""
        var name = Array("\(folder.isEmpty ? "/tmp" : folder)/ics-XXXXXX".utf8CString)
        let file = try OpenDescriptor(owning: unsafe mkstemp(&name))
        unsafe _ = unlink(name)
        return file
    }

    package var isRegular: Bool { Self.isRegular(number) }

    package static func isRegular(_ number: Int32) -> Bool {
        var status = stat()
        return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the file offset, or nil if the file is not seekable, such as a pipe.
    package static func place(in number: Int32) -> Int? {
        let place = lseek(number, 0, SEEK_CUR)
        return place >= 0 ? Int(place) : nil
    }

    package static func go(to place: Int, in number: Int32) {
        _ = lseek(number, off_t(place), SEEK_SET)
    }

    package static func read(_ number: Int32, upTo count: Int = 1 << 16) throws(PlatformError) -> [UInt8] {
        var result = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            result = unsafe SystemCalls.read(number, buffer.baseAddress, count)
            filled = max(0, result)
        }
        if result < 0 { throw .last }
        return bytes
    }

    package func write(_ bytes: [UInt8]) throws(PlatformError) {
        if let error = SystemCalls.writeAll(bytes, to: number) { throw error }
    }

    /// Waits until a descriptor is readable or at its end, or until a timeout, and returns which descriptors are ready.
    package static func wait(for numbers: [Int32], milliseconds: Int) -> [Bool] {
        var states = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = nfds_t(states.count)
        let ready = unsafe poll(&states, count, Int32(clamping: milliseconds))
        return states.map { ready > 0 && $0.revents != 0 }
    }

    package static func close(_ number: Int32) {
        _ = systemClose(number)
    }
}
