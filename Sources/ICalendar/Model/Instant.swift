#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A point in time, in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted (as in POSIX).
public struct Instant: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    public var secondsSince1970: Int

    /// The instant that many seconds after 1970-01-01T00:00:00Z.
    @inlinable
    public init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    /// A Foundation date, rounded down to its second; dates beyond the year 1,000,000 are held there.
    public init(_ date: Date) {
        let bound = 3.2e13
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // What is no number has no place in time; 1970 is as good as any.
        secondsSince1970 = seconds.isNaN ? 0 : Int(min(max(seconds, -bound), bound))
    }

    /// The same instant as a Foundation date.
    public var date: Date {
        Date(timeIntervalSince1970: Double(secondsSince1970))
    }

    /// The instant `seconds` later, held at the ends of what an instant can be.
    public func adding(seconds: Int) -> Instant {
        let (sum, isTooFar) = secondsSince1970.addingReportingOverflow(seconds)
        return Instant(secondsSince1970: isTooFar ? (seconds < 0 ? .min : .max) : sum)
    }

    /// Earlier is less.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

extension Instant: CustomStringConvertible {
    /// The instant in RFC 3339, in UTC: `2026-03-29T00:30:00Z`.
    public var description: String {
        "\(CivilDateTime(secondNumber: secondsSince1970))Z"
    }
}
