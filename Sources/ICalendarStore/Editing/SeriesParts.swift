import ICalendar

/// A master and its overrides, with the slots that they name.
struct SeriesParts {
    /// The master.
    var master: Component
    /// Overrides of slots, by key; those that name no slot by their own time.
    var overrides: [(key: Int, component: Component)] {
        didSet { ranges = nil }
    }
    /// Those of them for a slot and all that follow, by key, once they were put in order.
    private var ranges: [(key: Int, component: Component)]?
    /// The original starts.
    private(set) var slots: SeriesSlots

    /// The parts of the series that an editor edits; nil when there is no master with a start.
    init?(_ editor: ItemEditor) {
        guard let master = editor.master else { return nil }
        self.init(master, editor.own, editor)
    }

    /// A master and those components that are overrides of it; nil when the master has no start.
    init?(_ master: Component, _ components: [Component], _ editor: ItemEditor) {
        guard let slots = editor.slots(of: master) else { return nil }
        self.master = master
        self.slots = slots
        overrides = components.compactMap { component in
            guard let id = Event(component).recurrenceID else { return nil }
            return (slots.key(ofSlotNamed: id), component)
        }
    }

    /// Seconds since 1970 that no rule reaches.
    static let farAway = 400_000_000_000

    /// Reads the slots again, after the master was changed.
    mutating func refresh(_ editor: ItemEditor) {
        if let slots = editor.slots(of: master) { self.slots = slots }
    }

    /// The override for a slot and all that follow (RANGE=THISANDFUTURE) which holds at a key, or nil.
    func governing(_ key: Int) -> (key: Int, component: Component)? {
        let ranges = ranges ?? orderedRanges
        // The first behind the key.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].key <= key { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? ranges[low - 1] : nil
    }

    /// Puts the overrides for all that follow in order, for those who ask for thousands of slots.
    mutating func orderRanges() { ranges = orderedRanges }

    /// Of several for one slot the first stands.
    private var orderedRanges: [(key: Int, component: Component)] {
        var keys: Set<Int> = []
        let ranges = overrides.filter {
            $0.component.isForAllThatFollow && keys.insert($0.key).inserted
        }
        return ranges.sorted { $0.key < $1.key }
    }

    /// How far an override for all that follow moves the occurrences that have no override of their own, in seconds by
    /// the wall clock of the series.
    func offset(of range: (key: Int, component: Component)?) -> Int {
        guard let range, let start = Event(range.component).start else { return 0 }
        let civil = slots.civil(ofKey: slots.key(of: start))
        return civil.secondNumber - self.civil(of: range.key).secondNumber
    }

    /// The wall-clock time of a slot: that which a rule generates, although the clocks may skip it.
    func civil(of key: Int) -> CivilDateTime {
        slots.slot(withKey: key)?.civil ?? slots.civil(ofKey: key)
    }

    /// The first slot from a key on that happens and has no override of its own.
    func firstFree(from key: Int) -> SeriesSlots.Slot? {
        let taken = Set(overrides.map(\.key))
        var from = key
        while let slot = slots.firstKept(from: from, before: Self.farAway) {
            if !taken.contains(slot.key) { return slot }
            from = slot.key + 1
        }
        return nil
    }

    /// Whether the occurrence of a slot happens, wherever it was moved to.
    func happens(at key: Int) -> Bool {
        slots.firstKept(from: key, before: key + 1) != nil || overrides.contains { $0.key == key }
    }

    /// Whether anything of the series happens before a key.
    func happens(before key: Int) -> Bool {
        slots.firstKept(from: -Self.farAway, before: key) != nil || overrides.contains { $0.key < key }
    }

    /// Whether anything of the series happens at all.
    var happens: Bool {
        !overrides.isEmpty || slots.firstKept(from: -Self.farAway, before: Self.farAway) != nil
    }

    /// When an occurrence that starts at a key ends, if it is as long as a component says.
    func endKey(of component: Component, from key: Int) -> Int { slots.endKey(of: component, from: key) }

    /// The master and the overrides.
    var components: [Component] { [master] + overrides.map(\.component) }

    /// DTSTART, or DUE of a reminder that has none.
    var start: EventTime? { Event(master).start ?? Todo(master).due }

    /// The time of a slot in the form of DTSTART, as RECURRENCE-ID and EXDATE name it; in UTC where the clock on the
    /// wall shows the same time twice, and this is the second.
    func name(ofSlot key: Int) -> EventTime {
        let name = (start ?? .floating(.init(secondNumber: 0))).with(slots.civil(ofKey: key))
        if slots.isWall || slots.key(of: name) == key { return name }
        return .utc(CivilDateTime(secondNumber: key))
    }
}
