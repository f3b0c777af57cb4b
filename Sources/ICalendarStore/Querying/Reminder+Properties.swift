public import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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

    /// The priority as Outlook says it.
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

    /// DUE, or DTSTART and DURATION together.
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
