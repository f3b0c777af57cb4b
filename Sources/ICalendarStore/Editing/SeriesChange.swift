import ICalendar

/// An edit in progress: the changes to an occurrence, and the parts of the series that they apply to.
struct SeriesChange {
    var parts: SeriesParts
    let key: Int
    let item: StoredItem
    let changes: PropertyChanges
    let edited: Component
    let base: Component
    var dropped: [Component] = []

    func refusal(_ detail: String) -> StoreError {
        StoreError(.invalidSpan, edited.text("SUMMARY"), detail)
    }

    // MARK: One occurrence

    mutating func saveOne() throws(StoreError) {
        guard !changes.touch(PropertyChanges.recurrence) else {
            throw refusal(
                "the repetition cannot be changed for one occurrence; change the following ones too, or all"
            )
        }
        parts.orderRanges()
        try checkCollision()
        parts.readmit(key, at: item.now)
        let governing = parts.governing(key)
        parts.moveRange(from: key, item)
        let own = parts.overrides.lastIndex { $0.key == key }
        var override = own.map { parts.overrides[$0].component } ?? governing?.component ?? parts.master
        let before: Component
        if own == nil {
            override.remove(PropertyChanges.ownWays)
            override.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: parts.name(ofSlot: key))])
            var regular = override
            for name in PropertyChanges.times.sorted() {
                regular.replace(name, with: base.all(name))
                override.replace(name, with: edited.all(name))
            }
            before = regular
            changes.apply(to: &override, except: PropertyChanges.ownWays)
        } else {
            before = override
            changes.apply(to: &override)
            try item.refuseInverted(override, changes)
        }
        override.revise(from: before, at: item.now)
        parts.overrides.removeAll { $0.key == key }
        parts.overrides.append((key, override))
    }

    /// Throws an error if an occurrence would move to the start of another one in its series, since the two would be
    /// indistinguishable.
    ///
    /// A reminder may be postponed until the next instance is due, since each instance is completed separately.
    private func checkCollision() throws(StoreError) {
        guard item.kind == Event.componentName, changes.touch(PropertyChanges.times),
            let new = start(of: edited), let old = start(of: base),
            new != old
        else { return }
        let place = parts.slots.key(of: new)
        let ranges = parts.overrides.filter(\.component.isForAllThatFollow)
        let overridden = Set(parts.overrides.map(\.key))
        // A range override may have moved occurrences without a separate override.
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
                "another occurrence of the series starts at \(new.words(in: item.displayZone)); remove it first, "
                    + "or choose another time"
            )
        }
    }

    // MARK: All occurrences

    mutating func saveAll() throws(StoreError) {
        var old = changes.touch(["RRULE"]) ? try begunAtFirst() : parts
        guard let start = old.start else { throw refusal("the series has no start") }
        old.orderRanges()
        let shift = try shift(of: old, start)
        var master = old.master
        changes.apply(to: &master, except: PropertyChanges.times)
        let map = try moveRecurrence(of: &master, in: old, from: start, by: shift)
        if changesLength || !shift.isNothing {
            let first = map.time(of: old.slots.key(of: start))
            try setTimes(
                of: &master,
                start: shift.isNothing ? start : first,
                like: changesLength ? edited : old.master
            )
        }
        if !shift.isNothing, !changes.touch(PropertyChanges.recurrence) {
            guard let slots = item.slots(of: master) else { throw map.refusal }
            try map.check(slots)
        }
        master.revise(from: parts.master, at: item.now)
        parts.master = master
        parts.overrides = try old.overrides.map { key, component throws(StoreError) in
            (key, try carried(over: component, of: key, in: old, by: map))
        }
        try dropLostOverrides()
    }

    /// Returns the series with its start moved to the first remaining occurrence, from which the new rule counts.
    ///
    /// Returns the series unchanged unless the occurrence at its start is excluded.
    private func begunAtFirst() throws(StoreError) -> SeriesParts {
        guard let start = parts.start, !parts.happens(before: parts.slots.key(of: start) + 1) else {
            return parts
        }
        let kept = parts.slots.firstKept(from: -SeriesParts.farAway, before: SeriesParts.farAway)?.key
        guard let first = ([kept] + parts.overrides.map(\.key)).compactMap(\.self).min() else { return parts }
        var master = parts.master
        master.replace("RRULE", with: edited.all("RRULE"))
        parts.keepDates(of: &master) { $0 >= first }
        try setTimes(of: &master, start: start.with(parts.civil(of: first)), like: parts.master)
        let begun = SeriesParts(master, parts.overrides.map(\.component), item) ?? parts
        guard begun.happens(at: first) || changes.touch(["EXRULE"]) else {
            throw refusal(
                "a rule of the series (EXRULE) skips its first occurrence, so its repetition cannot be changed"
            )
        }
        return begun
    }

    func start(of component: Component) -> EventTime? {
        Event(component).start ?? Todo(component).due
    }

    var changesLength: Bool {
        guard changes.touch(PropertyChanges.times) else { return false }
        let hadLength = base.first("DURATION") != nil && edited.first("DURATION") != nil
        guard ["DTSTART", "DUE"].allSatisfy({ (base.first($0) == nil) == (edited.first($0) == nil) }),
            !hadLength || base.all("DURATION") == edited.all("DURATION"),
            let from = start(of: base), let to = start(of: edited),
            let before = slots(startingAt: from), let after = slots(startingAt: to),
            let length = wallLength(of: base, inDays: to.isDate),
            let newLength = wallLength(of: edited, inDays: to.isDate)
        else { return true }
        let (fromKey, toKey) = (before.key(of: from), after.key(of: to))
        let (end, newEnd) = (before.endKey(of: base, from: fromKey), after.endKey(of: edited, from: toKey))
        // If the start is unchanged, only the end matters, even in a repeated hour.
        if from == to { return end != newEnd }
        // Compare local times, so that a night with a clock change is as long as any other.
        if length == newLength { return false }
        guard from.isDate == to.isDate else { return true }
        return end - fromKey != newEnd - toKey
    }

    /// Returns a component's duration in seconds of local time.
    ///
    /// If `inDays` is true, the duration covers all days that the component overlaps.
    private func wallLength(of component: Component, inDays: Bool) -> Int? {
        guard let start = start(of: component), let slots = slots(startingAt: start) else { return nil }
        let key = slots.key(of: start)
        let from = slots.civil(ofKey: key)
        let to = slots.civil(ofKey: slots.endKey(of: component, from: key))
        guard inDays else { return to.secondNumber - from.secondNumber }
        let isMidnight = to.secondOfDay == 0 && to.date > from.date
        let days = to.date.dayNumber - from.date.dayNumber
        return (isMidnight || start.isDate ? days : days + 1) * 86_400
    }

    /// Sets the start to a given time and copies the duration from another component.
    ///
    /// If an all-day duration becomes timed, each day becomes 24 hours of local time. If a timed duration becomes
    /// all-day, it covers all days that it overlapped.
    func setTimes(
        of component: inout Component,
        start: EventTime,
        like pattern: Component
    ) throws(StoreError) {
        component.remove(["DTEND", "DURATION", "DUE"])
        let hasStart = pattern.first("DTSTART") != nil
        if hasStart { component[moving: "DTSTART"] = start } else { component.remove(["DTSTART"]) }
        guard let from = self.start(of: pattern) else { return }
        if from.isDate != start.isDate, component.name == Event.componentName {
            return setEnd(of: &component, start: start, like: pattern)
        }
        if let duration = pattern.first("DURATION") { component.replace("DURATION", with: [duration]) }
        guard let old = slots(startingAt: from), let clock = slots(startingAt: start) else { return }
        for name in ["DTEND", "DUE"] {
            guard let property = pattern.first(name), let end = property.eventTime else { continue }
            let key = clock.key(of: start) + old.key(of: end) - old.key(of: from)
            // An end in a different zone than the start keeps its zone.
            let isAlike = end.hasForm(of: from)
            let there = isAlike ? clock : slots(startingAt: end) ?? clock
            let time = (isAlike ? start : end).with(there.civil(ofKey: key))
            if name == "DTEND", key <= clock.key(of: start), end != from { continue }
            if name == "DTEND", isAlike, there.key(of: time) != key, key > clock.key(of: start) {
                // In a repeated hour, a local time always means the first pass.
                let length = NominalDuration(seconds: key - clock.key(of: start))
                component.replace("DURATION", with: [Property("DURATION", .duration(length))])
                continue
            }
            component.replace(name, with: [Property(name, at: time, keeping: property.parameters)])
        }
    }

    private func setEnd(of component: inout Component, start: EventTime, like pattern: Component) {
        guard let length = wallLength(of: pattern, inDays: start.isDate) else { return }
        let usual = start.isDate ? 86_400 : 0
        let hasEnd = pattern.first("DTEND") != nil || pattern.first("DURATION") != nil
        guard length > usual || length == usual && hasEnd && start.isDate else { return }
        let end = start.with(start.civil.adding(seconds: length))
        component.replace(
            "DTEND",
            with: [Property("DTEND", at: end, keeping: pattern.first("DTEND")?.parameters ?? [])]
        )
    }

    /// Returns an override adapted to the changed series.
    ///
    /// The override keeps its own deviations from the series. All its other properties follow the series.
    func carried(
        over component: Component,
        of key: Int,
        in old: SeriesParts,
        by map: SlotMap
    ) throws(StoreError) -> Component {
        let before = component
        var component = component
        let movesTimes = changes.touch(PropertyChanges.times)
        // If times move, each component's own times determine whether it is all-day.
        let ownWays =
            movesTimes ? PropertyChanges.ownWays.union(Restatements.allDayFlags) : PropertyChanges.ownWays
        changes.apply(to: &component, except: ownWays) { isReached(before, key, $0, in: old) }
        if !map.shift.isNothing {
            component = component.override(ofSlot: try name(of: key, before, map))
        }
        // A completed reminder keeps the due time that it had when it was completed.
        if movesTimes, !isDone(component) {
            try moveTimes(of: &component, before, key, in: old, by: map)
            component.removeStaleAllDayFlags(since: before)
        }
        if component != before { component.revise(from: before, at: item.now) }
        return component
    }

    private func name(of key: Int, _ override: Component, _ map: SlotMap) throws(StoreError) -> EventTime {
        let id = Event(override).recurrenceID
        // An override for a day with several occurrences cannot be moved, since the occurrences might end up on
        // different days.
        if let id, id.isDate != map.old.slots.isAllDay,
            map.old.slots.slots(on: id.dayOfAllDaySeries, most: 2).count > 1
        {
            throw map.refusal
        }
        return map.time(of: key)
    }

    /// Returns whether a change to a property of all occurrences also applies to an override.
    ///
    /// The change applies if the override had the same value as the series or its range override.
    private func isReached(_ override: Component, _ key: Int, _ name: String, in old: SeriesParts) -> Bool {
        let isRange = override.isForAllThatFollow
        if isEdited(override, key, in: old) { return true }
        let parent = isRange ? nil : old.governing(key)
        guard override.says(name, like: parent?.component ?? old.master) else { return false }
        return parent.map { isReached($0.component, $0.key, name, in: old) } ?? true
    }

    /// Returns whether an override is the edited component or determines the edited occurrence.
    ///
    /// The result is false if the series itself was edited, even if the slot belongs to the edited occurrence.
    private func isEdited(_ override: Component, _ key: Int, in old: SeriesParts) -> Bool {
        guard !item.isOfSeries else { return false }
        return key == self.key
            || override.isForAllThatFollow && old.governing(self.key)?.key == key
    }

    private func isDone(_ component: Component) -> Bool {
        component.name == Todo.componentName && Todo(component).isSettled
    }

    /// Moves the times of an override.
    ///
    /// The edited override moves to its new time. A range override, or an override at its slot's time, moves with the
    /// series. Other overrides are unchanged.
    private func moveTimes(
        of component: inout Component,
        _ before: Component,
        _ key: Int,
        in old: SeriesParts,
        by map: SlotMap
    ) throws(StoreError) {
        if key == self.key {
            for name in PropertyChanges.times.sorted() { component.replace(name, with: edited.all(name)) }
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
        var time = map.shift.form.with(map.civil(of: key).adding(seconds: offset))
        // An override in a different time zone keeps that zone.
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

    /// Removes overrides for slots that the changed rules no longer generate.
    ///
    /// A range override continues at the next slot that the rules generate.
    mutating func dropLostOverrides() throws(StoreError) {
        guard changes.touch(PropertyChanges.recurrence) else { return }
        guard StoredItem.recurs(parts.master), let slots = item.slots(of: parts.master) else {
            dropped += parts.overrides.map(\.component)
            parts.overrides = []
            return
        }
        let lost = parts.overrides.filter { !slots.names($0.component) }.map(\.component)
        guard !lost.isEmpty else { return }
        let kept = parts.overrides.filter { slots.names($0.component) }.map(\.component)
        guard var new = SeriesParts(parts.master, kept + parts.unread, item) else { return }
        let ranges = (kept + lost).filter(\.isForAllThatFollow)
        let keys = ranges.compactMap { Event($0).recurrenceID.map(slots.key(ofSlotNamed:)) }.sorted()
        // Each lookup searches all overrides. Real calendars have fewer than 100 range overrides.
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
            new.overrides.append((next.key, new.moved((key, component), to: next, item)))
        }
        parts = new
    }
}

extension Component {
    fileprivate func says(_ name: String, like other: Component) -> Bool {
        all(name) == other.all(name)
            && components.filter { $0.name == name } == other.components.filter { $0.name == name }
    }
}
