/// A to-do (VTODO, RFC 5545 section 3.6.2).
///
/// ```swift
/// var letter = try Todo("Write to Jane", due: EventTime("2026-04-02"))
/// letter.complete()
/// ```
public struct Todo: ScheduledItem {
    /// The component name, `VTODO`.
    public static let componentName = "VTODO"
    /// The underlying component, including properties without an accessor: `todo.component.text("X-APPLE-SORT-ORDER")`.
    public var component: Component

    /// Creates a view of a component without checking the component's name.
    ///
    /// ```swift
    /// let todo = Todo(component)
    /// ```
    public init(_ component: Component) {
        self.component = component
    }

    /// The status of a to-do (STATUS, RFC 5545 section 3.8.1.11).
    ///
    /// ```swift
    /// todo.status = .inProcess
    /// ```
    public enum Status: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Not started: `STATUS:NEEDS-ACTION`.
        case needsAction
        /// Completed: `STATUS:COMPLETED`.
        case completed
        /// In progress: `STATUS:IN-PROCESS`.
        case inProcess
        /// Canceled: `STATUS:CANCELLED`.
        case cancelled

        package var keyword: String {
            switch self {
            case .needsAction: "NEEDS-ACTION"
            case .completed: "COMPLETED"
            case .inProcess: "IN-PROCESS"
            case .cancelled: "CANCELLED"
            }
        }
    }

    /// The status (STATUS, RFC 5545 section 3.8.1.11), such as `STATUS:IN-PROCESS`, or nil if it is absent or
    /// unknown.
    public var status: Status? {
        get { component.keyword("STATUS") }
        set { component.setKeyword("STATUS", to: newValue) }
    }

    /// The due time (DUE, RFC 5545 section 3.8.2.3), as in `DUE;TZID=Europe/Berlin:20260330T180000`.
    ///
    /// Setting a due time removes DURATION, because a to-do cannot have both.
    public var due: EventTime? {
        get { component[time: "DUE"] }
        set { component.setEnd("DUE", to: newValue) }
    }

    /// The completion time (COMPLETED, RFC 5545 section 3.8.2.1), as in `COMPLETED:20260330T150000Z`.
    public var completed: Instant? {
        get { component[instant: "COMPLETED"] }
        set { component[instant: "COMPLETED"] = newValue }
    }

    /// The percentage completed, from 0 to 100 (PERCENT-COMPLETE, RFC 5545 section 3.8.1.8):
    /// `todo.percentComplete // 40`.
    public var percentComplete: Int? {
        get { component[integer: "PERCENT-COMPLETE"] }
        set { component[integer: "PERCENT-COMPLETE"] = newValue }
    }

    /// Creates a to-do with an optional start and due time.
    ///
    /// By default, the UID is random and DTSTAMP is the current time.
    ///
    /// ```swift
    /// let letter = try Todo("Write to Jane", due: EventTime("2026-04-02"))
    /// let watering = try Todo("Water the plants", start: EventTime("2026-04-01"), recurring: .daily(every: 3))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the due time is not later than the start, if only one of them
    ///   is a date or floating, if the to-do recurs without a start, or if RFC 5545 does not allow the rule.
    public init(
        _ summary: String,
        start: EventTime? = nil,
        due: EventTime? = nil,
        recurring rule: RecurrenceRule? = nil,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        if let start, let due { try EventTime.check(start, end: due) }
        self.init()
        begin(uid: uid, stamp: stamp, summary: summary)
        if let start { self.start = start }
        if let due { self.due = due }
        guard let rule else { return }
        guard let start else { throw CalendarError(.invalidValue, "a recurring to-do needs a start") }
        recurrenceRules = [try rule.checked(startingAt: start)]
    }

    /// Creates a to-do with a start and a duration.
    ///
    /// By default, the UID is random and DTSTAMP is the current time.
    ///
    /// ```swift
    /// let tax = try Todo("Tax return", start: EventTime("2026-05-01"), duration: .weeks(2))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the duration is negative, or if the start is a date and the
    ///   duration is not in whole days.
    public init(
        _ summary: String,
        start: EventTime,
        duration: NominalDuration,
        uid: String = UniqueIdentifier.random(),
        stamp: Instant = .now
    ) throws(CalendarError) {
        try EventTime.check(start, duration: duration)
        self.init()
        begin(uid: uid, stamp: stamp, summary: summary)
        self.start = start
        self.duration = duration
    }

    /// Marks the to-do as completed by setting STATUS, COMPLETED, and PERCENT-COMPLETE.
    ///
    /// ```swift
    /// todo.complete()
    /// ```
    public mutating func complete(at instant: Instant = .now) {
        status = .completed
        completed = instant
        percentComplete = 100
    }
}
