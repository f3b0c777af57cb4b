/// A date and a time of day on a wall clock, without a time zone.
///
/// The value is stored as wall-clock seconds since 1970-01-01 00:00:00, so recurrence rules need only plain arithmetic.
/// A ``Zone`` converts the value into an instant.
///
/// ```swift
/// let berlin = try Zone(identifier: "Europe/Berlin")
/// if let opening = CivilDateTime(year: 2026, month: 7, day: 1, hour: 9) {
///     opening.description                      // "2026-07-01T09:00:00"
///     berlin.instant(of: opening).description  // "2026-07-01T07:00:00Z"
/// }
/// ```
public struct CivilDateTime: Sendable, Hashable, Comparable {
    /// The wall-clock seconds since 1970-01-01 00:00:00, negative for earlier times.
    @usableFromInline package var secondNumber: Int

    /// Creates the wall-clock time `secondNumber` seconds after 1970-01-01 00:00:00.
    @inlinable
    package init(secondNumber: Int) {
        self.secondNumber = secondNumber
    }

    /// Creates a wall-clock time from a date and a time of day, saturating on overflow.
    ///
    /// The time of day is in seconds, usually 0 to 86,399. Other values move the result to an earlier or later day.
    ///
    /// ```swift
    /// let date = try EventTime("2026-03-29").civil.date
    /// CivilDateTime(date, secondOfDay: 9 * 3600).description   // "2026-03-29T09:00:00"
    /// CivilDateTime(date, secondOfDay: 26 * 3600).description  // "2026-03-30T02:00:00"
    /// ```
    public init(_ date: CivilDate, secondOfDay: Int = 0) {
        secondNumber = date.dayNumber.multiplied(by: 86_400).adding(secondOfDay)
    }

    /// Creates a wall-clock time from its fields, or returns nil for an impossible time (February 31, hour 25, second
    /// 60).
    ///
    /// ```swift
    /// CivilDateTime(year: 2026, month: 3, day: 29, hour: 2, minute: 30)?.description  // "2026-03-29T02:30:00"
    /// CivilDateTime(year: 2026, month: 3, day: 29, hour: 24)                          // nil
    /// ```
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard let date = CivilDate(year: year, month: month, day: day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        self.init(date, secondOfDay: hour * 3600 + minute * 60 + second)
    }

    /// The date part: `try EventTime("2026-03-29 09:30").civil.date.description // "2026-03-29"`.
    public var date: CivilDate {
        CivilDate(dayNumber: floorDivide(secondNumber, 86_400))
    }

    /// The seconds since midnight, 0 to 86,399.
    package var secondOfDay: Int {
        floorModulo(secondNumber, 86_400)
    }

    /// The hour, 0 to 23: `try EventTime("2026-03-29 09:30").civil.hour // 9`.
    public var hour: Int { secondOfDay / 3600 }
    /// The minute, 0 to 59: `try EventTime("2026-03-29 09:30").civil.minute // 30`.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// The second, 0 to 59: `try EventTime("2026-03-29 09:30").civil.second // 0`.
    public var second: Int { secondOfDay % 60 }

    /// Returns the wall-clock time `seconds` later, saturating on overflow.
    ///
    /// Ignores time zone transitions.
    package func adding(seconds: Int) -> CivilDateTime {
        CivilDateTime(secondNumber: secondNumber.adding(seconds))
    }

    /// Orders times on the same wall clock chronologically.
    ///
    /// ```swift
    /// let (early, late) = (try EventTime("2026-03-29 09:30").civil, try EventTime("2026-03-29 18:00").civil)
    /// early < late  // true
    /// ```
    public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
        left.secondNumber < right.secondNumber
    }
}

extension CivilDateTime: CustomStringConvertible {
    /// The RFC 3339 form without an offset:
    /// `try EventTime("2026-03-29 09:30").civil.description // "2026-03-29T09:30:00"`.
    public var description: String {
        "\(date)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    }
}

/// Divides a number by a positive `divisor`, rounding toward negative infinity.
@inline(__always)
package func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
}

/// Returns the remainder of ``floorDivide(_:_:)``, from 0 to `divisor - 1`.
@inline(__always)
package func floorModulo(_ number: Int, _ divisor: Int) -> Int {
    let remainder = number % divisor
    return remainder < 0 ? remainder + divisor : remainder
}

func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
}
