/// The times of an event before they are written.
struct PlannedEvent {
    /// UID: two times 64 bits, and which of the domains stands behind the @.
    var identifier: (UInt64, UInt64)
    var domain: Int
    var form: TimeForm
    var day: Day
    /// The minute of the day; no meaning for all-day events.
    var minute: Int
    /// Minutes, or days of all-day events.
    var length: Int
    var recurrence: Recurrence?
    /// DTSTART of the instance that this one replaces.
    var replaces: (day: Day, minute: Int)?

    /// How times are written.
    enum TimeForm {
        case utc
        /// With TZID; the index is that of ``ZoneText/all``.
        case zoned(Int)
        case floating
        /// All-day.
        case date
    }
}

/// A recurrence rule that the generator knows how to write and to step through.
struct Recurrence {
    var kind: Kind
    var interval = 1
    /// How many steps the rule has, or nil when it is endless.
    var steps: Int?
    /// Whether ``steps`` is written as COUNT rather than UNTIL.
    var isCounted = false

    enum Kind {
        /// On these weekdays, 0 for Sunday; the start is on the first of them.
        case weekly([Int])
        case daily
        /// On the n-th weekday of the month, or on the last for -1.
        case monthly(ordinal: Int, weekday: Int)
        case yearly
    }

    /// The day of the rule's k-th step from its start, which is an instance.
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

    /// The n-th weekday of a month, the last one for -1.
    static func day(_ ordinal: Int, _ weekday: Int, year: Int, month: Int) -> Day {
        if ordinal > 0 { return Day.nth(ordinal, weekday: weekday, year: year, month: month) }
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return Day.nth(1, weekday: weekday, year: next.0, month: next.1) + -7
    }
}
