import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Returns the processor time that this thread spends on a closure, which does not depend on the machine's
/// load.
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
