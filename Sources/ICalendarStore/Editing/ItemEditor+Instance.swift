import ICalendar

extension ItemEditor {
    /// An occurrence as a component of its own: what describes it, its own times, and what makes its series recur.
    ///
    /// It has no RECURRENCE-ID, as its slot is known beside it.
    func instance(of occurrence: Occurrence) -> Component {
        var component = occurrence.event.component
        guard let slot = occurrence.recurrenceID else { return component }
        component.remove(["RECURRENCE-ID"])
        if let master {
            for name in PropertyChanges.recurrence { component.replace(name, with: master.all(name)) }
        }
        let isOverrideOfItself = isOverride(occurrence.event, of: slot)
        guard !isOverrideOfItself else {
            addSlotTimes(to: &component, of: occurrence)
            return component
        }
        let timeName = component.first("DTSTART") == nil ? "DUE" : "DTSTART"
        guard let form = component[moving: timeName] else { return component }
        component[moving: timeName] = said(form.with(occurrence.start.civil), at: occurrence.start)
        for name in ["DTEND", "DUE"] where name != timeName {
            guard let end = component[moving: name] else { continue }
            component[moving: name] = written(occurrence.end, like: end)
        }
        if kind == Event.componentName, component.first("DTEND") == nil, isPeriod(slot) {
            component.remove(["DURATION"])
            let end = written(occurrence.end, like: form)
            if end != component[moving: timeName] { component[moving: "DTEND"] = end }
        }
        return component
    }

    /// Gives an override without DTSTART, as cancellations of single occurrences are, the times of its occurrence.
    private func addSlotTimes(to component: inout Component, of occurrence: Occurrence) {
        guard kind == Event.componentName, component.first("DTSTART") == nil,
            let form = master.flatMap({ Event($0).start })
        else { return }
        component[moving: "DTSTART"] = said(form.with(occurrence.start.civil), at: occurrence.start)
        guard component.first("DURATION") == nil, occurrence.end != occurrence.start else { return }
        component[moving: "DTEND"] = written(occurrence.end, like: form)
    }

    /// What says which slots there are: the master, or where it is missing the override that is a series by itself.
    private var series: Component? { master ?? own.first(where: \.isSeriesByItself) }

    /// Whether a slot was given with an end of its own, by an RDATE with a PERIOD.
    private func isPeriod(_ slot: OccurrenceTime) -> Bool {
        guard let series, let slots = slots(of: series) else { return false }
        let key = slots.key(of: slot)
        return series.all("RDATE").contains { property in
            property.recurrenceDates.contains { $0.end != nil && slots.key(of: $0.start) == key }
        }
    }

    /// Whether an event is the override of this slot alone, so that its times are the occurrence's own.
    private func isOverride(_ event: Event, of slot: OccurrenceTime) -> Bool {
        guard let id = event.recurrenceID else { return false }
        guard event.overridesFollowingInstances, let series, let slots = slots(of: series) else {
            return true
        }
        return slots.key(of: id) == slots.key(of: slot)
    }

    /// An end in the form of another time.
    private func written(_ end: OccurrenceTime, like form: EventTime) -> EventTime {
        said(form.with(civil(of: end, as: form)), at: end)
    }

    /// A time as it is written, or in UTC where the clocks show it twice and it is the second one.
    private func said(_ written: EventTime, at time: OccurrenceTime) -> EventTime {
        guard case .zoned = written, case .instant(let instant, _) = time else { return written }
        var there = Component(Event.componentName)
        there[moving: "DTSTART"] = written
        guard let slots = slots(of: there), !slots.isWall,
            slots.key(of: written) != instant.secondsSince1970
        else { return written }
        return .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
    }

    /// The wall-clock time of an end in the zone in which it is written.
    private func civil(of end: OccurrenceTime, as form: EventTime) -> CivilDateTime {
        guard case .instant(let instant, let zone) = end else { return end.civil }
        switch form {
        case .utc: return CivilDateTime(secondNumber: instant.secondsSince1970)
        case .zoned(_, let id) where id != zone.identifier:
            var there = Component("VEVENT")
            there[moving: "DTSTART"] = form
            return slots(of: there)?.civil(ofKey: instant.secondsSince1970) ?? end.civil
        default: return end.civil
        }
    }
}

extension OccurrenceTime {
    /// The wall-clock time in its own zone; midnight for a date.
    var civil: CivilDateTime {
        switch self {
        case .date(let date): CivilDateTime(date)
        case .floating(let time): time
        case .instant(let instant, let zone): zone.civil(at: instant)
        }
    }
}
