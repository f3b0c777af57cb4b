/// A rule and its start, made ready to be asked for any stretch of time.
///
/// It works in civil seconds (``CivilDateTime/secondNumber``) and knows neither zones nor COUNT nor UNTIL,
/// nor that DTSTART is an instance even where the rule lacks it. It holds no instance in store: asking costs
/// the same a thousand years after DTSTART as in its first month. Nothing comes after the year 9999.
package struct RulePlan: Sendable {
    /// The civil second of DTSTART; no instance comes before it.
    package let start: Int
    let engine: Engine

    package enum Engine: Sendable {
        case nothing
        /// All periods are alike: WEEKLY, and DAILY and shorter ones without limits; weekdays alone of every year or month.
        case cycle(CyclePlan)
        /// Periods of the calendar: YEARLY, MONTHLY, and WEEKLY with BYMONTH.
        case periods(PeriodPlan)
        /// DAILY and shorter periods with limits: days that match, and times in each.
        case days(DayPlan)
        /// The same with an interval so long that periods are looked at one by one.
        case steps(StepPlan)
        /// Periods of a calendar that RSCALE names.
        case scale(ScalePlan)
    }

    /// The last second of the year 9999.
    package static let lastSecond = 253_402_300_799
    package static let firstSecond = -62_167_219_200

    /// Plans a rule; parts that RFC 5545 forbids where they stand are ignored with a remark.
    ///
    /// Nil when the rule cannot be run here, with a remark of error severity: RSCALE other than GREGORIAN, a
    /// frequency below a day on an all-day start, values out of range. Nil too, and without a remark, for
    /// COUNT=0 and INTERVAL=0, of which ``RuleText`` has spoken: DTSTART stands alone then.
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

    /// Whether there is no instance at all, however long one waits.
    ///
    /// Of RSCALE's calendars more was said when the plan was made, and nothing is sure; nor where one would have to wait
    /// for a great many periods.
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
        // The days of a year of another calendar are not worked out for times that no day has.
        case .scale(let plan):
            let day = floorDivide(second, 86_400)
            guard let place = plan.timesOfDay.index(of: second - day * 86_400) else { return false }
            if let isThere = plan.has(day, timeAt: place) { return isThere }
        default: break
        }
        var times = times(from: second, through: second)
        return times.next() != nil
    }

    /// Plans a rule in a calendar that RSCALE names (RFC 7529).
    ///
    /// Nil when the rule cannot be run, with a remark of error severity: parts that no one has defined for other
    /// calendars (BYWEEKNO, and days in FREQ below a day), days that never come, a start outside the known years.
    /// `looksAhead` says whether it is found out if it ever has an instance.
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
                "FREQ=\(rule.frequency.rawValue) with months or days of \(scale) is not supported;"
                    + " rule ignored"
            )
        } else if screening.isUsable, let week = screening.rule.byWeekNumber.first {
            screening.refuse("BYWEEKNO=\(week) is not defined in \(scale); rule ignored")
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
            let message =
                "\(scale) is supported from 1584 to 2581, and DTSTART is outside these years; rule ignored"
            remarks.append(ValueRemark(severity: .error, code: .rule, message: message))
            return nil
        }
        self.init(start: start.secondNumber, engine: plan.timesOfDay.isEmpty ? .nothing : .scale(plan))
        // The start is no instance and nothing follows for years: then most likely nothing ever does. Where there are so
        // many rules that looking takes too long, it is not said.
        guard looksAhead else { return }
        let years = ScalePlan.yearsAhead
        var times = times(from: self.start, through: self.start + years * 366 * 86_400)
        if times.next() == nil {
            remarks.note(.rule, "the rule has no instance in \(scale) for \(years) years after DTSTART")
        }
    }

    /// Whether a rule speaks of nothing but weekdays and times, which all calendars share.
    private static func isSameInAllCalendars(_ rule: RecurrenceRule) -> Bool {
        rule.frequency >= .weekly && rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
            && rule.byWeekNumber.isEmpty
    }

    private static func engine(for rule: RecurrenceRule, start: CivilDateTime) -> Engine {
        var times = TimeParts(rule, start: start)
        let days = DayParts(rule, start: start.date)
        let positions = rule.bySetPosition.sortedOnce
        var interval = min(rule.interval, RuleText.greatestNumber)
        // Every Monday of every month is every Monday: all weeks are alike, and no month is written out.
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

    /// Some weekdays of every `interval`-th week.
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

    /// Periods without limits, from the one that holds the start.
    private static func cycle(of length: Int, start: CivilDateTime, times: TimeParts) -> Engine {
        if times.withinPeriod.isEmpty { return .nothing }
        let unit = times.periodLength
        let base = floorDivide(start.secondNumber, unit) * unit
        return .cycle(CyclePlan(base: base, length: length, entries: [0], times: times.withinPeriod))
    }
}
