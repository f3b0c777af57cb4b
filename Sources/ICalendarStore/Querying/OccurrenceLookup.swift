import ICalendar

struct OccurrenceLookup {
    private let index: OccurrenceIndex
    private let uid: String
    private let zone: Zone

    init(_ uid: String, in file: CalendarFile, zone: Zone) {
        self.uid = uid
        self.zone = zone
        index = OccurrenceIndex(of: file, in: zone)
    }

    init(_ uid: String, in file: ParsedFile, zone: Zone) {
        self.uid = uid
        self.zone = zone
        index =
            file.indexed.map { OccurrenceIndex(of: [$0], in: zone) }
            ?? OccurrenceIndex(of: [file.file], in: zone)
    }

    var first: Occurrence? { index.firstOccurrence(ofUID: uid) }

    func occurrence(slot: OccurrenceTime) -> Occurrence? {
        index.occurrence(ofUID: uid, recurrenceID: slot)
    }

    /// Returns the occurrence that starts at an instant, preferably the one for `slot`.
    ///
    /// If no occurrence starts at that instant, returns the next one or, if there is none, the first one.
    func occurrence(startingAt start: Instant, slot: OccurrenceTime?) -> Occurrence? {
        if let slot, let found = occurrence(slot: slot), found.start.instant(in: zone) == start {
            return found
        }
        if let found = occurrences(from: start, seconds: 1).first(where: {
            $0.start.instant(in: zone) == start
        }) {
            return found
        }
        // The rules no longer generate this occurrence, so use the next one.
        return occurrences(from: start, seconds: 400 * 86_400).first { $0.start.instant(in: zone) > start }
            ?? first
    }

    private func occurrences(from start: Instant, seconds: Int) -> [Occurrence] {
        guard let window = try? OccurrenceWindow(from: start, to: start.adding(seconds: seconds), in: zone)
        else {
            return []
        }
        return Array(index.occurrences(ofUID: uid, in: window).prefix(1000))
    }
}

extension CalendarItems {
    /// Returns the occurrences that match an identifier's UID and slot, one per file.
    ///
    /// Without a slot, returns the first occurrences.
    ///
    /// A local time is interpreted in the series' time zone.
    func occurrences(
        ofUID uid: String,
        named slot: String?,
        in zone: Zone
    ) -> [(occurrence: Occurrence, file: StoredFile)] {
        guard let slot else { return occurrences(ofUID: uid, slot: nil) }
        guard let time = ItemIdentifier.time(ofSlot: slot) else { return [] }
        let found = occurrences(ofUID: uid, slot: time)
        guard found.isEmpty, case .floating = time else { return found }
        return files(ofUID: uid).flatMap { file in
            var keys: Set<Int> = []
            for (item, master) in StoredItem.standing(uid, Event.componentName, in: file.calendars, zone) {
                guard let slots = item.slots(of: master), !slots.isWall else { continue }
                keys.insert(slots.key(of: time))
            }
            return keys.sorted().flatMap { key in
                let instant = OccurrenceTime.instant(Instant(secondsSince1970: key), .utc)
                return occurrences(ofUID: uid, slot: instant).filter { $0.file === file }
            }
        }
    }
}

/// Looks up occurrences of a series as its master defines them, ignoring overrides.
struct SeriesLookup {
    private let master: Component
    private let slots: SeriesSlots
    private let start: EventTime
    private let item: StoredItem
    private let zone: Zone

    init?(_ item: StoredItem, zone: Zone) {
        guard let master = item.master, StoredItem.recurs(master), let slots = item.slots(of: master),
            let start = Event(master).start
        else { return nil }
        self.master = master
        self.slots = slots
        self.start = start
        self.item = item
        self.zone = zone
    }

    /// Returns the occurrence for a slot as the series alone defines it, even if it is excluded or overridden.
    ///
    /// If the slot does not exist, returns the occurrence for the first slot.
    func occurrence(at slot: OccurrenceTime?) -> Occurrence? {
        if let slot, let found = occurrence(named: slot) { return found }
        return occurrence(named: slots.time(ofKey: slots.key(of: start), like: start, in: zone))
    }

    /// Returns whether a range override (RANGE=THISANDFUTURE) determines this and later occurrences.
    static func isOverruled(_ occurrence: Occurrence) -> Bool {
        occurrence.isDetached && occurrence.event.overridesFollowingInstances
    }

    private func occurrence(named slot: OccurrenceTime) -> Occurrence? {
        if let found = occurrence(named: slot, of: master) { return found }
        var whole = master
        whole.remove(["EXDATE", "EXRULE"])
        return occurrence(named: slot, of: whole)
    }

    private func occurrence(named slot: OccurrenceTime, of master: Component) -> Occurrence? {
        let alone = CalendarFile(calendars: [item.calendar(of: [master])])
        return OccurrenceLookup(item.uid, in: alone, zone: zone).occurrence(slot: slot)
    }
}
