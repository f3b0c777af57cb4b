import ICalendar

/// The components of an item while a message is applied.
///
/// Components are looked up by slot and created as needed.
struct ItemComponents {
    var components: [Component]
    private let item: StoredItem
    private let parts: SeriesParts?
    private let slots: SeriesSlots?
    private var places: [Subject: Int] = [:]
    private var keys: [Int: Int] = [:]
    private let stored: Int
    /// The number of bytes that may still be added.
    ///
    /// Without this limit, a message that names a thousand occurrences would add a thousand copies of the
    /// series.
    private var room = Self.mostAdded

    /// The maximum number of bytes that one message may add to an item by copying stored components.
    static let mostAdded = 4 << 20

    struct Subject: Hashable {
        let key: Int
        let isForAllThatFollow: Bool
    }

    init(_ item: StoredItem) {
        self.item = item
        components = item.own
        stored = components.count
        parts = item.master.flatMap { StoredItem.recurs($0) ? SeriesParts(item) : nil }
        slots = item.master.flatMap { item.slots(of: $0) }
        for (place, component) in components.enumerated() { note(component, at: place) }
    }

    func key(of id: EventTime, in component: Component) -> Int? {
        slots?.key(ofSlotNamed: id) ?? item.slots(of: component)?.key(of: id) ?? detachedKey(of: id)
    }

    func key(at place: Int) -> Int? { keys[place] }

    /// Returns text for the occurrence that a RECURRENCE-ID identifies, based on the stored series.
    func words(of id: EventTime, in message: Component) -> String {
        guard let parts, let key = key(of: id, in: message) else { return id.words(in: item.displayZone) }
        return parts.words(ofSlot: key, in: item.displayZone)
    }

    func isNew(_ place: Int) -> Bool { place >= stored }

    /// Returns whether the series has a slot with this RECURRENCE-ID, even if it is excluded.
    func isSlot(_ id: EventTime) -> Bool {
        guard let slots, parts != nil else { return false }
        return slots.slot(withKey: slots.key(ofSlotNamed: id)) != nil
    }

    /// Returns the index of the override for a slot, creating the override if necessary.
    ///
    /// Returns `nil` if the series has no occurrence at that slot.
    mutating func place(
        of id: EventTime,
        in message: Component,
        forAllThatFollow isRange: Bool = false
    ) throws(StoreError) -> Int? {
        guard let key = key(of: id, in: message) else { return nil }
        let subject = Subject(key: key, isForAllThatFollow: isRange)
        if let place = places[subject] { return place }
        guard var override = try newOverride(at: key) else { return nil }
        guard takeRoom(override.contentLines.count) else { throw Self.tooLarge(item.uid) }
        if isRange {
            var event = Event(override)
            event.overridesFollowingInstances = true
            override = event.component
        }
        components.append(override)
        note(override, at: components.count - 1)
        return components.count - 1
    }

    /// Returns the index of the range override that begins with a slot, creating it if necessary.
    ///
    /// Occurrences with their own overrides keep these, so a new range begins after them. Returns `nil` if no
    /// occurrence is left for it or, by default, if the slot is excluded.
    mutating func range(
        from id: EventTime,
        in message: Component,
        mayBeExcluded: Bool = false
    ) throws(StoreError) -> Int? {
        guard let key = key(of: id, in: message) else { return nil }
        if let place = places[Subject(key: key, isForAllThatFollow: true)] { return place }
        guard let parts, parts.happens(at: key) || mayBeExcluded && isSlot(id),
            let first = parts.firstFree(from: key),
            parts.governing(first.key)?.key ?? .min <= key
        else { return nil }
        return try place(of: parts.name(ofSlot: first.key), in: message, forAllThatFollow: true)
    }

    mutating func removeLast() {
        guard let last = components.popLast(), let id = Event(last).recurrenceID,
            let key = key(of: id, in: last)
        else { return }
        places[Subject(key: key, isForAllThatFollow: last.isForAllThatFollow)] = nil
        keys[components.count] = nil
    }

    private mutating func note(_ component: Component, at place: Int) {
        guard let id = Event(component).recurrenceID, let key = key(of: id, in: component) else { return }
        places[Subject(key: key, isForAllThatFollow: component.isForAllThatFollow)] = place
        keys[place] = key
    }

    mutating func takeRoom(_ bytes: Int) -> Bool {
        room -= bytes
        return room >= 0
    }

    static func tooLarge(_ title: String) -> StoreError {
        let reason = "the message would add more than \(mostAdded >> 20) MiB to the item"
        return StoreError(.invalidItem, title, reason)
    }

    private func detachedKey(of id: EventTime) -> Int? {
        components.first.flatMap { item.slots(of: $0) }?.key(of: id)
    }

    private func newOverride(at key: Int) throws(StoreError) -> Component? {
        try parts?.override(at: key, item)
    }
}

extension SeriesParts {
    /// Returns text for an occurrence: its original start, in the form of the series' start.
    func words(ofSlot key: Int, in zone: Zone) -> String { name(ofSlot: key).words(in: zone) }

    /// Creates an override that equals the series at a slot.
    ///
    /// Returns `nil` if the series has no occurrence at that slot.
    func override(at key: Int, _ item: StoredItem) throws(StoreError) -> Component? {
        guard let start, let slot = slots.slot(withKey: key), happens(at: key) else { return nil }
        if let range = governing(key) {
            var event = Event(moved(range, to: slot, item))
            event.overridesFollowingInstances = false
            return event.component
        }
        var override = master
        override.remove(PropertyChanges.recurrence)
        let edit = SeriesChange(
            parts: self,
            key: key,
            item: item,
            changes: PropertyChanges(from: master, to: master),
            edited: master,
            base: master
        )
        try edit.setTimes(of: &override, start: start.with(slot.civil), like: master)
        override.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: name(ofSlot: key))])
        return override
    }
}
