/// The process's signal handling, which lets Control-C and SIGTERM terminate the process immediately.
///
/// The process is terminated by the signal itself, since otherwise a shell would not stop its own loop. Signals that
/// the caller ignores, as with `nohup` and background jobs, remain ignored.
package enum Signals {
    /// Sets up signal handling and opens standard descriptors that are closed.
    ///
    /// If a pipe is closed or a file size limit is exceeded, no signal is raised. Instead, the write fails with a
    /// ``WriteError``.
    package static func install() {
        if getpid() == 1 {
            // A signal's default action does not end a container's first process, but `_exit` does and is safe to call
            // in a handler.
            for number in [SIGINT, SIGTERM] { signal(number) { number in _exit(128 + number) } }
        }
        // Without this, the runtime would print a report for Control-\ and continue.
        let before = signal(SIGQUIT, SIG_DFL)
        if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(SIGQUIT, SIG_IGN)
        }
        // The exit statuses of workers and editors must be available even if the parent ignores SIGCHLD.
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

/// A process's standard descriptors.
///
/// Some of these descriptors may be closed at startup.
enum StandardDescriptors {
    /// Opens standard descriptors that are closed, so that files opened later cannot take their place.
    ///
    /// The descriptors are opened in the wrong direction, so reading standard input and writing to the others still
    /// fail.
    static func fill() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            // The system assigns the lowest free number, which is `number`.
            _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}

/// The process's exit status.
///
/// In addition, ArgumentParser exits with 64 if the program is used incorrectly.
package enum ExitStatus: Int32, Sendable {
    /// Every input contained a calendar.
    case success = 0
    /// An input contained no calendar, strict mode found a diagnostic, or the output could not be written.
    case failure = 1
    /// The arguments are invalid; `EX_USAGE` in `sysexits.h`.
    case usageError = 64

    package func exit() -> Never { systemExit(rawValue) }
}

/// The process's memory allocation settings.
///
/// A program that runs once and exits need not return memory to the system, because it reuses free memory for the next
/// file or rows. It requests large blocks, since each request takes as long as reading several events, and a thread's
/// heap would otherwise grow by one page per request. A request only reserves address space, and pages do not occupy
/// memory until they are used.
package enum Allocator {
    /// Configures the C library to request large blocks and keep them, if the library has such a setting.
    ///
    /// Each thread keeps its own heap, since two threads that shared one would wait for each other thousands of times a
    /// second.
    package static func prepare() {
        #if canImport(Glibc)
            // Swift's Glibc module does not export this function, so it is looked up by name.
            guard let program = unsafe dlopen(nil, RTLD_NOW), let symbol = unsafe dlsym(program, "mallopt")
            else { return }
            let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
            _ = set(topPad, 1 << 26)
            _ = set(trimThreshold, .max)
            _ = set(mapThreshold, 1 << 25)
        #endif
    }

    // The constants M_TRIM_THRESHOLD, M_TOP_PAD and M_MMAP_THRESHOLD from `malloc.h`.
    private static let trimThreshold: Int32 = -1
    private static let topPad: Int32 = -2
    private static let mapThreshold: Int32 = -3
}

/// Calls the system's `exit`; the different name avoids a conflict with the `exit` method.
private func systemExit(_ status: Int32) -> Never { exit(status) }
