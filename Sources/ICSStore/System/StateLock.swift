import ICalendar
import SystemIO

/// An exclusive lock on a file in the user's state folder, held while the object exists.
final class StateLock {
    private let descriptor: Int32

    private static let patience: Duration = .seconds(2)

    /// Waits briefly for the lock, creating its file if necessary.
    ///
    /// Returns nil if the lock is unavailable.
    init?(_ path: CalendarPath) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        descriptor = unsafe path.withCString { name in unsafe SystemCalls.open(name, flags, 0o600) }
        guard descriptor >= 0 else { return nil }
        let deadline = ContinuousClock.now + Self.patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < deadline else { return nil }
            SystemCalls.sleep(.milliseconds(2))
        }
    }

    deinit {
        if descriptor >= 0 { SystemCalls.close(descriptor) }
    }
}
