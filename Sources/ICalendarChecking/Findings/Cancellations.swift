import ICalendarCore

/// The overrides without DTSTART that cancel instances, with the times at which reading cancels them.
///
/// It is a class, since a series is read only when one of its overrides is checked.
final class Cancellations {
    /// The events of each series that have such overrides.
    struct Members {
        fileprivate var masters: [Int: [Component]] = [:]
        fileprivate var overrides: [Int: [Component]] = [:]

        /// Adds an event of a series.
        mutating func add(_ event: Component, of series: Int, isOverride: Bool) {
            if !isOverride {
                masters[series, default: []].append(event)
            } else if event.first("DTSTART") == nil {
                overrides[series, default: []].append(event)
            }
        }
    }

    private struct Times {
        let start: EventTime
        let length: Property?
    }

    private let members: Members
    private let method: Property?
    /// The times of the series that were read, by RECURRENCE-ID.
    private var known: [Int: [EventTime: Times]] = [:]

    init(_ members: Members, method: Property?) {
        self.members = members
        self.method = method
    }

    /// Returns the DTSTART and the length of an override, or nil if they cannot be written.
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
        if known[series] == nil { known[series] = read(series, resolver, budget) }
        guard let times = known[series]?[time] else { return nil }
        return [Property("DTSTART", at: times.start)] + [times.length].compactMap(\.self)
    }

    private func read(_ series: Int, _ resolver: TimeResolver, _ budget: SearchBudget) -> [EventTime: Times] {
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
        builder.build((masters + overrides).map { ScheduledEvent(Event($0)) })
        let start = masters.first?.first("DTSTART")?.eventTime
        var all: [EventTime: Times] = [:]
        for single in builder.takeSeries().singles {
            guard let id = single.member.schedule.recurrenceID else { continue }
            let forms = [start, id].compactMap(\.self)
            all[id] = forms.lazy.compactMap { Self.times(of: single, like: $0, builder) }.first
        }
        return all
    }

    /// Returns the times of an occurrence in the form of another time, or nil if that would change them.
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
        let start: EventTime =
            switch form {
            case .date: .date(civil.date)
            case .floating: .floating(civil)
            case .utc: .utc(civil)
            case .zoned(_, let name): .zoned(civil, timeZoneID: name)
            }
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
