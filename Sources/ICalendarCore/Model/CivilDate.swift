/// A day in the proleptic Gregorian calendar, without a time or a time zone.
///
/// A date is stored as the number of days since January 1, 1970, so comparison and addition each take one
/// instruction. Year, month and day are computed on demand, without tables or Foundation.
///
/// ```swift
/// if let date = CivilDate(year: 2026, month: 3, day: 29) {
///     date.weekday                      // .sunday
///     date.adding(days: 3).description  // "2026-04-01"
/// }
/// ```
public struct CivilDate: Sendable, Hashable, Comparable {
    /// The number of days since January 1, 1970, negative for earlier dates.
    @usableFromInline package var dayNumber: Int

    /// Creates the date `dayNumber` days after January 1, 1970.
    @inlinable
    package init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// Creates a date from year, month and day, or returns nil if the date does not exist (February 31, month 13).
    ///
    /// ```swift
    /// CivilDate(year: 2028, month: 2, day: 29)?.weekday  // .tuesday
    /// CivilDate(year: 2026, month: 2, day: 29)           // nil
    /// ```
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, (-1_000_000...1_000_000).contains(year),
            day <= CivilDate.daysInMonth(month, ofYear: year)
        else { return nil }
        dayNumber = CivilDate.dayNumber(year: year, month: month, day: day)
    }

    /// The year, the month (1 to 12) and the day of the month (1 to 31), computed in one pass.
    package var fields: (year: Int, month: Int, day: Int) {
        // Counts days from March 1 of year 0, which makes the leap day the last day of the year. March 1 of year 0 is
        // four 400-year eras and 135,080 days before January 1, 1970. Eras are removed first to prevent overflow.
        var era = floorDivide(dayNumber, 146_097)
        var dayOfEra = dayNumber &- era &* 146_097 + 135_080
        era += 4
        if dayOfEra >= 146_097 {
            dayOfEra -= 146_097
            era += 1
        }
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfMarchYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfMarchYear + 2) / 153
        let day = dayOfMarchYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The year in astronomical numbering, which includes year 0:
    /// `try EventTime("2026-03-29").civil.date.year // 2026`.
    public var year: Int { fields.year }
    /// The month, 1 to 12: `try EventTime("2026-03-29").civil.date.month // 3`.
    public var month: Int { fields.month }
    /// The day of the month, 1 to 31: `try EventTime("2026-03-29").civil.date.day // 29`.
    public var day: Int { fields.day }
    /// The day of the year, 1 to 366, as in BYYEARDAY.
    package var dayOfYear: Int { dayNumber &- CivilDate.dayNumber(year: year, month: 1, day: 1) + 1 }

    /// The day of the week: `try EventTime("2026-03-29").civil.date.weekday // .sunday`.
    public var weekday: Weekday {
        Weekday(rawValue: CivilDate.weekdayIndex(ofDayNumber: dayNumber)) ?? .sunday
    }

    /// Returns the date `days` days later, or earlier if negative, saturating on overflow.
    ///
    /// ```swift
    /// let day = try EventTime("2026-03-29").civil.date
    /// day.adding(days: 3).description   // "2026-04-01"
    /// day.adding(days: -1).description  // "2026-03-28"
    /// ```
    public func adding(days: Int) -> CivilDate {
        CivilDate(dayNumber: dayNumber.adding(days))
    }

    /// Orders dates chronologically.
    ///
    /// ```swift
    /// let march = try EventTime("2026-03-01").civil.date...EventTime("2026-03-31").civil.date
    /// march.contains(try EventTime("2026-04-01").civil.date)  // false
    /// ```
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.dayNumber < right.dayNumber
    }

    /// Returns whether a Gregorian year has 366 days.
    package static func isLeap(_ year: Int) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Returns the number of days in a month (1 to 12).
    package static func daysInMonth(_ month: Int, ofYear year: Int) -> Int {
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
    }

    /// Returns the number of days from January 1, 1970 to a date.
    ///
    /// The caller must pass a valid date; the fields are not checked.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        // Fast path for nearly all years: adding whole eras makes the numbers unsigned, so the compiler turns
        // divisions into shifts or multiplications.
        let moved = UInt(bitPattern: year &+ 1_000_400)
        if moved &- 400 <= 2_000_000 {
            let isEarly = month <= 2
            let marchYear = isEarly ? moved &- 1 : moved
            let century = marchYear / 100
            let days = marchYear &* 1461 / 4 &- century &+ century / 4
            // From March onward, months average 30.6 days, and rounding yields the actual lengths.
            return Int(bitPattern: days) &+ ((isEarly ? month &+ 12 : month) &* 979 &- 2919) >> 5
                &+ day &- 366_108_066
        }
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfMarchYear = (153 * marchMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfMarchYear
        // Wraps around in the first and last representable years, which extend beyond the range of `Int`.
        return era &* 146_097 &+ dayOfEra &- 719_468
    }

    /// Returns the weekday index for a day number, from 0 for Sunday to 6 for Saturday.
    static func weekdayIndex(ofDayNumber dayNumber: Int) -> Int {
        let index = (dayNumber % 7 + 4) % 7
        return index >= 0 ? index : index + 7
    }
}

extension CivilDate: CustomStringConvertible {
    /// The RFC 3339 form: `CivilDate(year: 2026, month: 3, day: 29)?.description // "2026-03-29"`.
    public var description: String {
        let (year, month, day) = fields
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

/// Returns an integer padded with leading zeros to `width` digits.
package func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
}

extension Int {
    /// Returns the sum, clamped to the range of `Int`.
    @inline(__always)
    package func adding(_ other: Int) -> Int {
        let (sum, isTooFar) = addingReportingOverflow(other)
        return isTooFar ? (other < 0 ? .min : .max) : sum
    }

    /// Returns the product, clamped to the range of `Int`.
    @inline(__always)
    package func multiplied(by other: Int) -> Int {
        let (product, isTooFar) = multipliedReportingOverflow(by: other)
        return isTooFar ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
