import ICalendar

extension SeriesChange {
    func shift(of old: SeriesParts, _ start: EventTime) throws(StoreError) -> SeriesShift {
        guard let before = self.start(of: base), let after = self.start(of: edited) else {
            throw refusal("the occurrence has no start")
        }
        let isMoved = changes.touch(PropertyChanges.times) && after != before
        return SeriesShift(
            from: isMoved ? written(before, in: old) : before,
            to: isMoved ? named(after, in: old, start) : before,
            start: start,
            of: old.slots
        ) { slots(startingAt: $0) }
    }

    /// Returns the occurrence's new start in the form that the series uses.
    ///
    /// The second pass of a repeated hour can be expressed only in UTC, and only for a single occurrence. In all other
    /// cases, the result is the local time.
    private func named(_ time: EventTime, in old: SeriesParts, _ start: EventTime) -> EventTime {
        guard case .zoned = start, time.isUTC, let base = self.start(of: base), base.hasForm(of: start) else {
            return time
        }
        let key = old.slots.key(of: time)
        let civil = old.slots.civil(ofKey: key)
        return old.slots.key(ofCivil: civil) == key ? time : start.with(civil)
    }

    /// Returns the occurrence's start as the series defines it.
    ///
    /// If a clock change skips this time, the displayed start differs from it.
    private func written(_ shown: EventTime, in old: SeriesParts) -> EventTime {
        guard let start = old.start, shown.hasForm(of: start),
            !old.overrides.contains(where: { $0.key == key }),
            let slot = old.slots.slot(withKey: key)
        else { return shown }
        return shown.with(slot.civil.adding(seconds: old.offset(of: old.governing(key))))
    }

    func slots(startingAt time: EventTime, by rules: [RecurrenceRule] = []) -> SeriesSlots? {
        var component = parts.master
        component.remove(PropertyChanges.recurrence)
        component[moving: "DTSTART"] = time
        var event = Event(component)
        if !rules.isEmpty { event.recurrenceRules = rules }
        return item.slots(of: event.component)
    }

    /// Moves rules, added dates, and exclusions that the user did not change.
    ///
    /// Returns the mapping from old to new slots.
    func moveRecurrence(
        of master: inout Component,
        in old: SeriesParts,
        from start: EventTime,
        by shift: SeriesShift
    ) throws(StoreError) -> SlotMap {
        let to = start.civil.adding(seconds: shift.seconds)
        let words = start.with(to).words(in: item.displayZone)
        var map = SlotMap(
            old: old,
            shift: shift,
            refusal: refusal(
                "the series cannot be moved as a whole to \(words): its rule cannot move every occurrence by the same amount"
            )
        )
        guard !shift.isNothing else { return map }
        if !changes.touch(["RRULE"]) {
            var number = 0
            try moveRules("RRULE", of: &master) { rule throws(StoreError) in
                defer { number += 1 }
                return try moved(rule, number, in: old, start, by: shift)
            }
        }
        if !changes.touch(["EXRULE"]) {
            try moveRules("EXRULE", of: &master) { rule throws(StoreError) in
                let move = RuleShift(rule: rule, old: start.civil, new: to, becomesDays: shift.becomesDays)
                var moved = try move.moved()
                moved.until = rule.until.map { shift.moved(until: $0, of: rule) }
                return moved
            }
        }
        for name in ["RDATE", "EXDATE"] where !changes.touch([name]) {
            var moved: [Property] = []
            for property in master.all(name) { moved += try map.moved(property) }
            master.replace(name, with: moved)
        }
        return map
    }

    private func moveRules(
        _ name: String,
        of master: inout Component,
        _ move: (RecurrenceRule) throws(StoreError) -> RecurrenceRule
    ) throws(StoreError) {
        let moved = try master.all(name).map { property throws(StoreError) in
            var property = property
            let rules = try property.value.elements.map { value throws(StoreError) -> Value in
                guard case .recurrenceRule(let rule) = value else { return value }
                return .recurrenceRule(try move(rule))
            }
            if let only = rules.first { property.value = rules.count == 1 ? only : .list(rules) }
            return property
        }
        master.replace(name, with: moved)
    }

    /// Returns a rule that is shifted by the same amount of time as the edited occurrence.
    ///
    /// If the rule does not generate that occurrence, the rule shifts by the same amount as its own first occurrence.
    private func moved(
        _ rule: RecurrenceRule,
        _ number: Int,
        in old: SeriesParts,
        _ start: EventTime,
        by shift: SeriesShift
    ) throws(StoreError) -> RecurrenceRule {
        let anchor =
            old.slots.first(ofRule: number, from: key)
            ?? old.slots.first(ofRule: number, from: -SeriesParts.farAway)
        let from = anchor?.civil ?? start.civil
        let move = RuleShift(
            rule: rule,
            old: from,
            new: from.adding(seconds: shift.seconds),
            becomesDays: shift.becomesDays
        )
        var moved = try move.moved()
        moved.until = rule.until.map { shift.moved(until: $0, of: rule) }
        return moved
    }
}
