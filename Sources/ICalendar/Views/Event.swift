/// A VEVENT (RFC 5545 section 3.6.1), as it stands in the file: one event, one series, or one override.
public struct Event: ScheduledItem {
    /// `VEVENT`.
    public static let componentName = "VEVENT"
    /// The component that is read and written.
    public var component: Component

    /// A view on this component; its name is not checked.
    public init(_ component: Component) {
        self.component = component
    }

    /// STATUS of an event (3.8.1.11).
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        case tentative, confirmed, cancelled
    }

    /// STATUS (3.8.1.11); nil when it is absent or unknown.
    public var status: Status? {
        get { component.keyword("STATUS") }
        set { component.setKeyword("STATUS", to: newValue) }
    }

    /// DTEND (3.8.2.2) as written, excluded; nil when the event has a DURATION or neither.
    ///
    /// Setting it takes DURATION away, as both may not stand together. It is written as given, so that start and end
    /// can be set in either order; ``schedule(from:to:)`` refuses an end that does not fit.
    public var end: EventTime? {
        get { component[time: "DTEND"] }
        set { component.setEnd("DTEND", to: newValue) }
    }

    /// DESCRIPTION (3.8.1.5).
    public var eventDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }

    /// TRANSP (3.8.2.7): whether the event leaves its time free.
    public var isTransparent: Bool {
        get { component.text("TRANSP")?.trimmingBlanks.uppercased() == "TRANSPARENT" }
        set { component[text: "TRANSP"] = newValue ? "TRANSPARENT" : "OPAQUE" }
    }
}
