/// An event to write.
struct PlannedEvent {
    /// The parts of the UID: two 64-bit numbers and the index of the domain after the `@`.
    var identifier: (UInt64, UInt64)
    var domain: Int
    var form: TimeForm
    var day: Day
    /// The minute of the day, which has no meaning for all-day events.
    var minute: Int
    /// The duration in minutes, or in days for all-day events.
    var length: Int
    var recurrence: Recurrence?
    /// The DTSTART of the instance that this event overrides.
    var replaces: (day: Day, minute: Int)?

    /// The form in which times are written.
    enum TimeForm {
        case utc
        /// A time with TZID, given as an index into ``ZoneText/all``.
        case zoned(Int)
        case floating
        /// An all-day date.
        case date
    }
}

/// A recurrence rule that the generator can write and step through.
struct Recurrence {
    var kind: Kind
    var interval = 1
    /// The number of steps, or nil if the rule is endless.
    var steps: Int?
    /// Whether to write ``steps`` as COUNT rather than UNTIL.
    var isCounted = false

    enum Kind {
        /// On these weekdays, with 0 for Sunday. The event starts on the first of these weekdays.
        case weekly([Int])
        case daily
        /// On the n-th weekday of the month, or on the last one for -1.
        case monthly(ordinal: Int, weekday: Int)
        case yearly
    }

    /// Returns the day of the k-th step from the start.
    ///
    /// The start is an instance.
    func day(_ step: Int, from start: Day) -> Day {
        switch kind {
        case .weekly: return start + 7 * interval * step
        case .daily: return start + interval * step
        case .monthly(let ordinal, let weekday):
            let (year, month, _) = start.civil
            let months = month - 1 + interval * step
            return Recurrence.day(ordinal, weekday, year: year + months / 12, month: months % 12 + 1)
        case .yearly:
            let (year, month, day) = start.civil
            return Day(year: year + interval * step, month: month, day: day)
        }
    }

    /// Returns the n-th given weekday of a month, or the last one for -1.
    static func day(_ ordinal: Int, _ weekday: Int, year: Int, month: Int) -> Day {
        if ordinal > 0 { return Day.nth(ordinal, weekday: weekday, year: year, month: month) }
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return Day.nth(1, weekday: weekday, year: next.0, month: next.1) + -7
    }
}
