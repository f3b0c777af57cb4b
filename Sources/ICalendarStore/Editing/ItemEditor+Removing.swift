import ICalendar

extension ItemEditor {
    /// Removes an occurrence, it and those that follow, or all of its series.
    ///
    /// - Parameter slot: the original start of the occurrence; nil where the event does not recur.
    func remove(slot: OccurrenceTime?, span: EventSpan) throws(StoreError) -> Outcome {
        let nothing: [Component] = []
        guard let slot, span != .allEvents else { return Outcome(calendar: try replacingOwn(with: nothing)) }
        guard var parts = SeriesParts(self) else { return try removeDetached(slot, span) }
        let key = parts.slots.key(of: slot)
        // Another program took it out already.
        if span == .thisEvent, !parts.happens(at: key) { return Outcome(calendar: calendar) }
        switch span {
        case .futureEvents:
            guard parts.happens(before: key) else {
                return Outcome(calendar: try replacingOwn(with: nothing))
            }
            parts.end(before: key, at: now)
        case .thisEvent, .allEvents:
            parts.drop(key, self)
        }
        parts.refresh(self)
        return Outcome(calendar: try replacingOwn(with: parts.happens ? parts.components : nothing))
    }

    /// Removes overrides whose master is not here: the one of a slot, or it and those of later ones.
    private func removeDetached(_ slot: OccurrenceTime, _ span: EventSpan) throws(StoreError) -> Outcome {
        try refusePartOfSeries(span, nil)
        let left = own.filter { component in
            guard let distance = distance(of: component, from: slot) else { return true }
            return span == .thisEvent ? distance != 0 : distance < 0
        }
        return Outcome(calendar: try replacingOwn(with: left))
    }
}

extension SeriesParts {
    /// Takes one slot out: an EXDATE, and no override.
    mutating func drop(_ key: Int, _ editor: ItemEditor) {
        moveRange(from: key, editor)
        let ids = overrides.filter { $0.key == key }.compactMap { Event($0.component).recurrenceID }
        overrides.removeAll { $0.key == key }
        let before = master
        // An override for a whole day stood for all that happened on it.
        let day = ids.first { $0.isDate && !slots.isAllDay }
        master.properties.append(Property("EXDATE", at: day ?? name(ofSlot: key)))
        master.revise(from: before, at: editor.now)
    }

    /// Gives a slot back that an EXDATE took out, as an occurrence that is made anew needs it.
    mutating func readmit(_ key: Int, at now: Instant) {
        guard slots.slot(withKey: key) != nil, !happens(at: key) else { return }
        readmit([key], at: now)
    }

    /// The same of several.
    mutating func readmit(_ keys: Set<Int>, at now: Instant) {
        let before = master
        master.properties = kept(master.properties, of: ["EXDATE"]) { !keys.contains($0) }
        if master != before { master.revise(from: before, at: now) }
    }

    /// Lets an override for a slot and all that follow begin with the next slot.
    mutating func moveRange(from key: Int, _ editor: ItemEditor) {
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
        overrides[place] = (next.key, moved(range, to: next, editor))
        overrides[place].component.revise(from: nil, at: editor.now)
    }

    /// An override for a slot and all that follow, as it says the same for a later slot and those that follow it.
    func moved(
        _ range: (key: Int, component: Component),
        to slot: SeriesSlots.Slot,
        _ editor: ItemEditor
    ) -> Component {
        var event = Event(range.component.override(ofSlot: name(ofSlot: slot.key)))
        if range.component.name == Todo.componentName {
            // Reminders are moved by the clock on the wall, due times and all.
            event.component.moveToDo(by: slot.civil.secondNumber - self.civil(of: range.key).secondNumber)
            return event.component
        }
        let civil = slot.civil.adding(seconds: offset(of: range))
        let length = endKey(of: range.component, from: range.key) - range.key
        if let old = event.start {
            event.component[moving: "DTSTART"] = written(slots.key(ofCivil: civil), like: old, editor)
        }
        if let end = event.end {
            event.component[moving: "DTEND"] = written(slots.key(ofCivil: civil) + length, like: end, editor)
        }
        return event.component
    }

    /// A key as a time in a form, which may be another than that of the series.
    private func written(_ key: Int, like form: EventTime, _ editor: ItemEditor) -> EventTime {
        if let start, !form.hasForm(of: start), case .zoned = form, !slots.isWall {
            var there = Component(Event.componentName)
            there[moving: "DTSTART"] = form
            if let clock = editor.slots(of: there), !clock.isWall {
                return form.with(clock.civil(ofKey: key))
            }
        }
        if form.isUTC, !slots.isWall { return .utc(CivilDateTime(secondNumber: key)) }
        return form.with(slots.civil(ofKey: key))
    }

    /// Ends the series before a slot: rules, dates, exclusions and overrides.
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

    /// Lets a series whose DTSTART is not its first slot, as an added date is, begin with its first one.
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

    /// The rules, none of which gives anything from a slot on.
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

    /// UNTIL for a series that ends before a slot, in the form that RFC 5545 section 3.3.10 wants.
    private func lastMoment(before key: Int) -> EventTime {
        switch name(ofSlot: key) {
        case .date(let date): .date(date.adding(days: -1))
        case .floating(let civil): .floating(civil.adding(seconds: -1))
        // A zone that nobody knows leaves its times floating.
        case .zoned(let civil, _) where slots.isWall: .floating(civil.adding(seconds: -1))
        case .utc, .zoned: .utc(CivilDateTime(secondNumber: key - 1))
        }
    }

    /// Keeps those values of RDATE and EXDATE whose keys are on one side of a slot.
    ///
    /// A property whose values all stay is not touched.
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

    /// When a value of RDATE or EXDATE begins; the time of day of a date is the series' own.
    func time(of value: Value, in property: Property) -> EventTime? {
        let alone = Property(property.name, value, parameters: property.parameters)
        guard let time = alone.recurrenceDates.first?.start else { return nil }
        guard time.isDate, let start = Event(master).start, !start.isDate else { return time }
        return start.with(CivilDateTime(time.civil.date, secondOfDay: start.civil.secondOfDay))
    }
}

extension Component {
    /// A date or time with its zone; the property's other parameters stay.
    subscript(moving name: String) -> EventTime? {
        get { first(name)?.eventTime }
        set {
            guard let newValue else { return replace(name, with: []) }
            replace(name, with: [Property(name, at: newValue, keeping: first(name)?.parameters ?? [])])
        }
    }
}
