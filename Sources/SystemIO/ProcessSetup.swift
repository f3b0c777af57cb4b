/// What the process does on signals: Control-C and SIGTERM end it at once.
///
/// It ends by the signal itself, since a shell ends its own loop only where it sees that. What the caller has ignored, as `nohup` and jobs in the background have, stays so.
package enum Signals {
    /// Has signals do what is wanted, and fills the places of standard descriptors that are closed.
    ///
    /// A closed pipe, or a file that may not grow any more, is no signal but an error of the write, see
    /// ``WriteError``.
    package static func install() {
        if getpid() == 1 {
            // The first process of a container ends by no signal of its own; `_exit` is what a handler may call.
            for number in [SIGINT, SIGTERM] { signal(number) { number in _exit(128 + number) } }
        }
        // Of Control-\ the runtime would write a report and go on.
        let before = signal(SIGQUIT, SIG_DFL)
        if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(SIGQUIT, SIG_IGN)
        }
        // How a worker or an editor ended is to be known, whatever the parent did with this.
        signal(SIGCHLD, SIG_DFL)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // A parent that starts programs from a thread of a pool blocks all signals there, and children inherit that.
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        for signal in [SIGINT, SIGTERM, SIGQUIT] { unsafe sigaddset(&blocked, signal) }
        unsafe sigprocmask(SIG_UNBLOCK, &blocked, nil)
        StandardDescriptors.fill()
    }
}

/// Standard input, output and error of a process that may have been started without them.
enum StandardDescriptors {
    /// Fills the places of those that are closed, so that no file which is opened later gets what is meant for them.
    ///
    /// They are filled the wrong way round: reading the one and writing to the others fails, as it does when they are
    /// closed.
    static func fill() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            // The system gives the lowest number that is free, which is this one.
            _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}

/// What the process tells its caller.
///
/// Wrong usage is 64, which ArgumentParser says itself.
package enum ExitStatus: Int32, Sendable {
    /// Every input gave a calendar.
    case success = 0
    /// An input gave none, or a diagnostic was found in strict mode, or the output could not be written.
    case failure = 1

    package func exit() -> Never { systemExit(rawValue) }
}

/// How the process gets its memory from the system.
///
/// A program that runs once and ends has no use for giving memory back before: what is free serves the next file or the
/// next rows. It asks for much at a time, as each call costs as much as reading some events: a thread's heap would else
/// grow by a page with each call. What is asked for is address space; a page is memory when it is used.
package enum Allocator {
    /// Asks for memory in large pieces and keeps it; where the C library has no such choice, nothing is done.
    ///
    /// Each thread keeps a heap of its own: in one that two share, they wait for each other thousands of times a second.
    package static func prepare() {
        #if canImport(Glibc)
            // Swift's module of the library leaves this function out, so it is looked up by its name.
            guard let program = unsafe dlopen(nil, RTLD_NOW), let symbol = unsafe dlsym(program, "mallopt")
            else { return }
            let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
            _ = set(topPad, 1 << 26)
            _ = set(trimThreshold, .max)
            _ = set(mapThreshold, 1 << 25)
        #endif
    }

    // The numbers of `malloc.h`: M_TRIM_THRESHOLD, M_TOP_PAD and M_MMAP_THRESHOLD.
    private static let trimThreshold: Int32 = -1
    private static let topPad: Int32 = -2
    private static let mapThreshold: Int32 = -3
}

/// The system's `exit`, under a name that does not meet the method's.
private func systemExit(_ status: Int32) -> Never { exit(status) }
