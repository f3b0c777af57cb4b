import ICalendar

/// The components of an item while messages change them: found by their slots, and made where a slot has none.
struct ItemComponents {
    /// The components: the whole item, where it is here, and its overrides.
    var components: [Component]
    private let editor: ItemEditor
    private let parts: SeriesParts?
    private let slots: SeriesSlots?
    /// The places of overrides.
    private var places: [Subject: Int] = [:]
    private var keys: [Int: Int] = [:]
    /// How many components were there at first.
    private let stored: Int
    /// How many bytes may be added to the item: a message that names a thousand occurrences copies the series as often.
    private var room = Self.mostAdded

    /// The maximum number of bytes that one message may add to an item by copying what is stored.
    static let mostAdded = 4 << 20

    /// What an override is of: a slot, alone or with all that follow.
    struct Subject: Hashable {
        let key: Int
        let isForAllThatFollow: Bool
    }

    /// The components that an editor edits.
    init(_ editor: ItemEditor) {
        self.editor = editor
        components = editor.own
        stored = components.count
        parts = editor.master.flatMap { ItemEditor.recurs($0) ? SeriesParts(editor) : nil }
        slots = editor.master.flatMap { editor.slots(of: $0) }
        for (place, component) in components.enumerated() { note(component, at: place) }
    }

    /// The key of the slot that a component names; of one without its series by its own start.
    func key(of id: EventTime, in component: Component) -> Int? {
        slots?.key(ofSlotNamed: id) ?? editor.slots(of: component)?.key(of: id) ?? detachedKey(of: id)
    }

    /// The key of the slot of the override at a place; nil for the whole item.
    func key(at place: Int) -> Int? { keys[place] }

    /// Whether the component at a place was made here.
    func isNew(_ place: Int) -> Bool { place >= stored }

    /// Whether the series has a slot of this name, taken out or not.
    func isSlot(_ id: EventTime) -> Bool {
        guard let slots, parts != nil else { return false }
        return slots.slot(withKey: slots.key(ofSlotNamed: id)) != nil
    }

    /// The place of the override for a slot, which is made where the series has an occurrence there; nil where it has none.
    mutating func place(
        of id: EventTime,
        in message: Component,
        forAllThatFollow isRange: Bool = false
    ) throws(StoreError) -> Int? {
        guard let key = key(of: id, in: message) else { return nil }
        let subject = Subject(key: key, isForAllThatFollow: isRange)
        if let place = places[subject] { return place }
        guard var override = try newOverride(at: key) else { return nil }
        guard takeRoom(override.contentLines.count) else { throw Self.tooLarge(editor.uid) }
        if isRange {
            var event = Event(override)
            event.overridesFollowingInstances = true
            override = event.component
        }
        components.append(override)
        note(override, at: components.count - 1)
        return components.count - 1
    }

    /// Takes out the component that was made last.
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

    /// Takes bytes from what may be added; returns whether there was room.
    mutating func takeRoom(_ bytes: Int) -> Bool {
        room -= bytes
        return room >= 0
    }

    /// The error for a message that would make an item too large.
    static func tooLarge(_ title: String) -> StoreError {
        let reason = "the message would add more than \(mostAdded >> 20) MiB to the item"
        return StoreError(.invalidItem, title, reason)
    }

    /// The key of a slot where neither the series nor a start of the occurrence is in the message.
    private func detachedKey(of id: EventTime) -> Int? {
        components.first.flatMap { editor.slots(of: $0) }?.key(of: id)
    }

    /// A new override that says what the series says at a slot; nil where the series has no occurrence there.
    private func newOverride(at key: Int) throws(StoreError) -> Component? {
        guard let parts, let start = parts.start, let slot = parts.slots.slot(withKey: key),
            parts.happens(at: key)
        else { return nil }
        if let range = parts.governing(key) {
            var event = Event(parts.moved(range, to: slot, editor))
            event.overridesFollowingInstances = false
            return event.component
        }
        let master = parts.master
        var override = master
        override.remove(PropertyChanges.recurrence)
        let edit = SeriesEdit(
            parts,
            editor: editor,
            changes: PropertyChanges(from: master, to: master),
            edited: master,
            base: master,
            key: key
        )
        try edit.setTimes(of: &override, start: start.with(slot.civil), like: master)
        override.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: parts.name(ofSlot: key))])
        return override
    }
}
