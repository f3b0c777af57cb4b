/// An AVAILABLE inside a VAVAILABILITY (RFC 7953 section 3.1): a time, often one that recurs, when somebody is free.
///
/// ```swift
/// let mornings = try AvailablePeriod(
///     "Mornings", start: EventTime("2026-01-05 09:00", in: "Europe/Berlin"), duration: .hours(3),
///     recurring: .onWorkdays())
/// ```
public struct AvailablePeriod: AvailabilityComponent, SeriesComponent {
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
}
