import ICalendarCore

/// Each series' overrides as the reader interprets them.
///
/// The interpretation includes whether each override matches an instance, and the times of the instance that an
/// override without DTSTART cancels.
///
/// The type is a class so that it can expand a series lazily when one of its overrides is checked.
final class ReadOverrides {
    /// The components of one series.
    struct Members {
        fileprivate var masters: [Int: [Component]] = [:]
        fileprivate var overrides: [Int: [Component]] = [:]

        /// Adds a series' event, to-do or journal entry.
        mutating func add(_ component: Component, of series: Int, isOverride: Bool) {
            if !isOverride {
                masters[series, default: []].append(component)
            } else {
                overrides[series, default: []].append(component)
            }
        }
    }

    /// A series instance that a RECURRENCE-ID matches.
    struct Instance {
        /// The wall-clock time of the only instance on a day, if the RECURRENCE-ID is that date although the series is
        /// timed.
        ///
        /// The value is nil for any other RECURRENCE-ID, or if the day has several instances.
        let ofDay: CivilDateTime?
    }

    private struct Times {
        let start: EventTime
        let length: Property?
    }

    /// An override as the reader interprets it.
    private struct Reading {
        /// The matching instance of the series, or nil if there is none.
        let instance: Instance?
        /// The times of the instance that the override cancels, or nil if the override has its own times or the times
        /// cannot be written.
        let times: Times?
    }

    private let members: Members
    private let method: Property?
    /// The overrides interpreted so far in each series, by RECURRENCE-ID.
    private var known: [Int: [EventTime: Reading]] = [:]

    init(_ members: Members, method: Property?) {
        self.members = members
        self.method = method
    }

    /// Returns the DTSTART and length for an override without DTSTART, or nil if they cannot be written.
    func times(
        of override: Component,
        in series: Int,
        _ resolver: TimeResolver,
        _ budget: SearchBudget
    ) -> [Property]? {
        guard let id = override.first("RECURRENCE-ID"), let time = id.eventTime,
            let reading = reading(of: time, in: series, resolver, budget), let times = reading.times
        else { return nil }
        var length = times.length
        if id.parameters["RANGE"] != nil {
            // The times apply to all later instances, so the length must be the master's. Without a length, the
            // override matches no instance.
            guard reading.instance != nil, let master = members.masters[series]?.first,
                !master.properties.contains(where: \.hasPeriods)
            else { return nil }
            if length != nil, case .duration(let duration)? = master.first("DURATION")?.value,
                !times.start.isDate,
                master.first("DTEND") == nil, !duration.isNegative
            {
                length = Property("DURATION", .duration(duration))
            }
        }
        return [Property("DTSTART", at: times.start)] + [length].compactMap(\.self)
    }

    /// Returns the instance that a RECURRENCE-ID matches in a series with at most one master, or nil if there is none.
    func instance(
        _ id: EventTime,
        _ series: Int,
        _ resolver: TimeResolver,
        _ budget: SearchBudget
    ) -> Instance? {
        reading(of: id, in: series, resolver, budget)?.instance
    }

    private func reading(
        of id: EventTime,
        in series: Int,
        _ resolver: TimeResolver,
        _ budget: SearchBudget
    ) -> Reading? {
        if known[series] == nil { known[series] = read(series, resolver, budget) }
        return known[series]?[id]
    }

    private func read(
        _ series: Int,
        _ resolver: TimeResolver,
        _ budget: SearchBudget
    ) -> [EventTime: Reading] {
        let masters = members.masters[series] ?? []
        guard masters.count < 2, let overrides = members.overrides[series] else { return [:] }
        var calendar = Component("VCALENDAR")
        if let method { calendar.properties = [method] }
        let builder = SeriesBuilder(
            calendar: CalendarObject(calendar),
            file: nil,
            context: SeriesContext(displayZone: .utc, budget: budget),
            resolver: resolver.fresh
        )
        builder.build(
            (masters + overrides).map { component in
                var event = Event(component)
                if event.start == nil, component.name == Todo.componentName {
                    event.start = Todo(component).due
                }
                return ScheduledEvent(event)
            }
        )
        let start = masters.first?.first("DTSTART")?.eventTime
        let kind = start.map { builder.resolver.clock(for: $0, line: nil).kind }
        // The slots are found on demand, since finding them may be slow and only overrides identified by a date need
        // them.
        var slots: SeriesSlots??
        var all: [EventTime: Reading] = [:]
        for single in builder.takeSeries().singles {
            guard let id = single.member.schedule.recurrenceID else { continue }
            let forms = single.member.schedule.start == nil ? [start, id].compactMap(\.self) : []
            // An override that matches no instance keeps the form of its RECURRENCE-ID.
            let isInSeries = kind != nil && single.frame.originalClock?.kind == kind
            var ofDay: CivilDateTime?
            if isInSeries, id.isDate, kind != .allDay {
                let known = slots ?? masters.first.flatMap { SeriesSlots(of: Event($0), by: builder) }
                slots = .some(known)
                ofDay = known?.onlySlot(on: id.civil.date, withKey: single.originalKey)
            }
            all[id] = Reading(
                instance: isInSeries ? Instance(ofDay: ofDay) : nil,
                times: forms.lazy.compactMap { Self.times(of: single, like: $0, builder) }.first
            )
        }
        return all
    }

    /// Returns an occurrence's times in the form of another time, or nil if the conversion would change them.
    private static func times(
        of single: SingleOccurrence,
        like form: EventTime,
        _ builder: SeriesBuilder
    ) -> Times? {
        let clock = builder.resolver.clock(for: form, line: nil)
        let key = single.startKey
        guard clock.kind == single.frame.clock.kind, clock.zone == single.frame.clock.zone,
            clock.key(ofCivil: clock.civil(ofKey: key)) == key,
            (RulePlan.firstSecond...RulePlan.lastSecond).contains(clock.civil(ofKey: key))
        else { return nil }
        let civil = CivilDateTime(secondNumber: clock.civil(ofKey: key))
        let start = form.with(civil)
        let seconds = single.endKey - key
        guard !start.isDate else {
            let days = seconds / 86_400
            let end = Property("DTEND", at: .date(civil.date.adding(days: days)))
            return Times(start: start, length: days > 1 ? end : nil)
        }
        let length = Property("DURATION", .duration(NominalDuration(seconds: seconds)))
        return Times(start: start, length: seconds > 0 ? length : nil)
    }
}

extension SeriesSlots {
    /// Returns the wall-clock time of the slot with a key, or nil if its day has other slots or the time cannot be
    /// written.
    fileprivate func onlySlot(on date: CivilDate, withKey key: Int) -> CivilDateTime? {
        let slots = slots(on: date, most: 2)
        guard slots.count == 1, let slot = slots.first, slot.key == key, self.key(ofCivil: slot.civil) == key
        else { return nil }
        return slot.civil
    }
}

extension Property {
    /// Whether the property is an RDATE with periods, which specify their own lengths.
    fileprivate var hasPeriods: Bool {
        name == "RDATE"
            && value.elements.contains { if case .period = $0 { true } else { false } }
    }
}
