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
    private let base: Component

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

    static let ownWays = PropertyChanges.times.union(PropertyChanges.recurrence)

    private func refusal(_ detail: String) -> StoreError {
        StoreError(.invalidSpan, edited.text("SUMMARY"), detail)
    }

    // MARK: One occurrence

    /// Makes the occurrence an override, or changes the one that it is.
    mutating func saveOne() throws(StoreError) {
        guard !changes.touch(PropertyChanges.recurrence) else {
            throw refusal("a rule cannot be changed for one occurrence; choose the following ones, or all")
        }
        try checkCollision()
        parts.readmit(key, at: editor.now)
        let governing = parts.governing(key)
        parts.moveRange(from: key, at: editor.now)
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
        }
        override.revise(from: before, at: editor.now)
        parts.overrides.removeAll { $0.key == key }
        parts.overrides.append((key, override))
    }

    /// Refuses to move an occurrence to the very start of another one of its series, where nobody could tell them apart.
    private func checkCollision() throws(StoreError) {
        guard changes.touch(PropertyChanges.times), let new = start(of: edited), let old = start(of: base),
            new != old
        else { return }
        let place = parts.slots.key(of: new)
        guard place != key else { return }
        let hasOverride = parts.overrides.contains { $0.key == place }
        let isKept = !hasOverride && parts.slots.firstKept(from: place, before: place + 1) != nil
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
        guard let start = start(of: parts.master) else { throw refusal("the series has no start") }
        let old = parts
        let shift = try shift(from: start)
        var master = old.master
        changes.apply(to: &master, except: PropertyChanges.times)
        if changes.touch(PropertyChanges.times) {
            try setTimes(of: &master, start: shift.moved(start.civil), like: edited)
        }
        if !shift.isNothing { try moveRecurrence(of: &master, from: start.civil, by: shift) }
        master.revise(from: old.master, at: editor.now)
        parts.master = master
        parts.overrides = try old.overrides.map { key, component throws(StoreError) in
            (key, try carried(over: component, of: key, in: old, by: shift))
        }
        try dropLostOverrides()
    }

    // MARK: This one and those that follow

    /// Ends the series before the occurrence; what follows, changed, is returned under a UID of its own.
    mutating func split(uid: String) throws(StoreError) -> [Component] {
        let old = parts
        guard let start = start(of: old.master) else { throw refusal("the series has no start") }
        let governing = old.governing(key)
        let first = try firstSlot(of: old)
        var further = 0
        var master = old.master
        if let governing, let shifted = Event(governing.component).start {
            // What an override for all that follow had changed is the series' own from here on.
            master = governing.component
            master.remove(Self.ownWays.union(["RECURRENCE-ID"]))
            for name in PropertyChanges.recurrence { master.replace(name, with: old.master.all(name)) }
            further = shifted.civil.secondNumber - old.slots.civil(ofKey: governing.key).secondNumber
        }
        let shift = try shift(from: start, further: further)
        master.replace("UID", with: [Property("UID", .text(uid))])
        try setRules(of: &master, from: old, first: first, by: shift)
        changes.apply(to: &master, except: PropertyChanges.times)
        let pattern = changes.touch(PropertyChanges.times) ? edited : governing?.component ?? old.master
        try setTimes(of: &master, start: shift.moved(first.civil), like: pattern)
        master.remove(["SEQUENCE", "CREATED"])
        master.revise(from: nil, at: editor.now)
        var result = parts
        result.master = master
        result.overrides = try old.overrides.filter { $0.key >= key && !isAbsorbed($0.component, $0.key) }
            .map { key, component throws(StoreError) in
                var component = try carried(over: component, of: key, in: old, by: shift)
                component.replace("UID", with: [Property("UID", .text(uid))])
                return (key, component)
            }
        parts.end(before: key, at: editor.now)
        return result.components
    }

    private func isAbsorbed(_ component: Component, _ key: Int) -> Bool {
        key == self.key && Event(component).overridesFollowingInstances
    }

    /// The slot with which what follows begins, one that all rules count from alike.
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
            throw refusal("a series by several rules cannot be split here; change one occurrence, or all")
        }
        return first
    }

    /// What of the rules, dates and exclusions belongs to the slots from the occurrence on.
    private func setRules(
        of master: inout Component,
        from old: SeriesParts,
        first: SeriesSlots.Slot,
        by shift: SeriesShift
    ) throws(StoreError) {
        var event = Event(master)
        var rules: [RecurrenceRule] = []
        for (index, rule) in event.recurrenceRules.enumerated() {
            guard let next = old.slots.first(ofRule: index, from: key) else { continue }
            var rule = rule
            if let count = rule.count { rule.count = count - old.slots.count(ofRule: index, before: next) }
            rules.append(try namingItsDay(rule))
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
        if !shift.isNothing { try moveRecurrence(of: &master, from: first.civil, by: shift) }
    }

    /// The rule with the day named that it took from the start, where SKIP could make another day the start.
    private func namingItsDay(_ rule: RecurrenceRule) throws(StoreError) -> RecurrenceRule {
        guard rule.skip != .omit, rule.byMonthDay.isEmpty, rule.byDay.isEmpty, rule.byYearDay.isEmpty,
            rule.frequency == .monthly || rule.frequency == .yearly
        else { return rule }
        guard rule.calendarScale ?? "GREGORIAN" == "GREGORIAN", let start = start(of: parts.master) else {
            throw refusal("a series by the rule \(rule.text) cannot be split")
        }
        var rule = rule
        rule.byMonthDay = [start.civil.date.day]
        if rule.frequency == .yearly, rule.byMonth.isEmpty { rule.byMonth = [.init(start.civil.date.month)] }
        return rule
    }

    // MARK: Times

    /// DTSTART, or DUE of a reminder that has none.
    func start(of component: Component) -> EventTime? {
        Event(component).start ?? Todo(component).due
    }

    /// How the start of the occurrence was moved.
    private func shift(from master: EventTime, further: Int = 0) throws(StoreError) -> SeriesShift {
        guard let before = start(of: base), let after = start(of: edited) else {
            throw refusal("an occurrence without a start")
        }
        return SeriesShift(
            from: before,
            to: changes.touch(PropertyChanges.times) ? after : after.hasForm(of: master) ? after : before,
            master: master,
            further: further,
            of: parts.slots,
            slots: slots(startingAt:)
        )
    }

    func slots(startingAt time: EventTime) -> SeriesSlots? {
        var component = parts.master
        component.remove(PropertyChanges.recurrence)
        component[moving: "DTSTART"] = time
        return editor.slots(of: component)
    }

    /// Sets start and end: the start as given, the length that of another component.
    func setTimes(
        of component: inout Component,
        start: EventTime,
        like pattern: Component
    ) throws(StoreError) {
        component.remove(["DTEND", "DURATION", "DUE"])
        let hasStart = pattern.first("DTSTART") != nil
        if hasStart { component[moving: "DTSTART"] = start } else { component.remove(["DTSTART"]) }
        if let duration = pattern.first("DURATION") { component.replace("DURATION", with: [duration]) }
        guard let from = self.start(of: pattern), let clock = slots(startingAt: from) else { return }
        for name in ["DTEND", "DUE"] {
            guard let property = pattern.first(name), let end = property.eventTime else { continue }
            let key = clock.key(of: start) + clock.key(of: end) - clock.key(of: from)
            // An end in another zone is written there.
            let there = end.hasForm(of: from) ? clock : slots(startingAt: end) ?? clock
            let time = end.with(there.civil(ofKey: key))
            component.replace(name, with: [Property(name, at: time, keeping: property.parameters)])
        }
    }

    /// Moves rules, added dates and exclusions; those that were changed themselves are as they were made.
    private func moveRecurrence(
        of master: inout Component,
        from start: CivilDateTime,
        by shift: SeriesShift
    ) throws(StoreError) {
        let move = RuleShift(old: start, new: start.adding(seconds: shift.seconds))
        for name in ["RRULE", "EXRULE"] where !changes.touch([name]) {
            let moved = try master.all(name).map { property throws(StoreError) in
                var property = property
                let rules = try property.value.elements.map { value throws(StoreError) -> Value in
                    guard case .recurrenceRule(var rule) = value else { return value }
                    rule = try move.apply(to: rule)
                    rule.until = rule.until.map(shift.moved(until:))
                    return .recurrenceRule(rule)
                }
                if let only = rules.first { property.value = rules.count == 1 ? only : .list(rules) }
                return property
            }
            master.replace(name, with: moved)
        }
        for name in ["RDATE", "EXDATE"] where !changes.touch([name]) {
            master.replace(name, with: master.all(name).map { shift.moved($0) })
        }
    }
}
