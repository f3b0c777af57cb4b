import ICalendar

/// A date in iCalendar format.
struct Date {
    /// The number of days since 1970-01-01.
    var day: Int

    /// The date as eight digits.
    var digits: String { Instant(secondsSince1970: day * 86_400).description.prefix(10).filter { $0 != "-" } }
}
