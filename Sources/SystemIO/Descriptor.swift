/// An open file of the process, written to in full or not at all.
package struct Descriptor: Sendable {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    package static let input = Descriptor(number: 0)
    package static let output = Descriptor(number: 1)
    package static let error = Descriptor(number: 2)

    package var isTerminal: Bool { isatty(number) == 1 }

    /// Whether a line can be written over there: a terminal that says what it is and is not called dumb.
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
    /// Nobody reads any more, as after `| head`.
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

/// An open file, pipe or device, which is closed with the object; programs that are started do not inherit it.
package final class OpenDescriptor: Sendable {
    /// The number that the system knows it by, 3 or more.
    package let number: Int32

    /// Takes a descriptor over; one below 3 is exchanged for another, as those have meanings of their own.
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

    /// Opens a file to be read; a pipe holds nobody up.
    package convenience init(reading path: [UInt8]) throws(PlatformError) {
        try self.init(
            owning: unsafe withCPath(path) { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        )
    }

    /// The device that swallows what is written, and gives nothing.
    package static func nothing() throws(PlatformError) -> OpenDescriptor {
        try OpenDescriptor(owning: unsafe open("/dev/null", O_RDWR | O_CLOEXEC))
    }

    package static func pipe() throws(PlatformError) -> (reading: OpenDescriptor, writing: OpenDescriptor) {
        // No other thread's program is to get them before they are marked.
        try ChildProcess.whileNoneStarts { () throws(PlatformError) in
            var ends: [Int32] = [-1, -1]
            guard unsafe systemPipe(&ends) == 0 else { throw .last }
            // The second is closed when the first cannot be kept.
            let first = Result { () throws(PlatformError) in try OpenDescriptor(owning: ends[0]) }
            let second = Result { () throws(PlatformError) in try OpenDescriptor(owning: ends[1]) }
            return (try first.get(), try second.get())
        }
    }

    /// A file without a name, which is gone when it is closed.
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

    /// Where reading goes on, or nil for what has no places, such as a pipe.
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

    /// Waits until one of these has something to read or has come to its end, at most so long; says which have.
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
