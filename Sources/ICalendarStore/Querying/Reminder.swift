public import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A reminder of a store, or a new one: what `EKReminder` is in EventKit, as a value over a VTODO.
///
/// For a recurring reminder, a store returns the next instance, postponed instances and completed ones.
///
/// ```swift
/// var reminder = Reminder(try Todo("Water the plants", due: EventTime("2026-04-02")))
/// reminder.isCompleted = true
/// ```
public struct Reminder: Sendable {
    struct Origin: Sendable {
        let store: StoreIdentity
        let calendar: EventCalendar
        let file: StoredFile
        let uid: String
        let instance: ReminderInstance
        let latest: Instant?
    }

    var origin: Origin?
    /// The to-do with the times of this instance, and what makes it recur: all properties of RFC 5545 and its followers
    /// can be read and set here.
    ///
    /// ```swift
    /// reminder.todo.percentComplete = 40
    /// ```
    public var todo: Todo
    /// The calendar that it is in, or is to be saved in: setting another one moves it there:
    /// `reminder.calendar?.title // "studio"`.
    public var calendar: EventCalendar?

    /// A new reminder; without a calendar it is saved in the store's default one.
    ///
    /// ```swift
    /// let reminder = Reminder(try Todo("Write to Jane", due: EventTime("2026-04-02")))
    /// reminder.isNew  // true
    /// ```
    public init(_ todo: Todo, calendar: EventCalendar? = nil) {
        self.todo = todo
        self.calendar = calendar
    }

    init(_ origin: Origin) {
        self.origin = origin
        todo = Todo(origin.instance.component)
        calendar = origin.calendar
    }

    init(
        _ instance: ReminderInstance,
        of item: StoredItem,
        in file: StoredFile,
        _ calendar: EventCalendar,
        _ store: StoreIdentity
    ) {
        let time = Todo(instance.component).latestTime
        let latest = item.instant(of: time, in: instance.component)
        self.init(
            Origin(
                store: store,
                calendar: calendar,
                file: file,
                uid: item.uid,
                instance: instance,
                latest: latest
            )
        )
    }

    /// When it is due, or else starts, as the store gave it; nil for a new one, and for one without either.
    package var latest: Instant? { origin?.latest }

    /// Whether it was never saved, as `EKObject.isNew`: `Reminder(todo).isNew // true`.
    public var isNew: Bool { origin == nil }

    /// Whether anything was changed since the store gave it, as `EKObject.hasChanges`.
    public var hasChanges: Bool {
        guard let origin else { return true }
        return calendar?.calendarIdentifier != origin.calendar.calendarIdentifier
            || !PropertyChanges(from: origin.instance.component, to: todo.component).isEmpty
    }

    /// Takes back what was changed since the store gave it, as `EKObject.rollback`; a new reminder stays as it is.
    ///
    /// ```swift
    /// reminder.rollback()
    /// ```
    public mutating func rollback() {
        guard let origin else { return }
        self = Reminder(origin)
    }
}

extension Reminder: Identifiable, Hashable {
    /// What tells it from other reminders: its identifier with the instance, or the UID of a new one:
    /// `reminder.id // "home/studio:kiln%40studio.example"`.
    public var id: String {
        guard let origin else { return calendarItemExternalIdentifier }
        let slot = origin.instance.slot.map(ItemIdentifier.slot(of:))
        return origin.calendar.identifier(ofItem: origin.uid, slot: slot).description
    }

    /// The identifier of the item in its calendar, as `EKCalendarItem.calendarItemIdentifier`; the UID for a new one.
    public var calendarItemIdentifier: String {
        origin.map { $0.calendar.identifier(ofItem: $0.uid).description } ?? calendarItemExternalIdentifier
    }

    /// The UID, the same on every machine, as `EKCalendarItem.calendarItemExternalIdentifier`.
    public var calendarItemExternalIdentifier: String { origin?.uid ?? todo.uid ?? "" }

    /// Whether both are the same reminder of the same calendar and say the same.
    ///
    /// ```swift
    /// reminder == reminder  // true
    /// ```
    public static func == (left: Reminder, right: Reminder) -> Bool {
        left.id == right.id && left.todo == right.todo
            && left.calendar?.calendarIdentifier == right.calendar?.calendarIdentifier
    }

    /// Feeds what tells it from others: `Set([reminder]).count // 1`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension Reminder {
    /// The title, as `EKReminder.title`; SUMMARY: `SUMMARY:Water the plants`.
    public var title: String {
        get { todo.summary ?? "" }
        set { todo.summary = newValue }
    }

    /// The longer text, as `EKReminder.notes`; DESCRIPTION, nil when there is none.
    ///
    /// Setting it removes other forms of the old text. Setting ``location`` removes other descriptions of the old
    /// place, as for ``CalendarEvent``.
    public var notes: String? {
        get { todo.todoDescription }
        set { todo.setNotes(newValue) }
    }

    /// Where it is to be done, as `EKReminder.location`; LOCATION.
    public var location: String? {
        get { todo.location }
        set {
            guard newValue != location else { return }
            todo.setLocation(newValue)
            todo.appleLocation = nil
        }
    }

    /// A link, as `EKReminder.url`; URL.
    public var url: String? {
        get { todo.url }
        set { todo.url = newValue }
    }

    /// How urgent it is, as `EKReminder.priority`: 0 for none, 1 to 4 high, 5 medium, 6 to 9 low; anything else cannot be
    /// saved.
    public var priority: Int {
        get { todo.priority }
        set {
            guard newValue != priority else { return }
            todo.priority = newValue
            // Outlook's own words for it stay true where they stand.
            if todo.microsoftImportance != nil { todo.microsoftImportance = importance }
        }
    }

    private var importance: MicrosoftImportance {
        switch priority {
        case 1...4: .high
        case 6...9: .low
        default: .normal
        }
    }

    /// Its alarms, as `EKReminder.alarms`, which are relative to the start, or to the due time where there is none.
    public var alarms: [Alarm] {
        get { todo.alarms }
        set { todo.alarms = newValue }
    }

    /// The rules by which it recurs, as `EKReminder.recurrenceRules`: `reminder.recurrenceRules = [.weekly(on: .monday)]`.
    public var recurrenceRules: [RecurrenceRule] {
        get { todo.recurrenceRules }
        set {
            guard todo.recurrenceRules != newValue else { return }
            todo.recurrenceRules = newValue
            todo.component.removeRestatements(of: "RRULE")
            if newValue.isEmpty { todo.component.removeRecurrence() }
        }
    }

    /// Whether it recurs, as `EKReminder.hasRecurrenceRules`.
    public var hasRecurrenceRules: Bool { !recurrenceRules.isEmpty }

    /// Whether it is one of a series and has a component of its own there, as `EKEvent.isDetached` says of events.
    public var isDetached: Bool { origin?.instance.isDetached ?? false }

    /// When it begins, as `EKReminder.startDateComponents`; DTSTART.
    ///
    /// Without an hour it is a whole day, without a zone it
    /// is floating.
    ///
    /// ```swift
    /// reminder.startDateComponents = DateComponents(year: 2026, month: 4, day: 2)
    /// ```
    public var startDateComponents: DateComponents? {
        get { todo.start?.dateComponents }
        set { todo.start = newValue.flatMap { EventTime($0) } }
    }

    /// When it is due, as `EKReminder.dueDateComponents`; DUE, or the start and DURATION.
    ///
    /// Components that are no time of the Gregorian calendar take the due time away.
    ///
    /// ```swift
    /// reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 2, hour: 18)
    /// ```
    public var dueDateComponents: DateComponents? {
        get { due?.dateComponents }
        set { todo.due = newValue.flatMap { EventTime($0) } }
    }

    package var due: EventTime? { todo.dueTime }

    /// Whether it is done, as `EKReminder.isCompleted`: STATUS:COMPLETED.
    ///
    /// Setting it sets ``completionDate`` to now; unsetting it takes that away. Of a reminder that recurs this instance is
    /// completed, and the next one comes up once that is saved.
    public var isCompleted: Bool {
        get { todo.isDone }
        set {
            if newValue, !isCompleted { todo.complete() }
            if !newValue, isCompleted {
                todo.status = .needsAction
                todo.completed = nil
                todo.percentComplete = nil
            }
        }
    }

    /// When it was done, as `EKReminder.completionDate`; COMPLETED.
    ///
    /// A reminder can be completed without one.
    ///
    /// Setting it completes the reminder, setting nil makes it incomplete.
    public var completionDate: Date? {
        get { todo.completed?.date }
        set {
            guard let newValue else {
                isCompleted = false
                todo.completed = nil
                return
            }
            todo.complete(at: Instant(newValue))
        }
    }

    /// When it was made, as `EKCalendarItem.creationDate`; CREATED.
    public var creationDate: Date? { todo.created?.date }

    /// When it was changed last, as `EKCalendarItem.lastModifiedDate`; LAST-MODIFIED.
    public var lastModifiedDate: Date? { todo.lastModified?.date }
}
