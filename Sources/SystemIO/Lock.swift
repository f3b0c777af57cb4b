/// State that only one thread can access at a time.
///
/// Use it like Swift's `Mutex`. On Linux, `Mutex` blocks in a part of the runtime that ThreadSanitizer cannot see,
/// which leads to false reports of data races. ThreadSanitizer does recognize the system lock used here.
///
/// To guard something outside the lock, use `false` as the state instead of `()`. A zero-sized state has the same
/// address as the object, so ThreadSanitizer cannot distinguish accesses to the two.
@safe
package final class Lock<State>: @unchecked Sendable {
    // The lock protects every access to the state, so the type is Sendable.
    @usableFromInline var state: State
    @usableFromInline let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init(_ state: sending State) {
        self.state = state
        unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Calls a closure with exclusive access to the state; the closure must not acquire the same lock.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&state)
    }

    /// Calls a closure with exclusive access to the state, or returns nil if another thread holds the lock.
    @inlinable
    package func withLockIfAvailable<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard unsafe pthread_mutex_trylock(lock) == 0 else { return nil }
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&state)
    }
}

/// State that several threads share and whose changes they can wait for.
///
/// Swift's `Mutex` has no condition variable, so this type uses the system's mutex and condition variable.
@safe
package final class Monitor<State>: @unchecked Sendable {
    // The lock protects every access to the state, so the type is Sendable.
    @usableFromInline var state: State
    @usableFromInline let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @usableFromInline let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

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

    /// Calls a closure with exclusive access to the state and wakes all waiting threads unless `wakes` is false.
    @inlinable
    package func change<Result: Sendable>(wakes: Bool = true, _ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        let result = body(&state)
        if wakes { unsafe pthread_cond_broadcast(condition) }
        return result
    }

    /// Waits until a closure that receives the state returns a result other than nil.
    @inlinable
    package func wait<Result: Sendable>(for body: (inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(condition, lock)
        }
    }
}
