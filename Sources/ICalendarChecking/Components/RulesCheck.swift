import ICalendarCore

/// A check of a component's rules in combination with its DTSTART.
struct RulesCheck: ComponentAspect {
    let check: ComponentCheck

    func run() {
        let isObservance = component.name == "STANDARD" || component.name == "DAYLIGHT"
        let places = check.known.indices.filter {
            check.known[$0] == Self.rule || check.known[$0] == Self.exclusionRule
        }
        guard !places.isEmpty else { return }
        let start = check.time("DTSTART")
        var isStartInRule: Bool?
        for place in places {
            guard case .recurrenceRule(let rule) = component.properties[place].value else { continue }
            checkNumbers(rule, isOnly: places.count == 1, at: place)
            guard let start else { continue }
            guard !check.dropped.contains(place),
                let usable = screened(rule, start, isOnly: places.count == 1, at: place)
            else { continue }
            checkEnds(usable, start, isObservance: isObservance, at: place)
            guard !isObservance, component.properties[place].name == "RRULE", rule.isGregorian else {
                continue
            }
            var remarks: [ValueRemark] = []
            let plan = RulePlan(usable, start: start.civil, isAllDay: start.isDate, remarks: &remarks)
            isStartInRule = isStartInRule == true || plan?.contains(start.civil.secondNumber) ?? true
        }
        if isStartInRule == false, let (place, _) = check.standing("DTSTART") {
            note(
                .startNotInRule,
                as: .warning,
                at: place,
                "DTSTART does not match RRULE",
                "3.8.5.3"
            )
        }
    }

    private static let rule = PropertyGrammar.index["RRULE"] ?? -1
    private static let exclusionRule = PropertyGrammar.index["EXRULE"] ?? -1

    /// The repair for a rule that has no instances, if the component has no other rule.
    ///
    /// DTSTART remains the only instance.
    private static let removal = "remove it; only DTSTART remains"

    private func checkNumbers(_ rule: RecurrenceRule, isOnly: Bool, at place: Int) {
        let name = component.properties[place].name
        let flaw: String? =
            if let count = rule.count, count < 1 { "COUNT=\(count)" } else if rule.interval < 1 {
                "INTERVAL=\(rule.interval)"
            } else { nil }
        if let flaw {
            note(
                .ruleNumber,
                at: place,
                "\(name): \(flaw) produces no instances",
                "3.3.10",
                repair: isOnly ? Self.removal : nil,
                mend: isOnly ? .remove(place) : nil
            )
            return
        }
        if let scale = rule.calendarScale, !ScaleTables.isKnown(scale) {
            note(
                .badRule,
                at: place,
                "\(name): RSCALE=\(scale) is not a known calendar",
                "7529:4.1",
                repair: isOnly ? Self.removal : nil,
                mend: isOnly ? .remove(place) : nil
            )
        }
        if rule.calendarScale == nil, rule.skip != .omit || rule.byMonth.contains(where: \.isLeap) {
            note(.rulePart, at: place, "\(name): SKIP and leap months require RSCALE", "7529:4.1")
        }
    }

    /// Returns the rule without the parts that are meaningless in their context, or nil if the rule cannot be expanded.
    private func screened(
        _ rule: RecurrenceRule,
        _ start: EventTime,
        isOnly: Bool,
        at place: Int
    ) -> RecurrenceRule? {
        guard rule.isGregorian else { return rule }
        let screening = RuleScreening(rule, isAllDay: start.isDate)
        let name = component.properties[place].name
        guard screening.isUsable else {
            if let remark = screening.remarks.last {
                note(
                    .badRule,
                    at: place,
                    "\(name): \(remark.problem ?? remark.message)",
                    "3.3.10",
                    repair: isOnly ? Self.removal : nil,
                    mend: isOnly ? .remove(place) : nil
                )
            }
            return nil
        }
        let mended = screening.rule
        for remark in screening.remarks {
            note(
                .rulePart,
                at: place,
                "\(name): \(remark.problem ?? remark.message)",
                "3.3.10",
                repair: "remove the ignored parts",
                mend: .edit(place) { property in
                    // An earlier repair may have changed UNTIL and COUNT.
                    guard case .recurrenceRule(let present) = property.value else { return }
                    var rule = mended
                    (rule.until, rule.count) = (present.until, present.count)
                    property.value = .recurrenceRule(rule)
                }
            )
        }
        return mended
    }

    // MARK: - COUNT and UNTIL

    private func checkEnds(
        _ rule: RecurrenceRule,
        _ start: EventTime,
        isObservance: Bool,
        at place: Int
    ) {
        guard let until = rule.until else { return }
        let name = component.properties[place].name
        if rule.count != nil {
            let isByCount = isObservance || check.mustStay(place) ? nil : endsByCount(rule, start)
            note(
                .countAndUntil,
                at: place,
                "\(name) has both COUNT and UNTIL",
                "3.3.10",
                repair: isByCount.map { "remove \($0 ? "UNTIL" : "COUNT"), which ends the rule later" },
                mend: .edit(place) { property in
                    guard case .recurrenceRule(var rule) = property.value else { return }
                    if isByCount == true { rule.until = nil } else { rule.count = nil }
                    property.value = .recurrenceRule(rule)
                }
            )
        }
        checkUntilType(until, start, isObservance: isObservance, at: place)
        if !isObservance, isBefore(until, start) {
            note(
                .untilBeforeStart,
                as: .warning,
                at: place,
                "\(name): UNTIL is before DTSTART, which leaves no instances",
                "3.3.10"
            )
        }
    }

    private func checkUntilType(
        _ until: EventTime,
        _ start: EventTime,
        isObservance: Bool,
        at place: Int
    ) {
        let isRight: Bool
        let wanted: String
        switch (isObservance, start) {
        case (true, _), (_, .utc), (_, .zoned):
            if case .utc = until { isRight = true } else { isRight = false }
            wanted = "in UTC"
        case (_, .floating):
            isRight = until.isFloating
            wanted = "a local time like DTSTART"
        case (_, .date):
            isRight = until.isDate
            wanted = "a date like DTSTART"
        }
        guard !isRight else { return }
        let meant = isObservance ? ObservanceCheck(check: check).meantInUTC(until) : meant(until, start)
        note(
            .untilType,
            at: place,
            "\(component.properties[place].name): UNTIL is \(until.wording) but must be \(wanted)",
            "3.3.10",
            repair: meant == nil ? nil : "convert it to the required form",
            mend: .edit(place) { property in
                guard case .recurrenceRule(var rule) = property.value, rule.until != nil else { return }
                rule.until = meant
                property.value = .recurrenceRule(rule)
            }
        )
    }

    /// Returns an UNTIL of the wrong type in the correct form, as the reader interprets it, or nil if its meaning is
    /// unclear.
    private func meant(_ until: EventTime, _ start: EventTime) -> EventTime? {
        switch start {
        case .date: return until.until(isAllDay: true)
        case .floating:
            if case .utc = until, context.hasCalendarZone { return nil }
            return .floating(CivilDateTime(secondNumber: until.lastSecond { $0 }))
        case .utc, .zoned:
            let clock = context.resolver.clock(for: start, line: nil)
            guard clock.kind == .zoned else { return nil }
            let second = until.lastSecond(instant: { $0 }, wallClock: clock.key(ofCivil:))
            // Years are limited to four digits.
            guard (RulePlan.firstSecond...RulePlan.lastSecond).contains(second) else { return nil }
            return .utc(CivilDateTime(secondNumber: second))
        }
    }

    private func isBefore(_ until: EventTime, _ start: EventTime) -> Bool {
        if until.civil.date.dayNumber > start.civil.date.dayNumber + 2 { return false }
        let clock = context.resolver.clock(for: start, line: nil)
        return until.until(isAllDay: start.isDate).lastSecond(instant: { $0 }, wallClock: clock.key(ofCivil:))
            < clock.key(ofCivil: start.civil.secondNumber)
    }

    /// Returns whether COUNT ends the rule before UNTIL does, or nil if that would take too long to determine.
    private func endsByCount(_ rule: RecurrenceRule, _ start: EventTime) -> Bool? {
        guard let count = rule.count, count > 0, let until = rule.until, rule.isGregorian else { return nil }
        // A clock change may reorder a day's times or make them equal.
        guard !rule.frequency.isSubDaily, rule.byHour.count < 2, rule.byMinute.count < 2,
            rule.bySecond.count < 2
        else { return nil }
        if !until.isFloating, context.mayHaveCalendarZone(start) { return nil }
        var remarks: [ValueRemark] = []
        guard let plan = RulePlan(rule, start: start.civil, isAllDay: start.isDate, remarks: &remarks) else {
            return nil
        }
        let clock = context.resolver.clock(for: start, line: nil)
        let end = until.until(isAllDay: start.isDate)
            .lastSecond(instant: { $0 }, wallClock: clock.key(ofCivil:))
        let through = min(clock.civil(ofKey: end) + 86_400, plan.lastCountable)
        guard plan.lastSecond(countedIn: RulePlan.fewSteps, upTo: count) >= through else { return nil }
        guard context.shared.mayPass(min(count, RulePlan.fewPassed)) else { return nil }
        guard let last = plan.time(at: count - 1, through: through) else { return false }
        return clock.key(ofCivil: last) <= end
    }
}

extension RecurrenceRule {
    fileprivate var isGregorian: Bool { calendarScale == nil || calendarScale == "GREGORIAN" }
}
