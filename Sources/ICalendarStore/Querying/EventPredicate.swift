public import ICalendar

/// Which events are asked for: those that overlap a window, in some calendars; made by
/// ``EventStore/predicateForEvents(withStart:end:calendars:)``.
///
/// ```swift
/// let predicate = try store.predicateForEvents(withStart: monday.date, end: nextMonday.date)
/// if predicate.isShortened { print("searched up to", predicate.searchedRange.upperBound) }
/// ```
public struct EventPredicate: Sendable, Hashable {
    let store: StoreIdentity
    /// What is searched: `predicate.window.zone`.
    public let window: OccurrenceWindow
    /// The identifiers of the calendars that are searched, or nil for all: `predicate.calendarIdentifiers // nil`.
    public let calendarIdentifiers: Set<String>?

    /// The range that is searched, at most four years: what was asked for, or its beginning:
    /// `predicate.searchedRange.lowerBound`.
    public var searchedRange: Range<Instant> { window.searchedRange }
    /// Whether more than four years were asked for, so that the end of the range is not searched:
    /// `predicate.isShortened // false`.
    public var isShortened: Bool { window.isShortened }
}

/// Which reminders are asked for; made by ``EventStore/predicateForReminders(in:)`` and its likes.
///
/// ```swift
/// let predicate = try store.predicateForReminders()
/// for reminder in try store.reminders(matching: predicate) { print(reminder.title) }
/// ```
public struct ReminderPredicate: Sendable, Hashable {
    let store: StoreIdentity
    let question: Question
    /// The identifiers of the calendars that are searched, or nil for all: `["home/studio"]`.
    public let calendarIdentifiers: Set<String>?

    enum Question: Sendable, Hashable {
        case all
        /// Those to be done that are due from one instant on and before another; nil is no bound, and with two of them also
        /// those that are never due are meant.
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
