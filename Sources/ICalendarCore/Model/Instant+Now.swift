#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Instant {
    /// This moment, rounded down to its second.
    ///
    /// ```swift
    /// event.stamp = .now
    /// ```
    public static var now: Instant { Instant(Date()) }
}
