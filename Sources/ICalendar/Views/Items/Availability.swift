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

        var keyword: String {
            switch self {
            case .busy: "BUSY"
            case .unavailable: "BUSY-UNAVAILABLE"
            case .tentative: "BUSY-TENTATIVE"
            }
        }
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
