import ICalendar

/// Finds what a series says about one of its occurrences, whatever that occurrence says of its own.
struct SeriesLookup {
    private let master: Component
    private let slots: SeriesSlots
    private let start: EventTime
    private let editor: ItemEditor
    private let zone: Zone

    /// The series that is edited; nil where there is none, but a single event or occurrences alone.
    init?(_ editor: ItemEditor, zone: Zone) {
        guard let master = editor.master, ItemEditor.recurs(master), let slots = editor.slots(of: master),
            let start = Event(master).start
        else { return nil }
        self.master = master
        self.slots = slots
        self.start = start
        self.editor = editor
        self.zone = zone
    }

    /// The occurrence of a slot as the series alone says it, although it may be left out or changed; for what names no slot,
    /// that of the first slot.
    func occurrence(at slot: OccurrenceTime?) -> Occurrence? {
        if let slot, let found = occurrence(named: slot) { return found }
        return occurrence(named: slots.time(ofKey: slots.key(of: start), like: start, in: zone))
    }

    /// Whether an override for a slot and all that follow (RANGE=THISANDFUTURE) says how an occurrence is, so that it speaks
    /// for its series from there on.
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
        let alone = CalendarFile(calendars: [editor.calendar(of: [master])])
        return OccurrenceLookup(editor.uid, in: alone, zone: zone).occurrence(slot: slot)
    }
}
