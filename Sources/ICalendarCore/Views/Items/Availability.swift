/// A VAVAILABILITY or AVAILABLE component (RFC 7953 section 3.1).
///
/// RFC 5545 defines the properties that both share.
///
/// ```swift
/// for period in hours.available { print(period.summary ?? "", period.start as Any) }
/// ```
public protocol AvailabilityComponent: DescribedComponent {}

extension AvailabilityComponent {
    /// The start (DTSTART, RFC 5545 section 3.8.2.4), as in `DTSTART;TZID=Europe/Berlin:20260105T090000`.
    ///
    /// Setting it adjusts the end in the same way as ``SchedulingComponent/start``.
    public var start: EventTime? {
        get { component[time: "DTSTART"] }
        set { component.setStart(newValue) }
    }

    /// The exclusive end (DTEND, RFC 5545 section 3.8.2.2), as in `DTEND;TZID=Europe/Berlin:20260105T120000`.
    ///
    /// Setting it removes DURATION.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// The duration (DURATION, RFC 5545 section 3.8.2.5), as in `DURATION:PT3H`.
    ///
    /// Setting it removes DTEND.
    public var duration: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component.setLength(newValue) }
    }

    /// A description, more detailed than the title (DESCRIPTION, RFC 5545 section 3.8.1.5): `DESCRIPTION:Please knock`.
    public var availabilityDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// The location (LOCATION, RFC 5545 section 3.8.1.7), as in `LOCATION:Room 4`.
    public var location: String? {
        get { component[text: "LOCATION"] }
        set { component[text: "LOCATION"] = newValue }
    }
}

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
public struct Availability: AvailabilityComponent, RevisedComponent {
    /// The component name, `VAVAILABILITY`.
    public static let componentName = "VAVAILABILITY"
    /// The underlying component, for properties without an accessor: `availability.component.text("X-OFFICE")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let hours = calendar.component.components.filter { $0.name == "VAVAILABILITY" }.map(Availability.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// Creates an availability that applies at all times, or from a start on.
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
        /// Unavailable, the default: `BUSYTYPE:BUSY-UNAVAILABLE`.
        case unavailable
        /// Tentatively busy: `BUSYTYPE:BUSY-TENTATIVE`.
        case tentative

        package var keyword: String { self == .busy ? "BUSY" : "BUSY-" + rawValue.uppercased() }
    }

    /// The status of time outside the available periods (BUSYTYPE, RFC 7953 section 3.2), as in `BUSYTYPE:BUSY`.
    ///
    /// An absent or unknown value means unavailable.
    public var busyType: BusyType {
        get { component.keyword("BUSYTYPE") ?? .unavailable }
        set { component.setKeyword("BUSYTYPE", to: newValue) }
    }

    /// The AVAILABLE components in file order (RFC 7953 section 3.1): `Availability("Hours").available // []`.
    public var available: [AvailablePeriod] {
        get { AvailablePeriod.views(in: component) }
        set { AvailablePeriod.replace(in: &component, with: newValue) }
    }

    /// The priority among overlapping availabilities (PRIORITY, RFC 5545 section 3.8.1.9, RFC 7953 section 3.1).
    ///
    /// `PRIORITY:1` takes precedence over `PRIORITY:9`, which takes precedence over 0, the default.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue } }
    }

    /// The access classification (CLASS, RFC 5545 section 3.8.1.3), as in `CLASS:PRIVATE`.
    ///
    /// The default is public. An unknown value means private.
    public var classification: Classification {
        get { component.classification }
        set { if newValue != classification { component.setKeyword("CLASS", to: newValue) } }
    }

    /// The person whose availability this is (ORGANIZER, RFC 5545 section 3.8.4.3), as in
    /// `ORGANIZER:mailto:nora@studio.example`.
    public var organizer: Organizer? {
        get { component.first("ORGANIZER").map(Organizer.init) }
        set { component.setViews("ORGANIZER", to: newValue.map { [$0] } ?? []) }
    }

    /// The address of further information (URL, RFC 5545 section 3.8.4.6), as in `URL:https://example.com/hours`.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }
}

/// A period of free time, often recurring, inside a VAVAILABILITY (AVAILABLE, RFC 7953 section 3.1).
///
/// ```swift
/// let mornings = try AvailablePeriod(
///     "Mornings", start: EventTime("2026-01-05 09:00", in: "Europe/Berlin"), duration: .hours(3),
///     recurring: .onWorkdays())
/// ```
public struct AvailablePeriod: AvailabilityComponent, SeriesComponent {
    /// The component name, `AVAILABLE`.
    public static let componentName = "AVAILABLE"
    /// The underlying component, for properties without an accessor: `period.component.text("X-ROOM")`.
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
