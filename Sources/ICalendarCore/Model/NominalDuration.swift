/// A DURATION value (RFC 5545 section 3.3.6): nominal days plus exact seconds.
///
/// A nominal day ends at the same wall-clock time, even if the clocks change in between: `P1D` differs from `PT24H`
/// across a daylight saving change. Both fields are negative in a negative duration.
///
/// ```swift
/// let rest = NominalDuration(days: 1, seconds: 2 * 3600)
/// rest.description                             // "P1DT2H"
/// rest == NominalDuration(seconds: 26 * 3600)  // false
/// ```
public struct NominalDuration: Sendable, Hashable {
    /// The number of calendar days.
    ///
    /// A week counts as seven days, so `P2W` has `days == 14`.
    public var days: Int
    /// The number of exact seconds, including hours and minutes: `PT1H30M` has `seconds == 5400`.
    public var seconds: Int

    /// Creates a duration from calendar days and exact seconds.
    ///
    /// ```swift
    /// NominalDuration(seconds: 15 * 60).description   // "PT15M"
    /// NominalDuration(seconds: -15 * 60).description  // "-PT15M"
    /// ```
    public init(days: Int = 0, seconds: Int = 0) {
        self.days = days
        self.seconds = seconds
    }

    /// A duration of zero length: `NominalDuration.zero.description // "PT0S"`.
    public static let zero = NominalDuration()

    /// Whether the duration is negative, as in `TRIGGER:-PT15M`.
    package var isNegative: Bool { days < 0 || seconds < 0 }

    /// Returns a duration of the given number of weeks, seven calendar days each.
    ///
    /// ```swift
    /// event.duration = .weeks(2)                  // P2W
    /// ```
    public static func weeks(_ count: Int) -> NominalDuration {
        NominalDuration(days: count.multiplied(by: 7))
    }

    /// Returns a duration in calendar days, which end at the same wall-clock time even if the clocks change.
    ///
    /// ```swift
    /// NominalDuration.days(3).description  // "P3D"
    /// ```
    public static func days(_ count: Int) -> NominalDuration {
        NominalDuration(days: count)
    }

    /// Returns a duration in exact hours.
    ///
    /// ```swift
    /// event.duration = .hours(1)                  // PT1H
    /// ```
    public static func hours(_ count: Int) -> NominalDuration {
        NominalDuration(seconds: count.multiplied(by: 3600))
    }

    /// Returns a duration in exact minutes.
    ///
    /// ```swift
    /// NominalDuration.minutes(90).description  // "PT1H30M"
    /// ```
    public static func minutes(_ count: Int) -> NominalDuration {
        NominalDuration(seconds: count.multiplied(by: 60))
    }

    /// Returns a duration in seconds.
    ///
    /// ```swift
    /// NominalDuration.seconds(45).description  // "PT45S"
    /// ```
    public static func seconds(_ count: Int) -> NominalDuration {
        NominalDuration(seconds: count)
    }

    /// Returns the duration with the opposite sign.
    ///
    /// ```swift
    /// (-NominalDuration.minutes(15)).description  // "-PT15M"
    /// ```
    public static prefix func - (duration: NominalDuration) -> NominalDuration {
        NominalDuration(days: duration.days.multiplied(by: -1), seconds: duration.seconds.multiplied(by: -1))
    }
}
