import EssentialFoundation

extension Instant {
    /// The current time, rounded down to a whole second.
    ///
    /// ```swift
    /// event.stamp = .now
    /// ```
    public static var now: Instant { Instant(Date()) }
}
