public import ICalendar

/// A query for the events that overlap a window, created with
/// ``EventStore/predicateForEvents(withStart:end:calendars:)``.
///
/// ```swift
/// let predicate = try store.predicateForEvents(withStart: monday.date, end: nextMonday.date)
/// if predicate.isShortened { print("searched up to", predicate.searchedRange.upperBound) }
/// ```
public struct EventPredicate: Sendable, Hashable {
    let store: StoreIdentity
    /// The window to search: `predicate.window.zone`.
    public let window: OccurrenceWindow
    /// The identifiers of the calendars to search, or `nil` for all: `predicate.calendarIdentifiers // nil`.
    public let calendarIdentifiers: Set<String>?

    /// The requested range, limited to its first four years: `predicate.searchedRange.lowerBound`.
    public var searchedRange: Range<Instant> { window.searchedRange }
    /// Whether the requested range exceeds four years and is searched only in part: `predicate.isShortened // false`.
    public var isShortened: Bool { window.isShortened }
}

/// A query for reminders, created with ``EventStore/predicateForReminders(in:)`` and similar methods.
///
/// ```swift
/// let predicate = try store.predicateForReminders()
/// for reminder in try store.reminders(matching: predicate) { print(reminder.title) }
/// ```
public struct ReminderPredicate: Sendable, Hashable {
    let store: StoreIdentity
    let question: Question
    /// The identifiers of the calendars to search, or `nil` for all: `["home/studio"]`.
    public let calendarIdentifiers: Set<String>?

    enum Question: Sendable, Hashable {
        case all
        /// Incomplete reminders that are due at or after one instant and before another. A `nil` bound is open. If both
        /// bounds are `nil`, reminders without a due time are included.
        case incomplete(from: Instant?, to: Instant?)
        case completed(from: Instant?, to: Instant?)
    }

    func includes(_ reminder: Reminder, due: Instant?) -> Bool {
        switch question {
        case .all: true
        case .incomplete(let from, let to):
            !reminder.todo.isSettled && Self.lies(due, from: from, to: to)
        case .completed(let from, let to):
            reminder.isCompleted && Self.lies(reminder.todo.completed, from: from, to: to)
        }
    }

    private static func lies(_ instant: Instant?, from: Instant?, to: Instant?) -> Bool {
        guard let instant else { return from == nil && to == nil }
        return from.map { $0 <= instant } ?? true && to.map { instant < $0 } ?? true
    }
}
