/// A rule and its start, prepared for queries over any time span.
///
/// The plan works in civil seconds (``CivilDateTime/secondNumber``). It ignores zones, COUNT, and UNTIL, and it
/// includes DTSTART only if the rule generates it. It caches no instances, and a query a thousand years after DTSTART
/// costs the same as one in the first month. No instance is later than the year 9999.
package struct RulePlan: Sendable {
    /// The civil second of DTSTART; no instance is earlier.
    package let start: Int
    let engine: Engine

    package enum Engine: Sendable {
        case nothing
        /// Identical periods: WEEKLY, DAILY and shorter frequencies without limits, and plain weekdays of every year
        /// or month.
        case cycle(CyclePlan)
        /// Calendar periods: YEARLY, MONTHLY, and WEEKLY with BYMONTH.
        case periods(PeriodPlan)
        /// DAILY and shorter frequencies with limits: the matching days, and the times of each day.
        case days(DayPlan)
        /// Frequencies shorter than a day with limits and an interval so long that periods are examined one by one.
        case steps(StepPlan)
        /// Periods of the calendar specified by RSCALE.
        case scale(ScalePlan)
    }

    /// The last second of the year 9999.
    package static let lastSecond = 253_402_300_799
    package static let firstSecond = -62_167_219_200

    /// Prepares a rule, ignoring parts that RFC 5545 forbids in their context and adding a remark for each.
    ///
    /// Returns nil with a remark of error severity if this initializer cannot compute the rule: an RSCALE other than
    /// GREGORIAN, a frequency below a day with an all-day start, or out-of-range values. Returns nil without a remark
    /// for COUNT=0 and INTERVAL=0, which ``RuleText`` has already reported; DTSTART is then the only instance.
    package init?(
        _ rule: borrowing RecurrenceRule,
        start: CivilDateTime,
        isAllDay: Bool,
        remarks: inout [ValueRemark]
    ) {
        let screening = RuleScreening(copy rule, isAllDay: isAllDay)
        remarks += screening.remarks
        guard screening.isUsable else { return nil }
        self.start = start.secondNumber
        guard (RulePlan.firstSecond...RulePlan.lastSecond).contains(start.secondNumber) else {
            engine = .nothing
            return
        }
        engine = RulePlan.engine(for: screening.rule, start: start)
    }

    package init(start: Int, engine: Engine) {
        self.start = start
        self.engine = engine
    }

    package func times(from lowerBound: Int, through upperBound: Int) -> RuleTimes {
        RuleTimes(self, from: max(lowerBound, start), through: min(upperBound, RulePlan.lastSecond))
    }

    /// Whether the rule is known to have no instances.
    ///
    /// False if the answer is uncertain, as for rules with too many periods to examine, and for RSCALE rules, which get
    /// a remark when the plan is prepared.
    package var isEmpty: Bool {
        switch engine {
        case .scale: return false
        case .steps(let plan):
            let end = plan.second(afterPeriods: StepPlan.mostLookedAt)
            var times = times(from: start, through: end)
            return times.next() == nil && end >= RulePlan.lastSecond
        case .days(let plan):
            if plan.isMissedByWeekdays { return true }
            let end = start + plan.yearsLookedAt * 366 * 86_400
            var times = times(from: start, through: end)
            return times.next() == nil && (end >= RulePlan.lastSecond || plan.isRepeated)
        default: return time(at: 0) == nil
        }
    }

    package func contains(_ second: Int) -> Bool {
        guard second >= start, second <= RulePlan.lastSecond else { return false }
        switch engine {
        case .cycle(let plan): return plan.contains(second)
        case .periods(let plan): return plan.contains(second)
        // Avoids computing the days of a year in another calendar if no day has this time.
        case .scale(let plan):
            let day = floorDivide(second, 86_400)
            guard let place = plan.timesOfDay.index(of: second - day * 86_400) else { return false }
            if let isThere = plan.has(day, timeAt: place) { return isThere }
        default: break
        }
        var times = times(from: second, through: second)
        return times.next() != nil
    }

    /// Prepares a rule in the calendar specified by RSCALE (RFC 7529).
    ///
    /// Returns nil with a remark of error severity if the rule cannot be computed. Possible reasons are parts that are
    /// undefined for other calendars (BYWEEKNO, and days with a FREQ below a day), days that never occur, or a start
    /// outside the known years. If `looksAhead` is true, a search checks whether the rule ever has an instance.
    package init?(
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
                "FREQ=\(rule.frequency.rawValue) with months or days of \(scale) is not supported",
                "rule ignored"
            )
        } else if screening.isUsable, let week = screening.rule.byWeekNumber.first {
            screening.refuse("BYWEEKNO=\(week) is not defined in \(scale)", "rule ignored")
        }
        remarks += screening.remarks
        guard screening.isUsable else { return nil }
        // The ignored parts may have been the only ones that depended on the calendar.
        if RulePlan.isSameInAllCalendars(screening.rule) {
            var rule = screening.rule
            rule.calendarScale = nil
            self.init(rule, start: start, isAllDay: isAllDay, remarks: &remarks)
            return
        }
        guard let plan = ScalePlan(screening.rule, start: start, in: calendar) else {
            let message =
                "\(scale) is supported from 1584 to 2581, and DTSTART is outside these years; rule ignored"
            remarks.append(ValueRemark(severity: .error, code: .rule, message: message))
            return nil
        }
        self.init(start: start.secondNumber, engine: plan.timesOfDay.isEmpty ? .nothing : .scale(plan))
        // If the start is not an instance and none follows for years, the rule most likely has no instances. The
        // check is skipped if there are too many rules to search.
        guard looksAhead else { return }
        let years = ScalePlan.yearsAhead
        var times = times(from: self.start, through: self.start + years * 366 * 86_400)
        if times.next() == nil {
            remarks.note(.rule, "the rule has no instance in \(scale) for \(years) years after DTSTART")
        }
    }

    /// Returns whether a rule uses only weekdays and times, which are the same in all calendars.
    private static func isSameInAllCalendars(_ rule: RecurrenceRule) -> Bool {
        rule.frequency >= .weekly && rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
            && rule.byWeekNumber.isEmpty
    }

    private static func engine(for rule: RecurrenceRule, start: CivilDateTime) -> Engine {
        var times = TimeParts(rule, start: start)
        let days = DayParts(rule, start: start.date)
        let positions = rule.bySetPosition.sortedOnce
        var interval = min(rule.interval, RuleText.greatestNumber)
        // Every Monday of every month is simply every Monday; all weeks are alike, so months need not be listed.
        let isWeekly =
            rule.frequency == .weekly || rule.frequency < .weekly && interval == 1 && positions.isEmpty
        if isWeekly, days.areWeekdays {
            return weeks(
                of: days,
                interval: interval,
                start: start,
                times: times.withinPeriod,
                positions: positions
            )
        }
        if rule.frequency <= .weekly {
            let plan = PeriodPlan(
                rule.frequency,
                interval: interval,
                start: start.date,
                parts: days,
                times: times.withinPeriod,
                positions: positions
            )
            return plan.map(Engine.periods) ?? .nothing
        }
        if !positions.isEmpty {
            times.withinPeriod = PeriodTimes(
                SetPositions.pick(positions, from: [0], times: times.withinPeriod)
            )
        }
        if days.areAllDays && times.allowed.allowsAll {
            return cycle(of: interval * times.periodLength, start: start, times: times)
        }
        times.lengthenPeriods(interval: &interval, start: start)
        if times.withinPeriod.isEmpty { return .nothing }
        let unit = times.periodLength
        if unit == 86_400, interval == 1, days.areWeekdays {
            return weeks(of: days, interval: 1, start: start, times: times.withinPeriod)
        }
        if unit == 86_400, interval == 1, days.areAllDays {
            return cycle(of: unit, start: start, times: times)
        }
        let limits = DayLimits(days)
        if limits.isEmpty { return .nothing }
        let steps = UnitSteps(start: start, unit: unit, interval: interval)
        if steps.phases > DayPlan.greatestPhases, interval >= steps.unitsPerDay {
            guard steps.hasAnyUnit(allowedBy: times.allowed) else { return .nothing }
            return .steps(
                StepPlan(steps: steps, limits: limits, allowed: times.allowed, times: times.withinPeriod)
            )
        }
        let plan = DayPlan(steps: steps, limits: limits, allowed: times.allowed, times: times.withinPeriod)
        return plan.map(Engine.days) ?? .nothing
    }

    /// Returns the engine for the given weekdays of every `interval`-th week.
    private static func weeks(
        of days: DayParts,
        interval: Int,
        start: CivilDateTime,
        times: PeriodTimes,
        positions: [Int] = []
    ) -> Engine {
        var cycle = CyclePlan(weeksOf: days, interval: interval, start: start.date, times: times)
        if !positions.isEmpty {
            cycle.entries = SetPositions.pick(positions, from: cycle.entries, times: cycle.times)
            cycle.times = PeriodTimes([0])
        }
        return cycle.entries.isEmpty ? .nothing : .cycle(cycle)
    }

    /// Returns the engine for periods without limits, beginning with the start's period.
    private static func cycle(of length: Int, start: CivilDateTime, times: TimeParts) -> Engine {
        if times.withinPeriod.isEmpty { return .nothing }
        let unit = times.periodLength
        let base = floorDivide(start.secondNumber, unit) * unit
        return .cycle(CyclePlan(base: base, length: length, entries: [0], times: times.withinPeriod))
    }
}
