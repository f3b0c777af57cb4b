#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the process does on signals: it ends at once on Control-C and SIGTERM, with the status that shells expect.
enum Signals {
    /// Installs the handlers.
    ///
    /// A closed pipe is no signal but an error of the write, see ``StandardOutput``.
    static func install() {
        // `_exit` is one of the few calls that a handler may make; what is still in the buffer is meant to be lost.
        signal(SIGINT) { _ in _exit(ExitStatus.interrupted.rawValue) }
        signal(SIGTERM) { _ in _exit(ExitStatus.terminated.rawValue) }
        signal(SIGPIPE, SIG_IGN)
    }
}
