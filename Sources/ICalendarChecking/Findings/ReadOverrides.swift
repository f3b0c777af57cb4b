import ICalendarCore

/// The overrides of each series as the reader interprets them: whether they match an instance, and when overrides
/// without DTSTART cancel it.
///
/// It is a class because a series is expanded only when one of its overrides is checked.
final class ReadOverrides {
    /// The components of each series.
    struct Members {
        fileprivate var masters: [Int: [Component]] = [:]
        fileprivate var overrides: [Int: [Component]] = [:]

        /// Adds an event, to-do or journal of a series.
        mutating func add(_ component: Component, of series: Int, isOverride: Bool) {
            if !isOverride {
                masters[series, default: []].append(component)
            } else {
                overrides[series, default: []].append(component)
            }
        }
    }

    private struct Times {
        let start: EventTime
        let length: Property?
    }

    /// An override as the reader interprets it.
    private struct Reading {
        /// Whether the override matches an instance of its series.
        let isInSeries: Bool
        /// The times of the instance that the override cancels; nil if it has its own times, or if they cannot be
        /// written.
        let times: Times?
    }

    private let members: Members
    private let method: Property?
    /// The known overrides of each series, by RECURRENCE-ID.
    private var known: [Int: [EventTime: Reading]] = [:]

    init(_ members: Members, method: Property?) {
        self.members = members
        self.method = method
    }

    /// Returns the DTSTART and the duration of an override, or nil if they cannot be written.
    func times(
        of override: Component,
        in series: Int,
        _ resolver: TimeResolver,
        _ budget: SearchBudget
    ) -> [Property]? {
        guard let id = override.first("RECURRENCE-ID"), let time = id.eventTime,
            id.parameters["RANGE"] == nil, override.first("DTEND") == nil,
            override.first("DURATION") == nil
        else { return nil }
        guard let times = reading(of: time, in: series, resolver, budget)?.times else { return nil }
        return [Property("DTSTART", at: times.start)] + [times.length].compactMap(\.self)
    }

    /// Returns whether a RECURRENCE-ID matches an instance of a series that has one master.
    func isInSeries(_ id: EventTime, _ series: Int, _ resolver: TimeResolver, _ budget: SearchBudget) -> Bool
    {
        reading(of: id, in: series, resolver, budget)?.isInSeries == true
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
        var all: [EventTime: Reading] = [:]
        for single in builder.takeSeries().singles {
            guard let id = single.member.schedule.recurrenceID else { continue }
            let forms = single.member.schedule.start == nil ? [start, id].compactMap(\.self) : []
            all[id] = Reading(
                // Otherwise, it keeps the form of its RECURRENCE-ID.
                isInSeries: kind != nil && single.frame.originalClock?.kind == kind,
                times: forms.lazy.compactMap { Self.times(of: single, like: $0, builder) }.first
            )
        }
        return all
    }

    /// Returns the times of an occurrence in the form of another time, or nil if the conversion would change them.
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
