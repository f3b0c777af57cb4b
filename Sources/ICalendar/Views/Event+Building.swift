extension Event {
    /// An event from its start to its end, with a random UID and the DTSTAMP of now.
    ///
    /// ```swift
    /// let talk = try Event(
    ///     "Talk",
    ///     start: EventTime("2026-03-30 18:00", in: "Europe/Berlin"),
    ///     end: EventTime("2026-03-30 19:30", in: "Europe/Berlin")
    /// )
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the end is not later than the start, one of them is a whole
    ///   day or floating and the other not, or the rule is none that RFC 5545 allows.
    public init(
        _ summary: String,
        start: EventTime,
        end: EventTime,
        recurring rule: RecurrenceRule? = nil,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        try EventTime.check(start, end: end)
        self.init()
        begin(uid: uid, stamp: stamp, summary: summary)
        self.start = start
        self.end = end
        if let rule { recurrenceRules = [try rule.checked(startingAt: start)] }
    }

    /// An event that takes so long; without a length one whole day, or no time at all.
    ///
    /// ```swift
    /// let standUp = try Event(
    ///     "Stand-up",
    ///     start: EventTime("2026-03-30 09:30", in: "Europe/Berlin"),
    ///     duration: .minutes(15),
    ///     recurring: .weekly(on: .monday, .friday)
    /// )
    /// let birthday = try Event("Jane", start: EventTime("2026-04-01"), recurring: .yearly())
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the length is negative, or has hours beside a whole day, or
    ///   the rule is none that RFC 5545 allows.
    public init(
        _ summary: String,
        start: EventTime,
        duration: NominalDuration? = nil,
        recurring rule: RecurrenceRule? = nil,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        if let duration { try EventTime.check(start, duration: duration) }
        self.init()
        begin(uid: uid, stamp: stamp, summary: summary)
        self.start = start
        if let duration { self.duration = duration }
        if let rule { recurrenceRules = [try rule.checked(startingAt: start)] }
    }

    /// Moves the event to this start and end; a DURATION goes.
    ///
    /// ```swift
    /// try event.schedule(from: EventTime("2026-04-01"), to: EventTime("2026-04-03"))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue``, and nothing is changed, when the end is not later than the start
    ///   or one of them is a whole day or floating and the other not.
    public mutating func schedule(from start: EventTime, to end: EventTime) throws(CalendarError) {
        try EventTime.check(start, end: end)
        self.start = start
        self.end = end
    }

    /// The override of one instance of this series (RFC 5545 section 3.8.4.4), for changing.
    ///
    /// ```swift
    /// var moved = event.override(at: try EventTime("2026-04-06 09:30", in: "Europe/Berlin"))
    /// moved.start = try EventTime("2026-04-06 14:00", in: "Europe/Berlin")
    /// calendar.events.append(moved)
    /// ```
    ///
    /// It has this event's UID and properties but the rules and dates, its RECURRENCE-ID and start are that of the
    /// instance, and it is as long as the event. The start is the instance's original one, in the form that the
    /// event's start has.
    public func override(at recurrenceID: EventTime, stamp: Instant = .now) -> Event {
        var override = self
        for name in ["RRULE", "EXRULE", "RDATE", "EXDATE"] { override.component.set(name, to: nil) }
        override.overridesFollowingInstances = false
        override.recurrenceID = recurrenceID
        override.stamp = stamp
        if let start, let end, start.hasForm(of: recurrenceID), end.isDate == start.isDate {
            let way = recurrenceID.civil.secondNumber - start.civil.secondNumber
            override.start = recurrenceID
            override.end = end.adding(wallClockSeconds: way)
        } else {
            override.start = recurrenceID
        }
        return override
    }
}

extension EventTime {
    /// The same form so many seconds later by the clock on the wall; whole days for a date.
    func adding(wallClockSeconds seconds: Int) -> EventTime {
        let time = civil.adding(seconds: seconds)
        return switch self {
        case .date: .date(time.date)
        case .floating: .floating(time)
        case .utc: .utc(time)
        case .zoned(_, let id): .zoned(time, timeZoneID: id)
        }
    }
}

extension SchedulingComponent {
    /// Writes what every new component starts with.
    mutating func begin(uid: String, stamp: Instant, summary: String? = nil) {
        self.uid = uid
        self.stamp = stamp
        if let summary { component[text: "SUMMARY"] = summary }
    }
}
