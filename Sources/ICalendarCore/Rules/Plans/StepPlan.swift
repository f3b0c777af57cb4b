/// A plan for rules that have limits, periods shorter than a day, and steps of a day or longer.
///
/// Long steps rarely hit the same time of day twice, so every step is examined.
package final class StepPlan: Sendable {
    let steps: UnitSteps
    let limits: DayLimits
    /// The times of day at which a period may start.
    let allowed: TimeLimits
    /// The sorted times within a period, in seconds.
    let times: PeriodTimes

    init(steps: UnitSteps, limits: DayLimits, allowed: TimeLimits, times: PeriodTimes) {
        self.steps = steps
        self.limits = limits
        self.allowed = allowed
        self.times = times
    }

    /// The maximum number of periods to examine when checking whether a rule has any instances.
    static let mostLookedAt = 4096

    /// Returns a second near the start of the period at the given index, limited to the year 9999.
    func second(afterPeriods count: Int) -> Int {
        let (length, isTooMuch) = (steps.interval * steps.length).multipliedReportingOverflow(by: count)
        if isTooMuch { return RulePlan.lastSecond }
        return min(steps.firstDay * 86_400 + min(length, 1 << 50), RulePlan.lastSecond)
    }

    func count(before bound: Int) -> Int { count(from: steps.firstDay * 86_400, before: bound) }

    /// Returns the number of times in `lower..<bound`, examining only the periods in between.
    func count(from lower: Int, before bound: Int) -> Int {
        guard let latest = times.last else { return 0 }
        func count(before bound: Int, from base: Int) -> Int {
            base + latest < bound ? times.count : times.firstIndex(from: bound - base) ?? 0
        }
        var sum = 0
        forEachPeriod(from: lower, through: bound) { base in
            sum += count(before: bound, from: base)
            if base < lower { sum -= count(before: lower, from: base) }
            return true
        }
        return sum
    }

    /// Returns the start of the period that contains the time at the given index, and how many of the time values
    /// precede that period.
    ///
    /// Returns nil if there are fewer times through `last`.
    func period(ofTimeAt index: Int, through last: Int) -> (second: Int, before: Int)? {
        let step = steps.interval * steps.length
        guard index / times.count <= (last - steps.firstDay * 86_400) / step else {
            return nil
        }
        var found: Int?
        var before = index
        forEachPeriod(through: last) { base in
            if before < times.count {
                found = base
                return false
            }
            before -= times.count
            return true
        }
        return found.map { ($0, index - before) }
    }

    /// Calls `body`, in order, with the start of each allowed period that can have a time between two seconds.
    ///
    /// Both bounds are inclusive. The iteration ends when `body` returns false.
    private func forEachPeriod(from first: Int = .min, through last: Int, _ body: (Int) -> Bool) {
        let step = steps.interval * steps.length
        var second = steps.firstDay * 86_400 + steps.firstUnit * steps.length
        if first > second { second += (first - second) / step * step }
        guard second <= last else { return }
        var year = DayLimits.Year(ofDay: floorDivide(second, 86_400))
        while second <= last {
            let days = limits.days(of: year)
            let (start, end) = (year.firstDay * 86_400, min(year.endDay * 86_400, last + 1))
            if days.isEmpty, second < end {
                second += (end - second + step - 1) / step * step
            }
            while second < end {
                let time = UInt32(truncatingIfNeeded: second - start)
                let day = time / 86_400
                if days.contains(Int(day)), allowed.allows(Int(time - day * 86_400)), !body(second) { return }
                second += step
            }
            year.advance()
        }
    }
}

/// A walk over the periods of a ``StepPlan`` that its limits allow.
struct StepWalk: Sendable {
    private let plan: StepPlan
    private let last: Int
    /// The day of the next period to examine, and its second of the day.
    private var day: Int
    private var time: Int
    /// The step between two periods, in days and seconds.
    private let stepDays: Int
    private let stepTime: Int
    private var year: DayLimits.Year

    /// Creates a walk over the periods that end after one bound and start no later than the other bound.
    init(_ plan: StepPlan, from lower: Int, through last: Int) {
        self.plan = plan
        self.last = last
        let steps = plan.steps
        let step = steps.interval * steps.length
        (stepDays, stepTime) = (step / 86_400, step % 86_400)
        let base = steps.firstDay * 86_400 + steps.firstUnit * steps.length
        let second = base + max(floorDivide(lower - base, step), 0) * step
        day = floorDivide(second, 86_400)
        time = second - day * 86_400
        year = DayLimits.Year(ofDay: min(day, last / 86_400 + 1))
    }

    /// Returns the start of the next allowed period, in civil seconds.
    mutating func next() -> Int? {
        while day * 86_400 + time <= last {
            let (day, time) = (day, time)
            advance()
            while day >= year.endDay { year.advance() }
            if plan.limits.days(of: year).contains(day - year.firstDay), plan.allowed.allows(time) {
                return day * 86_400 + time
            }
        }
        return nil
    }

    /// Advances by one step.
    private mutating func advance() {
        day += stepDays
        time += stepTime
        if time >= 86_400 {
            time -= 86_400
            day += 1
        }
    }
}
