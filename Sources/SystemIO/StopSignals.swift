/// Control-C and SIGTERM as a descriptor, for a program that finishes its work before it ends.
package enum StopSignals {
    private static let pipe = SystemCalls.pipe()
    private static let numbers = [SIGINT, SIGTERM]

    /// Catches the signals from now on, except those that the caller ignores; returns a descriptor that becomes
    /// readable with the first one, or nil if no descriptors are left.
    ///
    /// A second signal ends the process at once.
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

    /// Ends the process by the signal that was caught, if any, so that a shell sees why.
    package static func endIfCaught() {
        guard let pipe, let number = try? OpenDescriptor.read(pipe.reading, upTo: 1).first else { return }
        signal(Int32(number), SIG_DFL)
        // Threads of tasks block signals.
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        unsafe sigaddset(&blocked, Int32(number))
        unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
        raise(Int32(number))
        // The default action does not end the first process of a container.
        _exit(128 + Int32(number))
    }

    /// Writes the signal's number to the pipe, which is allowed in a handler.
    private static let note: @convention(c) (Int32) -> Void = { number in
        guard let pipe = StopSignals.pipe else { return }
        var byte = UInt8(truncatingIfNeeded: number)
        unsafe _ = write(pipe.writing, &byte, 1)
        for other in StopSignals.numbers { signal(other, SIG_DFL) }
    }
}
