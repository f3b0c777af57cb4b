/// A day of the proleptic Gregorian calendar, without a time and without a zone.
///
/// A date is one number, the days since 1 January 1970, so that comparing and adding cost one instruction.
/// Its calendar fields are computed on demand, without tables and without Foundation.
public struct CivilDate: Sendable, Hashable, Comparable {
    /// Days since 1 January 1970; negative before.
    public var dayNumber: Int

    /// The day that stands `dayNumber` days after 1 January 1970.
    @inlinable
    public init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// The day with these calendar fields, or nil when there is none (31 February, month 13).
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, (-1_000_000...1_000_000).contains(year),
            day <= CivilDate.daysInMonth(month, ofYear: year)
        else { return nil }
        dayNumber = CivilDate.dayNumber(year: year, month: month, day: day)
    }

    /// Year, month (1 to 12) and day of the month (1 to 31).
    public var fields: (year: Int, month: Int, day: Int) {
        // Days are counted from 1 March of year 0, so that the leap day ends the year.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfMarchYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfMarchYear + 2) / 153
        let day = dayOfMarchYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The year, astronomically numbered: year 0 exists.
    public var year: Int { fields.year }
    /// The month, 1 to 12.
    public var month: Int { fields.month }
    /// The day of the month, 1 to 31.
    public var day: Int { fields.day }
    /// The day of the year, 1 to 366.
    public var dayOfYear: Int { dayNumber - CivilDate.dayNumber(year: year, month: 1, day: 1) + 1 }

    /// The day of the week.
    public var weekday: Weekday {
        Weekday(rawValue: CivilDate.weekdayIndex(ofDayNumber: dayNumber)) ?? .sunday
    }

    /// The date `days` days later.
    public func adding(days: Int) -> CivilDate {
        CivilDate(dayNumber: dayNumber + days)
    }

    /// Earlier is less.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.dayNumber < right.dayNumber
    }

    /// Whether a year of the Gregorian calendar has 366 days.
    public static func isLeap(_ year: Int) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// How many days a month (1 to 12) has.
    public static func daysInMonth(_ month: Int, ofYear year: Int) -> Int {
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
    }

    /// Days from 1 January 1970 to a date whose fields are valid; no check is made.
    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfMarchYear = (153 * marchMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfMarchYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// 0 for Sunday to 6 for Saturday.
    static func weekdayIndex(ofDayNumber dayNumber: Int) -> Int {
        let index = (dayNumber + 4) % 7
        return index >= 0 ? index : index + 7
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date as `2026-03-29`.
    public var description: String {
        let (year, month, day) = fields
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

/// A whole number with leading zeros up to `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
}
