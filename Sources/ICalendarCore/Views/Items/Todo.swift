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

        package var keyword: String {
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

    /// A to-do, with a random UID and the DTSTAMP of now.
    ///
    /// ```swift
    /// let letter = try Todo("Write to Jane", due: EventTime("2026-04-02"))
    /// let watering = try Todo("Water the plants", start: EventTime("2026-04-01"), recurring: .daily(every: 3))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when it is due before it starts, one of the two is a whole day or
    ///   floating and the other not, it recurs without a start, or the rule is none that RFC 5545 allows.
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
        guard let start else { throw CalendarError(.invalidValue, "a to-do that recurs needs a start") }
        recurrenceRules = [try rule.checked(startingAt: start)]
    }

    /// A to-do that takes so long from its start on.
    ///
    /// ```swift
    /// let tax = try Todo("Tax return", start: EventTime("2026-05-01"), duration: .weeks(2))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the length is negative, or has hours beside a whole day.
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

    /// Marks it as done: STATUS, COMPLETED and PERCENT-COMPLETE together.
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
