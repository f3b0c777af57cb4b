#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
        quit()
        // How a worker or an editor ended is to be known, whatever the parent did with this.
        signal(SIGCHLD, SIG_DFL)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        unblock([SIGINT, SIGTERM, SIGQUIT])
        StandardDescriptors.fill()
    }

    /// Has Control-\ end the process, of which the runtime would write a report and go on.
    private static func quit() {
        let before = signal(SIGQUIT, SIG_DFL)
        if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(SIGQUIT, SIG_IGN)
        }
    }

    /// Lets signals through that the parent blocked: one that starts programs from a thread of a pool blocks all of
    /// them there, and children inherit that.
    private static func unblock(_ signals: [Int32]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
    }
}
