/// DAILY and shorter periods with limits and an interval so long that few periods remain: each is looked at.
struct StepPlan: Sendable {
    let steps: UnitSteps
    let limits: DayLimits
    /// The times of day at which a period may start.
    let allowed: TimeParts
    /// The times inside a period, in seconds, sorted.
    let times: [Int]

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
    /// The start of the next period to look at, in civil seconds, and the step between two.
    private var second: Int
    private let step: Int
    private var year: Int
    private var yearStart: Int
    private var yearEnd: Int
    private var days: DaySet

    /// A walk over the periods that end after one bound and do not start after the other.
    init(_ plan: StepPlan, from lower: Int, through last: Int) {
        self.plan = plan
        self.last = last
        let steps = plan.steps
        step = steps.interval * steps.length
        let base = steps.firstDay * 86_400 + steps.firstUnit * steps.length
        let skipped = max(floorDivide(lower - base, step), 0)
        second = base + skipped * step
        let date = CivilDate(dayNumber: floorDivide(second, 86_400))
        year = date.year
        yearStart = CivilDate.dayNumber(year: year, month: 1, day: 1)
        yearEnd = yearStart + (CivilDate.isLeap(year) ? 366 : 365)
        days = plan.limits.days(ofYear: year, firstDay: yearStart)
    }

    /// The start of the next allowed period, in civil seconds.
    mutating func next() -> Int? {
        while second <= last {
            let base = second
            second += step
            let day = floorDivide(base, 86_400)
            if day >= yearEnd { enterYear(ofDay: day) }
            if days.contains(day - yearStart), plan.allowed.allows(base - day * 86_400) { return base }
        }
        return nil
    }

    private mutating func enterYear(ofDay day: Int) {
        year = CivilDate(dayNumber: day).year
        yearStart = CivilDate.dayNumber(year: year, month: 1, day: 1)
        yearEnd = yearStart + (CivilDate.isLeap(year) ? 366 : 365)
        days = plan.limits.days(ofYear: year, firstDay: yearStart)
    }
}
