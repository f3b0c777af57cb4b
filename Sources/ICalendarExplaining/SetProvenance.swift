import ICalendarCore

/// The sources of the instances in a master's set and the reasons that instances are excluded.
///
/// To find an instance's sources, each rule and date is tested separately.
struct SetProvenance {
    let set: RecurrenceSet
    /// The number of each rule among all of the component's RRULEs, including unusable ones.
    private let ruleNumbers: [Int]
    private let exclusionNumbers: [Int]
    private var dateLines: [Int: Int?] = [:]
    /// The line numbers of EXDATE values, keyed by instance key and by local day.
    private var exclusionLines: [Int: Int?] = [:]
    private var exclusionDays: [Int: Int?] = [:]
    /// Whether DTSTART is an instance.
    ///
    /// DTSTART is not an instance if all rules end before it.
    private let hasStart: Bool

    /// Creates the provenance for a set and its schedule.
    init(_ set: RecurrenceSet, of schedule: EventSchedule, builder: SeriesBuilder) {
        self.set = set
        ruleNumbers = Self.numbers(of: set.rules, among: schedule.rules)
        exclusionNumbers = Self.numbers(of: set.exclusionRules, among: schedule.exclusionRules)
        for date in schedule.dates {
            let key = builder.instance(of: date, in: set).key
            if dateLines[key] == nil { dateLines[key] = .some(date.line) }
        }
        hasStart = set.dates.contains { $0.key == set.start.key }
        for exclusion in schedule.exclusions {
            if exclusion.value.isDate, set.clock.kind != .allDay {
                exclusionDays[exclusion.value.civil.date.dayNumber] = .some(exclusion.line)
            } else {
                let key = builder.resolver.key(of: exclusion.value, on: set.clock, line: exclusion.line)
                exclusionLines[key] = .some(exclusion.line)
            }
        }
    }

    /// Returns an instance's sources.
    func sources(of instance: Instance) -> [SeriesExplanation.Source] {
        var sources: [SeriesExplanation.Source] = []
        if hasStart, instance.key == set.start.key { sources.append(.start) }
        let key = SeriesKey(instance.key, on: set.clock)
        for (index, number) in ruleNumbers.enumerated()
        where set.rules[index].instance(with: key, on: set.clock) != nil {
            sources.append(.rule(number))
        }
        if let line = dateLines[instance.key] { sources.append(.date(line: line)) }
        return sources
    }

    /// Returns the reason that an instance is excluded, or nil if it is not.
    func exclusion(of instance: Instance) -> SeriesExplanation.Fate? {
        let day = floorDivide(instance.civil, 86_400)
        if let line = exclusionLines[instance.key] ?? exclusionDays[day] { return .droppedByDate(line: line) }
        let key = SeriesKey(instance.key, on: set.clock)
        for (index, number) in exclusionNumbers.enumerated()
        where set.exclusionRules[index].instance(with: key, on: set.clock) != nil {
            return .droppedByRule(number)
        }
        return nil
    }

    /// The set's rules and their numbers.
    var numberedRules: [(rule: BoundedRule, number: Int)] {
        zip(set.rules, ruleNumbers).map { ($0, $1) }
    }

    /// Returns the effect of the RRULE or EXRULE with the given number.
    func use(of rule: RecurrenceRule, _ name: String, _ number: Int) -> SeriesExplanation.Use {
        if (name == "RRULE" ? ruleNumbers : exclusionNumbers).contains(number) { return .used }
        return rule.lastKey(on: set.clock) < set.start.key ? .ended : .ignored
    }

    /// Returns the numbers that the usable rules have among all rules.
    private static func numbers(
        of used: [BoundedRule],
        among written: [EventSchedule.Located<RecurrenceRule>]
    ) -> [Int] {
        var numbers: [Int] = []
        for (index, rule) in written.enumerated() where numbers.count < used.count {
            if used[numbers.count].line == rule.line { numbers.append(index + 1) }
        }
        return numbers
    }
}

/// The overrides of a series, keyed by the instance they replace.
struct OverridePlaces {
    private var byKey: [Int: SingleOccurrence] = [:]
    private var byDay: [Int: SingleOccurrence] = [:]

    /// Collects the overrides of a series for masters with this clock.
    init(_ singles: [SingleOccurrence], on clock: SeriesClock, builder: SeriesBuilder) {
        for single in singles where single.isDetached {
            let component = single.member.event.component
            let schedule = EventSchedule(properties: component.all("RECURRENCE-ID"), line: component.line)
            guard let id = schedule.recurrenceID else { continue }
            if id.isDate != (clock.kind == .allDay) {
                byDay[id.dayOfAllDaySeries.dayNumber] = single
            } else {
                byKey[builder.resolver.key(of: id, on: clock, line: schedule.recurrenceIDLine)] = single
            }
        }
    }

    func override(of instance: Instance) -> SingleOccurrence? {
        byKey[instance.key] ?? byDay[floorDivide(instance.civil, 86_400)]
    }
}
