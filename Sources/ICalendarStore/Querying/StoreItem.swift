import ICalendar

/// An event or a reminder, as saving and removing see it.
///
/// All of it is a function of values: what a person made of the item, and the item as its file has it now.
protocol StoreItem: Sendable {
    associatedtype Saved: Sendable

    static var type: EntityType { get }
    static func calendar(of component: Component) -> CalendarObject

    var title: String { get }
    var calendar: EventCalendar? { get }
    var isNew: Bool { get }
    var hasChanges: Bool { get }
    var hasNewContent: Bool { get }
    var content: Component { get }
    var reference: ItemReference? { get }
    var slot: OccurrenceTime? { get }
    /// Whether saving it in a calendar takes it there from the one that it was given in.
    func isMoved(to target: EventCalendar) -> Bool
    /// The item as it is saved; throws where its times cannot be.
    func checked() throws(StoreError) -> Self
    /// Carries over what a person changed to the item as it is now; gives the slot that the instance has then, too.
    func applied(
        to item: StoredItem,
        _ span: EventSpan?,
        _ context: SavingContext
    ) throws(StoreError) -> (outcome: StoredItem.Outcome, slot: OccurrenceTime?)
    /// Finds it in what is to be written; throws where it would never happen.
    func found(in written: WrittenItem) throws(StoreError) -> Saved
}

struct SavingContext {
    let newUID: String
    let completedInstances: CompletedInstances
    let isTaken: (String) -> Bool
}

struct ItemReference: Sendable {
    let store: StoreIdentity
    let calendar: EventCalendar
    let file: StoredFile
    /// What the file said, where somebody has read it, so that it is read once.
    var parsed: CalendarFile?
    let uid: String
    let kind: String
    /// The component that it came from; nil where its UID and kind say enough.
    let component: Component?
    var isSeries = false

    func place(in calendars: [CalendarObject]) -> Int? {
        StoredItem.place(of: uid, kind: kind, knownAs: component, in: calendars)
    }

    /// The item in a calendar.
    ///
    /// - Throws: ``StoreError/Code/noSuchItem`` where several whole items have the UID, or had when the store read them, and
    ///   the one that is meant is none of those that are there now: another one is not changed in its stead.
    func item(in calendar: CalendarObject, now: Instant) throws(StoreError) -> StoredItem {
        let item = StoredItem(
            calendar: calendar,
            uid: uid,
            kind: kind,
            knownAs: component,
            isOfSeries: isSeries,
            displayZone: store.zone,
            now: now
        )
        guard let component, !item.isMaster(of: component), !item.rivals.isEmpty || wereSeveral else {
            return item
        }
        throw StoreError(
            .noSuchItem,
            component.text("SUMMARY") ?? uid,
            "\(file.name) has, or had, several items with this UID, and the one that is meant is not there any more "
                + "as it was read; nothing was changed"
        )
    }

    private var wereSeveral: Bool {
        let calendars = parsed?.calendars ?? file.calendars
        return StoredItem.standing(uid, kind, in: calendars, store.zone).count > 1
    }
}

struct LocatedItem {
    var place: FilePlace
    var base: FileBase?
    var file: CalendarFile
    var index: Int
    var isGone = false
    /// The file on the disk with nothing changed; nil for what is to be made anew, and for what the batch has made.
    var given: ParsedFile?

    var calendar: CalendarObject { file.calendars[index] }

    func file(with calendar: CalendarObject?) -> CalendarFile {
        var changed = file
        changed.calendars[index...index] = calendar.map { [$0] } ?? []
        return changed
    }
}

/// An item in the file that is to be written, which was read again.
struct WrittenItem {
    let store: StoreIdentity
    let calendar: EventCalendar
    let file: ParsedFile
    let uid: String
    let slot: OccurrenceTime?
    /// The item before, and the calendar after the change; nil for a file of its own.
    var change: (before: StoredItem, after: CalendarObject)?
    let subject: String
    /// Finds an instance that somebody else has made a to-do of its own.
    let completed: (CompletedInstance) -> Reminder?
}

extension StoreItem {
    func newCalendar(uid: String, at now: Instant) -> CalendarObject {
        // What is set here is the same in a to-do.
        var new = Event(content)
        new.uid = uid
        new.component.revise(from: nil, at: now)
        if new.created == nil { new.created = now }
        return Self.calendar(of: new.component)
    }
}

extension CalendarEvent: StoreItem {
    struct Saved: Sendable {
        let calendar: EventCalendar
        let file: StoredFile
        let occurrence: Occurrence
        let start: Instant
        let slot: OccurrenceTime?
    }

    static var type: EntityType { .event }
    static func calendar(of component: Component) -> CalendarObject {
        CalendarObject(events: [Event(component)])
    }

    var hasNewContent: Bool { changes?.isEmpty == false }
    var content: Component { begun.event.component }
    var slot: OccurrenceTime? { origin?.occurrence.recurrenceID }
    var reference: ItemReference? {
        origin.map { origin in
            ItemReference(
                store: origin.store,
                calendar: origin.calendar,
                file: origin.file,
                parsed: draft?.parsed,
                uid: origin.occurrence.uid,
                kind: Event.componentName,
                component: origin.occurrence.event.component,
                isSeries: origin.isSeries
            )
        }
    }

    func isMoved(to target: EventCalendar) -> Bool { isMoved }

    func checked() throws(StoreError) -> CalendarEvent {
        var draft = begun
        if let base = draft.base {
            let changes = PropertyChanges(from: base.component, to: draft.event.component)
            guard changes.touch(PropertyChanges.times) else { return self }
        }
        guard let start = draft.start else {
            throw StoreError(.noStartDate, title, "the event has no start")
        }
        guard draft.event.end != nil || draft.event.duration != nil, let end = draft.end else { return self }
        guard end >= start else {
            throw StoreError(.datesInverted, title, "the event ends at \(end), before it starts at \(start)")
        }
        // RFC 5545 section 3.8.2.2 wants an end to be later; without one the event takes no time, or one day.
        guard end == start else { return self }
        draft.event.end = nil
        var checked = self
        checked.edit { $0 = draft }
        return checked
    }

    func applied(
        to item: StoredItem,
        _ span: EventSpan?,
        _ context: SavingContext
    ) throws(StoreError) -> (outcome: StoredItem.Outcome, slot: OccurrenceTime?) {
        guard let base = begun.base else { return (.init(calendar: item.calendar), slot) }
        let outcome = try item.save(
            content,
            insteadOf: base.component,
            slot: slot,
            span: span ?? .thisEvent,
            newUID: context.newUID
        )
        return (outcome, outcome.continuation == nil ? slot : nil)
    }

    func found(in written: WrittenItem) throws(StoreError) -> Saved {
        let zone = written.store.zone
        // A new value knows nothing of the store's zone, in which whole days and floating times take their place.
        let start = isNew ? event.start.map(EventClock(zone: zone).instant(of:)) : begun.start
        let lookup = OccurrenceLookup(written.uid, in: written.file, zone: zone)
        let slot = written.slot
        guard let found = start.map({ lookup.occurrence(startingAt: $0, slot: slot) }) ?? lookup.first else {
            throw StoreError(.invalidItem, written.subject, "the event would never happen")
        }
        return Saved(
            calendar: written.calendar,
            file: written.file.stored,
            occurrence: found,
            start: start ?? found.start.instant(in: zone),
            slot: slot
        )
    }
}
