/// An AVAILABLE inside a VAVAILABILITY (RFC 7953 section 3.1): a time, often one that recurs, when somebody is free.
///
/// ```swift
/// let mornings = try AvailablePeriod(
///     "Mornings", start: EventTime("2026-01-05 09:00", in: "Europe/Berlin"), duration: .hours(3),
///     recurring: .onWorkdays())
/// ```
public struct AvailablePeriod: AvailabilityComponent {
    /// `AVAILABLE`.
    public static let componentName = "AVAILABLE"
    /// The component that is read and written: `period.component.text("X-ROOM")` reads what the view has no name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let period = AvailablePeriod(Component("AVAILABLE"))
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// A period that takes so long, with a random UID and the DTSTAMP of now.
    ///
    /// ```swift
    /// try AvailablePeriod("Sundays", start: EventTime("2026-01-04"), duration: .days(1), recurring: .weekly())
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the length is negative, or has hours beside a whole day, or
    ///   the rule is none that RFC 5545 allows.
    public init(
        _ summary: String? = nil,
        start: EventTime,
        duration: NominalDuration,
        recurring rule: RecurrenceRule? = nil,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        try EventTime.check(start, duration: duration)
        self.init()
        self.uid = uid
        self.stamp = stamp
        self.start = start
        self.duration = duration
        self.summary = summary
        if let rule { recurrenceRules = [try rule.checked(startingAt: start)] }
    }

    /// RRULE (RFC 5545 section 3.8.5.3), as in `RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR`.
    public var recurrenceRules: [RecurrenceRule] {
        get { component[rules: "RRULE"] }
        set { component[rules: "RRULE"] = newValue }
    }

    /// RDATE (RFC 5545 section 3.8.5.2) of all its properties, as in `RDATE;TZID=Europe/Berlin:20260502T090000`.
    public var recurrenceDates: [RecurrenceDate] {
        get { component.all("RDATE").flatMap(\.recurrenceDates) }
        set { component.setAll("RDATE", to: newValue.map { Property("RDATE", $0) }) }
    }

    /// EXDATE (RFC 5545 section 3.8.5.1) of all its properties, as in `EXDATE;TZID=Europe/Berlin:20260403T090000`.
    public var exceptionDates: [EventTime] {
        get { component.all("EXDATE").flatMap(\.eventTimes) }
        set { component.setAll("EXDATE", to: newValue.map { Property("EXDATE", [$0]) }) }
    }

    /// RECURRENCE-ID (RFC 5545 section 3.8.4.4): the original start of the instance that this component overrides, as
    /// in `RECURRENCE-ID;TZID=Europe/Berlin:20260401T090000`.
    public var recurrenceID: EventTime? {
        get { component[time: "RECURRENCE-ID"] }
        set { component[time: "RECURRENCE-ID"] = newValue }
    }
}
