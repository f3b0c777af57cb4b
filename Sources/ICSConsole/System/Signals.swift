#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the process does on signals: it ends at once on Control-C and SIGTERM, with the status that shells expect.
package enum Signals {
    /// Installs the handlers, and fills the places of standard descriptors that are closed.
    ///
    /// A closed pipe, or a file that may not grow any more, is no signal but an error of the write, see
    /// ``WriteError``.
    package static func install() {
        // `_exit` is one of the few calls that a handler may make; what is still in the buffer is meant to be lost.
        signal(SIGINT) { _ in _exit(ExitStatus.interrupted.rawValue) }
        signal(SIGTERM) { _ in _exit(ExitStatus.terminated.rawValue) }
        // How a worker or an editor ended is to be known, whatever the parent did with this.
        signal(SIGCHLD, SIG_DFL)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        unblock([SIGINT, SIGTERM])
        StandardDescriptors.fill()
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
