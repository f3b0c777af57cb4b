import ICalendar
import SystemIO

@safe
final class Terminal {
    private let device: CalendarPath
    private let descriptor: Int32

    private static let longestAnswer = 1000

    /// Opens a terminal.
    ///
    /// Throws an error if the device does not exist, if it is not a terminal (`ENOTTY`), or if the process is in the
    /// background (`EIO`), where reading would suspend it.
    init(_ device: CalendarPath) throws(FileFailure) {
        self.device = device
        descriptor = unsafe device.withCString { name in
            unsafe SystemCalls.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw FileFailure(.read, device, .last) }
        guard isatty(descriptor) == 1 else { throw FileFailure(.read, device, number: ENOTTY) }
        let foreground = tcgetpgrp(descriptor)
        if foreground > 0, foreground != getpgrp() { throw FileFailure(.read, device, .broken) }
    }

    deinit {
        _ = close(descriptor)
    }

    /// Asks a question and returns the user's answer without surrounding whitespace.
    ///
    /// Throws an error if the terminal was closed or if the user ended the input without an answer.
    func answer(to question: String) throws(FileFailure) -> String {
        // Discard anything typed before the question.
        _ = tcflush(descriptor, TCIFLUSH)
        try write(Array(question.utf8))
        var line: [UInt8] = []
        while line.last != 0x0A {
            var byte: UInt8 = 0
            let taken = unsafe SystemCalls.read(descriptor, &byte, 1)
            guard taken == 1 else {
                let failure = taken < 0 ? PlatformError.last : .end
                // Start any further output on a new line.
                try? write([0x0A])
                throw FileFailure(.read, device, failure)
            }
            line.append(byte)
            guard line.count <= Self.longestAnswer else { throw FileFailure(.read, device, .broken) }
        }
        let trimmed = line.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
        return String(decoding: trimmed, as: UTF8.self)
    }

    private func write(_ bytes: [UInt8]) throws(FileFailure) {
        if let error = SystemCalls.writeAll(bytes, to: descriptor) {
            throw FileFailure(.written, device, error)
        }
    }
}
