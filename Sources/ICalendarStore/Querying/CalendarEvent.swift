public import ICalendar
import SystemIO

/// One occurrence of an event of a store, or a new event: what `EKEvent` is in EventKit, as a value.
///
/// It keeps what it was when the store gave it, so that saving writes only what was changed since.
///
/// ```swift
/// var event = CalendarEvent(try Event("Dentist", start: EventTime("2026-04-02 10:00", in: "Europe/Berlin"), duration: .hours(1)))
/// try store.save(&event, span: .thisEvent)
/// print(event.eventIdentifier ?? "")
/// ```
public struct CalendarEvent: Sendable {
    /// What the store knows of an event that it gave.
    struct Origin: Sendable {
        /// The store and the calendar, which all events of an answer share.
        let home: Home
        /// The file that it is in, as it was read.
        let file: StoredFile
        /// The occurrence.
        let occurrence: Occurrence
        /// The same occurrence as its series alone says it, where the event stands for the series, see
        /// ``EventStore/series(_:)``.
        var series: Occurrence?
        /// Whether it is on the disk, and not only in a batch.
        var isCommitted = true

        /// Whether it stands for the series, and not for the occurrence.
        var isSeries: Bool { series != nil }
        /// What describes it.
        var described: Event { (series ?? occurrence).event }
        /// Which store gave it.
        var store: StoreIdentity { home.store }
        /// The calendar that it is in.
        var calendar: EventCalendar { home.calendar }
    }

    /// A calendar of a store.
    final class Home: Sendable {
        let store: StoreIdentity
        let calendar: EventCalendar

        init(_ store: StoreIdentity, _ calendar: EventCalendar) {
            self.store = store
            self.calendar = calendar
        }

        /// The item of an occurrence, decoded.
        ///
        /// Thousands of occurrences of one item, or items of one file, may be asked for all that is known of them, one after
        /// the other, so that the latest is kept, unless it is very large.
        func item(of occurrence: Occurrence, in file: StoredFile) -> DecodedItem {
            let known = store.latest.withLock { $0 as? DecodedItem }
            if let known, known.isSame(occurrence.uid, file) { return known }
            let item = DecodedItem(of: occurrence, in: file, zone: store.zone, knowing: known)
            if item.isForAll, file.bytes.count <= Self.largestKept { store.latest.withLock { $0 = item } }
            return item
        }

        /// The bytes of the largest file of which an item is kept; decoded it takes five times as many.
        private static let largestKept = 16 << 20
    }

    /// A value behind a reference: most events of an answer are looked at, and few are changed.
    private indirect enum Kept<Value: Sendable>: Sendable {
        case value(Value)

        var value: Value {
            switch self {
            case .value(let value): value
            }
        }
    }

    /// Where it comes from; nil for an event that was never saved.
    let origin: Origin?
    private var keptDraft: Kept<EventDraft>?
    private var keptCalendar: Kept<EventCalendar?>?

    /// A new event; without a calendar it is saved in the store's default one.
    ///
    /// An event without a UID gets one.
    ///
    /// ```swift
    /// let event = CalendarEvent(try Event("Lunch", start: EventTime("2026-04-02 12:00", in: "Europe/Berlin")))
    /// event.isNew  // true
    /// ```
    public init(_ event: Event, calendar: EventCalendar? = nil) {
        origin = nil
        draft = EventDraft(new: event)
        self.calendar = calendar
    }

    /// An occurrence that a store gives.
    init(_ origin: Origin) {
        self.origin = origin
    }

    /// What a person made of it; nil while nothing was changed.
    private(set) var draft: EventDraft? {
        get { keptDraft?.value }
        set { keptDraft = newValue.map { .value($0) } }
    }

    /// What a change begins with.
    var begun: EventDraft {
        draft ?? origin.map { EventDraft($0) } ?? EventDraft(new: Event(Component(Event.componentName)))
    }

    /// Changes what a person makes of it.
    mutating func edit(_ change: (inout EventDraft) -> Void) {
        var draft = begun
        change(&draft)
        self.draft = draft
    }

    /// Changes its times as they are written, and takes out what other programs wrote of the old ones, as the setters of
    /// the dates do; where `change` throws nothing is changed.
    package mutating func editTimes<Failure: Error>(
        _ change: (inout Event) throws(Failure) -> Void
    ) throws(Failure) {
        var draft = begun
        try draft.changeTimes { draft throws(Failure) in try change(&draft.event) }
        self.draft = draft
    }

    /// The calendar that it is in, or is to be saved in: setting another one moves it there with all of its series.
    ///
    /// ```swift
    /// calendarEvent.calendar = eventCalendar
    /// ```
    public var calendar: EventCalendar? {
        get { keptCalendar.map(\.value) ?? origin?.calendar }
        set { keptCalendar = .value(newValue) }
    }

    /// The event with the times of this occurrence, and what makes its series recur: all properties of RFC 5545 and its
    /// followers can be read and set here.
    ///
    /// ```swift
    /// calendarEvent.event.location = "Room 4"
    /// ```
    public var event: Event {
        get { begun.event }
        _modify {
            var draft = begun
            defer { self.draft = draft }
            yield &draft.event
        }
    }

    /// The component that describes it; its times and rules may be those of the series.
    ///
    /// Nothing but this component is decoded for it.
    var described: Event { draft?.event ?? origin?.described ?? Event(Component(Event.componentName)) }

    /// Whether it was never saved, as `EKObject.isNew`: `CalendarEvent(event).isNew // true`.
    public var isNew: Bool { origin == nil }

    /// Whether anything was changed since the store gave it, as `EKObject.hasChanges`: `calendarEvent.hasChanges // false`.
    public var hasChanges: Bool { origin == nil || isMoved || changes?.isEmpty == false }

    /// Whether another calendar was chosen than the one it is in.
    var isMoved: Bool {
        guard let origin, let chosen = keptCalendar?.value else { return false }
        return chosen.calendarIdentifier != origin.calendar.calendarIdentifier
    }

    /// What was changed in it since the store gave it; nil when nothing was begun, or it is new.
    var changes: PropertyChanges? {
        guard let draft, let base = draft.base else { return nil }
        return PropertyChanges(from: base.component, to: draft.event.component)
    }

    /// Takes back what was changed since the store gave it, as `EKObject.rollback`; a new event stays as it is.
    ///
    /// ```swift
    /// calendarEvent.rollback()
    /// calendarEvent.hasChanges  // false
    /// ```
    public mutating func rollback() {
        guard origin != nil else { return }
        keptDraft = nil
        keptCalendar = nil
    }

    /// The same changes on what the store knows now: what a person changed stays, the rest is new.
    func refreshed(with newer: Origin) -> CalendarEvent {
        var event = CalendarEvent(newer)
        if let changes, !changes.isEmpty { event.edit { changes.apply(to: &$0.event.component) } }
        if isMoved { event.calendar = calendar }
        return event
    }
}

extension CalendarEvent {
    /// The occurrence that the store gave, without what was changed in it since; nil for a new event.
    ///
    /// Unlike ``event`` it costs nothing: the file is not read again.
    package var occurrence: Occurrence? { origin?.occurrence }

    /// A text that stays the same for as long as the file that the event is from is as it was; nil where that cannot be
    /// told without its content, and for a new event.
    package var fileVersion: String? {
        guard let version = origin?.file.version, version.digest == nil else { return nil }
        let stamp = version.stamp
        return "\(stamp.device).\(stamp.inode).\(stamp.size).\(stamp.modified).\(stamp.changed)"
    }
}

extension Occurrence {
    /// The text of what names it in a calendar of a store, as ``CalendarEvent/occurrenceIdentifier``.
    package func identifier(inCalendar calendarIdentifier: String) -> String {
        ItemIdentifier(
            calendarIdentifier: calendarIdentifier,
            uid: uid,
            slot: ItemIdentifier.slot(of: self)
        ).description
    }
}

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
