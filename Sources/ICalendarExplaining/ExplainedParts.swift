import ICalendarCore

/// The roles of the components that share a UID.
struct ExplainedParts {
    private(set) var parts: [SeriesExplanation.Part] = []
    private let explainer: SeriesExplainer
    /// The lines on which more than one component starts, as in jCal.
    private let sharedLines: Set<Int>
    private var provenances: [Identity: SetProvenance] = [:]
    private var used: Set<Identity> = []
    /// The overridden instances, keyed by the master's clock because hundreds of masters may share a clock.
    private var overridden: [ClockName: OverriddenInstances] = [:]

    /// A component's identity: its line number or, if that is unknown, its entire content.
    private enum Identity: Hashable {
        case line(Int)
        case content(Component)
    }

    private struct ClockName: Hashable {
        let kind: SeriesClock.Kind
        let zone: Zone
    }

    private struct OverriddenInstances {
        let clock: SeriesClock
        var keys: Set<Int> = []
        var days: Set<Int> = []
    }

    /// Determines the roles of an explainer's components.
    ///
    /// The argument `provenances` contains the masters' provenances in the order of their segments.
    init(_ explainer: SeriesExplainer, _ provenances: [SetProvenance]) {
        self.explainer = explainer
        let lines = explainer.events.compactMap(\.component.line)
        sharedLines = Set(
            Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +).lazy.filter { $0.value > 1 }.map(\.key)
        )
        let series = explainer.series
        for member in series.singles.map(\.member) + series.segments.map(\.member) {
            used.insert(identity(of: member.writtenEvent.component))
        }
        let masters = series.segments.lazy.filter { !$0.isDetached }.map(\.member.writtenEvent.component)
        for (component, provenance) in zip(masters, provenances) {
            let identity = identity(of: component)
            // The first of several identical components takes precedence.
            if self.provenances[identity] == nil { self.provenances[identity] = provenance }
        }
        for segment in series.segments {
            let clock = segment.base.clock
            let name = ClockName(kind: clock.kind, zone: clock.zone)
            overridden[name, default: OverriddenInstances(clock: clock)].keys.formUnion(
                segment.overriddenKeys
            )
            // All parts of a series share the same days, but each part has its own keys.
            if segment.isDetached { continue }
            overridden[name, default: OverriddenInstances(clock: clock)].days.formUnion(
                segment.overriddenDays
            )
        }
        parts = explainer.events.map(part)
    }

    private func part(_ event: Event) -> SeriesExplanation.Part {
        let component = event.component
        let schedule = EventSchedule(properties: component.properties, line: component.line)
        let role = role(of: component, schedule)
        return SeriesExplanation.Part(
            line: component.line,
            role: role,
            start: schedule.start.map { time($0, line: schedule.startLine) },
            timeZoneID: schedule.start?.timeZoneID,
            rules: rules(
                of: schedule,
                provenance: role == .master ? provenances[identity(of: component)] : nil
            ),
            dates: dates(of: schedule)
        )
    }

    private func role(of component: Component, _ schedule: EventSchedule) -> SeriesExplanation.Part.Role {
        guard schedule.start != nil || explainer.builder.cancelledStart(of: schedule) != nil else {
            return .unusable
        }
        guard used.contains(identity(of: component)) else { return .superseded }
        // An override without a master may represent the series itself.
        guard schedule.isOverride, provenances[identity(of: component)] == nil else { return .master }
        return .override(
            of: schedule.recurrenceID.map { time($0, line: schedule.recurrenceIDLine) },
            andFollowing: schedule.appliesToFuture,
            isMatched: isMatched(schedule)
        )
    }

    private func isMatched(_ schedule: EventSchedule) -> Bool {
        guard let id = schedule.recurrenceID else { return false }
        return overridden.values.contains { instances in
            if id.isDate != (instances.clock.kind == .allDay) {
                return instances.days.contains(id.dayOfAllDaySeries.dayNumber)
            }
            let line = schedule.recurrenceIDLine
            return instances.keys.contains(
                explainer.builder.resolver.key(of: id, on: instances.clock, line: line)
            )
        }
    }

    private func identity(of component: Component) -> Identity {
        guard let line = component.line, !sharedLines.contains(line) else { return .content(component) }
        return .line(line)
    }

    private func rules(
        of schedule: EventSchedule,
        provenance: SetProvenance?
    ) -> [SeriesExplanation.RuleLine] {
        guard let start = schedule.start else { return [] }
        var lines: [SeriesExplanation.RuleLine] = []
        for (name, rules) in [("RRULE", schedule.rules), ("EXRULE", schedule.exclusionRules)] {
            for (index, rule) in rules.enumerated() {
                lines.append(
                    SeriesExplanation.RuleLine(
                        name: name,
                        number: index + 1,
                        line: rule.line,
                        rule: rule.value,
                        sentence: rule.value.description(startingAt: start),
                        use: provenance?.use(of: rule.value, name, index + 1) ?? .ignored
                    )
                )
            }
        }
        return lines
    }

    /// Returns the properties that add or exclude dates, each with its number of values.
    private func dates(of schedule: EventSchedule) -> [SeriesExplanation.DateLine] {
        var lines: [SeriesExplanation.DateLine] = []
        for (name, places) in [
            ("RDATE", schedule.dates.map(\.line)), ("EXDATE", schedule.exclusions.map(\.line)),
        ] {
            var counts: [(line: Int?, count: Int)] = []
            for place in places {
                if let last = counts.last, last.line == place {
                    counts[counts.count - 1].count += 1
                } else {
                    counts.append((place, 1))
                }
            }
            lines += counts.map { .init(name: name, line: $0.line, count: $0.count) }
        }
        return lines
    }

    private func time(_ time: EventTime, line: Int?) -> OccurrenceTime {
        let clock = explainer.builder.resolver.clock(for: time, line: line)
        return clock.time(ofKey: clock.key(ofCivil: time.civil.secondNumber))
    }
}
