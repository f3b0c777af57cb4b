import CalDAV

/// The result of synchronizing an account, or of a dry run.
///
/// ```swift
/// let report = AccountReport()
/// for line in report.lines { print(line) }
/// ```
public struct AccountReport: Sendable {
    /// The result of synchronizing one calendar.
    ///
    /// ```swift
    /// for calendar in AccountReport().calendars { print(calendar.title, calendar.report.steps.count) }
    /// ```
    public struct Calendar: Sendable {
        /// The name of the calendar's state, which identifies the calendar even if another one has the same title.
        var state = ""
        /// The calendar's name, in a form that is safe to print: `accountReport.calendars.first?.title`.
        public let title: String
        /// The steps and their results: `accountReport.calendars.first?.report.steps`.
        public let report: CalendarReport
        /// The reason the calendar could not be synchronized, or nil: `accountReport.calendars.first?.failure`.
        public let failure: SyncFailure?
    }

    /// The calendars that were created, renamed, recolored or removed, as text: `accountReport.changes`.
    public internal(set) var changes: [String] = []
    /// The calendar removals that the user must confirm, as text: `accountReport.held`.
    public internal(set) var held: [String] = []
    /// The calendars whose removal the user must confirm.
    private var heldCalendars: Set<Href> = []
    /// The account's inbox tokens, obtained before anything was read.
    var inboxTokens: [Href: String] = [:]
    /// The changes that failed, as text: `accountReport.problems`.
    public internal(set) var problems: [String] = []
    /// The results for the calendars: `accountReport.calendars`.
    public internal(set) var calendars: [Calendar] = []

    /// Creates an empty report.
    ///
    /// ```swift
    /// AccountReport().isUnchanged  // true
    /// ```
    public init() {}

    mutating func hold(_ words: String, _ calendar: Href) {
        held.append(words)
        heldCalendars.insert(calendar)
    }

    /// Adds a later round's report.
    mutating func add(_ later: AccountReport) {
        changes += later.changes
        held += later.held.filter { !held.contains($0) }
        problems += later.problems.filter { !problems.contains($0) }
        heldCalendars.formUnion(later.heldCalendars)
        for calendar in later.calendars { replace(calendar) }
    }

    /// Replaces a calendar's outcome, but keeps its earlier steps.
    mutating func replace(_ calendar: Calendar) {
        guard let index = calendars.firstIndex(where: { $0.state == calendar.state }) else {
            return calendars.append(calendar)
        }
        let state = calendar.state
        var report = calendar.report
        report.prepend(calendars[index].report)
        calendars[index] = Calendar(
            state: state,
            title: calendar.title,
            report: report,
            failure: calendar.failure
        )
    }

    /// The items and calendars whose removal the user must confirm.
    var heldRemovals: Set<Href> {
        calendars.reduce(into: heldCalendars) { $0.formUnion($1.report.heldRemovals?.hrefs ?? []) }
    }

    /// Whether nothing changed and nothing failed: `AccountReport().isUnchanged // true`.
    public var isUnchanged: Bool {
        changes.isEmpty && held.isEmpty && problems.isEmpty
            && calendars.allSatisfy {
                $0.report.isUnchanged && $0.failure == nil && $0.report.heldRemovals == nil
            }
    }

    /// The number of conflicts that await a decision: `accountReport.openConflicts`.
    public var openConflicts: Int { calendars.reduce(0) { $0 + $1.report.openConflicts } }

    /// The entire report as lines of text: `accountReport.lines.joined(separator: "\n")`.
    public var lines: [String] {
        var lines: [String] = []
        forEachLine { lines.append($0) }
        return lines
    }

    /// Calls a closure with each line in the report.
    ///
    /// A report can have hundreds of thousands of lines, so they are not collected in an array.
    package func forEachLine<Failure>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
        for line in changes + held + problems { try body(line) }
        for calendar in calendars {
            let (title, report) = (calendar.title, calendar.report)
            for note in report.notes { try body("\(title): \(note)") }
            for step in report.list { try body("\(title): \(step)") }
            for problem in report.problems { try body("\(title): \(problem)") }
            if let storm = report.heldRemovals { try body("\(title): \(storm)") }
            if let failure = calendar.failure { try body("\(title): \(failure)") }
        }
    }
}
