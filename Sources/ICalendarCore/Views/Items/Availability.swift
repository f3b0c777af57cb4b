/// A person's general availability, such as office hours (VAVAILABILITY, RFC 7953 section 3.1).
///
/// Time outside the ``available`` periods counts as busy.
///
/// ```swift
/// var office = Availability("Office hours", start: try EventTime("2026-01-01 00:00", in: "Europe/Berlin"))
/// office.available = [
///     try AvailablePeriod(
///         "Mornings", start: EventTime("2026-01-05 09:00", in: "Europe/Berlin"), duration: .hours(3),
///         recurring: .onWorkdays())
/// ]
/// ```
public struct Availability: ComponentView {
    /// The component name, `VAVAILABILITY`.
    public static let componentName = "VAVAILABILITY"
    /// The underlying component, including properties without an accessor: `availability.component.text("X-OFFICE")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let hours = calendar.component.components.filter { $0.name == "VAVAILABILITY" }.map(Availability.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Creates an availability that applies at all times, or from a start onward.
    ///
    /// By default, the UID is random and DTSTAMP is the current time.
    ///
    /// ```swift
    /// let hours = Availability("Office hours")
    /// ```
    public init(
        _ summary: String?,
        start: EventTime? = nil,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) {
        self.init()
        self.uid = uid
        self.stamp = stamp
        if let start { self.start = start }
        self.summary = summary
    }

    /// The status of time outside the available periods (BUSYTYPE, RFC 7953 section 3.2).
    ///
    /// ```swift
    /// hours.busyType = .tentative
    /// ```
    public enum BusyType: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Busy: `BUSYTYPE:BUSY`.
        case busy
        /// Unavailable (the default): `BUSYTYPE:BUSY-UNAVAILABLE`.
        case unavailable
        /// Tentatively busy: `BUSYTYPE:BUSY-TENTATIVE`.
        case tentative

        package var keyword: String { self == .busy ? "BUSY" : "BUSY-" + rawValue.uppercased() }
    }

    /// The status of time outside the available periods (BUSYTYPE, RFC 7953 section 3.2), as in `BUSYTYPE:BUSY`.
    ///
    /// An absent or unknown value is treated as unavailable.
    public var busyType: BusyType {
        get { component.keyword("BUSYTYPE") ?? .unavailable }
        set { component.setKeyword("BUSYTYPE", to: newValue) }
    }

    /// The AVAILABLE components in file order (RFC 7953 section 3.1): `Availability("Hours").available // []`.
    public var available: [AvailablePeriod] {
        get { AvailablePeriod.views(in: component) }
        set { AvailablePeriod.replace(in: &component, with: newValue) }
    }
}

/// A period of free time, often recurring, inside a VAVAILABILITY (AVAILABLE, RFC 7953 section 3.1).
///
/// ```swift
/// let mornings = try AvailablePeriod(
///     "Mornings", start: EventTime("2026-01-05 09:00", in: "Europe/Berlin"), duration: .hours(3),
///     recurring: .onWorkdays())
/// ```
public struct AvailablePeriod: ComponentView {
    /// The component name, `AVAILABLE`.
    public static let componentName = "AVAILABLE"
    /// The underlying component, including properties without an accessor: `period.component.text("X-ROOM")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let period = AvailablePeriod(Component("AVAILABLE"))
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Creates a period with a start and a duration.
    ///
    /// By default, the UID is random and DTSTAMP is the current time.
    ///
    /// ```swift
    /// try AvailablePeriod("Sundays", start: EventTime("2026-01-04"), duration: .days(1), recurring: .weekly())
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the duration is negative, if the start is a date and the
    ///   duration is not in whole days, or if RFC 5545 does not allow the rule.
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
