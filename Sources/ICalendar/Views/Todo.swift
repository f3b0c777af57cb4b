/// A VTODO (RFC 5545 section 3.6.2).
///
/// ```swift
/// var letter = try Todo("Write to Jane", due: EventTime("2026-04-02"))
/// letter.complete()
/// ```
public struct Todo: ScheduledItem {
    /// `VTODO`, the name that stands after BEGIN: `BEGIN:VTODO`.
    public static let componentName = "VTODO"
    /// The component that is read and written: `todo.component.text("X-APPLE-SORT-ORDER")` reads what the view has no
    /// name for.
    public var component: Component

    /// A view on this component; its name is not checked.
    ///
    /// ```swift
    /// let todo = Todo(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// STATUS of a to-do (3.8.1.11).
    ///
    /// ```swift
    /// todo.status = .inProcess
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Nobody has begun: `STATUS:NEEDS-ACTION`.
        case needsAction
        /// It is done: `STATUS:COMPLETED`.
        case completed
        /// Somebody is at it: `STATUS:IN-PROCESS`.
        case inProcess
        /// Nobody needs to do it: `STATUS:CANCELLED`.
        case cancelled

        var keyword: String {
            switch self {
            case .needsAction: "NEEDS-ACTION"
            case .completed: "COMPLETED"
            case .inProcess: "IN-PROCESS"
            case .cancelled: "CANCELLED"
            }
        }
    }

    /// STATUS (3.8.1.11), such as `STATUS:IN-PROCESS`; nil when it is absent or unknown.
    public var status: Status? {
        get { component.keyword("STATUS") }
        set { component.setKeyword("STATUS", to: newValue) }
    }

    /// DUE (3.8.2.3): when it is to be done, as in `DUE;TZID=Europe/Berlin:20260330T180000`.
    ///
    /// Setting it takes DURATION away, as both may not stand together.
    public var due: EventTime? {
        get { component[time: "DUE"] }
        set { component.setEnd("DUE", to: newValue) }
    }

    /// COMPLETED (3.8.2.1): when it was done, as in `COMPLETED:20260330T150000Z`.
    public var completed: Instant? {
        get { component[instant: "COMPLETED"] }
        set { component[instant: "COMPLETED"] = newValue }
    }

    /// PERCENT-COMPLETE (3.8.1.8), 0 to 100: `todo.percentComplete // 40`.
    public var percentComplete: Int? {
        get { component[integer: "PERCENT-COMPLETE"] }
        set { component[integer: "PERCENT-COMPLETE"] = newValue }
    }

    /// DESCRIPTION (3.8.1.5), longer than the title: `DESCRIPTION:The upper shelf first`.
    public var todoDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }
}
