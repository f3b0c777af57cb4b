public import ICalendar

/// Who takes part, what reminds of it, and how it recurs, by the names of `EKCalendarItem`.
///
/// The lists are nil when there is nothing in them, as in EventKit.
extension CalendarEvent {
    /// ORGANIZER, as `EKEvent.organizer`; nil when there is none: `calendarEvent.organizer?.email`.
    public var organizer: Organizer? {
        get { described.organizer }
        set { event.organizer = newValue }
    }

    /// ATTENDEE in the order of the file, as `EKCalendarItem.attendees`; nil, not empty, when there is none.
    ///
    /// They can be set, as they cannot in EventKit.
    ///
    /// ```swift
    /// for attendee in calendarEvent.attendees ?? [] { print(attendee.email ?? "", attendee.status) }
    /// ```
    public var attendees: [Attendee]? {
        get { described.attendees.nilIfEmpty }
        set { event.attendees = newValue ?? [] }
    }

    /// Whether there are ``attendees``: `calendarEvent.hasAttendees // true`.
    public var hasAttendees: Bool { described.component.first("ATTENDEE") != nil }

    /// VALARM, as `EKCalendarItem.alarms`; nil when there is none.
    ///
    /// ```swift
    /// calendarEvent.alarms = [.display("Stand-up", .before(.minutes(10)))]
    /// ```
    public var alarms: [Alarm]? {
        get { described.alarms.nilIfEmpty }
        set { event.alarms = newValue ?? [] }
    }

    /// Whether there are ``alarms``: `calendarEvent.hasAlarms // true`.
    public var hasAlarms: Bool { alarms != nil }

    /// Adds an alarm, as `EKCalendarItem.addAlarm(_:)`.
    ///
    /// ```swift
    /// calendarEvent.addAlarm(alarm)
    /// ```
    public mutating func addAlarm(_ alarm: Alarm) {
        event.alarms.append(alarm)
    }

    /// Takes an alarm away, as `EKCalendarItem.removeAlarm(_:)`.
    ///
    /// ```swift
    /// calendarEvent.removeAlarm(alarm)
    /// ```
    public mutating func removeAlarm(_ alarm: Alarm) {
        event.alarms.removeAll { $0 == alarm }
    }

    /// RRULE of the series, as `EKCalendarItem.recurrenceRules`; nil for an event that has none.
    ///
    /// Saving other rules reaches ``EventSpan/futureEvents`` or ``EventSpan/allEvents``; nil makes one event of the
    /// series, or of what follows, and takes added dates and exclusions away with the rules.
    ///
    /// ```swift
    /// calendarEvent.recurrenceRules = [.weekly(on: .monday)]
    /// ```
    public var recurrenceRules: [RecurrenceRule]? {
        get { series.recurrenceRules.nilIfEmpty }
        set {
            guard event.recurrenceRules != newValue ?? [] else { return }
            event.recurrenceRules = newValue ?? []
            event.component.removeRestatements(of: "RRULE")
            if event.recurrenceRules.isEmpty { event.component.removeRecurrence() }
        }
    }

    /// Whether it is of a series that recurs by rules: `calendarEvent.hasRecurrenceRules // true`.
    public var hasRecurrenceRules: Bool { recurrenceRules != nil }

    /// Adds a rule, as `EKCalendarItem.addRecurrenceRule(_:)`; unlike EventKit's, an event may have several.
    ///
    /// ```swift
    /// calendarEvent.addRecurrenceRule(.monthly(onDays: 1))
    /// ```
    public mutating func addRecurrenceRule(_ rule: RecurrenceRule) {
        event.recurrenceRules.append(rule)
        event.component.removeRestatements(of: "RRULE")
    }

    /// Takes a rule away, as `EKCalendarItem.removeRecurrenceRule(_:)`.
    ///
    /// ```swift
    /// calendarEvent.removeRecurrenceRule(rule)
    /// ```
    public mutating func removeRecurrenceRule(_ rule: RecurrenceRule) {
        let left = event.recurrenceRules.filter { $0 != rule }
        if left != event.recurrenceRules { recurrenceRules = left }
    }

    /// The component that has the rules: an override has none, so that its master is looked up.
    private var series: Event {
        isDetached || draft != nil ? event : described
    }
}

extension Array {
    /// The list, or nil for an empty one.
    fileprivate var nilIfEmpty: Self? { isEmpty ? nil : self }
}
