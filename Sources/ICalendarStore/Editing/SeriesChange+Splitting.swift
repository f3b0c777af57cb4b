import ICalendar

extension SeriesChange {
    /// Ends the series before the edited occurrence.
    ///
    /// Returns the rest of the series, with the changes applied, as a series with a new UID.
    mutating func split(uid: String) throws(StoreError) -> [Component] {
        let old = parts
        var rest = try cut(uid: uid)
        if changes.touch(["RRULE"]), let range = rest.governing(key) ?? continued(in: rest, of: old) {
            try unite(&rest, with: range)
        }
        parts = rest
        try saveFromHere()
        var components = parts.components
        for index in components.indices where !components[index].isOverride {
            components[index].remove(["SEQUENCE", "CREATED"])
            components[index].revise(from: nil, at: item.now)
        }
        parts = old
        parts.end(before: key, at: item.now)
        return components
    }

    /// If the occurrence has its own override, returns the range override that starts before it and continues after it.
    private func continued(
        in rest: SeriesParts,
        of old: SeriesParts
    ) -> (key: Int, component: Component)? {
        guard let range = old.governing(key), range.key < key else { return nil }
        let first = rest.overrides.filter(\.component.isForAllThatFollow).min { $0.key < $1.key }
        return first.flatMap { first in old.overrides.contains { $0.key == first.key } ? nil : first }
    }

    /// Applies the changes to a series that begins with the edited occurrence.
    ///
    /// If the series no longer recurs, an overridden occurrence becomes the only event.
    mutating func saveFromHere() throws(StoreError) {
        if !StoredItem.recurs(edited), let one = parts.overrides.first(where: { $0.key == key }) {
            var event = one.component
            event.remove(["RECURRENCE-ID"])
            // Keep the item a series until the change removes the rules.
            event.replace("RRULE", with: parts.master.all("RRULE"))
            event.revise(from: parts.master, at: item.now)
            dropped += parts.overrides.filter { $0.key != key }.map(\.component)
            parts = SeriesParts(event, parts.unread, item) ?? parts
        }
        try saveAll()
    }

    func cut(uid: String) throws(StoreError) -> SeriesParts {
        let old = parts
        let first = try firstSlot(of: old)
        var master = old.master
        master.replace("UID", with: [Property("UID", .text(uid))])
        try setRules(of: &master, from: old, first: first)
        try setTimes(
            of: &master,
            start: (old.start ?? .floating(first.civil)).with(first.civil),
            like: old.master
        )
        var overrides = old.overrides.filter { $0.key >= key }
        let free = old.firstFree(from: key)
        let nextRange = overrides.filter(\.component.isForAllThatFollow).map(\.key).min()
        if let range = old.governing(key), range.key < key, let slot = free, slot.key < nextRange ?? .max {
            overrides.append((slot.key, old.moved(range, to: slot, item)))
        }
        let components = overrides.map { _, component in
            var component = component
            component.replace("UID", with: [Property("UID", .text(uid))])
            return component
        }
        guard let rest = SeriesParts(master, components, item) else {
            throw refusal("the series has no start")
        }
        try checkSameTimes(old, rest)
        return rest
    }

    private func checkSameTimes(_ old: SeriesParts, _ rest: SeriesParts) throws(StoreError) {
        let before = old.slots.kept(from: key, most: SlotMap.most).map(\.key)
        let after = rest.slots.kept(from: -SeriesParts.farAway, most: SlotMap.most).map(\.key)
        if before != after {
            throw refusal("the series cannot be split here; change one occurrence or the whole series")
        }
    }

    /// Merges a range override into the master of a series with a changed rule.
    private func unite(
        _ rest: inout SeriesParts,
        with range: (key: Int, component: Component)
    ) throws(StoreError) {
        guard let start = rest.start else { return }
        var master = range.component
        master.remove(PropertyChanges.ownWays.union(["RECURRENCE-ID"]))
        for name in PropertyChanges.recurrence.sorted() { master.replace(name, with: rest.master.all(name)) }
        let offset = rest.offset(of: range)
        let moved = start.with(start.civil.adding(seconds: offset))
        let shift = SeriesShift(from: start, to: moved, start: start, of: rest.slots) {
            slots(startingAt: $0)
        }
        var map = SlotMap(old: rest, shift: shift, refusal: refusal("the series cannot be split here"))
        for name in ["RDATE", "EXDATE"] where !changes.touch([name]) {
            var properties: [Property] = []
            for property in master.all(name) { properties += try map.moved(property) }
            master.replace(name, with: properties)
        }
        try setTimes(of: &master, start: moved, like: range.component)
        let others = rest.overrides.filter { $0.key != range.key }
            .map { key, component in component.override(ofSlot: map.time(of: key)) }
        rest = SeriesParts(master, others, item) ?? rest
    }

    private func firstSlot(of old: SeriesParts) throws(StoreError) -> SeriesSlots.Slot {
        let indices = Event(old.master).recurrenceRules.indices
        let firsts = indices.compactMap { old.slots.first(ofRule: $0, from: key) }
        guard let first = firsts.min(by: { $0.key < $1.key }) ?? old.slots.slot(withKey: key) else {
            throw refusal("the series has no occurrence at that time")
        }
        let disagrees = indices.contains { index in
            old.slots.first(ofRule: index, from: key) != nil && !old.slots.rule(index, gives: first.key)
        }
        if disagrees || old.slots.exclusionRulesDepend(on: first) {
            throw refusal(
                "a series with several rules cannot be split here; change one occurrence or all of them"
            )
        }
        return first
    }

    private func setRules(
        of master: inout Component,
        from old: SeriesParts,
        first: SeriesSlots.Slot
    ) throws(StoreError) {
        var event = Event(master)
        var rules: [RecurrenceRule] = []
        for (index, rule) in event.recurrenceRules.enumerated() {
            guard let next = old.slots.first(ofRule: index, from: key) else { continue }
            var named = try namingItsDay(rule)
            if let count = rule.count { named.count = count - old.slots.count(ofRule: index, before: next) }
            rules.append(named)
        }
        event.recurrenceRules = rules
        old.keepDates(of: &event.component) { $0 >= key }
        let isGiven = rules.indices.contains { old.slots.rule($0, gives: key) } || first.key == key
        let dates = event.component.all("RDATE").flatMap { property in
            property.value.elements.compactMap { old.time(of: $0, in: property) }
        }
        if !isGiven, !dates.contains(where: { old.slots.key(of: $0) == key }) {
            event.component.properties.append(Property("RDATE", at: old.name(ofSlot: key)))
        }
        master = event.component
    }

    /// Returns the rule with an explicit day if its day comes from the start, since SKIP could move the start to
    /// another day.
    private func namingItsDay(_ rule: RecurrenceRule) throws(StoreError) -> RecurrenceRule {
        guard rule.skip != .omit, rule.byMonthDay.isEmpty, rule.byDay.isEmpty, rule.byYearDay.isEmpty,
            rule.frequency == .monthly || rule.frequency == .yearly
        else { return rule }
        guard rule.calendarScale ?? "GREGORIAN" == "GREGORIAN", let start = start(of: parts.master) else {
            throw refusal(
                "a series with the rule \(rule.text) cannot be split; change one occurrence or the whole series"
            )
        }
        var rule = rule
        rule.byMonthDay = [start.civil.date.day]
        if rule.frequency == .yearly, rule.byMonth.isEmpty { rule.byMonth = [.init(start.civil.date.month)] }
        return rule
    }
}
