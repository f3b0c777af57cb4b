import ICalendar

/// One edit of a series on its way: what was changed about an occurrence, and the parts that it is carried over to.
struct SeriesEdit {
    /// The series as it is now, then as it shall be.
    var parts: SeriesParts
    /// The slot of the occurrence.
    let key: Int
    let editor: ItemEditor
    let changes: PropertyChanges
    let edited: Component
    let base: Component
    /// Overrides that are gone, as the changed rules have no slot for them.
    var dropped: [Component] = []

    init(
        _ parts: SeriesParts,
        editor: ItemEditor,
        changes: PropertyChanges,
        edited: Component,
        base: Component,
        key: Int
    ) {
        self.parts = parts
        self.editor = editor
        self.changes = changes
        self.edited = edited
        self.base = base
        self.key = key
    }

    static let ownWays = PropertyChanges.ownWays

    func refusal(_ detail: String) -> StoreError {
        StoreError(.invalidSpan, edited.text("SUMMARY"), detail)
    }

    // MARK: One occurrence

    /// Makes the occurrence an override, or changes the one that it is.
    mutating func saveOne() throws(StoreError) {
        guard !changes.touch(PropertyChanges.recurrence) else {
            throw refusal("a rule cannot be changed for one occurrence; choose the following ones, or all")
        }
        parts.orderRanges()
        try checkCollision()
        parts.readmit(key, at: editor.now)
        let governing = parts.governing(key)
        parts.moveRange(from: key, editor)
        let own = parts.overrides.lastIndex { $0.key == key }
        var override = own.map { parts.overrides[$0].component } ?? governing?.component ?? parts.master
        let before: Component
        if own == nil {
            override.remove(Self.ownWays)
            override.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: parts.name(ofSlot: key))])
            var regular = override
            for name in PropertyChanges.times {
                regular.replace(name, with: base.all(name))
                override.replace(name, with: edited.all(name))
            }
            before = regular
            changes.apply(to: &override, except: Self.ownWays)
        } else {
            before = override
            changes.apply(to: &override)
            try editor.refuseInverted(override, changes)
        }
        override.revise(from: before, at: editor.now)
        parts.overrides.removeAll { $0.key == key }
        parts.overrides.append((key, override))
    }

    /// Refuses to move an occurrence to the very start of another one of its series, where nobody could tell them apart.
    ///
    /// A reminder can be put off until the next one is due, as each is done by itself.
    private func checkCollision() throws(StoreError) {
        guard editor.kind == Event.componentName, changes.touch(PropertyChanges.times),
            let new = start(of: edited), let old = start(of: base),
            new != old
        else { return }
        let place = parts.slots.key(of: new)
        let ranges = parts.overrides.filter(\.component.isForAllThatFollow)
        let overridden = Set(parts.overrides.map(\.key))
        // Of an occurrence without an override of its own, where an override for all that follow may have moved it.
        let governing: [(key: Int, component: Component)?] = [nil] + ranges.map { $0 }
        let isKept = governing.contains { range in
            let civil = parts.slots.civil(ofKey: place).adding(seconds: -parts.offset(of: range))
            let slot = parts.slots.key(ofCivil: civil)
            return slot != key && parts.governing(slot)?.key == range?.key
                && !overridden.contains(slot)
                && parts.slots.firstKept(from: slot, before: slot + 1) != nil
        }
        let isMoved = parts.overrides.contains { other in
            other.key != key && start(of: other.component).map(parts.slots.key(of:)) == place
        }
        if isKept || isMoved {
            throw StoreError(
                .startDateCollidesWithOtherOccurrence,
                edited.text("SUMMARY"),
                "another occurrence of the series starts at \(new.civil)"
            )
        }
    }

    // MARK: All of them

    /// Carries the changes over to the whole series.
    mutating func saveAll() throws(StoreError) {
        guard let start = parts.start else { throw refusal("the series has no start") }
        var old = parts
        old.orderRanges()
        let shift = try shift(of: old, start)
        var master = old.master
        changes.apply(to: &master, except: PropertyChanges.times)
        let map = try moveRecurrence(of: &master, in: old, from: start, by: shift)
        if changesLength || !shift.isNothing {
            let first = try map.time(of: old.slots.key(of: start))
            try setTimes(
                of: &master,
                start: shift.isNothing ? start : first,
                like: changesLength ? edited : old.master
            )
        }
        if !shift.isNothing, !changes.touch(PropertyChanges.recurrence) {
            guard let slots = editor.slots(of: master) else { throw map.refusal }
            try map.check(slots)
        }
        master.revise(from: old.master, at: editor.now)
        parts.master = master
        parts.overrides = try old.overrides.map { key, component throws(StoreError) in
            (key, try carried(over: component, of: key, in: old, by: map))
        }
        try dropLostOverrides()
    }
}
