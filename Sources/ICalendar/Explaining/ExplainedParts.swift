/// What each component of a UID is good for.
struct ExplainedParts {
    /// The components in the order of the file.
    private(set) var parts: [SeriesExplanation.Part] = []
    private let explainer: SeriesExplainer
    private let provenances: [SetProvenance]
    /// Where the components start that the series is made of.
    private var usedLines: Set<Int> = []
    /// Those of them that were not read from a file.
    private var usedWithoutLine: [Component] = []

    /// Looks at the components of an explainer; `provenances` are those of the masters in the order of their segments.
    init(_ explainer: SeriesExplainer, _ provenances: [SetProvenance]) {
        self.explainer = explainer
        self.provenances = provenances
        let series = explainer.series
        for member in series.singles.map(\.member) + series.segments.map(\.member) {
            let component = member.event.component
            if let line = component.line { usedLines.insert(line) } else { usedWithoutLine.append(component) }
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
            rules: rules(of: schedule, provenance: role == .master ? provenance(of: component) : nil),
            dates: dates(of: schedule)
        )
    }

    private func role(of component: Component, _ schedule: EventSchedule) -> SeriesExplanation.Part.Role {
        guard schedule.start != nil else { return .unusable }
        let isUsed = component.line.map(usedLines.contains) ?? usedWithoutLine.contains(component)
        if !isUsed { return .superseded }
        guard schedule.isOverride else { return .master }
        return .override(
            of: schedule.recurrenceID.map { time($0, line: schedule.recurrenceIDLine) },
            andFollowing: schedule.appliesToFuture,
            isMatched: isMatched(schedule)
        )
    }

    /// Whether the series has the instance that an override names.
    private func isMatched(_ schedule: EventSchedule) -> Bool {
        guard let id = schedule.recurrenceID else { return false }
        return explainer.series.segments.contains { segment in
            if id.isDate != (segment.base.clock.kind == .allDay) {
                return segment.overriddenDays.contains(id.civil.date.dayNumber)
            }
            let line = schedule.recurrenceIDLine
            let key = explainer.builder.resolver.key(of: id, on: segment.base.clock, line: line)
            return segment.overriddenKeys.contains(key)
        }
    }

    private func provenance(of component: Component) -> SetProvenance? {
        let masters = explainer.series.segments.filter { !$0.isDetached }
        return zip(masters, provenances).first { Self.isSame($0.0.member.event.component, component) }?.1
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
                        isUsed: provenance?.isUsed(name, index + 1) ?? false
                    )
                )
            }
        }
        return lines
    }

    /// The properties that add or drop dates, with the number of their values.
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

    /// A time in the form of occurrences.
    private func time(_ time: EventTime, line: Int?) -> OccurrenceTime {
        let clock = explainer.builder.resolver.clock(for: time, line: line)
        return clock.time(ofKey: clock.key(ofCivil: time.civil.secondNumber))
    }

    private static func isSame(_ left: Component, _ right: Component) -> Bool {
        left.line == right.line && (left.line != nil || left == right)
    }
}
