public import ICalendar
import SystemIO

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
    struct Origin: Sendable {
        let home: Home
        let file: StoredFile
        let occurrence: Occurrence
        /// The same occurrence as its series alone says it, where the event stands for the series, see
        /// ``EventStore/series(_:)``.
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
    private final class Kept<Value: Sendable>: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

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
        set { keptCalendar = Kept(newValue) }
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

    /// The component that describes it, decoded alone; its times and rules may be those of the series.
    var described: Event { draft?.event ?? origin?.described ?? Event(Component(Event.componentName)) }

    /// Whether it was never saved, as `EKObject.isNew`: `CalendarEvent(event).isNew // true`.
    public var isNew: Bool { origin == nil }

    /// Whether anything was changed since the store gave it, as `EKObject.hasChanges`: `calendarEvent.hasChanges // false`.
    public var hasChanges: Bool { origin == nil || isMoved || changes?.isEmpty == false }

    var isMoved: Bool {
        guard let origin, let chosen = keptCalendar?.value else { return false }
        return chosen.calendarIdentifier != origin.calendar.calendarIdentifier
    }

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

    func refreshed(with newer: Origin) -> CalendarEvent {
        var event = CalendarEvent(newer)
        if let changes, !changes.isEmpty { event.edit { changes.apply(to: &$0.event.component) } }
        if isMoved { event.calendar = calendar }
        return event
    }

    /// The occurrence that the store gave, without what was changed since and without reading its file; nil for a new event.
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
    package func identifier(inCalendar calendarIdentifier: String) -> String {
        ItemIdentifier(
            calendarIdentifier: calendarIdentifier,
            uid: uid,
            slot: ItemIdentifier.slot(of: self)
        ).description
    }
}

extension CalendarEvent: Identifiable {
    /// What tells it from other occurrences, also of its own series: ``occurrenceIdentifier``, or the UID of an event
    /// that was never saved: `calendarEvent.id == calendarEvent.occurrenceIdentifier // true`.
    public var id: String { occurrenceIdentifier ?? calendarItemExternalIdentifier }

    /// The identifier of the event, the same for all its occurrences, as `EKEvent.eventIdentifier`; nil until it is
    /// saved.
    ///
    /// It changes when the event is moved to another calendar: `calendarEvent.eventIdentifier // "home/studio:stand-up%40studio.example"`.
    public var eventIdentifier: String? { identifier(withSlot: false)?.description }

    /// The identifier of this very occurrence, which EventKit lacks: with it the occurrence can be found again, changed
    /// and removed; nil until it is saved.
    ///
    /// ```swift
    /// calendarEvent.occurrenceIdentifier  // "home/studio:stand-up%40studio.example/RID=20260330T071500Z"
    /// ```
    public var occurrenceIdentifier: String? { identifier(withSlot: true)?.description }

    /// The identifier of the item in its calendar, as `EKCalendarItem.calendarItemIdentifier`; here the same as
    /// ``eventIdentifier``, and the UID for a new event.
    public var calendarItemIdentifier: String { eventIdentifier ?? calendarItemExternalIdentifier }

    /// The UID, the same on every machine, as `EKCalendarItem.calendarItemExternalIdentifier`:
    /// `calendarEvent.calendarItemExternalIdentifier // "stand-up@studio.example"`.
    public var calendarItemExternalIdentifier: String { origin?.occurrence.uid ?? draft?.event.uid ?? "" }

    private func identifier(withSlot: Bool) -> ItemIdentifier? {
        origin.map { origin in
            let slot = withSlot ? ItemIdentifier.slot(of: origin.occurrence) : nil
            return origin.calendar.identifier(ofItem: origin.occurrence.uid, slot: slot)
        }
    }

    /// The original start of the occurrence in its series, wherever it was moved to, as `EKEvent.occurrenceDate`; for an
    /// event that does not recur its start.
    public var occurrenceDate: Date? {
        guard let origin, let slot = origin.occurrence.recurrenceID else { return startDate }
        return slot.instant(in: origin.store.zone).date
    }

    /// Whether it differs from what its series' rule says, as `EKEvent.isDetached`: it has a component of its own, with
    /// RECURRENCE-ID.
    public var isDetached: Bool { origin?.occurrence.isDetached ?? false }
}

extension CalendarEvent: Hashable {
    /// Whether both are the same occurrence of one store, or the same new event, and say the same.
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

    /// Hashes ``id``, so that `Set(events)` has each occurrence once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

struct DecodedItem: Sendable {
    let object: CalendarObject
    let item: StoredItem
    /// Whether it is the same for all occurrences of the UID in the file: it is not where several calendars of the file,
    /// or several whole events, have the UID.
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

/// Which store something is from, and what it shares with all that the store gives.
final class StoreIdentity: Sendable, Hashable {
    let zone: Zone
    /// What was decoded last for one of its items, to be found again by who decodes; nil while nothing was.
    let latest = Lock<(any Sendable)?>(nil)

    init(zone: Zone) {
        self.zone = zone
    }

    static func == (left: StoreIdentity, right: StoreIdentity) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
