/// Periods below a day with limits, in steps of a day or longer that hardly ever fall on the same time of day: each step
/// is looked at.
final class StepPlan: Sendable {
    let steps: UnitSteps
    let limits: DayLimits
    /// The times of day at which a period may start.
    let allowed: TimeLimits
    /// The times inside a period, in seconds, sorted.
    let times: [Int]

    /// A plan of its parts.
    init(steps: UnitSteps, limits: DayLimits, allowed: TimeLimits, times: [Int]) {
        self.steps = steps
        self.limits = limits
        self.allowed = allowed
        self.times = times
    }

    /// How many times of the periods lie before a bound.
    func count(before bound: Int) -> Int {
        var walk = StepWalk(self, from: steps.firstDay * 86_400, through: bound)
        var count = 0
        while let base = walk.next() {
            count += TimeGrid.count(before: bound - base, entries: [0], times: times)
        }
        return count
    }
}

/// Walks the periods of a ``StepPlan`` that its limits allow.
struct StepWalk: Sendable {
    private let plan: StepPlan
    private let last: Int
    /// The next period to look at: its day and its second of the day.
    private var day: Int
    private var time: Int
    /// The step between two periods, in the same way.
    private let stepDays: Int
    private let stepTime: Int
    private var year: DayLimits.Year

    /// A walk over the periods that end after one bound and do not start after the other.
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

    /// The start of the next allowed period, in civil seconds.
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

    /// Goes on by one step, or by several where a whole year has no day.
    private mutating func advance() {
        day += stepDays
        time += stepTime
        if time >= 86_400 {
            time -= 86_400
            day += 1
        }
    }
}
