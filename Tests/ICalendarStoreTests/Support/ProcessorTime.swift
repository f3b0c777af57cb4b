import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The processor's time that this thread spends on something, which no other program of a busy machine lengthens.
func processorTime(of body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
}
