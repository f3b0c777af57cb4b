/// A VEVENT (RFC 5545 section 3.6.1), as it stands in the file: one event, one series, or one override.
///
/// ```swift
/// let event = try Event(
///     "Stand-up", start: EventTime("2026-03-30 09:30", in: "Europe/Berlin"), duration: .minutes(15),
///     recurring: .weekly(on: .monday, .friday))
/// ```
public struct Event: ScheduledItem {
    /// `VEVENT`, the name that stands after BEGIN: `BEGIN:VEVENT`.
    public static let componentName = "VEVENT"
    /// The component that is read and written: `event.component.text("X-APPLE-TRAVEL-DURATION")` reads what the view
    /// has no name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let event = Event(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// STATUS of an event (3.8.1.11).
    ///
    /// ```swift
    /// event.status = .cancelled
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// It may take place: `STATUS:TENTATIVE`.
        case tentative
        /// It takes place: `STATUS:CONFIRMED`.
        case confirmed
        /// It does not take place, which calendars show all the same: `STATUS:CANCELLED`.
        case cancelled
    }

    /// STATUS (3.8.1.11), such as `STATUS:CONFIRMED`; nil when it is absent or unknown.
    public var status: Status? {
        get { component.keyword("STATUS") }
        set { component.setKeyword("STATUS", to: newValue) }
    }

    /// DTEND (3.8.2.2) as written, excluded, as in `DTEND;TZID=Europe/Berlin:20260105T093000`; nil when the event has
    /// a DURATION or neither.
    ///
    /// Setting it takes DURATION away, as both may not stand together. It is written as given, so that start and end
    /// can be set in either order; ``schedule(from:to:)`` refuses an end that does not fit.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// DESCRIPTION (3.8.1.5), longer than the title: `DESCRIPTION:What we did\nWhat we do`.
    public var eventDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// TRANSP (3.8.2.7): whether the event leaves its time free, as `TRANSP:TRANSPARENT` says.
    public var isTransparent: Bool {
        get { component.text("TRANSP")?.trimmingBlanks.uppercased() == "TRANSPARENT" }
        set {
            guard newValue != isTransparent else { return }
            component[text: "TRANSP"] = newValue ? "TRANSPARENT" : "OPAQUE"
        }
    }

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
    /// instance, and it is as long as the event. The instance is named by its original start, in the form that the
    /// event's start has.
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
            // Nothing is known of the length in that form; an end that belongs to another instance would be worse.
            override.end = nil
        }
        return override
    }
}

extension EventTime {
    /// The same form so many seconds later by the clock on the wall; whole days for a date.
    package func adding(wallClockSeconds seconds: Int) -> EventTime {
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
    package mutating func begin(uid: String, stamp: Instant, summary: String? = nil) {
        self.uid = uid
        self.stamp = stamp
        if let summary { component[text: "SUMMARY"] = summary }
    }
}
