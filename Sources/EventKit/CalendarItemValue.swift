import Foundation
import ICalendar
import ICalendarStore

/// The fields common to the store's events and reminders.
protocol CalendarItemValue: Sendable {
    var title: String { get set }
    var location: String? { get set }
    var notes: String? { get set }
    var link: URL? { get set }
    var zone: TimeZone? { get set }
    var calendar: EventCalendar? { get set }
    var alarmList: [Alarm] { get set }
    var rules: [RecurrenceRule] { get set }
    var people: [Attendee] { get }
    var creationDate: Date? { get }
    var lastModifiedDate: Date? { get }
    var id: String { get }
    var calendarItemIdentifier: String { get }
    var calendarItemExternalIdentifier: String { get }
    var isNew: Bool { get }
    var hasChanges: Bool { get }
    /// The duration in seconds, for alarms relative to the end.
    var length: Int { get }
    /// The item's start or due time, whose form determines the form of UNTIL in the rule.
    var form: EventTime? { get }

    /// Calls the closure that matches the value's type.
    mutating func choose<Value>(
        _ event: (inout CalendarEvent) -> Value,
        _ reminder: (inout Reminder) -> Value
    ) -> Value

    mutating func rollback()
    mutating func refresh(in store: EventStore) throws(StoreError) -> Bool
}

extension CalendarItemValue {
    /// Returns a date as an UNTIL value for this item (RFC 5545 section 3.3.10).
    func until(_ date: Date) -> EventTime {
        let civil = Zone.current.civil(at: Instant(date))
        switch form {
        case .date: return .date(civil.date)
        case .floating: return .floating(civil)
        default: return EventTime(Instant(date), in: .utc)
        }
    }
}

extension CalendarEvent: CalendarItemValue {
    mutating func choose<Value>(
        _ event: (inout CalendarEvent) -> Value,
        _ reminder: (inout Reminder) -> Value
    ) -> Value { event(&self) }

    var link: URL? {
        get { url }
        set { url = newValue }
    }

    var zone: TimeZone? {
        get { timeZone }
        set { timeZone = newValue }
    }

    var alarmList: [Alarm] {
        get { alarms ?? [] }
        set { alarms = newValue }
    }

    var rules: [RecurrenceRule] {
        get { recurrenceRules ?? [] }
        set { recurrenceRules = newValue }
    }

    var people: [Attendee] { attendees ?? [] }

    var length: Int {
        guard let startDate, let endDate else { return 0 }
        return Int(exactly: endDate.timeIntervalSince(startDate).rounded()) ?? 0
    }

    var form: EventTime? { event.start }

    mutating func refresh(in store: EventStore) throws(StoreError) -> Bool { try store.refresh(&self) }
}

extension Reminder: CalendarItemValue {
    mutating func choose<Value>(
        _ event: (inout CalendarEvent) -> Value,
        _ reminder: (inout Reminder) -> Value
    ) -> Value { reminder(&self) }

    var link: URL? {
        get { url.flatMap { URL(string: $0) } }
        set { if newValue != link { url = newValue?.absoluteString } }
    }

    /// The time zone of the due time or, if there is none, of the start.
    var zone: TimeZone? {
        get { dueDateComponents?.timeZone ?? startDateComponents?.timeZone }
        set {
            func moved(_ components: DateComponents?) -> DateComponents? {
                guard var moved = components, moved.hour != nil else { return components }
                moved.timeZone = newValue
                return moved
            }
            startDateComponents = moved(startDateComponents)
            dueDateComponents = moved(dueDateComponents)
        }
    }

    var alarmList: [Alarm] {
        get { alarms }
        set { alarms = newValue }
    }

    var rules: [RecurrenceRule] {
        get { recurrenceRules }
        set { recurrenceRules = newValue }
    }

    var people: [Attendee] { todo.attendees }

    var length: Int {
        guard let start = startDateComponents?.inGregorianCalendar.date,
            let due = dueDateComponents?.inGregorianCalendar.date
        else { return 0 }
        return Int(due.timeIntervalSince(start).rounded())
    }

    var form: EventTime? { todo.start ?? due }

    mutating func refresh(in store: EventStore) throws(StoreError) -> Bool { try store.refresh(&self) }
}

extension EKCalendarItem.State {
    mutating func forgetObjects() { (calendar, alarms, rules, place) = (nil, nil, nil, nil) }

    /// Replaces the value with its saved version.
    ///
    /// A program may still change alarms, rules and locations that it obtained earlier, so these objects remain part of
    /// the item if they match the new value.
    mutating func take(_ saved: any CalendarItemValue) {
        let (oldAlarms, oldRules, oldPlace) = (alarms, rules, place)
        forgetObjects()
        value = saved
        if let oldAlarms, oldAlarms.count == saved.alarmList.count {
            alarms = zip(oldAlarms, saved.alarmList).map { old, alarm in
                old.shows(alarm, length: saved.length) ? old : EKAlarm(alarm, length: saved.length)
            }
        }
        if let rule = oldRules?.first, saved.rules.contains(rule.rule(for: saved)) { rules = oldRules }
        if let oldPlace, (saved as? CalendarEvent)?.place == oldPlace.location { place = oldPlace }
    }

    /// Whether the item has no saved calendar.
    var lacksCalendar: Bool { calendar.map { $0.saved == nil } ?? (value.calendar == nil) }

    var loadedAlarms: [EKAlarm] {
        mutating get {
            let loaded = alarms ?? value.alarmList.map { EKAlarm($0, length: value.length) }
            alarms = loaded
            return loaded
        }
    }

    var loadedRules: [EKRecurrenceRule] {
        mutating get {
            if let rules { return rules }
            let shown = Array(value.rules.lazy.compactMap(EKRecurrenceRule.init(parts:)).prefix(1))
            // An empty list would remove the rules that EventKit cannot express.
            if !shown.isEmpty { rules = shown }
            return shown
        }
    }

    /// The value, including changes that the program made to the item's alarms, rules and location.
    var folded: any CalendarItemValue {
        var folded = value
        if let alarms { folded.alarmList = alarms.map(\.alarm) }
        if let rules { folded.rules = merged(rules) }
        if let saved = calendar?.saved { folded.calendar = saved }
        if var event = folded as? CalendarEvent, let place {
            event.place = place.location
            folded = event
        }
        return folded
    }

    /// Returns the value's rules, replacing the one that EventKit can express.
    private func merged(_ rules: [EKRecurrenceRule]) -> [RecurrenceRule] {
        guard let rule = rules.first?.rule(for: value) else { return [] }
        var all = value.rules
        guard let shown = all.firstIndex(where: { EKRecurrenceRule(parts: $0) != nil }) else { return [rule] }
        all[shown] = rule
        return all
    }
}
