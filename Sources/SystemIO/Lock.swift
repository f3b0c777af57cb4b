/// A state that one thread at a time reaches.
///
/// It is used as Swift's `Mutex`. That one waits in a part of the runtime that ThreadSanitizer does not see on Linux, so
/// that it reports races where threads did wait for each other; this is the system's lock, which it knows.
///
/// A lock that guards something outside itself has `false` for a state rather than `()`: what has no size shares its
/// address with the object, and ThreadSanitizer takes a touch of it for one of the object.
@safe
package final class Lock<State>: @unchecked Sendable {
    // Reached under the lock only, which is what makes this Sendable.
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

    /// Lets a function look at the state or change it, when nobody else does; it must not ask for the same lock.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&state)
    }

    /// The same, or nil where somebody else has the lock.
    @inlinable
    package func withLockIfAvailable<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard unsafe pthread_mutex_trylock(lock) == 0 else { return nil }
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&state)
    }
}

/// A state that several threads share, and on whose changes they can wait.
///
/// Swift's `Mutex` has nothing to wait on, so this is the system's lock with its condition.
@safe
package final class Monitor<State>: @unchecked Sendable {
    // Reached under the lock only, which is what makes this Sendable.
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

    /// Looks at the state or changes it, and wakes all who wait, unless it is said that nobody waits for such a change.
    @inlinable
    package func change<Result: Sendable>(wakes: Bool = true, _ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        let result = body(&state)
        if wakes { unsafe pthread_cond_broadcast(condition) }
        return result
    }

    /// Waits until a function of the state gives a result.
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
