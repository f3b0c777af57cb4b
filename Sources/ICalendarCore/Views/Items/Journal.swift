/// A journal entry (VJOURNAL, RFC 5545 section 3.6.3).
///
/// ```swift
/// let entry = Journal("Meeting with Jane", text: "We agreed on blue.")
/// ```
public struct Journal: CalendarItem {
    /// The component name, `VJOURNAL`.
    public static let componentName = "VJOURNAL"
    /// The underlying component, including properties without an accessor: `journal.component.text("X-MOOD")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let entry = Journal(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The status of a journal entry (STATUS, RFC 5545 section 3.8.1.11).
    ///
    /// ```swift
    /// journal.status = .final
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// A draft: `STATUS:DRAFT`.
        case draft
        /// A final entry: `STATUS:FINAL`.
        case final
        /// A withdrawn entry: `STATUS:CANCELLED`.
        case cancelled
    }

    /// The status (STATUS, RFC 5545 section 3.8.1.11), such as `STATUS:DRAFT`, or nil if it is absent or unknown.
    public var status: Status? {
        get { component.keyword("STATUS") }
        set { component.setKeyword("STATUS", to: newValue) }
    }

    /// The descriptions (DESCRIPTION, RFC 5545 section 3.8.1.5), as in `DESCRIPTION:The kiln was hot`.
    ///
    /// Unlike other components, a journal entry can have several descriptions.
    public var descriptions: [String] {
        get { component[texts: "DESCRIPTION"] }
        set { component[texts: "DESCRIPTION"] = newValue }
    }

    /// Creates a journal entry.
    ///
    /// By default, the UID is random and DTSTAMP is the current time.
    ///
    /// ```swift
    /// let entry = Journal("Meeting with Jane", start: try EventTime("2026-04-01"), text: "We agreed on blue.")
    /// ```
    public init(
        _ summary: String,
        start: EventTime? = nil,
        text: String? = nil,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) {
        self.init()
        begin(uid: uid, stamp: stamp, summary: summary)
        if let start { self.start = start }
        if let text { descriptions = [text] }
    }
}
