/// A VJOURNAL (RFC 5545 section 3.6.3).
///
/// ```swift
/// let entry = Journal("Meeting with Jane", text: "We agreed on blue.")
/// ```
public struct Journal: CalendarItem {
    /// `VJOURNAL`, the name that stands after BEGIN: `BEGIN:VJOURNAL`.
    public static let componentName = "VJOURNAL"
    /// The component that is read and written: `journal.component.text("X-MOOD")` reads what the view has no name
    /// for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let entry = Journal(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// STATUS of a journal entry (3.8.1.11).
    ///
    /// ```swift
    /// journal.status = .final
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Not yet done: `STATUS:DRAFT`.
        case draft
        /// Done: `STATUS:FINAL`.
        case final
        /// Taken away: `STATUS:CANCELLED`.
        case cancelled
    }

    /// STATUS (3.8.1.11), such as `STATUS:DRAFT`; nil when it is absent or unknown.
    public var status: Status? {
        get { component.keyword("STATUS") }
        set { component.setKeyword("STATUS", to: newValue) }
    }

    /// DESCRIPTION (3.8.1.5), which a journal entry may have several times, as in `DESCRIPTION:The kiln was hot`.
    public var journalDescriptions: [String] {
        get { component[texts: "DESCRIPTION"] }
        set { component[texts: "DESCRIPTION"] = newValue }
    }

    /// A journal entry, with a random UID and the DTSTAMP of now.
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
        if let text { journalDescriptions = [text] }
    }
}
