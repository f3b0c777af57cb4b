import ICalendar

/// Finds what a series says, at its first time by its own rules, whatever is said of that occurrence.
struct SeriesLookup {
    private let master: Component
    private let slots: SeriesSlots
    private let editor: ItemEditor
    private let zone: Zone
    /// The first slot.
    let slot: OccurrenceTime

    /// The series that is edited; nil where there is none, but a single event or occurrences alone.
    init?(_ editor: ItemEditor, zone: Zone) {
        guard let master = editor.master, ItemEditor.recurs(master), let slots = editor.slots(of: master),
            let start = Event(master).start
        else { return nil }
        self.master = master
        self.slots = slots
        self.editor = editor
        self.zone = zone
        slot = slots.time(ofKey: slots.key(of: start), like: start, in: zone)
    }

    /// Whether an override for the first slot and all that follow (RANGE=THISANDFUTURE) says what the series was made to
    /// say, so that nothing else is seen of it.
    var isOverruled: Bool {
        editor.own.contains { component in
            let event = Event(component)
            guard event.overridesFollowingInstances, let id = event.recurrenceID else { return false }
            return slots.key(ofSlotNamed: id) == slots.key(of: slot)
        }
    }

    /// The occurrence of the first slot as the series alone says it, although it may be left out.
    var occurrence: Occurrence? {
        if let found = occurrence(of: master) { return found }
        var whole = master
        whole.remove(["EXDATE", "EXRULE"])
        return occurrence(of: whole)
    }

    private func occurrence(of master: Component) -> Occurrence? {
        let alone = CalendarFile(calendars: [editor.calendar(of: [master])])
        return OccurrenceLookup(editor.uid, in: alone, zone: zone).occurrence(slot: slot)
    }
}
