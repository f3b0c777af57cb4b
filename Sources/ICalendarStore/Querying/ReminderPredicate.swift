import ICalendar

/// Which reminders are asked for; made by ``EventStore/predicateForReminders(in:)`` and its likes.
///
/// ```swift
/// let predicate = try store.predicateForReminders()
/// for reminder in try store.reminders(matching: predicate) { print(reminder.title) }
/// ```
public struct ReminderPredicate: Sendable, Hashable {
    /// Which store made it.
    let store: StoreIdentity
    /// What is asked.
    let question: Question
    /// The identifiers of the calendars that are searched, or nil for all: `["home/studio"]`.
    public let calendarIdentifiers: Set<String>?

    /// What is asked of reminders.
    enum Question: Sendable, Hashable {
        /// All of them.
        case all
        /// Those to be done that are due from one instant on and before another; nil is no bound, and with two of them also
        /// those that are never due are meant.
        case incomplete(from: Instant?, to: Instant?)
        /// Those that were completed from one instant on and before another.
        case completed(from: Instant?, to: Instant?)
    }

    /// Whether a reminder is meant, which is due at an instant.
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
