import ICalendar

struct SeriesParts {
    var master: Component
    /// The overrides by the key of their slot.
    ///
    /// An override that does not match a slot has the key of its RECURRENCE-ID.
    var overrides: [(key: Int, component: Component)] {
        didSet { ranges = nil }
    }
    /// The range overrides (RANGE=THISANDFUTURE), cached after they have been sorted by key.
    private var ranges: [(key: Int, component: Component)]?
    private(set) var slots: SeriesSlots

    init?(_ item: StoredItem) {
        guard let master = item.master else { return nil }
        self.init(master, item.own, item)
    }

    init?(_ master: Component, _ components: [Component], _ item: StoredItem) {
        guard let slots = item.slots(of: master) else { return nil }
        self.master = master
        self.slots = slots
        overrides = components.compactMap { component in
            guard let id = Event(component).recurrenceID else { return nil }
            return (slots.key(ofSlotNamed: id), component)
        }
    }

    /// A time in seconds since 1970 that is beyond the reach of any rule.
    static let farAway = 400_000_000_000

    mutating func refresh(_ item: StoredItem) {
        if let slots = item.slots(of: master) { self.slots = slots }
    }

    /// Returns the range override (RANGE=THISANDFUTURE) that applies at a key, or `nil`.
    func governing(_ key: Int) -> (key: Int, component: Component)? {
        let ranges = ranges ?? orderedRanges
        // Find the first range override after the key.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].key <= key { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? ranges[low - 1] : nil
    }

    /// Sorts the range overrides for callers that look up thousands of slots.
    mutating func orderRanges() { ranges = orderedRanges }

    /// The range overrides sorted by key.
    ///
    /// If a slot has several range overrides, the first counts.
    private var orderedRanges: [(key: Int, component: Component)] {
        var keys: Set<Int> = []
        let ranges = overrides.filter {
            $0.component.isForAllThatFollow && keys.insert($0.key).inserted
        }
        return ranges.sorted { $0.key < $1.key }
    }

    /// Returns the offset that a range override applies to occurrences without their own override, in seconds of local
    /// time of the series.
    func offset(of range: (key: Int, component: Component)?) -> Int {
        guard let range, let start = Event(range.component).start else { return 0 }
        let civil = slots.civil(ofKey: slots.key(of: start))
        return civil.secondNumber - self.civil(of: range.key).secondNumber
    }

    /// Returns the local time of a slot as the rule generates it, even if the clocks skip it.
    func civil(of key: Int) -> CivilDateTime {
        slots.slot(withKey: key)?.civil ?? slots.civil(ofKey: key)
    }

    func firstFree(from key: Int) -> SeriesSlots.Slot? {
        let taken = Set(overrides.map(\.key))
        var from = key
        while let slot = slots.firstKept(from: from, before: Self.farAway) {
            if !taken.contains(slot.key) { return slot }
            from = slot.key + 1
        }
        return nil
    }

    /// The key of the first to-do instance that is neither completed nor canceled, or `nil` if there is none.
    var firstOpenKey: Int? {
        let changed = overrides.lazy.filter { !Todo($0.component).isSettled }.map(\.key).min()
        return [firstFree(from: -Self.farAway)?.key, changed].compactMap(\.self).min()
    }

    func happens(at key: Int) -> Bool {
        slots.firstKept(from: key, before: key + 1) != nil || overrides.contains { $0.key == key }
    }

    func happens(before key: Int) -> Bool {
        slots.firstKept(from: -Self.farAway, before: key) != nil || overrides.contains { $0.key < key }
    }

    var happens: Bool {
        !overrides.isEmpty || slots.firstKept(from: -Self.farAway, before: Self.farAway) != nil
    }

    func endKey(of component: Component, from key: Int) -> Int { slots.endKey(of: component, from: key) }

    var components: [Component] { [master] + overrides.map(\.component) }

    var start: EventTime? { Event(master).start ?? Todo(master).due }

    /// Returns the time of a slot in the form of DTSTART, as needed for RECURRENCE-ID and EXDATE.
    ///
    /// In the second pass of a repeated hour, the time is in UTC.
    func name(ofSlot key: Int) -> EventTime {
        let name = (start ?? .floating(.init(secondNumber: 0))).with(slots.civil(ofKey: key))
        if slots.isWall || slots.key(of: name) == key { return name }
        return .utc(CivilDateTime(secondNumber: key))
    }

    mutating func drop(_ key: Int, _ item: StoredItem) {
        moveRange(from: key, item)
        let ids = overrides.filter { $0.key == key }.compactMap { Event($0.component).recurrenceID }
        overrides.removeAll { $0.key == key }
        let before = master
        // An override with a date stood for all occurrences on that day.
        let day = ids.first { $0.isDate && !slots.isAllDay }
        master.properties.append(Property("EXDATE", at: day ?? name(ofSlot: key)))
        master.revise(from: before, at: item.now)
    }

    /// Removes the EXDATE for a slot, so that its occurrence can be created again.
    mutating func readmit(_ key: Int, at now: Instant) {
        guard slots.slot(withKey: key) != nil, !happens(at: key) else { return }
        readmit([key], at: now)
    }

    mutating func readmit(_ keys: Set<Int>, at now: Instant) {
        let before = master
        master.properties = kept(master.properties, of: ["EXDATE"]) { !keys.contains($0) }
        if master != before { master.revise(from: before, at: now) }
    }

    mutating func moveRange(from key: Int, _ item: StoredItem) {
        guard
            let place = overrides.firstIndex(where: {
                $0.key == key && $0.component.isForAllThatFollow
            })
        else { return }
        let range = overrides[place]
        guard let next = firstFree(from: key + 1), governing(next.key)?.key == key else {
            overrides.remove(at: place)
            return
        }
        overrides[place] = (next.key, moved(range, to: next, item))
        overrides[place].component.revise(from: nil, at: item.now)
    }

    /// Returns a range override adapted to a later start slot.
    func moved(
        _ range: (key: Int, component: Component),
        to slot: SeriesSlots.Slot,
        _ item: StoredItem
    ) -> Component {
        var event = Event(range.component.override(ofSlot: name(ofSlot: slot.key)))
        if range.component.name == Todo.componentName {
            // Reminders move in local time, including their due times.
            event.component.moveToDo(by: slot.civil.secondNumber - self.civil(of: range.key).secondNumber)
            return event.component
        }
        let civil = slot.civil.adding(seconds: offset(of: range))
        let length = endKey(of: range.component, from: range.key) - range.key
        if let old = event.start {
            event.component[moving: "DTSTART"] = written(slots.key(ofCivil: civil), like: old, item)
        }
        if let end = event.end {
            event.component[moving: "DTEND"] = written(slots.key(ofCivil: civil) + length, like: end, item)
        }
        return event.component
    }

    private func written(_ key: Int, like form: EventTime, _ item: StoredItem) -> EventTime {
        if let start, !form.hasForm(of: start), case .zoned = form, !slots.isWall {
            var there = Component(Event.componentName)
            there[moving: "DTSTART"] = form
            if let clock = item.slots(of: there), !clock.isWall {
                return form.with(clock.civil(ofKey: key))
            }
        }
        if form.isUTC, !slots.isWall { return .utc(CivilDateTime(secondNumber: key)) }
        return form.with(slots.civil(ofKey: key))
    }

    mutating func end(before key: Int, at now: Instant) {
        let before = master
        var event = Event(master)
        event.recurrenceRules = ended(before: key)
        keepDates(of: &event.component) { $0 < key }
        startBefore(key, &event)
        master = event.component
        overrides.removeAll { $0.key >= key }
        master.revise(from: before, at: now)
    }

    /// Moves DTSTART to the first slot if the series would otherwise end before DTSTART, as when an added date precedes
    /// it.
    private func startBefore(_ key: Int, _ event: inout Event) {
        guard let start = event.start, slots.key(of: start) >= key,
            let first = slots.firstKept(from: -Self.farAway, before: key)
        else { return }
        let shift = first.civil.secondNumber - start.civil.secondNumber
        event.component[moving: "DTSTART"] = start.with(first.civil)
        if let end = event.end {
            event.component[moving: "DTEND"] = end.with(end.civil.adding(seconds: shift))
        }
    }

    private func ended(before key: Int) -> [RecurrenceRule] {
        var ended: [RecurrenceRule] = []
        for (index, rule) in Event(master).recurrenceRules.enumerated() {
            guard let first = slots.first(ofRule: index, from: key) else {
                ended.append(rule)
                continue
            }
            var rule = rule
            let count = slots.count(ofRule: index, before: first)
            if count == 0 { continue }
            if rule.count != nil {
                rule.count = count
            } else {
                rule.until = lastMoment(before: key)
            }
            ended.append(rule)
        }
        return ended
    }

    /// Returns the UNTIL of a series that ends before a slot, in the form that RFC 5545 section 3.3.10 requires.
    private func lastMoment(before key: Int) -> EventTime {
        switch name(ofSlot: key) {
        case .date(let date): .date(date.adding(days: -1))
        case .floating(let civil): .floating(civil.adding(seconds: -1))
        // Times in an unknown zone are floating.
        case .zoned(let civil, _) where slots.isWall: .floating(civil.adding(seconds: -1))
        case .utc, .zoned: .utc(CivilDateTime(secondNumber: key - 1))
        }
    }

    /// Keeps only the values of RDATE and EXDATE that satisfy a condition.
    ///
    /// A property with no values to remove is unchanged.
    func keepDates(of component: inout Component, where isKept: (Int) -> Bool) {
        component.properties = kept(component.properties, of: ["RDATE", "EXDATE"], where: isKept)
    }

    private func kept(
        _ properties: [Property],
        of names: Set<String>,
        where isKept: (Int) -> Bool
    ) -> [Property] {
        properties.compactMap { property in
            guard names.contains(property.name) else { return property }
            let values = property.value.elements
            let kept = values.filter { value in
                guard let time = time(of: value, in: property) else { return true }
                return isKept(slots.key(of: time))
            }
            if kept.count == values.count { return property }
            guard let first = kept.first else { return nil }
            var property = property
            property.value = kept.count == 1 ? first : .list(kept)
            return property
        }
    }

    /// Returns the start of an RDATE or EXDATE value.
    ///
    /// A date gets the time of day of the series.
    func time(of value: Value, in property: Property) -> EventTime? {
        let alone = Property(property.name, value, parameters: property.parameters)
        guard let time = alone.recurrenceDates.first?.start else { return nil }
        guard time.isDate, let start = Event(master).start, !start.isDate else { return time }
        return start.with(CivilDateTime(time.civil.date, secondOfDay: start.civil.secondOfDay))
    }
}

extension Component {
    /// A date or time with its zone.
    ///
    /// Setting it preserves the property's other parameters.
    subscript(moving name: String) -> EventTime? {
        get { first(name)?.eventTime }
        set {
            guard let newValue else { return replace(name, with: []) }
            replace(name, with: [Property(name, at: newValue, keeping: first(name)?.parameters ?? [])])
        }
    }
}
