/// A descriptor that signals Control-C and SIGTERM, for programs that complete their work before they end.
package enum StopSignals {
    private static let pipe = SystemCalls.pipe()
    private static let numbers = [SIGINT, SIGTERM]

    /// Starts catching the signals, except those that the caller ignores.
    ///
    /// Returns a descriptor that becomes readable when the first signal arrives, or nil if no descriptors are
    /// available.
    ///
    /// A second signal ends the process immediately.
    package static func catching() -> Int32? {
        guard let pipe else { return nil }
        for number in numbers {
            let before = signal(number, note)
            if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
        return pipe.reading
    }

    /// Ends the process with the caught signal, if any, so that a shell can see the reason.
    package static func endIfCaught() {
        guard let pipe, let number = try? OpenDescriptor.read(pipe.reading, upTo: 1).first else { return }
        signal(Int32(number), SIG_DFL)
        // Swift's task threads block signals, so the signal is unblocked first.
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        unsafe sigaddset(&blocked, Int32(number))
        unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
        raise(Int32(number))
        // The signal's default action does not end a container's first process.
        _exit(128 + Int32(number))
    }

    /// Writes the signal's number to the pipe, which is safe in a signal handler.
    private static let note: @convention(c) (Int32) -> Void = { number in
        guard let pipe = StopSignals.pipe else { return }
        var byte = UInt8(truncatingIfNeeded: number)
        unsafe _ = write(pipe.writing, &byte, 1)
        for other in StopSignals.numbers { signal(other, SIG_DFL) }
    }
}
