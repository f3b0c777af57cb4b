import ICalendar

/// A master and its overrides, with the slots that they name.
struct SeriesParts {
    /// The master.
    var master: Component
    /// Overrides of slots, by key; those that name no slot by their own time.
    var overrides: [(key: Int, component: Component)]
    /// The original starts.
    let slots: SeriesSlots

    /// The parts of the series that an editor edits; nil when there is no master with a start.
    init?(_ editor: ItemEditor) {
        guard let master = editor.master, let slots = editor.slots(of: master) else { return nil }
        self.master = master
        self.slots = slots
        overrides = editor.own.compactMap { component in
            guard let id = Event(component).recurrenceID else { return nil }
            return (slots.key(of: id), component)
        }
    }

    /// Seconds since 1970 that no rule reaches.
    static let farAway = 400_000_000_000

    /// The override for a slot and all that follow (RANGE=THISANDFUTURE) which holds at a key, or nil.
    func governing(_ key: Int) -> (key: Int, component: Component)? {
        overrides.filter { $0.key <= key && Event($0.component).overridesFollowingInstances }.max {
            $0.key < $1.key
        }
    }

    /// Whether anything of the series happens before a key.
    func happens(before key: Int) -> Bool {
        slots.firstKept(from: -Self.farAway, before: key) != nil || overrides.contains { $0.key < key }
    }

    /// Whether anything of the series happens from a key on.
    func happens(from key: Int) -> Bool {
        slots.firstKept(from: key, before: Self.farAway) != nil || overrides.contains { $0.key >= key }
    }

    /// The master and the overrides.
    var components: [Component] { [master] + overrides.map(\.component) }

    /// The time of a slot in the form of DTSTART, as RECURRENCE-ID and EXDATE name it.
    func name(ofSlot key: Int) -> EventTime {
        let start = Event(master).start ?? Todo(master).due ?? .floating(slots.civil(ofKey: key))
        return start.with(slots.civil(ofKey: key))
    }
}
