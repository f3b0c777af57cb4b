/// What VAVAILABILITY and AVAILABLE share (RFC 7953 section 3.1), each as RFC 5545 has it.
///
/// ```swift
/// for period in hours.available { print(period.summary ?? "", period.start as Any) }
/// ```
public protocol AvailabilityComponent: DescribedComponent {}

extension AvailabilityComponent {
    /// DTSTART (RFC 5545 section 3.8.2.4), as in `DTSTART;TZID=Europe/Berlin:20260105T090000`; what it does to the
    /// end is what ``SchedulingComponent/start`` does.
    public var start: EventTime? {
        get { component[time: "DTSTART"] }
        set { component.setStart(newValue) }
    }

    /// DTEND (RFC 5545 section 3.8.2.2), excluded, as in `DTEND;TZID=Europe/Berlin:20260105T120000`; setting it takes
    /// DURATION away.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// DURATION (RFC 5545 section 3.8.2.5), as in `DURATION:PT3H`; setting it takes DTEND away.
    public var duration: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component.setLength(newValue) }
    }

    /// DESCRIPTION (RFC 5545 section 3.8.1.5), longer than the title: `DESCRIPTION:Please knock`.
    public var availabilityDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// LOCATION (RFC 5545 section 3.8.1.7), as in `LOCATION:Room 4`.
    public var location: String? {
        get { component[text: "LOCATION"] }
        set { component[text: "LOCATION"] = newValue }
    }
}

/// A VAVAILABILITY (RFC 7953 section 3.1): when somebody can be had in general, such as office hours.
///
/// What its ``available`` periods leave open is busy.
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
    /// `VAVAILABILITY`.
    public static let componentName = "VAVAILABILITY"
    /// The component that is read and written: `availability.component.text("X-OFFICE")` reads what the view has no
    /// name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let hours = calendar.component.components.filter { $0.name == "VAVAILABILITY" }.map(Availability.init)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// What is said of all time, or of the time from a start on, with a random UID and the DTSTAMP of now.
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

    /// BUSYTYPE (RFC 7953 section 3.2): what the time that is left open counts as.
    ///
    /// ```swift
    /// hours.busyType = .tentative
    /// ```
    public enum BusyType: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Taken: `BUSYTYPE:BUSY`.
        case busy
        /// Out of reach: `BUSYTYPE:BUSY-UNAVAILABLE`, or nothing said.
        case unavailable
        /// Perhaps taken: `BUSYTYPE:BUSY-TENTATIVE`.
        case tentative

        package var keyword: String { self == .busy ? "BUSY" : "BUSY-" + rawValue.uppercased() }
    }

    /// BUSYTYPE (RFC 7953 section 3.2), as in `BUSYTYPE:BUSY`: absent means unavailable, and so does an unknown word.
    public var busyType: BusyType {
        get { component.keyword("BUSYTYPE") ?? .unavailable }
        set { component.setKeyword("BUSYTYPE", to: newValue) }
    }

    /// The AVAILABLE components inside (RFC 7953 section 3.1), in the order of the file:
    /// `Availability("Hours").available // []`.
    public var available: [AvailablePeriod] {
        get { AvailablePeriod.views(in: component) }
        set { AvailablePeriod.replace(in: &component, with: newValue) }
    }

    /// PRIORITY (RFC 5545 section 3.8.1.9, RFC 7953 section 3.1): where several overlap, `PRIORITY:1` beats
    /// `PRIORITY:9`, and that beats 0, which is also what absent means.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue } }
    }

    /// CLASS (RFC 5545 section 3.8.1.3), as in `CLASS:PRIVATE`: absent means public, an unknown word means private.
    public var classification: Classification {
        get { component.classification }
        set { if newValue != classification { component.setKeyword("CLASS", to: newValue) } }
    }

    /// ORGANIZER (RFC 5545 section 3.8.4.3): whose time it is, as in `ORGANIZER:mailto:nora@studio.example`.
    public var organizer: Organizer? {
        get { component.first("ORGANIZER").map(Organizer.init) }
        set { component.setViews("ORGANIZER", to: newValue.map { [$0] } ?? []) }
    }

    /// URL (RFC 5545 section 3.8.4.6): where there is more of it, as in `URL:https://example.com/hours`.
    public var url: String? {
        get { component[uri: "URL"] }
        set { component[uri: "URL"] = newValue }
    }
}

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
