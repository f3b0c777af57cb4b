#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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

    /// Writes all bytes, however often the system has to be asked.
    package func write(_ bytes: [UInt8]) throws(WriteError) {
        let failure: WriteError? = unsafe bytes.withUnsafeBytes { buffer in
            do throws(WriteError) {
                try unsafe write(buffer)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Waits until somebody has read of a pipe that is full and does not wait itself.
    private func waitUntilWritable() {
        var wanted = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        unsafe _ = poll(&wanted, 1, 1000)
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(WriteError) {
        var written = 0
        while written < buffer.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
            let count = unsafe systemWrite(number, rest.baseAddress, rest.count)
            if count > 0 {
                written += count
            } else if count < 0, errno == EAGAIN {
                waitUntilWritable()
            } else if count < 0, errno != EINTR {
                throw errno == EPIPE ? .closedPipe : .failed(code: errno)
            }
        }
    }
}

package enum WriteError: Error, Hashable, CustomStringConvertible {
    /// Nobody reads any more, as after `| head`.
    case closedPipe
    /// The system's error number, such as ENOSPC.
    case failed(code: Int32)

    package var description: String {
        switch self {
        case .closedPipe: "the pipe is closed"
        case .failed(let code): unsafe String(cString: strerror(code))
        }
    }
}

/// The system's `write`, under a name that does not meet the method's.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(number, bytes, count)
}
