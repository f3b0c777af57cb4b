import ICalendar

/// How overrides are carried over to the series as it shall be.
extension SeriesEdit {
    /// An override in the series as it shall be: what it says of its own stays, the rest follows.
    func carried(
        over component: Component,
        of key: Int,
        in old: SeriesParts,
        by map: SlotMap
    ) throws(StoreError) -> Component {
        let before = component
        var component = component
        let movesTimes = changes.touch(PropertyChanges.times)
        // Where times move, each component's own say whether it takes whole days.
        let ownWays = movesTimes ? Self.ownWays.union(Restatements.allDayFlags) : Self.ownWays
        changes.apply(to: &component, except: ownWays) { isReached(before, key, $0, in: old) }
        if !map.shift.isNothing {
            component = component.override(ofSlot: try name(of: key, before, map))
        }
        // What was done stays at the time for which it was done.
        if movesTimes, !isDone(component) {
            try moveTimes(of: &component, before, key, in: old, by: map)
            component.removeStaleAllDayFlags(since: before)
        }
        if component != before { component.revise(from: before, at: editor.now) }
        return component
    }

    /// How an override names its slot where that has gone to.
    private func name(of key: Int, _ override: Component, _ map: SlotMap) throws(StoreError) -> EventTime {
        let id = Event(override).recurrenceID
        // A day of which all occurrences are one override's cannot be told from another day's when they part.
        if let id, id.isDate != map.old.slots.isAllDay,
            map.old.slots.slots(on: id.dayOfAllDaySeries, most: 2).count > 1
        {
            throw map.refusal
        }
        return try map.time(of: key)
    }

    /// Whether a change of what all occurrences say, under a name, reaches an override: where it said the same as the
    /// series, or as the override for all that follow to which it belongs.
    private func isReached(_ override: Component, _ key: Int, _ name: String, in old: SeriesParts) -> Bool {
        let isRange = override.isForAllThatFollow
        if isEdited(override, key, in: old) { return true }
        let parent = isRange ? nil : old.governing(key)
        guard override.says(name, like: parent?.component ?? old.master) else { return false }
        return parent.map { isReached($0.component, $0.key, name, in: old) } ?? true
    }

    /// Whether an override is what was edited, or says how what was edited is: not where the series was edited, though the
    /// slot may be that of the occurrence.
    private func isEdited(_ override: Component, _ key: Int, in old: SeriesParts) -> Bool {
        guard !editor.isOfSeries else { return false }
        return key == self.key
            || override.isForAllThatFollow && old.governing(self.key)?.key == key
    }

    /// Whether a component is a reminder of which nothing is left to be done.
    private func isDone(_ component: Component) -> Bool {
        component.name == Todo.componentName && Todo(component).isSettled
    }

    /// Moves an override with its slot: the one that was edited to where it was put, one for all that follow, and one
    /// that is where its slot is, as far as the series; any other stays.
    private func moveTimes(
        of component: inout Component,
        _ before: Component,
        _ key: Int,
        in old: SeriesParts,
        by map: SlotMap
    ) throws(StoreError) {
        if key == self.key {
            for name in PropertyChanges.times { component.replace(name, with: edited.all(name)) }
            return
        }
        let isRange = before.isForAllThatFollow
        let parent = isRange ? nil : old.governing(key)
        let pattern = parent?.component ?? old.master
        guard let start = start(of: before) else { return }
        let place = old.civil(of: key).adding(seconds: old.offset(of: parent))
        let isInPlace = old.slots.key(of: start) == old.slots.key(ofCivil: place)
        let isAsLong = old.endKey(of: before, from: key) == old.endKey(of: pattern, from: key)
        let isMeant = isRange && isEdited(before, key, in: old)
        guard isRange || isInPlace else { return }
        let isLengthened = changesLength && (isAsLong || isMeant)
        guard isLengthened || !map.shift.isNothing else { return }
        let offset = isRange ? old.offset(of: (key, before)) : old.offset(of: parent)
        var time = map.shift.form.with(try map.civil(of: key).adding(seconds: offset))
        // One in a zone of its own stays there.
        if !start.hasForm(of: old.start ?? start), !map.shift.changesForm,
            let clock = slots(startingAt: time),
            let there = slots(startingAt: start), !start.isDate
        {
            time = start.with(there.civil(ofKey: clock.key(of: time)))
        }
        try setTimes(
            of: &component,
            start: map.shift.isNothing ? start : time,
            like: isLengthened ? edited : before
        )
    }

    /// Takes out overrides of slots that the changed rules do not give any more; one for all that follow goes on from the
    /// next slot that they give.
    mutating func dropLostOverrides() throws(StoreError) {
        guard changes.touch(PropertyChanges.recurrence) else { return }
        guard ItemEditor.recurs(parts.master), let slots = editor.slots(of: parts.master) else {
            dropped += parts.overrides.map(\.component)
            parts.overrides = []
            return
        }
        let lost = parts.overrides.filter { !slots.names($0.component) }.map(\.component)
        guard !lost.isEmpty else { return }
        let kept = parts.overrides.filter { slots.names($0.component) }.map(\.component)
        guard var new = SeriesParts(parts.master, kept, editor) else { return }
        let ranges = (kept + lost).filter(\.isForAllThatFollow)
        let keys = ranges.compactMap { Event($0).recurrenceID.map(slots.key(ofSlotNamed:)) }.sorted()
        // Each is looked for among all overrides, and nobody has more of them.
        let isFew = keys.count <= 100
        for component in lost {
            guard isFew, component.isForAllThatFollow, let id = Event(component).recurrenceID else {
                dropped.append(component)
                continue
            }
            let key = slots.key(ofSlotNamed: id)
            guard let next = new.firstFree(from: key), next.key < keys.first(where: { $0 > key }) ?? .max
            else {
                dropped.append(component)
                continue
            }
            new.overrides.append((next.key, new.moved((key, component), to: next, editor)))
        }
        parts = new
    }
}

extension Component {
    /// Whether two components say the same under the name of a property or of inner components.
    fileprivate func says(_ name: String, like other: Component) -> Bool {
        all(name) == other.all(name)
            && components.filter { $0.name == name } == other.components.filter { $0.name == name }
    }
}
