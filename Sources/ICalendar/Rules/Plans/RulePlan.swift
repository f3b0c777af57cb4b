/// A rule and its start, made ready to be asked for any stretch of time.
///
/// It works in civil seconds (``CivilDateTime/secondNumber``) and knows neither zones nor COUNT nor UNTIL,
/// nor that DTSTART is an instance even where the rule lacks it. It holds no instance in store: asking costs
/// the same a thousand years after DTSTART as in its first month. Nothing comes after the year 9999.
struct RulePlan: Sendable {
    /// The civil second of DTSTART; no instance comes before it.
    let start: Int
    let engine: Engine

    /// How the instances are found.
    enum Engine: Sendable {
        /// There are none.
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
    static let lastSecond = 253_402_300_799
    /// The first second of the year 0.
    static let firstSecond = -62_167_219_200

    /// Plans a rule; parts that RFC 5545 forbids where they stand are ignored with a remark.
    ///
    /// Nil when the rule cannot be run here, with a remark of error severity: RSCALE other than GREGORIAN, a
    /// frequency below a day on an all-day start, values out of range. Nil too, and without a remark, for
    /// COUNT=0 and INTERVAL=0, of which ``RuleText`` has spoken: DTSTART stands alone then.
    init?(
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

    /// A plan whose engine is made already.
    init(start: Int, engine: Engine) {
        self.start = start
        self.engine = engine
    }

    /// The rule's instances that are neither before the start nor outside the bounds (both included).
    func times(from lowerBound: Int, through upperBound: Int) -> RuleTimes {
        RuleTimes(self, from: max(lowerBound, start), through: min(upperBound, RulePlan.lastSecond))
    }

    /// Whether there is no instance at all, however long one waits.
    ///
    /// Of RSCALE's calendars more was said when the plan was made, and nothing is sure; nor where one would have to wait
    /// for a great many periods.
    var isEmpty: Bool {
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

    /// Whether the rule itself yields this civil second.
    func contains(_ second: Int) -> Bool {
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
}

extension RulePlan {
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

extension RulePlan {
    /// How many instances in a stretch of civil seconds have another one after exactly so many seconds.
    ///
    /// Where the clocks skip an hour, these are the ones that fall on another. A zone can have thousands of such gaps,
    /// and a rule an instance each second, so that periods are compared by arithmetic wherever they can be.
    func pairs(apart distance: Int, in stretch: Range<Int>) -> Int {
        let lower = max(stretch.lowerBound, start)
        guard lower < stretch.upperBound else { return 0 }
        switch engine {
        case .nothing:
            return 0
        case .cycle(let plan):
            if distance % plan.length == 0 { return count(from: lower, before: stretch.upperBound) }
            if plan.entries.count * plan.times.count == 1 { return 0 }
        case .days(let plan):
            if let count = plan.pairs(apart: distance, in: lower..<stretch.upperBound) { return count }
        case .periods(let plan):
            let times = plan.timesOfDay
            if !RulePlan.haveTimes(times, apart: distance, in: lower..<stretch.upperBound) { return 0 }
        case .steps, .scale:
            break
        }
        var (early, late) = (
            times(from: lower, through: stretch.upperBound - 1),
            times(from: lower + distance, through: stretch.upperBound - 1 + distance)
        )
        var pairs = 0
        var other = late.next()
        while let first = early.next() {
            while let second = other, second < first + distance { other = late.next() }
            guard let second = other else { break }
            if second == first + distance { pairs += 1 }
        }
        return pairs
    }

    /// Whether a time of day in a stretch is another one, of the same day or a later one, so many seconds later.
    private static func haveTimes(_ times: PeriodTimes, apart distance: Int, in stretch: Range<Int>) -> Bool {
        let firstDay = floorDivide(stretch.lowerBound, 86_400)
        for day in firstDay...floorDivide(stretch.upperBound - 1, 86_400) {
            var index = times.firstIndex(from: stretch.lowerBound - day * 86_400) ?? times.count
            while index < times.count, day * 86_400 + times[index] < stretch.upperBound {
                let time = (times[index] + distance) % 86_400
                if times.has(time) { return true }
                index += 1
            }
        }
        return false
    }
}

extension DayPlan {
    /// How many times in a stretch have another one after exactly so many seconds; nil when that is not known without
    /// going through them.
    fileprivate func pairs(apart distance: Int, in stretch: Range<Int>) -> Int? {
        let step = steps.interval * steps.length
        if distance % step != 0 {
            // All units start at a multiple of the step from the first, so that only times inside a unit can meet.
            return times.count == 1 || distance % steps.length == 0 ? 0 : nil
        }
        let through = stretch.upperBound - 1
        var (early, late) = (
            DayWalk(self, from: stretch.lowerBound, through: through),
            DayWalk(self, from: stretch.lowerBound + distance, through: through + distance)
        )
        var pairs = 0
        var (first, second) = (early.next(), late.next())
        while let one = first, let other = second, one.first <= through {
            let low = max(one.first, other.first - distance)
            let high = min(one.last, other.last - distance)
            if low <= high { pairs += count(ofUnitsFrom: low, through: high, step: step, in: stretch) }
            if one.last <= other.last - distance { first = early.next() } else { second = late.next() }
        }
        return pairs
    }

    /// How many times of some units, a step apart and given as civil seconds, lie in a stretch.
    private func count(ofUnitsFrom low: Int, through high: Int, step: Int, in stretch: Range<Int>) -> Int {
        if let first = times.first, let last = times.last, low + first >= stretch.lowerBound,
            high + last < stretch.upperBound
        {
            return ((high - low) / step + 1) * times.count
        }
        return times.reduce(0) { count, time in
            let skipped = max(0, stretch.lowerBound - low - time + step - 1) / step
            let last = min(high, stretch.upperBound - 1 - time)
            let units = last < low ? 0 : (last - low) / step + 1
            return count + max(0, units - skipped)
        }
    }
}
