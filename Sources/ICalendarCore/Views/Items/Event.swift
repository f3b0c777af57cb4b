/// An event, a series, or an override, as written in the file (VEVENT, RFC 5545 section 3.6.1).
///
/// ```swift
/// let event = try Event(
///     "Stand-up", start: EventTime("2026-03-30 09:30", in: "Europe/Berlin"), duration: .minutes(15),
///     recurring: .weekly(on: .monday, .friday))
/// ```
public struct Event: ScheduledItem {
    /// The component name, `VEVENT`.
    public static let componentName = "VEVENT"
    /// The underlying component, including properties without an accessor:
    /// `event.component.text("X-APPLE-TRAVEL-DURATION")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let event = Event(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The status of an event (STATUS, RFC 5545 section 3.8.1.11).
    ///
    /// ```swift
    /// event.status = .cancelled
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// The event may take place: `STATUS:TENTATIVE`.
        case tentative
        /// The event will take place: `STATUS:CONFIRMED`.
        case confirmed
        /// The event is canceled, although calendars may still show it: `STATUS:CANCELLED`.
        case cancelled
    }

    /// The status (STATUS, RFC 5545 section 3.8.1.11), such as `STATUS:CONFIRMED`, or nil if it is absent or unknown.
    public var status: Status? {
        get { component.keyword("STATUS") }
        set { component.setKeyword("STATUS", to: newValue) }
    }

    /// Whether the event's time counts as free (TRANSP, RFC 5545 section 3.8.2.7), as in `TRANSP:TRANSPARENT`.
    public var isTransparent: Bool {
        get { component.text("TRANSP")?.trimmingBlanks.uppercased() == "TRANSPARENT" }
        set {
            guard newValue != isTransparent else { return }
            component[text: "TRANSP"] = newValue ? "TRANSPARENT" : "OPAQUE"
        }
    }

    /// Creates an event with a start and an end.
    ///
    /// By default, the UID is random and DTSTAMP is the current time.
    ///
    /// ```swift
    /// let talk = try Event(
    ///     "Talk",
    ///     start: EventTime("2026-03-30 18:00", in: "Europe/Berlin"),
    ///     end: EventTime("2026-03-30 19:30", in: "Europe/Berlin")
    /// )
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the end is not later than the start, if only one of them is a
    ///   date or floating, or if RFC 5545 does not allow the rule.
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

    /// Creates an event with a start and a duration.
    ///
    /// Without a duration, an event that starts on a date lasts one day, and an event that starts at a time has zero
    /// length. By default, the UID is random and DTSTAMP is the current time.
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
    /// - Throws: ``CalendarError/Code/invalidValue`` if the duration is negative, if the start is a date and the
    ///   duration is not in whole days, or if RFC 5545 does not allow the rule.
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

    /// Moves the event to a new start and end, removing any DURATION.
    ///
    /// ```swift
    /// try event.schedule(from: EventTime("2026-04-01"), to: EventTime("2026-04-03"))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the end is not later than the start, or if only one of them is
    ///   a date or floating. If an error is thrown, the event remains unchanged.
    public mutating func schedule(from start: EventTime, to end: EventTime) throws(CalendarError) {
        try EventTime.check(start, end: end)
        self.start = start
        self.end = end
    }

    /// Returns an override of one instance of this series, ready to be modified (RFC 5545 section 3.8.4.4).
    ///
    /// ```swift
    /// var moved = event.override(at: try EventTime("2026-04-06 09:30", in: "Europe/Berlin"))
    /// moved.start = try EventTime("2026-04-06 14:00", in: "Europe/Berlin")
    /// calendar.events.append(moved)
    /// ```
    ///
    /// The override has the UID, duration, and other properties of this event, but not its recurrence rules or dates.
    /// Its RECURRENCE-ID and start are those of the instance. Pass the instance's original start in the same form as
    /// the event's start.
    public func override(at recurrenceID: EventTime, stamp: Instant = .now) -> Event {
        var override = self
        for name in ["RRULE", "EXRULE", "RDATE", "EXDATE"] { override.component.set(name, to: nil) }
        override.overridesFollowingInstances = false
        override.recurrenceID = recurrenceID
        override.stamp = stamp
        override.start = recurrenceID
        guard let start, let end else { return override }
        if start.hasForm(of: recurrenceID) {
            let way = recurrenceID.civil.secondNumber - start.civil.secondNumber
            override.end = end.adding(wallClockSeconds: way)
        } else if start.hasForm(of: end), start.isDate == recurrenceID.isDate {
            let length = end.civil.secondNumber - start.civil.secondNumber
            override.end = recurrenceID.adding(wallClockSeconds: length)
        } else {
            // The duration in the new form is unknown, so the end is removed rather than copied from another instance.
            override.end = nil
        }
        return override
    }
}

extension EventTime {
    /// Returns a time of the same form that is later by a number of wall-clock seconds; a date moves by whole days.
    package func adding(wallClockSeconds seconds: Int) -> EventTime { with(civil.adding(seconds: seconds)) }

    /// Returns the given local time in this time's form and zone.
    package func with(_ civil: CivilDateTime) -> EventTime {
        switch self {
        case .date: .date(civil.date)
        case .floating: .floating(civil)
        case .utc: .utc(civil)
        case .zoned(_, let id): .zoned(civil, timeZoneID: id)
        }
    }
}
