extension SeriesBuilder {
    /// The plan of a rule in the calendar that its RSCALE names, or nil, with remarks, when it cannot be run.
    func plan(
        _ rule: RecurrenceRule,
        start: CivilDateTime,
        isAllDay: Bool,
        remarks: inout [ValueRemark]
    ) -> RulePlan? {
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
                looksAhead: looksAhead,
                remarks: &remarks
            )
            guard let plan, case .scale = plan.engine else { return plan }
            return isWithinReach(plan, rule, of: calendar, remarks: &remarks) ? plan : nil
        case nil:
            let remark = "RSCALE=\(name) is no calendar that is known here; the rule is not used"
            remarks.append(ValueRemark(severity: .error, code: .rule, message: remark))
            return nil
        }
    }

    /// Whether the window can be answered: the years are known, and COUNT need not be followed beyond them.
    private func isWithinReach(
        _ plan: RulePlan,
        _ rule: RecurrenceRule,
        of calendar: ScaleCalendar,
        remarks: inout [ValueRemark]
    ) -> Bool {
        let from = floorDivide(context.searched.lowerBound, 86_400)
        let to = floorDivide(context.searched.upperBound, 86_400)
        let end = rule.until.map { $0.civil.date.dayNumber } ?? .max
        if rule.count != nil, min(end, from) > plan.lastCountable / 86_400 {
            remarks.append(
                ValueRemark(
                    severity: .error,
                    code: .limit,
                    message: "COUNT in RSCALE=\(calendar.name) can be followed up to the year 2581 only,"
                        + " and the window is later; the rule is not used"
                )
            )
            return false
        }
        if rule.count == nil, min(end, to) > ScaleCalendar.knownDays.upperBound {
            remarks.append(
                ValueRemark(
                    severity: .warning,
                    code: .limit,
                    message: "RSCALE=\(calendar.name) is known up to the year 2581 only;"
                        + " later instances of the rule are missing"
                )
            )
        }
        return true
    }
}
