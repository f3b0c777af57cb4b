/// The signal handling of the process: Control-C and SIGTERM terminate it immediately.
///
/// The signal itself terminates the process, because only then does a shell stop its own loop. Signals that the caller
/// ignores, as with `nohup` and background jobs, remain ignored.
package enum Signals {
    /// Sets up signal handling, and opens closed standard descriptors.
    ///
    /// A closed pipe or an exceeded file size limit raises no signal; instead, the write fails with a ``WriteError``.
    package static func install() {
        if getpid() == 1 {
            // The default action of a signal does not end a container's first process. `_exit` is safe in a handler.
            for number in [SIGINT, SIGTERM] { signal(number) { number in _exit(128 + number) } }
        }
        // Otherwise, the runtime would print a report for Control-\ and continue.
        let before = signal(SIGQUIT, SIG_DFL)
        if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(SIGQUIT, SIG_IGN)
        }
        // The exit statuses of workers and editors must be available regardless of the parent's settings.
        signal(SIGCHLD, SIG_DFL)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // A parent that starts programs from a thread pool blocks all signals there, and children inherit the signal
        // mask.
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        for signal in [SIGINT, SIGTERM, SIGQUIT] { unsafe sigaddset(&blocked, signal) }
        unsafe sigprocmask(SIG_UNBLOCK, &blocked, nil)
        StandardDescriptors.fill()
    }
}

/// The standard descriptors of a process.
///
/// Some of them may be closed at startup.
enum StandardDescriptors {
    /// Opens closed standard descriptors, to prevent files opened later from taking their place.
    ///
    /// The descriptors are opened in the wrong direction: reading standard input and writing to the others still fails.
    static func fill() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            // The system assigns the lowest free number, which is the number of this descriptor.
            _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}

/// The exit status of the process.
///
/// ArgumentParser returns 64 for incorrect usage.
package enum ExitStatus: Int32, Sendable {
    /// Every input contained a calendar.
    case success = 0
    /// An input contained no calendar, strict mode found a diagnostic, or the output could not be written.
    case failure = 1

    package func exit() -> Never { systemExit(rawValue) }
}

/// The memory allocation settings of the process.
///
/// A program that runs once and exits need not return memory to the system, because it reuses free memory for the next
/// file or rows. It requests large blocks: each request costs as much as reading several events, and a thread's heap
/// would otherwise grow by one page per request. A request only reserves address space; pages use memory once touched.
package enum Allocator {
    /// Configures the C library to request large blocks and keep them; does nothing if the library has no such setting.
    ///
    /// Each thread keeps its own heap. Two threads that shared a heap would wait for each other thousands of times a
    /// second.
    package static func prepare() {
        #if canImport(Glibc)
            // Swift's Glibc module does not export this function, so look it up by name.
            guard let program = unsafe dlopen(nil, RTLD_NOW), let symbol = unsafe dlsym(program, "mallopt")
            else { return }
            let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
            _ = set(topPad, 1 << 26)
            _ = set(trimThreshold, .max)
            _ = set(mapThreshold, 1 << 25)
        #endif
    }

    // Constants from `malloc.h`: M_TRIM_THRESHOLD, M_TOP_PAD and M_MMAP_THRESHOLD.
    private static let trimThreshold: Int32 = -1
    private static let topPad: Int32 = -2
    private static let mapThreshold: Int32 = -3
}

/// Calls the system's `exit`; a separate name avoids a clash with the method.
private func systemExit(_ status: Int32) -> Never { exit(status) }
