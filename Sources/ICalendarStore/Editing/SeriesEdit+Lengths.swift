import ICalendar

/// How long occurrences are: a length is only another one where the person changed it.
extension SeriesEdit {
    /// DTSTART, or DUE of a reminder that has none.
    func start(of component: Component) -> EventTime? {
        Event(component).start ?? Todo(component).due
    }

    /// Whether the edit made the occurrence longer or shorter, or gave a reminder a start, or took it away.
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
        // What stays where it starts has another end or not, also in an hour that comes twice.
        if from == to { return end != newEnd }
        // A night in which the clocks change is as long as the others to whoever reads the clock.
        if length == newLength { return false }
        guard from.isDate == to.isDate else { return true }
        return end - fromKey != newEnd - toKey
    }

    /// How many seconds a component takes by the clock on the wall; in days, those of all days that it touches.
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

    /// Sets start and end: the start as given, the length that of another component.
    ///
    /// Whole days that become times are as many times 24 hours by the clock on the wall; times that become whole days
    /// take all days that they touched.
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
            // An end in another zone than its start is written there.
            let isAlike = end.hasForm(of: from)
            let there = isAlike ? clock : slots(startingAt: end) ?? clock
            let time = (isAlike ? start : end).with(there.civil(ofKey: key))
            if name == "DTEND", isAlike, there.key(of: time) != key, key > clock.key(of: start) {
                // In an hour that comes twice a clock can name the first time only.
                let length = NominalDuration(seconds: key - clock.key(of: start))
                component.replace("DURATION", with: [Property("DURATION", .duration(length))])
                continue
            }
            component.replace(name, with: [Property(name, at: time, keeping: property.parameters)])
        }
    }

    /// Sets the end of an event that takes whole days now and did not, or the other way round.
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
}
