public import EssentialFoundation
public import ICalendar
import SystemIO

/// A new event, or an occurrence of an event from a store, like `EKEvent` in EventKit but as a value.
///
/// The value remembers its original state, so saving writes only the changes.
///
/// ```swift
/// var event = CalendarEvent(try Event("Dentist", start: EventTime("2026-04-02 10:00", in: "Europe/Berlin"), duration: .hours(1)))
/// try store.save(&event, span: .thisEvent)
/// print(event.eventIdentifier ?? "")
/// ```
public struct CalendarEvent: Sendable {
    struct Origin: Sendable {
        let home: Home
        let file: StoredFile
        let occurrence: Occurrence
        /// The same occurrence as defined by the series alone, if this event represents the series.
        ///
        /// See ``EventStore/series(_:)``.
        var series: Occurrence?
        var isCommitted = true

        var isSeries: Bool { series != nil }
        var described: Event { (series ?? occurrence).event }
        var store: StoreIdentity { home.store }
        var calendar: EventCalendar { home.calendar }
    }

    final class Home: Sendable {
        let store: StoreIdentity
        let calendar: EventCalendar

        init(_ store: StoreIdentity, _ calendar: EventCalendar) {
            self.store = store
            self.calendar = calendar
        }

        /// Returns the decoded item that an occurrence belongs to.
        ///
        /// Callers may query thousands of occurrences of one item or file in sequence. Therefore, the latest item is
        /// cached unless it is very large.
        func item(of occurrence: Occurrence, in file: StoredFile) -> DecodedItem {
            let known = store.latest.withLock { $0 as? DecodedItem }
            if let known, known.isSame(occurrence.uid, file) { return known }
            let item = DecodedItem(of: occurrence, in: file, zone: store.zone, knowing: known)
            if item.isForAll, file.bytes.count <= Self.largestKept { store.latest.withLock { $0 = item } }
            return item
        }

        /// The maximum size, in bytes, of a file whose item is cached.
        ///
        /// A decoded file takes five times as much memory as its bytes.
        private static let largestKept = 16 << 20
    }

    /// A value stored by reference.
    ///
    /// Most events in a result are only read, so the value is rarely copied.
    private final class Kept<Value: Sendable>: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    let origin: Origin?
    private var keptDraft: Kept<EventDraft>?
    private var keptCalendar: Kept<EventCalendar?>?

    /// Creates an event.
    ///
    /// If `calendar` is `nil`, the event is saved in the store's default calendar.
    ///
    /// An event without a UID gets a new one.
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

    init(_ origin: Origin) {
        self.origin = origin
    }

    private(set) var draft: EventDraft? {
        get { keptDraft?.value }
        set { keptDraft = newValue.map { Kept($0) } }
    }

    var begun: EventDraft {
        draft ?? origin.map { EventDraft($0) } ?? EventDraft(new: Event(Component(Event.componentName)))
    }

    mutating func edit(_ change: (inout EventDraft) -> Void) {
        var draft = begun
        change(&draft)
        self.draft = draft
    }

    /// Changes the event's times.
    ///
    /// Like the date setters, this method removes copies of the old times in other programs' properties.
    ///
    /// If `change` throws an error, nothing changes.
    package mutating func editTimes<Failure: Error>(
        _ change: (inout Event) throws(Failure) -> Void
    ) throws(Failure) {
        var draft = begun
        try draft.changeTimes { draft throws(Failure) in try change(&draft.event) }
        self.draft = draft
    }

    /// The calendar that contains the event, or the calendar to save it in.
    ///
    /// If you set another calendar, the next save moves the whole series.
    ///
    /// ```swift
    /// calendarEvent.calendar = eventCalendar
    /// ```
    public var calendar: EventCalendar? {
        get { keptCalendar.map(\.value) ?? origin?.calendar }
        set { keptCalendar = Kept(newValue) }
    }

    /// The event with this occurrence's times and the series' recurrence properties.
    ///
    /// All properties defined in RFC 5545 and its successors are accessible here.
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

    /// The component that describes the event, decoded without the rest of the file.
    ///
    /// The component may have the times and rules of the series.
    var described: Event { draft?.event ?? origin?.described ?? Event(Component(Event.componentName)) }

    /// Whether the event has never been saved, like `EKObject.isNew`: `CalendarEvent(event).isNew // true`.
    public var isNew: Bool { origin == nil }

    /// Whether the event has unsaved changes, like `EKObject.hasChanges`: `calendarEvent.hasChanges // false`.
    public var hasChanges: Bool { origin == nil || isMoved || changes?.isEmpty == false }

    var isMoved: Bool {
        guard let origin, let chosen = keptCalendar?.value else { return false }
        return chosen.calendarIdentifier != origin.calendar.calendarIdentifier
    }

    var changes: PropertyChanges? {
        guard let draft, let base = draft.base else { return nil }
        return PropertyChanges(from: base.component, to: draft.event.component)
    }

    /// Discards unsaved changes, like `EKObject.rollback`.
    ///
    /// Has no effect on a new event.
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

    func refreshed(with newer: Origin) -> CalendarEvent {
        var event = CalendarEvent(newer)
        if let changes, !changes.isEmpty { event.edit { changes.apply(to: &$0.event.component) } }
        if isMoved { event.calendar = calendar }
        return event
    }

    /// The occurrence from the store, without unsaved changes.
    ///
    /// Reading this property does not read the file.
    ///
    /// The value is `nil` for a new event.
    package var occurrence: Occurrence? { origin?.occurrence }

    /// The DTSTART of the component with the rules, or nil if the event is not stored as a series.
    package var seriesStart: EventTime? {
        guard let origin else { return nil }
        return origin.home.item(of: origin.occurrence, in: origin.file).item.series.flatMap {
            Event($0).start
        }
    }

    /// A token that changes whenever the event's file changes.
    ///
    /// The token is `nil` for a new event, or if only the file's contents reveal a change.
    package var fileVersion: String? {
        guard let version = origin?.file.version, version.digest == nil else { return nil }
        let stamp = version.stamp
        return "\(stamp.device).\(stamp.inode).\(stamp.size).\(stamp.modified).\(stamp.changed)"
    }
}

extension Occurrence {
    package func identifier(inCalendar calendarIdentifier: String) -> String {
        ItemIdentifier(
            calendarIdentifier: calendarIdentifier,
            uid: uid,
            slot: ItemIdentifier.slot(of: self)
        ).description
    }
}

extension CalendarEvent: Identifiable {
    /// The unique identifier: the ``occurrenceIdentifier``, or the UID for a new event:
    /// `calendarEvent.id == calendarEvent.occurrenceIdentifier // true`.
    public var id: String { occurrenceIdentifier ?? calendarItemExternalIdentifier }

    /// The event's identifier, shared by all its occurrences, like `EKEvent.eventIdentifier`.
    ///
    /// The value is `nil` until the event is saved.
    ///
    /// The identifier changes when the event moves to another calendar:
    /// `calendarEvent.eventIdentifier // "home/studio:stand-up%40studio.example"`.
    public var eventIdentifier: String? { identifier(withSlot: false)?.description }

    /// The identifier for finding, changing, and removing this occurrence later.
    ///
    /// The value is `nil` until the event is saved.
    ///
    /// This property has no counterpart in EventKit.
    ///
    /// ```swift
    /// calendarEvent.occurrenceIdentifier  // "home/studio:stand-up%40studio.example/RID=20260330T071500Z"
    /// ```
    public var occurrenceIdentifier: String? { identifier(withSlot: true)?.description }

    /// The item's identifier in its calendar, like `EKCalendarItem.calendarItemIdentifier`.
    ///
    /// The value equals ``eventIdentifier``, or the UID for a new event.
    public var calendarItemIdentifier: String { eventIdentifier ?? calendarItemExternalIdentifier }

    /// The UID, which is the same on all machines, like `EKCalendarItem.calendarItemExternalIdentifier`:
    /// `calendarEvent.calendarItemExternalIdentifier // "stand-up@studio.example"`.
    public var calendarItemExternalIdentifier: String { origin?.occurrence.uid ?? draft?.event.uid ?? "" }

    private func identifier(withSlot: Bool) -> ItemIdentifier? {
        origin.map { origin in
            let slot = withSlot ? ItemIdentifier.slot(of: origin.occurrence) : nil
            return origin.calendar.identifier(ofItem: origin.occurrence.uid, slot: slot)
        }
    }

    /// The occurrence's original start in its series, even if it was moved, like `EKEvent.occurrenceDate`.
    ///
    /// For a nonrecurring event, the value is the start.
    public var occurrenceDate: Date? {
        guard let origin, let slot = origin.occurrence.recurrenceID else { return startDate }
        return slot.instant(in: origin.store.zone).date
    }

    /// Whether the occurrence has a separate component with RECURRENCE-ID, like `EKEvent.isDetached`.
    public var isDetached: Bool { origin?.occurrence.isDetached ?? false }
}

extension CalendarEvent: Hashable {
    /// Returns whether two values represent the same stored occurrence, or the same new event, and have equal contents.
    ///
    /// ```swift
    /// var changed = calendarEvent
    /// changed.title = "Stand-up, short"
    /// changed == calendarEvent  // false
    /// ```
    public static func == (left: CalendarEvent, right: CalendarEvent) -> Bool {
        guard left.origin?.store == right.origin?.store, left.id == right.id, left.calendar == right.calendar
        else { return false }
        if let one = left.origin?.occurrence, let other = right.origin?.occurrence, left.draft == nil,
            right.draft == nil, one.eventIdentity == other.eventIdentity
        {
            return one.start == other.start && one.end == other.end
        }
        return left.event == right.event
    }

    /// Hashes ``id``, so `Set(events)` contains each occurrence only once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

struct DecodedItem: Sendable {
    let object: CalendarObject
    let item: StoredItem
    /// Whether all occurrences with this UID in the file belong to the same item.
    ///
    /// The value is false if several calendar objects or complete events in the file have this UID.
    let isForAll: Bool
    private let uid: String
    private let file: StoredFile
    let parsed: CalendarFile?

    init(of occurrence: Occurrence, in file: StoredFile, zone: Zone, knowing other: DecodedItem? = nil) {
        self.file = file
        uid = occurrence.uid
        let known = other.flatMap { $0.file === file ? $0.parsed : nil }
        parsed = known ?? (try? file.file)
        let calendars = parsed?.calendars ?? []
        let component = occurrence.event.component
        let place = StoredItem.place(of: uid, kind: Event.componentName, knownAs: component, in: calendars)
        object = place.map { calendars[$0] } ?? CalendarObject(Component(CalendarObject.componentName))
        item = StoredItem(calendar: object, uid: uid, knownAs: component, displayZone: zone)
        isForAll = calendars.count == 1 && place != nil && item.rivals.isEmpty
    }

    func isSame(_ uid: String, _ file: StoredFile) -> Bool {
        self.file === file && self.uid.utf8.elementsEqual(uid.utf8)
    }
}

/// A store's identity, and the state shared by all values that it returns.
final class StoreIdentity: Sendable, Hashable {
    let zone: Zone
    /// The keys of the user's addresses; see ``Attendee/key``.
    let users: Set<String>
    /// A cache of the most recently decoded item.
    let latest = Lock<(any Sendable)?>(nil)

    init(zone: Zone, users: Set<String> = []) {
        self.zone = zone
        self.users = users
    }

    static func == (left: StoreIdentity, right: StoreIdentity) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
