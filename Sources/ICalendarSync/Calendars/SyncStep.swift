package import CalDAV

/// A single change in a synchronization, with a readable description.
///
/// ```swift
/// let steps: [SyncStep] = []
/// for step in steps { print(step) }  // here: change "Stand-up" (2026-03-02)
/// ```
public struct SyncStep: Sendable, Hashable, CustomStringConvertible {
    /// The kind of change.
    ///
    /// ```swift
    /// SyncStep.Action.removeHere.rawValue  // "here: remove"
    /// ```
    public enum Action: String, Sendable, Hashable, CaseIterable {
        /// Adds an item from the server to the local calendar: `.addHere`.
        case addHere = "here: add"
        /// Applies the server's change to the local item: `.changeHere`.
        case changeHere = "here: change"
        /// Removes a local item that no longer exists on the server: `.removeHere`.
        case removeHere = "here: remove"
        /// Adds an item to the server: `.addThere`.
        case addThere = "server: add"
        /// Applies the local change to the item on the server: `.changeThere`.
        case changeThere = "server: change"
        /// Removes a server item that no longer exists locally: `.removeThere`.
        case removeThere = "server: remove"
        /// Combines both sides' changes: `.merge`.
        case merge = "both: combine the changes of"
        /// Keeps both sides' versions as two items: `.keepBoth`.
        case keepBoth = "both: keep both versions of"
        /// Leaves an item unchanged on both sides until the user decides: `.conflict`.
        case conflict = "conflict:"
    }

    /// The kind of change: `step.action == .addHere`.
    public let action: Action
    /// The item's title and date, in a form that is safe to print: `step.item`.
    public let item: String
    /// For a conflict, the changes on both sides: `step.detail`.
    public let detail: String?

    init(_ action: Action, _ item: String, _ detail: String? = nil) {
        (self.action, self.item, self.detail) = (action, item, detail)
    }

    /// The step as one line: `here: add "Stand-up" (2026-03-02)`.
    public var description: String { "\(action.rawValue) \(item)\(detail.map { ": \($0)" } ?? "")" }
}

/// The result of synchronizing one calendar, or of a dry run.
///
/// ```swift
/// let report = CalendarReport()
/// report.isUnchanged  // true
/// ```
public struct CalendarReport: Sendable {
    /// The changes, in order of execution: `calendarReport.steps.map(\.description)`.
    public var steps: [SyncStep] { Array(list) }
    /// The items that could not be synchronized, as text: `calendarReport.problems`.
    public internal(set) var problems: [String] = []
    /// Remarks, as text: `calendarReport.notes`.
    public internal(set) var notes: [String] = []
    /// The removals that the user must confirm because there are so many, or nil: `calendarReport.heldRemovals?.here`.
    public internal(set) var heldRemovals: RemovalStorm?
    /// The number of conflicts that await a decision: `calendarReport.openConflicts`.
    public internal(set) var openConflicts = 0
    /// The changes, stored compactly.
    private(set) var list = SyncStepList()
    /// Whether the server rejected an item because its UID exists elsewhere.
    var hasDuplicates = false
    /// The server items whose files appear to have moved to another calendar.
    var departed: Set<Href> = []

    /// Creates a report without changes.
    ///
    /// ```swift
    /// CalendarReport().steps  // []
    /// ```
    public init() {}

    /// Adds steps, skipping conflicts that are already in the report.
    mutating func add(_ more: some Sequence<SyncStep>) {
        for step in more { list.append(step) }
    }

    /// Inserts an earlier round's steps at the beginning.
    mutating func prepend(_ earlier: CalendarReport) {
        let later = list
        list = earlier.list
        guard later.count > 0 else { return }
        let known = Set(list)
        for step in later where !known.contains(step) { list.append(step) }
    }

    /// Whether nothing changed and nothing failed: `CalendarReport().isUnchanged // true`.
    public var isUnchanged: Bool { hasOnlyConflicts && problems.isEmpty }

    /// Whether all steps are conflicts.
    package var hasOnlyConflicts: Bool { list.count == list.count(.conflict) }

    /// Returns the number of changes of the given kind.
    ///
    /// ```swift
    /// CalendarReport().count(.addHere)  // 0
    /// ```
    public func count(_ action: SyncStep.Action) -> Int { list.count(action) }
}

/// An unusually large number of removals at once, which the user must confirm.
///
/// ```swift
/// RemovalStorm(here: 30, there: 0, of: 40)?.here  // 30
/// ```
public struct RemovalStorm: Sendable, Hashable, CustomStringConvertible {
    /// The number of local items to remove: `storm.here`.
    public let here: Int
    /// The number of items to remove on the server: `storm.there`.
    public let there: Int
    /// The number of items in the calendar: `storm.all`.
    public let all: Int
    /// The items' current or former addresses on the server.
    package var hrefs: Set<Href> = []

    /// Creates a removal storm, or returns nil if there are only a few removals.
    ///
    /// There are only a few removals if they affect at most 20 items on each side, and either at most 5 items or at
    /// most a quarter of the calendar. Removing every item always requires confirmation unless there is only one item.
    ///
    /// ```swift
    /// RemovalStorm(here: 5, there: 0, of: 6)  // nil
    /// ```
    public init?(here: Int, there: Int, of all: Int) {
        func isMany(_ count: Int) -> Bool {
            count > 20 || count > 5 && count * 4 > all || count > 1 && count == all
        }
        guard isMany(here) || isMany(there) else { return nil }
        (self.here, self.there, self.all) = (here, there, all)
    }

    /// A description of the removals: `30 of 40 items would be removed here; nothing removed`.
    public var description: String {
        let places = [
            here > 0 ? "\(here) of \(all) items would be removed here" : nil,
            there > 0 ? "\(there) of \(all) items would be removed on the server" : nil,
        ]
        return places.compactMap { $0 }.joined(separator: ", ") + "; nothing removed"
    }
}
