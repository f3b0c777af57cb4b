public import EssentialFoundation
public import ICalendarCore

extension OccurrenceWindow {
    /// Creates a window from a range of dates.
    ///
    /// ```swift
    /// let window = try OccurrenceWindow(Date()..<Date(timeIntervalSinceNow: 7 * 86_400))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidWindow`` if the range is shorter than a second.
    public init(_ dates: Range<Date>, in zone: Zone = .current) throws(CalendarError) {
        try self.init(from: Instant(dates.lowerBound), to: Instant(dates.upperBound), in: zone)
    }

    /// Creates a window from a date interval.
    ///
    /// ```swift
    /// let window = try OccurrenceWindow(DateInterval(start: Date(), duration: 86_400))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidWindow`` if the interval is shorter than a second.
    public init(_ interval: DateInterval, in zone: Zone = .current) throws(CalendarError) {
        try self.init(from: Instant(interval.start), to: Instant(interval.end), in: zone)
    }

    /// Returns a window of calendar days that starts at a date and ends at the same wall-clock time.
    ///
    /// Days on which the clocks change may be 23 or 25 hours long.
    ///
    /// ```swift
    /// let occurrences = file.occurrences(in: try .days(30, from: Date()))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidWindow`` if `count` is not positive.
    public static func days(
        _ count: Int,
        from start: Date,
        in zone: Zone = .current
    ) throws(CalendarError) -> OccurrenceWindow {
        let first = Instant(start)
        let civil = zone.civil(at: first)
        // Any number of days that exceeds the widest window has the same effect.
        let days = min(max(count, 0), 1_000_000)
        let end = CivilDateTime(secondNumber: civil.secondNumber + days * 86_400)
        return try OccurrenceWindow(from: first, to: days == 0 ? first : zone.instant(of: end), in: zone)
    }

    /// Returns a window for the month that contains a date, from midnight to midnight in a zone.
    ///
    /// ```swift
    /// let occurrences = file.occurrences(in: try .month(containing: Date()))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidWindow`` if the date is outside the supported years.
    public static func month(
        containing date: Date,
        in zone: Zone = .current
    ) throws(CalendarError) -> OccurrenceWindow {
        let day = zone.civil(at: Instant(date)).date
        let (year, month, _) = day.fields
        let next = month == 12 ? (year: year + 1, month: 1) : (year: year, month: month + 1)
        guard let first = CivilDate(year: year, month: month, day: 1),
            let last = CivilDate(year: next.year, month: next.month, day: 1)
        else { throw CalendarError(.invalidWindow, "the month of \(day) cannot be computed") }
        return try OccurrenceWindow(
            from: zone.instant(of: CivilDateTime(first)),
            to: zone.instant(of: CivilDateTime(last)),
            in: zone
        )
    }
}
