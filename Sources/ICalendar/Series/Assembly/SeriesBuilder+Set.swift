extension SeriesBuilder {
    /// The recurrence set of a master, with remarks on what its rules and dates do not say well.
    func recurrenceSet(of candidate: Candidate) -> RecurrenceSet {
        let member = candidate.member
        let clock = resolver.clock(for: candidate.start, line: member.schedule.startLine)
        let start = clock.instance(atCivil: candidate.start.civil.secondNumber)
        var set = RecurrenceSet(clock: clock, start: start)
        var keepsStart = member.schedule.rules.isEmpty
        var produced = false
        let rules = usable(member.schedule.rules)
        // By their places, as a rule is a dozen lists, each of which is counted when the rule is copied.
        for place in rules.indices {
            guard let bounded = bounded(rules[place], of: candidate, clock: clock) else {
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
        if !set.rules.isEmpty, !produced { warnOfStart(of: member.schedule, in: set) }
        for rule in usable(member.schedule.exclusionRules) {
            if let bounded = bounded(rule, of: candidate, clock: clock) { set.exclusionRules.append(bounded) }
        }
        if set.exclusionRules.count > 1 {
            for rule in RecurrenceRule.joined(usable(member.schedule.exclusionRules).map(\.value)) {
                // What there is to be said of them was said above.
                var said: [ValueRemark] = []
                let located = EventSchedule.Located(value: rule, line: nil)
                if let bounded = bounded(located, of: candidate, clock: clock, remarks: &said) {
                    set.joinedExclusionRules.append(bounded)
                }
            }
        }
        set.findExcludedRules()
        set.findDifferentRules()
        if clock.kind == .allDay { noteNextDays(of: member.schedule) }
        addDates(of: member, to: &set, keepsStart: keepsStart || member.schedule.hasUnreadableRule)
        var excludedKeys: Set<Int> = []
        for exclusion in member.schedule.exclusions {
            let time = exclusion.value
            if time.isDate, clock.kind != .allDay {
                set.excludedDays.insert(time.civil.date.dayNumber)
            } else {
                excludedKeys.insert(resolver.key(of: time, on: clock, line: exclusion.line))
            }
        }
        set.excludedKeys = excludedKeys
        return consume set
    }

    private func noteEarlyEnd(of rule: EventSchedule.Located<RecurrenceRule>) {
        let until = rule.value.until.map { "=" + RuleText.format(until: $0) } ?? ""
        note(
            Diagnostic(
                .warning,
                .rule,
                line: rule.line,
                "UNTIL\(until) is before DTSTART; the rule has no instances, not even DTSTART"
            )
        )
    }

    /// The rules that count: each once, and not more of them than any honest event has.
    private func usable(
        _ rules: [EventSchedule.Located<RecurrenceRule>]
    ) -> [EventSchedule.Located<RecurrenceRule>] {
        guard rules.count > 1 else { return rules }
        var seen: Set<RecurrenceRule> = []
        let different = rules.filter { seen.insert($0.value).inserted }
        let most = context.limits.rules
        if different.count > most {
            note(
                Diagnostic(
                    .error,
                    .limit,
                    line: different[most].line,
                    "more than \(most) rules in one event; those from here on are left out"
                )
            )
        }
        return Array(different.prefix(most))
    }

    /// Warns of a DTSTART that no rule gives, and of rules that give nothing at all (found by arithmetic).
    private func warnOfStart(of schedule: EventSchedule, in set: RecurrenceSet) {
        let empty = set.rules.filter(\.plan.isEmpty)
        for rule in empty {
            let written = schedule.rules.first { $0.line == rule.line }.map {
                " " + RuleText.excerpt($0.value)
            }
            note(
                Diagnostic(
                    .warning,
                    .rule,
                    line: rule.line,
                    "RRULE\(written ?? "") matches nothing up to the year 9999; it has no instances"
                )
            )
        }
        guard empty.count < set.rules.count else { return }
        note(
            Diagnostic(
                .warning,
                .rule,
                line: schedule.startLine,
                "DTSTART is not an instance that its own RRULE gives; it is one all the same, which COUNT does not count"
            )
        )
    }

    /// A rule with its end on the series' clock, or nil when it cannot be used.
    private func bounded(
        _ rule: EventSchedule.Located<RecurrenceRule>,
        of candidate: Candidate,
        clock: SeriesClock
    ) -> BoundedRule? {
        var remarks: [ValueRemark] = []
        let bounded = bounded(rule, of: candidate, clock: clock, remarks: &remarks)
        for remark in remarks {
            note(Diagnostic(remark.severity, remark.code, line: rule.line, remark.message))
        }
        return bounded
    }

    private func bounded(
        _ rule: EventSchedule.Located<RecurrenceRule>,
        of candidate: Candidate,
        clock: SeriesClock,
        remarks: inout [ValueRemark]
    ) -> BoundedRule? {
        let plan = plan(
            rule.value,
            start: candidate.start.civil,
            isAllDay: clock.kind == .allDay,
            remarks: &remarks
        )
        guard let plan else { return nil }
        let until = rule.value.until?.until(isAllDay: clock.kind == .allDay)
        let lastKey = until?.lastSecond(instant: { $0 }, wallClock: clock.key(ofCivil:)) ?? .max
        if clock.kind == .allDay, let written = rule.value.until, written.isMidnightInUTC {
            remarks.append(
                ValueRemark(severity: .warning, code: .rule, message: "UNTIL: " + written.readAsNextDay)
            )
        }
        guard let count = rule.value.count else {
            return BoundedRule(plan: plan, count: nil, lastKey: lastKey, line: rule.line)
        }
        let steps = steps(toFollow: rule.value, from: candidate.start)
        let upper = context.searched.upperBound
        // Some more than a year later, as a part of a series may be moved.
        let late = max(upper + 400 * 86_400, plan.start + SeriesClock.slack)
        var followed = max(plan.start, plan.lastSecond(countedIn: steps, upTo: count, on: clock))
        // The years of other calendars may be slow to come.
        if !context.searched.isEmpty, case .scale = plan.engine { followed = min(followed, late) }
        guard followed < plan.lastCountable else {
            return BoundedRule(plan: plan, count: count, lastKey: lastKey, line: rule.line)
        }
        if !context.searched.isEmpty, plan.most(through: late) <= count {
            // COUNT leaves all that is asked for, and need not be followed.
            let lateKey = clock.key(atInstant: late - SeriesClock.slack)
            return BoundedRule(plan: plan, count: nil, lastKey: min(lastKey, lateKey), line: rule.line)
        }
        let end = clock.instance(atCivil: followed)
        let bounded = BoundedRule(plan: plan, count: count, lastKey: min(lastKey, end.key), line: rule.line)
        if end.key < lastKey, end.sort < upper, bounded.countedEnd(on: clock) - 1 > followed {
            remarks.append(
                ValueRemark(
                    severity: .warning,
                    code: .limit,
                    message: "COUNT takes too many steps to be followed further than"
                        + " \(Instant(secondsSince1970: end.sort)); later instances of the rule are left out"
                )
            )
        }
        return bounded
    }

    /// Puts DTSTART and RDATE into a set, in order, each key once; a period's own length wins.
    private func addDates(of member: SeriesMember, to set: inout RecurrenceSet, keepsStart: Bool) {
        if member.schedule.dates.isEmpty {
            set.dates = keepsStart ? [set.start] : []
            return
        }
        let clock = set.clock
        var dates: [Int: Instance] = keepsStart ? [set.start.key: set.start] : [:]
        // Days of an all-day series that several RDATEs name, and the first that came too late.
        var named: Set<Int> = []
        var (shared, late) = (0, member.schedule.dates[0])
        for date in member.schedule.dates {
            var instance = instance(of: date, in: set)
            if clock.kind == .allDay, !named.insert(instance.key).inserted {
                if shared == 0 { late = date }
                shared += 1
            }
            if let end = date.value.end {
                instance.period = set.add(
                    period: length(of: end, of: date, startKey: instance.key, clock: clock)
                )
            }
            if let other = dates[instance.key], other.period >= 0 || instance.period < 0 { continue }
            dates[instance.key] = instance
        }
        if shared > 0 { noteSharedDays(shared, late) }
        set.dates = dates.values.sorted(by: Instance.precedes)
    }

    /// The instance that a value of RDATE names; a date in a timed series is at DTSTART's time of day.
    func instance(of date: EventSchedule.Located<RecurrenceDate>, in set: RecurrenceSet) -> Instance {
        let clock = set.clock
        let start = date.value.start
        if start.isDate, clock.kind != .allDay {
            let timeOfDay = floorModulo(set.start.civil, 86_400)
            return clock.instance(atCivil: start.civil.secondNumber + timeOfDay)
        }
        return clock.instance(atKey: resolver.key(of: start, on: clock, line: date.line))
    }

    private func length(
        of end: Value.Period.End,
        of date: EventSchedule.Located<RecurrenceDate>,
        startKey: Int,
        clock: SeriesClock
    ) -> OccurrenceLength {
        let seconds: Int
        switch end {
        case .duration(let duration) where duration.isNegative:
            seconds = -1
        case .duration(let duration):
            guard clock.kind == .allDay else { return OccurrenceLength(duration) }
            seconds = OccurrenceLength(duration).end(ofKey: 0, on: clock)
        case .time(let civil, let isUTC):
            // A local end is one of the start's own zone.
            let time: EventTime =
                switch date.value.start {
                case .utc: .utc(civil)
                case .zoned(_, let id): isUTC ? .utc(civil) : .zoned(civil, timeZoneID: id)
                case .date, .floating: isUTC ? .utc(civil) : .floating(civil)
                }
            seconds = resolver.key(of: time, on: clock, line: date.line) - startKey
        }
        func warn(_ message: String) {
            note(Diagnostic(.warning, .duration, line: date.line, message))
        }
        guard clock.kind == .allDay else {
            if seconds < 0 { warn("a period of RDATE ends before it starts; read as without length") }
            return .exact(max(0, seconds))
        }
        let days = max(1, (seconds + 86_399) / 86_400)
        if days * 86_400 != seconds {
            warn("a period of RDATE is no number of whole days; read as \(days) of this all-day event")
        }
        return .nominal(days: days, seconds: 0)
    }
}
