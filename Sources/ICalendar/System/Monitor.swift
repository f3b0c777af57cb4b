#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A state that several threads share, and on whose changes they can wait.
///
/// Swift's `Mutex` has nothing to wait on, so this is the system's lock with its condition.
@safe
package final class Monitor<State>: @unchecked Sendable {
    // Reached under the lock only, which is what makes this Sendable.
    private var state: State
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// A state that nobody else can reach.
    package init(_ state: sending State) {
        self.state = state
        unsafe pthread_mutex_init(lock, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(lock)
        unsafe condition.deallocate()
        unsafe lock.deallocate()
    }

    /// Looks at the state or changes it, and wakes all who wait, unless it is said that nobody waits for such a change.
    package func change<Result: Sendable>(wakes: Bool = true, _ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        let result = body(&state)
        if wakes { unsafe pthread_cond_broadcast(condition) }
        return result
    }

    /// Waits until a function of the state gives a result.
    package func wait<Result: Sendable>(for body: (inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(condition, lock)
        }
    }
}
