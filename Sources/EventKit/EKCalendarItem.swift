public import Foundation
import ICalendarStore
import SystemIO

/// The base class of events and reminders.
///
/// ```swift
/// for item in eventStore.calendarItems(withExternalIdentifier: "stand-up@studio.example") { print(item.title ?? "") }
/// ```
// The class is Sendable because a lock, shared by the items in a search result, protects all of its state.
open class EKCalendarItem: EKObject, @unchecked Sendable {
    /// An item's contents, and the mutable objects that a program has obtained from it.
    struct State {
        var value: any CalendarItemValue
        var calendar: EKCalendar?
        var alarms: [EKAlarm]?
        var rules: [EKRecurrenceRule]?
        var place: EKStructuredLocation?
        /// Whether an event's end was set explicitly.
        ///
        /// An event's value always has an end, since RFC 5545 implies one.
        var isEndSet = false
        /// Whether this is a new event without an explicit end.
        ///
        /// RFC 5545 section 3.6.1 implies an end, but EventKit requires an explicit one.
        var lacksEnd: Bool { value.isNew && !isEndSet }
        /// The item's last value before it was removed.
        var removed: (any CalendarItemValue)?

        init(_ value: any CalendarItemValue) { self.value = value }
    }

    /// A reference to a state, created on demand because most items in a search result never need one.
    private final class Kept {
        var state: State

        init(_ value: any CalendarItemValue) { state = State(value) }
    }

    let home: ItemHome
    /// The event's index in `home`; unused once the item has its own state.
    private let index: Int
    private var kept: Kept?

    var link: StoreLink { home.link }

    init(_ value: any CalendarItemValue, _ link: StoreLink, generation: Int) {
        home = ItemHome(link, generation: generation)
        index = 0
        kept = Kept(value)
        super.init()
    }

    init(_ home: ItemHome, at index: Int) {
        self.home = home
        self.index = index
        super.init()
    }

    /// Returns the result of a closure that can read and change the state.
    func read<Value>(_ body: (inout State) -> Value) -> Value {
        home.lock.withLock { shared in
            if let kept { return body(&kept.state) }
            let new = Kept(shared.events[index])
            kept = new
            return body(&new.state)
        }
    }

    /// Returns a result computed from the state or, if there is none, from the event in the search result.
    ///
    /// The closures must not change anything. The parameters are inout only to avoid copying the value.
    @inline(__always)
    func look<Value>(_ found: (inout CalendarEvent) -> Value, _ body: (inout State) -> Value) -> Value {
        home.lock.withLock { shared in
            if let kept { body(&kept.state) } else { found(&shared.events[index]) }
        }
    }

    /// Returns a result computed from the state, or the given default if the item has no state.
    func peek<Value>(_ unchanged: Value, _ body: (inout State) -> Value) -> Value {
        look({ _ in unchanged }, body)
    }

    /// Returns a result computed from the event or reminder.
    @inline(__always)
    func current<Value>(
        _ event: (inout CalendarEvent) -> Value,
        _ reminder: (inout Reminder) -> Value
    ) -> Value {
        look(event) { $0.value.choose(event, reminder) }
    }

    /// Returns a result computed from the event or reminder.
    ///
    /// This method copies the value of an event in a search result, so use it sparingly.
    func current<Value>(_ body: (any CalendarItemValue) -> Value) -> Value {
        look({ body($0) }, { body($0.value) })
    }

    func change(_ body: (inout any CalendarItemValue) -> Void) { read { body(&$0.value) } }

    // MARK: - Text

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The title (SUMMARY), or an empty string if absent: `ekEvent.title // "Stand-up"`.
    open var title: String! {
        get { current({ $0.title }, { $0.title }) }
        set { change { $0.title = newValue ?? "" } }
    }

    /// The location (LOCATION): `ekEvent.location = "Room 5"`.
    ///
    /// Setting the location replaces an event's structured location.
    open var location: String? {
        get { current({ $0.location }, { $0.location }) }
        set {
            read { state in
                state.place = nil
                state.value.location = newValue
            }
        }
    }

    /// The notes (DESCRIPTION): `ekEvent.notes = "Bring the glazes"`.
    open var notes: String? {
        get { current({ $0.notes }, { $0.notes }) }
        set { change { $0.notes = newValue } }
    }

    /// Whether the item has ``notes``: `ekEvent.hasNotes // false`.
    open var hasNotes: Bool { notes?.isEmpty == false }

    /// The item's web address (URL): `ekEvent.url = URL(string: "https://studio.example/stand-up")`.
    open var url: URL? {
        get { current({ $0.link }, { $0.link }) }
        set { change { $0.link = newValue } }
    }

    /// The time zone; nil for floating times and all-day items: `ekEvent.timeZone?.identifier // "Europe/Berlin"`.
    open var timeZone: TimeZone? {
        get { current({ $0.zone }, { $0.zone }) }
        set { change { $0.zone = newValue } }
    }

    // MARK: - Identity

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The item's calendar; nil for a new item until you set a calendar.
    ///
    /// If you set a different calendar, the next save moves the item and its entire series there:
    /// `ekEvent.calendar = eventStore.defaultCalendarForNewEvents`.
    open var calendar: EKCalendar! {
        get {
            home.lock.withLock { shared in
                guard let kept else {
                    return shared.events[index].calendar.map { shared.object(for: $0, link) }
                }
                if let calendar = kept.state.calendar { return calendar }
                kept.state.calendar = kept.state.value.calendar.map { shared.object(for: $0, link) }
                return kept.state.calendar
            }
        }
        set {
            read { state in
                state.calendar = newValue
                state.value.calendar = newValue?.saved
            }
        }
    }

    /// The item's identifier in its calendar: `ekEvent.calendarItemIdentifier`.
    ///
    /// The identifier changes when a new item is saved and when an item moves to another calendar.
    open var calendarItemIdentifier: String { last { $0.calendarItemIdentifier } }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The UID, which is the same on every machine:
    /// `ekEvent.calendarItemExternalIdentifier // "stand-up@studio.example"`.
    open var calendarItemExternalIdentifier: String! { last { $0.calendarItemExternalIdentifier } }

    /// The creation time (CREATED); nil if unknown: `ekEvent.creationDate`.
    open var creationDate: Date? { current({ $0.creationDate }, { $0.creationDate }) }

    /// The time of the last change (LAST-MODIFIED); nil if unknown: `ekEvent.lastModifiedDate`.
    open var lastModifiedDate: Date? { current({ $0.lastModifiedDate }, { $0.lastModifiedDate }) }

    // MARK: - People, alarms and rules

    /// The attendees in file order, or nil if there are none: `ekEvent.attendees?.map(\.name)`.
    open var attendees: [EKParticipant]? {
        let users = link.configuration.userAddresses
        let people = current({ $0.people }, { $0.people }).map { EKParticipant($0, isOneOf: users) }
        return people.isEmpty ? nil : people
    }

    /// Whether the item has ``attendees``: `ekEvent.hasAttendees // true`.
    open var hasAttendees: Bool { !current({ $0.people }, { $0.people }).isEmpty }

    /// The alarms, or nil if there are none: `ekEvent.alarms = [EKAlarm(relativeOffset: -600)]`.
    open var alarms: [EKAlarm]? {
        get {
            let alarms = read { $0.loadedAlarms }
            return alarms.isEmpty ? nil : alarms
        }
        set { read { $0.alarms = newValue ?? [] } }
    }

    /// Whether the item has ``alarms``: `ekEvent.hasAlarms // true`.
    open var hasAlarms: Bool { alarms != nil }

    /// Adds an alarm.
    ///
    /// ```swift
    /// ekEvent.addAlarm(EKAlarm(relativeOffset: -600))
    /// ```
    open func addAlarm(_ alarm: EKAlarm) { read { $0.alarms = $0.loadedAlarms + [alarm] } }

    /// Removes the given alarm or, if the item does not contain it, one with the same contents.
    ///
    /// ```swift
    /// if let alarm = ekEvent.alarms?.first { ekEvent.removeAlarm(alarm) }
    /// ```
    open func removeAlarm(_ alarm: EKAlarm) {
        read { state in
            var alarms = state.loadedAlarms
            let same = alarms.firstIndex { $0 === alarm } ?? alarms.firstIndex { $0.alarm == alarm.alarm }
            if let same { alarms.remove(at: same) }
            state.alarms = alarms
        }
    }

    /// The recurrence rule of the series, or nil if EventKit cannot express any of its rules.
    ///
    /// The array contains at most one rule. Replacing that rule keeps the item's other rules; setting nil removes all:
    /// `ekEvent.recurrenceRules = [EKRecurrenceRule(recurrenceWith: .weekly, interval: 1, end: nil)]`.
    open var recurrenceRules: [EKRecurrenceRule]? {
        get {
            let rules = read { $0.loadedRules }
            return rules.isEmpty ? nil : rules
        }
        set { read { $0.rules = newValue?.suffix(1).map { $0 } ?? [] } }
    }

    /// Whether the item recurs, even if EventKit cannot express its rules: `ekEvent.hasRecurrenceRules // true`.
    open var hasRecurrenceRules: Bool { read { !$0.folded.rules.isEmpty } }

    /// Sets the recurrence rule and replaces any existing rule.
    ///
    /// ```swift
    /// ekEvent.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
    /// ```
    open func addRecurrenceRule(_ rule: EKRecurrenceRule) { recurrenceRules = [rule] }

    /// Removes the recurrence rule; the item then no longer recurs.
    ///
    /// ```swift
    /// if let rule = ekEvent.recurrenceRules?.first { ekEvent.removeRecurrenceRule(rule) }
    /// ```
    open func removeRecurrenceRule(_ rule: EKRecurrenceRule) {
        read { state in
            let rules = state.loadedRules
            let left = rules.filter { $0 !== rule && $0.parts != rule.parts }
            if left.count < rules.count { state.rules = left }
        }
    }

    // MARK: - EKObject

    open override var hasChanges: Bool { peek(false) { $0.lacksCalendar || $0.folded.hasChanges } }

    open override var isNew: Bool { peek(false) { $0.value.isNew } }

    open override func rollback() {
        read { state in
            state.forgetObjects()
            state.value.rollback()
        }
    }

    @discardableResult
    open override func refresh() -> Bool {
        guard isValid else { return false }
        var value = read { $0.folded }
        let isThere = try? link.attempt { store throws(StoreError) in try value.refresh(in: store) }
        guard isThere == true else { return false }
        take(value)
        return true
    }

    /// Returns whether another object is the same saved item or occurrence in the same event store.
    ///
    /// ```swift
    /// ekEvent.isEqual(ekEvent)  // true
    /// ```
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? EKCalendarItem else { return false }
        return self === other || link === other.link && last { $0.id } == other.last { $0.id }
    }

    /// The hash value of the UID: `Set([ekEvent, ekEvent]).count // 1`.
    open override var hash: Int { last { $0.calendarItemExternalIdentifier }.hashValue }

    // MARK: - For the event store

    private var isValid: Bool { home.generation == link.generation && peek(true) { $0.removed == nil } }

    /// Returns a result computed from the item, or from its last value if it was removed.
    func last<Value>(_ body: (any CalendarItemValue) -> Value) -> Value {
        look({ body($0) }, { body($0.removed ?? $0.value) })
    }

    func check(for link: StoreLink) throws(EKError) {
        try link.check(self.link, home.generation, last { $0.title })
        guard let calendar = peek(nil, { $0.calendar }), calendar.link !== link else { return }
        throw EKError(
            .objectBelongsToDifferentStore,
            "\(calendar.title): the calendar belongs to another store"
        )
    }

    /// The item, including unsaved changes to its alarms, rules and location.
    var folded: any CalendarItemValue { read { $0.folded } }

    /// Throws an error if an added or changed alarm has an action that is not allowed for the item.
    func checkAlarms() throws(EKError) {
        let new = read { state in
            let known = state.value.alarmList
            return (state.alarms ?? []).filter { !known.contains($0.alarm) }.map(\.type)
        }
        let title = last { $0.title }
        if new.contains(.procedure) {
            throw EKError(.procedureAlarmsNotMutable, "\(title): an alarm cannot run a program")
        }
        if self is EKReminder, new.contains(.email) {
            let reason = "the alarm of a reminder cannot send email"
            throw EKError(.reminderAlarmContainsEmailOrUrl, "\(title): \(reason)")
        }
    }

    /// Replaces the item with its saved version.
    func take(_ value: any CalendarItemValue) { read { $0.take(value) } }

    /// Detaches a removed item from the store but keeps its identifiers and the given contents.
    func untie(_ contents: any CalendarItemValue) {
        read { state in
            state.forgetObjects()
            state.removed = state.removed ?? state.value
            state.value = contents
        }
    }
}
