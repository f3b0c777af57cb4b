import ICalendar

/// A day as iCalendar writes it.
struct Date {
    /// Days since 1970.
    var day: Int

    /// Eight digits.
    var digits: String { CivilDate(dayNumber: day).description.filter { $0 != "-" } }
}
