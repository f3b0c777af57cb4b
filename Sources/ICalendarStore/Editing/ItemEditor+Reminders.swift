import ICalendar

extension ItemEditor {
    /// One reminder as a person sees it: a to-do, or the instance of a recurring one that is to be done next or was
    /// done.
    struct ReminderInstance: Sendable {
        /// The original start (or due time) in the series; nil for a to-do that does not recur.
        let slot: OccurrenceTime?
        /// The component with the times of the instance and the rules of its series, without RECURRENCE-ID.
        let component: Component
        /// Whether it has a component of its own in its series.
        let isDetached: Bool
        /// The component in the file that tells it from other to-dos of the UID: the whole one, where that is here.
        var source: Component
    }

    /// The reminders of the UID: of a recurring one those instances that were completed, and the first that is not, as
    /// EventKit shows it.
    var reminderInstances: [ReminderInstance] {
        guard let master, master.name == "VTODO" else {
            return own.filter { $0.name == "VTODO" }.compactMap { component in
                guard let id = Event(component).recurrenceID, let slots = slots(of: component) else {
                    return nil
                }
                return instance(
                    of: component,
                    slot: slots.time(ofKey: slots.key(of: id), like: id, in: displayZone)
                )
            }
        }
        guard Self.recurs(master), !Todo(master).isDone, let parts = SeriesParts(self) else {
            return [ReminderInstance(slot: nil, component: master, isDetached: false, source: master)]
        }
        let sorted = parts.overrides.sorted { $0.key < $1.key }
        let done = sorted.filter { Todo($0.component).isDone }
        var instances = done.map { key, component in
            instance(of: component, slot: parts.slots.time(ofKey: key, like: parts.start, in: displayZone))
        }
        let settled = Set(sorted.filter { Todo($0.component).isSettled }.map(\.key))
        if let next = parts.firstSlot(except: settled) {
            let time = parts.slots.time(ofKey: next.key, like: parts.start, in: displayZone)
            let own = sorted.first { $0.key == next.key }
            instances.append(
                own.map { instance(of: $0.component, slot: time) }
                    ?? ReminderInstance(
                        slot: time,
                        component: parts.moved(to: next),
                        isDetached: false,
                        source: master
                    )
            )
        }
        return instances
    }

    private func instance(of override: Component, slot: OccurrenceTime) -> ReminderInstance {
        var component = override
        component.remove(["RECURRENCE-ID"])
        if let master {
            for name in PropertyChanges.recurrence { component.replace(name, with: master.all(name)) }
        }
        return ReminderInstance(
            slot: slot,
            component: component,
            isDetached: true,
            source: master ?? override
        )
    }
}

extension SeriesParts {
    /// The first slot that is none of these, or nil when the series has no other.
    fileprivate func firstSlot(except settled: Set<Int>) -> SeriesSlots.Slot? {
        var from = -Self.farAway
        while let slot = slots.firstKept(from: from, before: Self.farAway) {
            if !settled.contains(slot.key) { return slot }
            from = slot.key + 1
        }
        return nil
    }

    /// The master with the times of one slot, as an override for it and those that follow has them.
    fileprivate func moved(to slot: SeriesSlots.Slot) -> Component {
        let source = governing(slot.key)
        var component = source?.component ?? master
        component.remove(["RECURRENCE-ID"])
        for name in PropertyChanges.recurrence { component.replace(name, with: master.all(name)) }
        let first = source.map { slots.civil(ofKey: $0.key) } ?? start?.civil ?? slot.civil
        let shift = slot.civil.secondNumber - first.secondNumber
        for name in ["DTSTART", "DUE"] {
            guard let time = component[moving: name] else { continue }
            component[moving: name] = time.with(time.civil.adding(seconds: shift))
        }
        return component
    }
}

extension SeriesSlots {
    /// The time of a slot, as an occurrence would give it.
    ///
    /// `start` is that of the series, which says whether its slots are whole days.
    func time(ofKey key: Int, like start: EventTime?, in zone: Zone) -> OccurrenceTime {
        guard isWall else { return .instant(Instant(secondsSince1970: key), zone) }
        let civil = civil(ofKey: key)
        return start?.isDate == true ? .date(civil.date) : .floating(civil)
    }
}

extension Todo {
    /// Whether it was done: STATUS:COMPLETED, or a COMPLETED time without another status.
    var isDone: Bool { status == .completed || status == nil && completed != nil }

    /// Whether nothing is left to be done: completed or cancelled.
    var isSettled: Bool { isDone || status == .cancelled }
}
