import ICalendar

/// An event or reminder that can be saved and removed.
///
/// All operations are pure functions of the edited item and the current item in its file.
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
    /// Returns whether saving the item in `target` moves it from another calendar.
    func isMoved(to target: EventCalendar) -> Bool
    /// Returns the item in the form to save, or throws an error if its times are invalid.
    func checked() throws(StoreError) -> Self
    /// Applies the user's changes to the current item. Returns the result and the instance's new slot.
    func applied(
        to item: StoredItem,
        _ span: EventSpan?,
        _ context: SavingContext
    ) throws(StoreError) -> (outcome: StoredItem.Outcome, slot: OccurrenceTime?)
    /// Finds the item in the file to write, or throws an error if the item would never occur.
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
    /// The parsed file, if available.
    var parsed: CalendarFile?
    let uid: String
    let kind: String
    /// The component that the item came from, or `nil` if the UID and type identify the item.
    let component: Component?
    var isSeries = false

    func place(in calendars: [CalendarObject]) -> Int? {
        StoredItem.place(of: uid, kind: kind, knownAs: component, in: calendars)
    }

    /// Returns the item in a calendar.
    ///
    /// - Throws: ``StoreError/Code/noSuchItem`` if several complete items have or had the UID, and none of the current
    ///   ones is this item. The error prevents changing another item by mistake.
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
            "the item has changed or been removed since it was read, and \(file.name) has or had several with the "
                + "same identifier (UID); nothing was changed"
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
    /// The unmodified file on disk, or `nil` for a file that is new or created by the current batch.
    var given: ParsedFile?

    var calendar: CalendarObject { file.calendars[index] }

    func file(with calendar: CalendarObject?) -> CalendarFile {
        var changed = file
        changed.calendars[index...index] = calendar.map { [$0.renewingZones(since: self.calendar)] } ?? []
        return changed
    }
}

/// An item as read back from the file to write.
struct WrittenItem {
    let store: StoreIdentity
    let calendar: EventCalendar
    let file: ParsedFile
    let uid: String
    let slot: OccurrenceTime?
    /// The item before the change and the calendar after it, or `nil` for an item in a new file.
    var change: (before: StoredItem, after: CalendarObject)?
    let subject: String
    /// Finds an instance that another program completed as a separate to-do.
    let completed: (CompletedInstance) -> Reminder?
}

extension StoreItem {
    /// Throws an error if a time is outside the years 0 to 9999, since the writer would clamp it.
    func requireWritable(_ times: EventTime?...) throws(StoreError) {
        for time in times {
            guard let year = time?.civil.date.year, !(0...9999).contains(year) else { continue }
            let subject = content.text("SUMMARY")
            throw StoreError(
                .invalidItem,
                subject,
                "a time is in the year \(year), which is not from 0 to 9999"
            )
        }
    }

    func newCalendar(uid: String, at now: Instant) -> CalendarObject {
        // A to-do can be treated as an event here, since it has the same properties.
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
        try requireWritable(draft.event.start, draft.event.end)
        guard draft.event.end != nil || draft.event.duration != nil, let end = draft.end else { return self }
        guard end >= start else {
            throw StoreError(.datesInverted, title, "the event ends at \(end), before it starts at \(start)")
        }
        // RFC 5545 section 3.8.2.2 requires the end to be later than the start. Without an end, an event lasts one day
        // or has no duration.
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
        // All-day and floating times depend on the store's zone, which a new value does not know.
        let start = isNew ? event.start.map(EventClock(zone: zone).instant(of:)) : begun.start
        let lookup = OccurrenceLookup(written.uid, in: written.file, zone: zone)
        let slot = written.slot
        guard let found = start.map({ lookup.occurrence(startingAt: $0, slot: slot) }) ?? lookup.first else {
            throw StoreError(.invalidItem, written.subject, "the event has no occurrences")
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
