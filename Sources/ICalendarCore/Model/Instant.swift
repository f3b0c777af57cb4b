public import EssentialFoundation

/// A point in time, in whole seconds since 1970-01-01T00:00:00Z, not counting leap seconds (as in POSIX).
///
/// ```swift
/// let instant = Instant(secondsSince1970: 1_774_744_200)
/// instant.description                      // "2026-03-29T00:30:00Z"
/// instant.adding(seconds: 3600) > instant  // true
/// ```
public struct Instant: Sendable, Hashable, Comparable {
    /// The seconds since 1970-01-01T00:00:00Z, negative for earlier instants:
    /// `Instant(secondsSince1970: -1).description // "1969-12-31T23:59:59Z"`.
    public var secondsSince1970: Int

    /// Creates the instant `secondsSince1970` seconds after 1970-01-01T00:00:00Z.
    ///
    /// ```swift
    /// Instant(secondsSince1970: 1_774_744_200).description  // "2026-03-29T00:30:00Z"
    /// ```
    @inlinable
    public init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Creates an instant from a Foundation date, rounded down to a whole second.
    ///
    /// Dates more than a million years from 1970 are clamped.
    ///
    /// ```swift
    /// let now = Instant(Date())
    /// Instant(Date(timeIntervalSince1970: 0.9)).secondsSince1970  // 0
    /// ```
    public init(_ date: Date) {
        let bound = 3.2e13
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // NaN does not represent a point in time; 1970 is an arbitrary choice.
        secondsSince1970 = seconds.isNaN ? 0 : Int(min(max(seconds, -bound), bound))
    }

    /// The same instant as a Foundation date: `Instant(secondsSince1970: 60).date.timeIntervalSince1970 // 60.0`.
    public var date: Date {
        Date(timeIntervalSince1970: Double(secondsSince1970))
    }

    /// The current time, rounded down to a whole second.
    ///
    /// ```swift
    /// event.stamp = .now
    /// ```
    public static var now: Instant { Instant(Date()) }

    /// Returns the instant `seconds` later, saturating on overflow.
    ///
    /// ```swift
    /// let now = Instant(Date())
    /// let tomorrow = now.adding(seconds: 86_400)
    /// Instant(secondsSince1970: .max).adding(seconds: 1).secondsSince1970 == .max  // true
    /// ```
    public func adding(seconds: Int) -> Instant {
        Instant(secondsSince1970: secondsSince1970.adding(seconds))
    }

    /// Orders instants chronologically.
    ///
    /// ```swift
    /// Instant(secondsSince1970: 0) < Instant(secondsSince1970: 1)  // true
    /// window.searchedRange.contains(nextMonday)                    // false
    /// ```
    public static func < (left: Instant, right: Instant) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

extension Instant: CustomStringConvertible {
    /// The RFC 3339 form in UTC: `Instant(secondsSince1970: 0).description // "1970-01-01T00:00:00Z"`.
    public var description: String {
        "\(CivilDateTime(secondNumber: secondsSince1970))Z"
    }
}
