public import Foundation
import ICalendar
import ICalendarStore

/// A reminder; if it recurs, its next instance.
///
/// ```swift
/// let reminder = EKReminder(eventStore: eventStore)
/// reminder.title = "Water the plants"
/// reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 2, hour: 18)
/// reminder.calendar = eventStore.defaultCalendarForNewReminders()
/// try eventStore.save(reminder, commit: true)
/// ```
// The class is Sendable because EKCalendarItem's lock protects all of its state.
open class EKReminder: EKCalendarItem, @unchecked Sendable {
    /// Creates a new reminder without a calendar.
    ///
    /// ```swift
    /// EKReminder(eventStore: eventStore).isCompleted  // false
    /// ```
    public init(eventStore: EKEventStore) {
        let link = eventStore.link
        super.init(Reminder(Todo().identified), link, generation: link.generation)
    }

    init(_ reminder: Reminder, _ link: StoreLink, generation: Int) {
        super.init(reminder, link, generation: generation)
    }

    private func reminder<Value>(_ body: (inout Reminder) -> Value?) -> Value? {
        current({ _ in nil }, body)
    }

    private func edit(_ body: (inout Reminder) -> Void) {
        change { value in
            guard var reminder = value as? Reminder else { return }
            body(&reminder)
            value = reminder
        }
    }

    /// The start in the Gregorian calendar.
    ///
    /// All-day reminders have no hour, and floating times have no time zone.
    ///
    /// The start is independent of the due time, but must not be later when the reminder is saved.
    ///
    /// `ekReminder.startDateComponents = DateComponents(year: 2026, month: 4, day: 1)`
    open var startDateComponents: DateComponents? {
        get { reminder { $0.startDateComponents }?.inGregorianCalendar }
        set { edit { $0.startDateComponents = newValue } }
    }

    /// The due time in the Gregorian calendar.
    ///
    /// All-day reminders have no hour, and floating times have no time zone.
    ///
    /// `ekReminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 2, hour: 18)`
    open var dueDateComponents: DateComponents? {
        get { reminder { $0.dueDateComponents }?.inGregorianCalendar }
        set { edit { $0.dueDateComponents = newValue } }
    }

    /// Whether the reminder is completed: `ekReminder.isCompleted = true`.
    ///
    /// Completing a recurring reminder completes only one instance.
    open var isCompleted: Bool {
        get { reminder { $0.isCompleted } ?? false }
        set { edit { $0.isCompleted = newValue } }
    }

    /// The completion time.
    ///
    /// Setting a completion time completes the reminder: `ekReminder.completionDate = Date()`.
    open var completionDate: Date? {
        get { reminder { $0.completionDate } }
        set { edit { $0.completionDate = newValue } }
    }

    /// The priority: 0 for none, 1 to 4 for high, 5 for medium, 6 to 9 for low: `ekReminder.priority // 0`.
    open var priority: Int {
        get { reminder { $0.priority } ?? 0 }
        set { edit { $0.priority = newValue } }
    }
}

extension DateComponents {
    /// The components with the Gregorian calendar, which the `date` property requires.
    var inGregorianCalendar: DateComponents {
        var components = self
        components.calendar = Calendar(identifier: .gregorian)
        return components
    }
}

extension Todo {
    /// The to-do with a random UID, which distinguishes new reminders.
    fileprivate var identified: Todo { with { $0.uid = UniqueIdentifier.random() } }
}
