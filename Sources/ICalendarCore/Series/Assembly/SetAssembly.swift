/// An assembly that builds a master's recurrence set and adds remarks about problems in its rules and dates.
struct SetAssembly {
    let builder: SeriesBuilder
    let candidate: SeriesMember
    let clock: SeriesClock

    init(of candidate: SeriesMember, builder: SeriesBuilder) {
        self.builder = builder
        self.candidate = candidate
        clock = builder.resolver.clock(for: candidate.start, line: candidate.schedule.startLine)
    }

    private var schedule: EventSchedule { candidate.schedule }

    func set() -> RecurrenceSet {
        let start = clock.instance(atCivil: candidate.start.civil.secondNumber)
        var set = RecurrenceSet(clock: clock, start: start)
        var keepsStart = schedule.rules.isEmpty
        var produced = false
        var rules = usable(schedule.rules)
        let generated = instances(of: rules, "RRULE")
        if generated != nil {
            keepsStart = true
            rules = []
        }
        // Accesses rules by index, because copying a rule retains each of its dozen lists.
        for place in rules.indices {
            guard let bounded = bounded(rules[place]) else {
                keepsStart = true
                continue
            }
            guard bounded.lastKey >= start.key else {
                noteEarlyEnd(of: rules[place])
                continue
            }
            keepsStart = true
            produced = produced || bounded.plan.contains(start.civil)
            set.rules.append(bounded)
        }
        if !set.rules.isEmpty, !produced { warnOfStart(in: set) }
        var exclusionRules = usable(schedule.exclusionRules)
        let excluded = instances(of: exclusionRules, "EXRULE")
        if excluded != nil { exclusionRules = [] }
        for rule in exclusionRules {
            if let bounded = bounded(rule) { set.exclusionRules.append(bounded) }
        }
        if set.exclusionRules.count > 1 {
            for rule in RecurrenceRule.joined(exclusionRules.map(\.value)) {
                // The remarks about these rules were already added above.
                var said: [ValueRemark] = []
                let located = EventSchedule.Located(value: rule, line: nil)
                if let bounded = bounded(located, remarks: &said) {
                    set.joinedExclusionRules.append(bounded)
                }
            }
        }
        set.findExcludedRules()
        set.findDifferentRules()
        if clock.kind == .allDay { builder.noteNextDays(of: schedule) }
        addDates(
            to: &set,
            generated ?? [],
            keepsStart: keepsStart || schedule.hasUnreadableRule && schedule.rules.isEmpty
        )
        var excludedKeys = Set((excluded ?? []).map(\.key))
        for exclusion in schedule.exclusions {
            let time = exclusion.value
            if time.isDate, clock.kind != .allDay {
                set.excludedDays.insert(time.civil.date.dayNumber)
            } else {
                excludedKeys.insert(builder.resolver.key(of: time, on: clock, line: exclusion.line))
            }
        }
        set.excludedKeys = excludedKeys
        return consume set
    }

    /// Returns the rules' instances from libical's iterator if the search uses it, or nil otherwise.
    private func instances(
        of rules: [EventSchedule.Located<RecurrenceRule>],
        _ name: StaticString
    ) -> [Instance]? {
        #if Libical
            guard builder.context.rulesAreLibical else { return nil }
            let zone = clock.kind == .zoned ? clock.zone.identifier : nil
            let last = clock.civil(
                ofKey: clock.key(atInstant: builder.context.searched.upperBound + SeriesClock.slack)
            )
            return rules.flatMap { rule -> [Instance] in
                do throws(RuleIterator.Refusal) {
                    return try RuleIterator.instances(
                        of: rule.value,
                        start: candidate.start.civil,
                        isDate: clock.kind == .allDay,
                        zone: zone,
                        through: last
                    ).map { instance in
                        guard clock.kind == .zoned, let instant = instance.instant else {
                            return clock.instance(atCivil: instance.civil)
                        }
                        return Instance(sort: instant, key: instant, civil: instance.civil)
                    }
                } catch {
                    builder.warn(
                        .rule,
                        line: rule.line,
                        "\(name): rule kept from libical (\(error.rawValue)); it has no instances"
                    )
                    return []
                }
            }
        #else
            return nil
        #endif
    }

    private func noteEarlyEnd(of rule: EventSchedule.Located<RecurrenceRule>) {
        let until = rule.value.until.map { "=" + RuleText.format(until: $0) } ?? ""
        let subject = schedule.rules.count == 1 ? builder.origin.kind : "rule"
        let message = "UNTIL\(until) is before DTSTART; the \(subject) has no instances"
        builder.warn(.rule, line: rule.line, message)
    }

    /// Returns the rules to use, without duplicates, up to a limit that no real event reaches.
    private func usable(
        _ rules: [EventSchedule.Located<RecurrenceRule>]
    ) -> [EventSchedule.Located<RecurrenceRule>] {
        guard rules.count > 1 else { return rules }
        var seen: Set<RecurrenceRule> = []
        let different = rules.filter { seen.insert($0.value).inserted }
        let most = builder.context.limits.rules
        if different.count > most {
            let message = "limit reached: \(most) rules in one event (ReadingLimits.rules); the rest skipped"
            builder.note(Diagnostic(.error, .limit, line: different[most].line, message))
        }
        return Array(different.prefix(most))
    }

    /// Warns about a DTSTART that no rule generates, and about rules that generate no instances.
    private func warnOfStart(in set: RecurrenceSet) {
        let empty = set.rules.filter(\.plan.isEmpty)
        for rule in empty {
            let written = schedule.rules.first { $0.line == rule.line }.map {
                " " + RuleText.excerpt($0.value)
            }
            let message = "RRULE\(written ?? "") has no instances up to the year 9999"
            builder.warn(.rule, line: rule.line, message)
        }
        guard empty.count < set.rules.count else { return }
        let message =
            "DTSTART does not match RRULE; kept as an extra instance that COUNT does not include"
        builder.warn(.rule, line: schedule.startLine, message)
    }

    /// Returns a rule with its end as a key of the series' clock, or nil if the rule is unusable.
    private func bounded(_ rule: EventSchedule.Located<RecurrenceRule>) -> BoundedRule? {
        var remarks: [ValueRemark] = []
        let bounded = bounded(rule, remarks: &remarks)
        for remark in remarks {
            builder.note(Diagnostic(remark.severity, remark.code, line: rule.line, remark.message))
        }
        return bounded
    }

    private func bounded(
        _ rule: EventSchedule.Located<RecurrenceRule>,
        remarks: inout [ValueRemark]
    ) -> BoundedRule? {
        guard let plan = plan(rule.value, remarks: &remarks) else { return nil }
        let lastKey = rule.value.lastKey(on: clock)
        if clock.kind == .allDay, let written = rule.value.until, written.isMidnightInUTC {
            remarks.note(.rule, "UNTIL: " + written.readAsNextDay)
        }
        guard let count = rule.value.count else {
            return BoundedRule(plan: plan, count: nil, lastKey: lastKey, line: rule.line)
        }
        let steps = builder.steps.allowed(toFollow: rule.value, from: candidate.start, &builder.resolver)
        let searched = builder.context.searched
        let upper = searched.upperBound
        // Allows a little more than a year, because an override may move part of a series.
        let late = max(upper + 400 * 86_400, plan.start + SeriesClock.slack)
        var followed = max(plan.start, plan.lastSecond(countedIn: steps, upTo: count, on: clock))
        // Years of other calendars may be slow to compute.
        if !searched.isEmpty, case .scale = plan.engine { followed = min(followed, late) }
        guard followed < plan.lastCountable else {
            return BoundedRule(plan: plan, count: count, lastKey: lastKey, line: rule.line)
        }
        if !searched.isEmpty, plan.most(through: late) <= count {
            // COUNT admits all instances in the requested range, so there is no need to count them.
            let lateKey = clock.key(atInstant: late - SeriesClock.slack)
            return BoundedRule(plan: plan, count: nil, lastKey: min(lastKey, lateKey), line: rule.line)
        }
        let end = clock.instance(atCivil: followed)
        let bounded = BoundedRule(plan: plan, count: count, lastKey: min(lastKey, end.key), line: rule.line)
        if end.key < lastKey, end.sort < upper, bounded.countedEnd(on: clock) - 1 > followed {
            remarks.note(
                .limit,
                as: .error,
                "COUNT too expensive to evaluate; rule stopped at"
                    + " \(Instant(secondsSince1970: end.sort))"
            )
        }
        return bounded
    }

    /// Adds DTSTART and RDATE to a set in order, each key only once.
    ///
    /// A period keeps its own length.
    private func addDates(to set: inout RecurrenceSet, _ generated: [Instance], keepsStart: Bool) {
        if schedule.dates.isEmpty, generated.isEmpty {
            set.dates = keepsStart ? [set.start] : []
            return
        }
        var dates: [Int: Instance] = keepsStart ? [set.start.key: set.start] : [:]
        for instance in generated { dates[instance.key] = instance }
        // The days specified by RDATEs in an all-day series, and the first duplicate among them.
        var named: Set<Int> = []
        var (shared, late) = (0, schedule.dates.first)
        for date in schedule.dates {
            var instance = builder.instance(of: date, in: set)
            if clock.kind == .allDay, !named.insert(instance.key).inserted {
                if shared == 0 { late = date }
                shared += 1
            }
            if let end = date.value.end {
                instance.period = set.add(period: length(of: end, of: date, startKey: instance.key))
            }
            if let other = dates[instance.key], other.period >= 0 || instance.period < 0 { continue }
            dates[instance.key] = instance
        }
        if shared > 0, let late { builder.noteSharedDays(shared, late) }
        set.dates = dates.values.sorted(by: Instance.precedes)
    }

    private func length(
        of end: Value.Period.End,
        of date: EventSchedule.Located<RecurrenceDate>,
        startKey: Int
    ) -> OccurrenceLength {
        let seconds: Int
        switch end {
        case .duration(let duration) where duration.isNegative:
            seconds = -1
        case .duration(let duration):
            guard clock.kind == .allDay else { return OccurrenceLength(duration) }
            seconds = OccurrenceLength(duration).end(ofKey: 0, on: clock)
        case .time(let civil, let isUTC):
            // A local end time is in the start's zone.
            let time: EventTime =
                switch date.value.start {
                case .utc: .utc(civil)
                case .zoned(_, let id): isUTC ? .utc(civil) : .zoned(civil, timeZoneID: id)
                case .date, .floating: isUTC ? .utc(civil) : .floating(civil)
                }
            seconds = builder.resolver.key(of: time, on: clock, line: date.line) - startKey
        }
        func warn(_ message: String) { builder.warn(.duration, line: date.line, message) }
        guard clock.kind == .allDay else {
            if seconds < 0 { warn("RDATE period ends before it starts; read as zero length") }
            return .exact(max(0, seconds))
        }
        let days = max(1, (seconds + 86_399) / 86_400)
        if days * 86_400 != seconds {
            warn(
                "RDATE period is not a whole number of days; read as \(days == 1 ? "one day" : "\(days) days")"
            )
        }
        return .nominal(days: days, seconds: 0)
    }

    /// Returns the plan of a rule in the calendar specified by its RSCALE.
    ///
    /// If the rule cannot be computed, adds remarks and returns nil.
    private func plan(_ rule: RecurrenceRule, remarks: inout [ValueRemark]) -> RulePlan? {
        let (start, isAllDay) = (candidate.start.civil, clock.kind == .allDay)
        guard let name = rule.calendarScale, name != "GREGORIAN" else {
            return RulePlan(rule, start: start, isAllDay: isAllDay, remarks: &remarks)
        }
        switch ScaleTables.scale(named: name) {
        case .gregorian:
            var rule = rule
            rule.calendarScale = "GREGORIAN"
            return RulePlan(rule, start: start, isAllDay: isAllDay, remarks: &remarks)
        case .other(let calendar):
            let plan = RulePlan(
                rule,
                in: calendar,
                start: start,
                isAllDay: isAllDay,
                looksAhead: builder.steps.looksAhead,
                remarks: &remarks
            )
            guard let plan, case .scale = plan.engine else { return plan }
            return isWithinReach(plan, rule, of: calendar, remarks: &remarks) ? plan : nil
        case nil:
            let reason =
                ScaleTables.needsLibical(name)
                ? "needs libical 3.0 with ICU (package trait Libical)"
                : "is not a known calendar"
            let remark = "RSCALE=\(name) \(reason); rule ignored"
            remarks.append(ValueRemark(severity: .error, code: .rule, message: remark))
            return nil
        }
    }

    /// Returns whether the window can be searched: its years are known, and COUNT does not require counting beyond
    /// them.
    private func isWithinReach(
        _ plan: RulePlan,
        _ rule: RecurrenceRule,
        of calendar: ScaleCalendar,
        remarks: inout [ValueRemark]
    ) -> Bool {
        let from = floorDivide(builder.context.searched.lowerBound, 86_400)
        let to = floorDivide(builder.context.searched.upperBound, 86_400)
        let end = rule.until.map { $0.civil.date.dayNumber } ?? .max
        if rule.count != nil, min(end, from) > plan.lastCountable / 86_400 {
            remarks.append(
                ValueRemark(
                    severity: .error,
                    code: .limit,
                    message: "COUNT in RSCALE=\(calendar.name) is supported only up to the year 2581,"
                        + " and the window is later; rule ignored"
                )
            )
            return false
        }
        if rule.count == nil, min(end, to) > ScaleCalendar.knownDays.upperBound {
            remarks.note(
                .limit,
                as: .error,
                "RSCALE=\(calendar.name) is supported only up to the year 2581;"
                    + " the rule ends there"
            )
        }
        return true
    }
}
