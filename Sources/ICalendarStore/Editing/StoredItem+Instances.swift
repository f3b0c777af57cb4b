import ICalendar

/// A reminder as shown to the user: a to-do, or one instance of a recurring to-do.
struct ReminderInstance: Sendable {
    /// The original start or due time in the series; `nil` for a nonrecurring to-do.
    let slot: OccurrenceTime?
    /// The component with the instance's times and its series' rules, but without RECURRENCE-ID.
    let component: Component
    let isDetached: Bool
    /// The component in the file that distinguishes the reminder from other to-dos with the same UID.
    ///
    /// The source is the master, if present.
    var source: Component
    var isSeries = false
}

extension StoredItem {
    /// Returns an occurrence as a single component without RECURRENCE-ID.
    ///
    /// The component has the occurrence's details and times and its series' rules.
    func instance(of occurrence: Occurrence) -> Component {
        var component = occurrence.event.component
        guard let slot = occurrence.recurrenceID else { return component }
        component.remove(["RECURRENCE-ID"])
        if let master {
            for name in PropertyChanges.recurrence.sorted() {
                component.replace(name, with: master.all(name))
            }
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
            // A start or end in a gap can leave no length, in which case other occurrences have no DTEND.
            let hasLength =
                occurrence.end.instant(in: displayZone) > occurrence.start.instant(in: displayZone)
            component[moving: name] =
                name == "DTEND" && !hasLength && end != form ? nil : written(occurrence.end, like: end)
        }
        if kind == Event.componentName, component.first("DTEND") == nil, isPeriod(slot) {
            component.remove(["DURATION"])
            let end = written(occurrence.end, like: form)
            if end != component[moving: timeName] { component[moving: "DTEND"] = end }
        }
        return component
    }

    /// Sets the times of an override without DTSTART, as in the cancellation of a single occurrence.
    private func addSlotTimes(to component: inout Component, of occurrence: Occurrence) {
        guard kind == Event.componentName, component.first("DTSTART") == nil,
            let form = master.flatMap({ Event($0).start })
        else { return }
        component[moving: "DTSTART"] = said(form.with(occurrence.start.civil), at: occurrence.start)
        guard component.first("DURATION") == nil, occurrence.end != occurrence.start else { return }
        component[moving: "DTEND"] = written(occurrence.end, like: form)
    }

    /// The component that defines the slots: the master or, if it is missing, a recurring range override.
    var series: Component? { master ?? own.first(where: \.isSeriesByItself) }

    private func isPeriod(_ slot: OccurrenceTime) -> Bool {
        guard let series, let slots = slots(of: series) else { return false }
        let key = slots.key(of: slot)
        return series.all("RDATE").contains { property in
            property.recurrenceDates.contains { $0.end != nil && slots.key(of: $0.start) == key }
        }
    }

    private func isOverride(_ event: Event, of slot: OccurrenceTime) -> Bool {
        guard let id = event.recurrenceID else { return false }
        guard event.overridesFollowingInstances, let series, let slots = slots(of: series) else {
            return true
        }
        return slots.key(of: id) == slots.key(of: slot)
    }

    private func written(_ end: OccurrenceTime, like form: EventTime) -> EventTime {
        said(form.with(civil(of: end, as: form)), at: end)
    }

    /// Returns a time as written, or in UTC for the second pass of a repeated hour.
    private func said(_ written: EventTime, at time: OccurrenceTime) -> EventTime {
        guard case .zoned = written, case .instant(let instant, _) = time else { return written }
        var there = Component(Event.componentName)
        there[moving: "DTSTART"] = written
        guard let slots = slots(of: there), !slots.isWall,
            slots.key(of: written) != instant.secondsSince1970
        else { return written }
        return .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
    }

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

    /// The reminders with this UID.
    ///
    /// A recurring reminder is represented by its completed instances, the instances postponed past the next one, and
    /// finally the next one, which is the open instance with the earliest due time.
    ///
    /// EventKit shows only the first incomplete instance and does not support postponed instances.
    var reminderInstances: [ReminderInstance] {
        guard let master, master.name == Todo.componentName else { return detachedReminders }
        guard Self.recurs(master), !Todo(master).isDone, let parts = SeriesParts(self) else {
            return [ReminderInstance(slot: nil, component: master, isDetached: false, source: master)]
        }
        let sorted = parts.overrides.sorted { $0.key < $1.key }
        let done = sorted.filter { Todo($0.component).isDone }.map { instance(of: $0, in: parts) }
        return done + openReminders(in: parts, sorted.filter { !Todo($0.component).isSettled })
    }

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
        // A later instance appears only once it becomes the next one.
        let keys = open.map(\.key).filter { $0 < next.key }.sorted() + [next.key]
        return keys.compactMap { key in
            regular?.key == key ? regular?.instance : own[key].map { instance(of: $0, in: parts) }
        }
    }

    private var detachedReminders: [ReminderInstance] {
        own.filter { $0.name == Todo.componentName }.compactMap { component in
            guard let id = Event(component).recurrenceID, let slots = slots(of: component) else { return nil }
            var whole = component
            whole.remove(["RECURRENCE-ID"])
            let time = slots.time(ofKey: slots.key(of: id), like: id, in: displayZone)
            return ReminderInstance(slot: time, component: whole, isDetached: true, source: component)
        }
    }

    /// Returns the completed or open instance with the given original start, if any.
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

    /// The instance that the reminder's identifier refers to: the next instance or, if there is none, the last
    /// canceled one.
    var namedReminder: ReminderInstance? {
        if let next = reminderInstances.last { return next }
        guard let parts = SeriesParts(self) else { return nil }
        return parts.overrides.max { $0.key < $1.key }.map { instance(of: $0, in: parts) }
    }

    /// The reminder that represents the series.
    ///
    /// The reminder has the times of the named instance but is otherwise as the series defines it.
    var seriesReminder: ReminderInstance? {
        guard var next = namedReminder, let slot = next.slot, let parts = SeriesParts(self) else {
            return namedReminder
        }
        let key = parts.slots.key(of: slot)
        if next.isDetached {
            guard let override = parts.overrides.first(where: { $0.key == key }),
                !override.component.isForAllThatFollow
            else { return next }
            var component = parts.governing(key)?.component ?? parts.master
            component.remove(["RECURRENCE-ID"])
            for name in PropertyChanges.recurrence.sorted() {
                component.replace(name, with: parts.master.all(name))
            }
            for name in PropertyChanges.times.sorted() {
                component.replace(name, with: next.component.all(name))
            }
            for name in Todo.completion.sorted() {
                component.replace(name, with: override.component.all(name))
            }
            next = ReminderInstance(slot: slot, component: component, isDetached: true, source: next.source)
        }
        next.isSeries = true
        return next
    }

    private func instance(of override: (key: Int, component: Component), in parts: SeriesParts)
        -> ReminderInstance
    {
        var component = override.component
        component.remove(["RECURRENCE-ID"])
        if component.first("DTSTART") == nil, component.first("DUE") == nil,
            let slot = parts.slots.firstKept(from: override.key, before: override.key + 1)
        {
            // A cancellation may contain only a RECURRENCE-ID.
            let regular = parts.moved(to: slot, self)
            for name in PropertyChanges.times.sorted() { component.replace(name, with: regular.all(name)) }
        }
        for name in PropertyChanges.recurrence.sorted() {
            component.replace(name, with: parts.master.all(name))
        }
        let time = parts.slots.time(ofKey: override.key, like: parts.start, in: displayZone)
        return ReminderInstance(slot: time, component: component, isDetached: true, source: parts.master)
    }

    private func instance(at slot: SeriesSlots.Slot, in parts: SeriesParts) -> ReminderInstance {
        let time = parts.slots.time(ofKey: slot.key, like: parts.start, in: displayZone)
        return ReminderInstance(
            slot: time,
            component: parts.moved(to: slot, self),
            isDetached: false,
            source: parts.master
        )
    }
}

extension OccurrenceTime {
    /// The local time in the time's own zone.
    ///
    /// For a date, the time is midnight.
    var civil: CivilDateTime {
        switch self {
        case .date(let date): CivilDateTime(date)
        case .floating(let time): time
        case .instant(let instant, let zone): zone.civil(at: instant)
        }
    }
}

extension SeriesParts {
    fileprivate func moved(to slot: SeriesSlots.Slot, _ item: StoredItem) -> Component {
        let source = governing(slot.key)
        var component = source?.component ?? master
        component.remove(["RECURRENCE-ID"])
        for name in PropertyChanges.recurrence.sorted() { component.replace(name, with: master.all(name)) }
        let first = source.map { slots.civil(ofKey: $0.key) } ?? start?.civil ?? slot.civil
        return movedToDo(component, by: slot.civil.secondNumber - first.secondNumber, item)
    }
}

extension Component {
    fileprivate mutating func resetProgress() {
        guard !Todo(self).isSettled else { return }
        remove(["PERCENT-COMPLETE", "COMPLETED"])
        if Todo(self).status == .inProcess { put("STATUS", .text("NEEDS-ACTION")) }
    }

    /// Resets a to-do's progress for its next instance, which starts the given number of seconds later.
    ///
    /// Snooze alarms are removed, because they belong to the previous instance.
    mutating func restartToDo(by seconds: Int) {
        resetProgress()
        components.removeAll { component in
            component.name == Alarm.componentName
                && component.all("RELATED-TO").contains {
                    $0.parameters["RELTYPE"]?.uppercased() == "SNOOZE"
                }
        }
        moveAlarms(by: seconds)
    }

    /// Moves the alarms with fixed times.
    fileprivate mutating func moveAlarms(by seconds: Int) {
        for place in components.indices where components[place].name == Alarm.componentName {
            components[place] = Alarm(components[place]).moved(by: seconds).component
        }
    }
}

extension StoredItem {
    /// Returns an edited calendar in which the series continues with the instance that is now the next one, after an
    /// instance was completed or reopened.
    ///
    /// The progress in the series was that of the completed instance, and the series' alarms with fixed times were for
    /// the instance that was the next one.
    func advanced(to edited: CalendarObject, isSettled: Bool) -> CalendarObject {
        let new = changed(to: edited, uid: uid, knownAs: whole(in: edited))
        guard let before = SeriesParts(self), let after = SeriesParts(new) else { return edited }
        var distance = 0
        var source = after.master
        if let key = before.firstOpenKey, let next = after.firstOpenKey,
            before.governing(key)?.key == before.governing(next)?.key
        {
            distance = seconds(from: key, to: next, in: before)
            source = after.governing(next)?.component ?? source
        }
        var result = edited
        for place in edited.component.components.indices {
            let component = edited.component.components[place]
            guard component == source || component == after.master else { continue }
            if isSettled {
                result.component.components[place].restartToDo(by: component == source ? distance : 0)
            } else if component == source {
                result.component.components[place].moveAlarms(by: distance)
            }
        }
        return result
    }

    /// Returns the distance between two slots in seconds.
    func seconds(from key: Int, to next: Int, in parts: SeriesParts) -> Int {
        let instants = [key, next].map {
            parts.slots.time(ofKey: $0, like: parts.start, in: displayZone).instant(in: displayZone)
                .secondsSince1970
        }
        return instants[1] - instants[0]
    }
}

extension SeriesSlots {
    /// Returns a slot's time.
    ///
    /// `start` is the series' start, which determines whether slots are dates.
    func time(ofKey key: Int, like start: EventTime?, in zone: Zone) -> OccurrenceTime {
        guard isWall else { return .instant(Instant(secondsSince1970: key), zone) }
        let civil = civil(ofKey: key)
        return start?.isDate == true ? .date(civil.date) : .floating(civil)
    }
}

extension Property {
    /// The parameter that records the original form of a reminder's time if it was written in another form.
    static let shownAs = "X-SHOWN-AS"

    /// Whether the property contains a date in the form of a time.
    var isShownAsDate: Bool {
        guard parameters[Self.shownAs]?.uppercased() == "DATE", let time = eventTime, !time.isDate else {
            return false
        }
        // Another program may have changed the time but not the parameter.
        return [0, 86_399].contains(time.civil.secondOfDay)
    }
}

extension Todo {
    static let completion: Set<String> = ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]

    var isDone: Bool { status == .completed || status == nil && completed != nil }

    var isSettled: Bool { isDone || status == .cancelled }

    var hasProgress: Bool { isDone || status == .inProcess || (percentComplete ?? 0) > 0 }

    var dueTime: EventTime? {
        if let due { return due }
        guard let start, let length = duration else { return nil }
        let day = start.with(start.civil.adding(seconds: length.days * 86_400))
        // Days count in local time, but hours, minutes and seconds in elapsed time.
        guard length.seconds != 0, let id = start.timeZoneID, let zone = try? Zone.read(id).zone else {
            return day.with(day.civil.adding(seconds: length.seconds))
        }
        return start.with(zone.civil(at: zone.instant(of: day.civil).adding(seconds: length.seconds)))
    }

    var latestTime: EventTime? { dueTime ?? start }
}
