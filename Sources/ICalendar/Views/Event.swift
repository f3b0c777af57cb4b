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
}
