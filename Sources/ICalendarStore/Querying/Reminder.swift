public import EssentialFoundation
public import ICalendar

/// A new reminder, or a reminder from a store, like `EKReminder` in EventKit but as a value based on a VTODO.
///
/// For a recurring reminder, a store returns the next instance and all postponed and completed instances.
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
    /// The to-do with this instance's times and the series' recurrence properties.
    ///
    /// All properties defined in RFC 5545 and its successors are accessible here.
    ///
    /// ```swift
    /// reminder.todo.percentComplete = 40
    /// ```
    public var todo: Todo
    /// The calendar that contains the reminder, or the calendar to save it in.
    ///
    /// Set another calendar to move the reminder: `reminder.calendar?.title // "studio"`.
    public var calendar: EventCalendar?

    /// Creates a reminder.
    ///
    /// If `calendar` is `nil`, the reminder is saved in the store's default calendar.
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

    /// The due time as last read from the store, or the start if there is no due time.
    ///
    /// The value is `nil` for a new reminder or if both times are missing.
    package var latest: Instant? { origin?.latest }

    /// Whether the reminder has never been saved, like `EKObject.isNew`: `Reminder(todo).isNew // true`.
    public var isNew: Bool { origin == nil }

    /// Whether the reminder has unsaved changes, like `EKObject.hasChanges`.
    public var hasChanges: Bool {
        guard let origin else { return true }
        return calendar?.calendarIdentifier != origin.calendar.calendarIdentifier
            || !PropertyChanges(from: origin.instance.component, to: todo.component).isEmpty
    }

    /// Returns a newer version with this version's unsaved changes.
    func refreshed(with newer: Reminder) -> Reminder {
        guard let origin else { return self }
        var reminder = newer
        let changes = PropertyChanges(from: origin.instance.component, to: todo.component)
        if !changes.isEmpty { changes.apply(to: &reminder.todo.component) }
        if calendar?.calendarIdentifier != origin.calendar.calendarIdentifier { reminder.calendar = calendar }
        return reminder
    }

    /// Discards unsaved changes, like `EKObject.rollback`.
    ///
    /// Has no effect on a new reminder.
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
    /// The unique identifier of the item or instance, or the UID for a new reminder:
    /// `reminder.id // "home/studio:kiln%40studio.example"`.
    public var id: String {
        guard let origin else { return calendarItemExternalIdentifier }
        let slot = origin.instance.slot.map(ItemIdentifier.slot(of:))
        return origin.calendar.identifier(ofItem: origin.uid, slot: slot).description
    }

    /// The item's identifier in its calendar, like `EKCalendarItem.calendarItemIdentifier`.
    ///
    /// For a new reminder, the value is the UID.
    public var calendarItemIdentifier: String {
        origin.map { $0.calendar.identifier(ofItem: $0.uid).description } ?? calendarItemExternalIdentifier
    }

    /// The UID, which is the same on all machines, like `EKCalendarItem.calendarItemExternalIdentifier`.
    public var calendarItemExternalIdentifier: String { origin?.uid ?? todo.uid ?? "" }

    /// Returns whether two reminders are the same item in the same calendar and have equal contents.
    ///
    /// ```swift
    /// reminder == reminder  // true
    /// ```
    public static func == (left: Reminder, right: Reminder) -> Bool {
        left.id == right.id && left.todo == right.todo
            && left.calendar?.calendarIdentifier == right.calendar?.calendarIdentifier
    }

    /// Hashes the identifier: `Set([reminder]).count // 1`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension Reminder {
    /// The title (SUMMARY), like `EKReminder.title`: `SUMMARY:Water the plants`.
    public var title: String {
        get { todo.summary ?? "" }
        set { todo.summary = newValue }
    }

    /// The notes (DESCRIPTION), like `EKReminder.notes`; `nil` if absent.
    ///
    /// Setting this property removes copies of the old text in other formats. Setting ``location`` removes other
    /// descriptions of the old location, as in ``CalendarEvent``.
    public var notes: String? {
        get { todo.descriptionText }
        set { todo.setNotes(newValue) }
    }

    /// The location (LOCATION), like `EKReminder.location`.
    public var location: String? {
        get { todo.location }
        set {
            guard newValue != location else { return }
            todo.setLocation(newValue)
            todo.appleLocation = nil
        }
    }

    /// The associated URL (URL), like `EKReminder.url`.
    public var url: String? {
        get { todo.url }
        set { todo.url = newValue }
    }

    /// The priority, like `EKReminder.priority`: 0 for none, 1 to 4 for high, 5 for medium, 6 to 9 for low.
    ///
    /// A priority outside this range cannot be saved.
    public var priority: Int {
        get { todo.priority }
        set {
            guard newValue != priority else { return }
            todo.priority = newValue
            // If Outlook's own property is present, keep it consistent with the priority.
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

    /// The alarms, like `EKReminder.alarms`.
    ///
    /// If a new alarm is relative to a missing start, saving makes it relative to the due time, and vice versa.
    public var alarms: [Alarm] {
        get { todo.alarms }
        set { todo.alarms = newValue }
    }

    /// The recurrence rules, like `EKReminder.recurrenceRules`: `reminder.recurrenceRules = [.weekly(on: .monday)]`.
    public var recurrenceRules: [RecurrenceRule] {
        get { todo.recurrenceRules }
        set {
            guard todo.recurrenceRules != newValue else { return }
            todo.recurrenceRules = newValue
            todo.component.removeRestatements(of: "RRULE")
            if newValue.isEmpty { todo.component.removeRecurrence() }
        }
    }

    /// Whether the reminder recurs, like `EKReminder.hasRecurrenceRules`.
    public var hasRecurrenceRules: Bool { !recurrenceRules.isEmpty }

    /// Whether this instance has a separate component in the series, like `EKEvent.isDetached` for events.
    public var isDetached: Bool { origin?.instance.isDetached ?? false }

    /// The start (DTSTART), like `EKReminder.startDateComponents`.
    ///
    /// Components without an hour represent a date. Components without a time zone are floating. The start is
    /// independent of the due time: one may be a date and the other a time.
    ///
    /// ```swift
    /// reminder.startDateComponents = DateComponents(year: 2026, month: 4, day: 2)
    /// ```
    public var startDateComponents: DateComponents? {
        get { times.start?.dateComponents }
        set { times.start = newValue.flatMap { EventTime(reading: $0) } }
    }

    /// The due time (DUE, or the start plus DURATION), like `EKReminder.dueDateComponents`.
    ///
    /// Out-of-range components are interpreted as in Foundation: November 31 is December 1. If the zone has no known
    /// name, as for a fixed offset, the time is stored in UTC. Components without a year and a day remove the due time.
    ///
    /// ```swift
    /// reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 2, hour: 18)
    /// ```
    public var dueDateComponents: DateComponents? {
        get { due?.dateComponents }
        set { times.due = newValue.flatMap { EventTime(reading: $0) } }
    }

    /// Whether the reminder is completed (STATUS:COMPLETED), like `EKReminder.isCompleted`.
    ///
    /// Setting this property to true sets ``completionDate`` to the current time. Setting it to false removes the date.
    /// For a recurring reminder, only this instance is completed. The next instance appears after saving.
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

    /// The completion time (COMPLETED), like `EKReminder.completionDate`.
    ///
    /// A completed reminder may have no completion date.
    ///
    /// Setting a date completes the reminder. Setting `nil` marks it as incomplete.
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

    /// The creation time (CREATED), like `EKCalendarItem.creationDate`.
    public var creationDate: Date? { todo.created?.date }

    /// The time of the last change (LAST-MODIFIED), like `EKCalendarItem.lastModifiedDate`.
    public var lastModifiedDate: Date? { todo.lastModified?.date }
}
