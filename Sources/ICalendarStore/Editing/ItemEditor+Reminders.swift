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
        /// Whether it stands for its series, and says what that says.
        var isSeries = false
    }

    /// The reminders of the UID: of a recurring one those instances that were completed, those that were put off past the
    /// next one, and at last the next one, which of all that are open is due first.
    ///
    /// EventKit shows the first that is not completed, and knows none that were put off.
    var reminderInstances: [ReminderInstance] {
        guard let master, master.name == Todo.componentName else { return detachedReminders }
        guard Self.recurs(master), !Todo(master).isDone, let parts = SeriesParts(self) else {
            return [ReminderInstance(slot: nil, component: master, isDetached: false, source: master)]
        }
        let sorted = parts.overrides.sorted { $0.key < $1.key }
        let done = sorted.filter { Todo($0.component).isDone }.map { instance(of: $0, in: parts) }
        return done + openReminders(in: parts, sorted.filter { !Todo($0.component).isSettled })
    }

    /// The instances that are open and to be shown, the one that is due first as the last.
    private func openReminders(
        in parts: SeriesParts,
        _ changed: [(key: Int, component: Component)]
    ) -> [ReminderInstance] {
        func due(_ component: Component) -> Int {
            Todo(component).latestTime.map(parts.slots.key(of:)) ?? .max
        }
        let regular = parts.firstFree(from: -SeriesParts.farAway).map { slot in
            (key: slot.key, instance: instance(at: slot, in: parts))
        }
        let own = Dictionary(changed.map { ($0.key, $0) }) { first, _ in first }
        var open = own.values.map { (key: $0.key, due: due($0.component)) }
        if let regular { open.append((regular.key, due(regular.instance.component))) }
        guard let next = open.min(by: { ($0.due, $0.key) < ($1.due, $1.key) }) else { return [] }
        // Later ones come up in their turn.
        let keys = open.map(\.key).filter { $0 < next.key }.sorted() + [next.key]
        return keys.compactMap { key in
            regular?.key == key ? regular?.instance : own[key].map { instance(of: $0, in: parts) }
        }
    }

    /// Instances whose series is not in the file.
    private var detachedReminders: [ReminderInstance] {
        own.filter { $0.name == Todo.componentName }.compactMap { component in
            guard let id = Event(component).recurrenceID, let slots = slots(of: component) else { return nil }
            var whole = component
            whole.remove(["RECURRENCE-ID"])
            let time = slots.time(ofKey: slots.key(of: id), like: id, in: displayZone)
            return ReminderInstance(slot: time, component: whole, isDetached: true, source: component)
        }
    }

    /// The instance of an original start, whether it is done or yet to come up; nil where there is none.
    ///
    /// Of a to-do that does not recur it is all of it, if that starts then.
    func reminderInstance(at slot: OccurrenceTime) -> ReminderInstance? {
        guard let master, master.name == Todo.componentName else {
            return detachedReminders.first { isOverride($0.source, of: slot) }
        }
        guard let parts = SeriesParts(self) else { return nil }
        let key = parts.slots.key(of: slot)
        guard Self.recurs(master) else {
            guard let start = parts.start, parts.slots.key(of: start) == key else { return nil }
            return ReminderInstance(slot: nil, component: master, isDetached: false, source: master)
        }
        if let own = parts.overrides.first(where: { $0.key == key }) { return instance(of: own, in: parts) }
        guard !Todo(master).isDone else { return nil }
        return parts.slots.firstKept(from: key, before: key + 1).map { instance(at: $0, in: parts) }
    }

    /// The reminder that is to be done next, standing for its series: at the same times, but with what the series says where
    /// the instance says something of its own.
    var seriesReminder: ReminderInstance? {
        guard var next = reminderInstances.last, let slot = next.slot, let parts = SeriesParts(self) else {
            return reminderInstances.last
        }
        let key = parts.slots.key(of: slot)
        if next.isDetached {
            guard let override = parts.overrides.first(where: { $0.key == key }),
                !override.component.isForAllThatFollow
            else { return next }
            var component = parts.governing(key)?.component ?? parts.master
            component.remove(["RECURRENCE-ID"])
            for name in PropertyChanges.recurrence { component.replace(name, with: parts.master.all(name)) }
            for name in PropertyChanges.times { component.replace(name, with: override.component.all(name)) }
            for name in Todo.completion { component.replace(name, with: override.component.all(name)) }
            next = ReminderInstance(slot: slot, component: component, isDetached: true, source: next.source)
        }
        next.isSeries = true
        return next
    }

    /// An instance that has a component of its own.
    private func instance(of override: (key: Int, component: Component), in parts: SeriesParts)
        -> ReminderInstance
    {
        var component = override.component
        component.remove(["RECURRENCE-ID"])
        for name in PropertyChanges.recurrence { component.replace(name, with: parts.master.all(name)) }
        let time = parts.slots.time(ofKey: override.key, like: parts.start, in: displayZone)
        return ReminderInstance(slot: time, component: component, isDetached: true, source: parts.master)
    }

    /// An instance as the series says it.
    private func instance(at slot: SeriesSlots.Slot, in parts: SeriesParts) -> ReminderInstance {
        let time = parts.slots.time(ofKey: slot.key, like: parts.start, in: displayZone)
        return ReminderInstance(
            slot: time,
            component: parts.moved(to: slot),
            isDetached: false,
            source: parts.master
        )
    }
}

extension SeriesParts {
    /// The master with the times of one slot, as an override for it and those that follow has them.
    fileprivate func moved(to slot: SeriesSlots.Slot) -> Component {
        let source = governing(slot.key)
        var component = source?.component ?? master
        component.remove(["RECURRENCE-ID"])
        for name in PropertyChanges.recurrence { component.replace(name, with: master.all(name)) }
        let first = source.map { slots.civil(ofKey: $0.key) } ?? start?.civil ?? slot.civil
        component.moveToDo(by: slot.civil.secondNumber - first.secondNumber)
        return component
    }
}

extension Component {
    /// Moves the start and the due time of a to-do by seconds on the clock.
    mutating func moveToDo(by seconds: Int) {
        for name in ["DTSTART", "DUE"] {
            guard let time = self[moving: name] else { continue }
            self[moving: name] = time.with(time.civil.adding(seconds: seconds))
        }
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
    /// What says that a to-do is done.
    static let completion: Set<String> = ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]

    /// Whether it was done: STATUS:COMPLETED, or a COMPLETED time without another status.
    var isDone: Bool { status == .completed || status == nil && completed != nil }

    /// Whether nothing is left to be done: completed or cancelled.
    var isSettled: Bool { isDone || status == .cancelled }

    /// DUE, or DTSTART and DURATION together.
    var dueTime: EventTime? {
        if let due { return due }
        guard let start, let length = duration else { return nil }
        return start.with(start.civil.adding(seconds: length.days * 86_400 + length.seconds))
    }

    /// When it is due, or else starts.
    var latestTime: EventTime? { dueTime ?? start }
}
