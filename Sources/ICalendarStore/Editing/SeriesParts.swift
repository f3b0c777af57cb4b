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

    /// Whether the occurrence of a slot happens, wherever it was moved to.
    func happens(at key: Int) -> Bool {
        slots.firstKept(from: key, before: key + 1) != nil || overrides.contains { $0.key == key }
    }

    /// Whether anything of the series happens before a key.
    func happens(before key: Int) -> Bool {
        slots.firstKept(from: -Self.farAway, before: key) != nil || overrides.contains { $0.key < key }
    }

    /// Whether anything of the series happens from a key on.
    func happens(from key: Int) -> Bool {
        slots.firstKept(from: key, before: Self.farAway) != nil || overrides.contains { $0.key >= key }
    }

    /// When an occurrence that starts at a key ends, if it is as long as a component says: a day or no time
    /// where it says nothing (RFC 5545 section 3.6.1).
    func endKey(of component: Component, from key: Int) -> Int {
        let event = Event(component)
        if let duration = event.duration {
            let civil = slots.civil(ofKey: key).adding(seconds: duration.days.clampedToYears * 86_400)
            return slots.key(ofCivil: civil) + duration.seconds.clampedToYears
        }
        guard let start = event.start, let end = event.end ?? Todo(component).due else {
            return event.start?.isDate == true ? key + 86_400 : key
        }
        return key + slots.key(of: end) - slots.key(of: start)
    }

    /// The master and the overrides.
    var components: [Component] { [master] + overrides.map(\.component) }

    /// DTSTART, or DUE of a reminder that has none.
    var start: EventTime? { Event(master).start ?? Todo(master).due }

    /// The time of a slot in the form of DTSTART, as RECURRENCE-ID and EXDATE name it.
    func name(ofSlot key: Int) -> EventTime {
        (start ?? .floating(.init(secondNumber: 0))).with(slots.civil(ofKey: key))
    }
}

extension Int {
    /// A number of days or seconds that no sum of times can make overflow.
    fileprivate var clampedToYears: Int { Swift.min(Swift.max(self, -400_000_000_000), 400_000_000_000) }
}
