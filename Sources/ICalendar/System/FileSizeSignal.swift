#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the signal away that a process gets when a file reaches the size that it is allowed (`RLIMIT_FSIZE`).
///
/// The signal would end the program; without it the write fails with `EFBIG`, which is an error like any other. It is
/// sent to the thread that writes, so that holding it there changes nothing for others.
enum FileSizeSignal {
    /// Makes one call and gives its result, with the system's error, without the signal.
    static func held(_ call: () -> Int) -> (result: Int, error: PlatformError) {
        var held = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&held)
        unsafe sigaddset(&held, SIGXFSZ)
        guard unsafe pthread_sigmask(SIG_BLOCK, &held, &before) == 0 else { return (call(), .last) }
        let result = call()
        let error = PlatformError.last
        let wasHeld = unsafe sigismember(&before, SIGXFSZ) == 1
        if result < 0, error.number == EFBIG, !wasHeld {
            #if canImport(Darwin)
                var pending = sigset_t()
                var number: Int32 = 0
                if unsafe sigpending(&pending) == 0, unsafe sigismember(&pending, SIGXFSZ) == 1 {
                    unsafe _ = sigwait(&held, &number)
                }
            #else
                // What is pending is taken, without waiting.
                var now = timespec()
                unsafe _ = sigtimedwait(&held, nil, &now)
            #endif
        }
        unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil)
        return (result, error)
    }
}
