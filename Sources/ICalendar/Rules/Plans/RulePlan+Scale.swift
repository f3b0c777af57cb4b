extension RulePlan {
    /// Plans a rule in a calendar that RSCALE names (RFC 7529).
    ///
    /// Nil when the rule cannot be run, with a remark of error severity: parts that no one has defined for other
    /// calendars (BYWEEKNO, and days in FREQ below a day), days that never come, a start outside the known years.
    /// `looksAhead` says whether it is found out if it ever has an instance.
    init?(
        _ rule: RecurrenceRule,
        in calendar: ScaleCalendar,
        start: CivilDateTime,
        isAllDay: Bool,
        looksAhead: Bool = true,
        remarks: inout [ValueRemark]
    ) {
        if RulePlan.isSameInAllCalendars(rule) {
            var rule = rule
            rule.calendarScale = nil
            self.init(rule, start: start, isAllDay: isAllDay, remarks: &remarks)
            return
        }
        var screening = RuleScreening(rule, isAllDay: isAllDay, calendar: calendar)
        let scale = "RSCALE=\(calendar.name)"
        if screening.isUsable, rule.frequency.isSubDaily {
            screening.refuse(
                "FREQ=\(rule.frequency.rawValue) with months or days of \(scale) is not supported;"
                    + " the rule is not used"
            )
        } else if screening.isUsable, let week = screening.rule.byWeekNumber.first {
            screening.refuse("BYWEEKNO=\(week) means nothing certain in \(scale); the rule is not used")
        }
        remarks += screening.remarks
        guard screening.isUsable else { return nil }
        // What was ignored may have been all that the calendar is needed for.
        if RulePlan.isSameInAllCalendars(screening.rule) {
            var rule = screening.rule
            rule.calendarScale = nil
            self.init(rule, start: start, isAllDay: isAllDay, remarks: &remarks)
            return
        }
        guard let plan = ScalePlan(screening.rule, start: start, in: calendar) else {
            remarks.append(
                ValueRemark(
                    severity: .error,
                    code: .rule,
                    message: "\(scale) is known from 1584 to 2581, and DTSTART is not among these years;"
                        + " the rule is not used"
                )
            )
            return nil
        }
        self.init(start: start.secondNumber, engine: plan.timesOfDay.isEmpty ? .nothing : .scale(plan))
        // The start is no instance and nothing follows for years: then most likely nothing ever does. Where there are so
        // many rules that looking takes too long, it is not said.
        guard looksAhead else { return }
        let years = ScalePlan.yearsAhead
        var times = times(from: self.start, through: self.start + years * 366 * 86_400)
        if times.next() == nil {
            remarks.append(
                ValueRemark(
                    severity: .warning,
                    code: .rule,
                    message: "the rule has no instance in \(scale) for \(years) years after DTSTART"
                )
            )
        }
    }

    /// Whether a rule speaks of nothing but weekdays and times, which all calendars share.
    private static func isSameInAllCalendars(_ rule: RecurrenceRule) -> Bool {
        rule.frequency >= .weekly && rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
            && rule.byWeekNumber.isEmpty
    }
}
