/// A VTODO (RFC 5545 section 3.6.2).
public struct Todo: ScheduledItem {
    /// `VTODO`.
    public static let componentName = "VTODO"
    /// The component that is read and written.
    public var component: Component

    /// A view on this component; its name is not checked.
    public init(_ component: Component) {
        self.component = component
    }

    /// STATUS of a to-do (3.8.1.11).
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        case needsAction, completed, inProcess, cancelled

        var keyword: String {
            switch self {
            case .needsAction: "NEEDS-ACTION"
            case .completed: "COMPLETED"
            case .inProcess: "IN-PROCESS"
            case .cancelled: "CANCELLED"
            }
        }
    }

    /// STATUS (3.8.1.11); nil when it is absent or unknown.
    public var status: Status? {
        get { component.keyword("STATUS") }
        set { component.setKeyword("STATUS", to: newValue) }
    }

    /// DUE (3.8.2.3).
    ///
    /// Setting it takes DURATION away, as both may not stand together.
    public var due: EventTime? {
        get { component[time: "DUE"] }
        set { component.setEnd("DUE", to: newValue) }
    }

    /// COMPLETED (3.8.2.1): when it was done.
    public var completed: Instant? {
        get { component[instant: "COMPLETED"] }
        set { component[instant: "COMPLETED"] = newValue }
    }

    /// PERCENT-COMPLETE (3.8.1.8), 0 to 100.
    public var percentComplete: Int? {
        get { component[integer: "PERCENT-COMPLETE"] }
        set { component[integer: "PERCENT-COMPLETE"] = newValue }
    }

    /// DESCRIPTION (3.8.1.5).
    public var todoDescription: String? {
        get { component[text: "DESCRIPTION"] }
        set { component[text: "DESCRIPTION"] = newValue }
    }
}
