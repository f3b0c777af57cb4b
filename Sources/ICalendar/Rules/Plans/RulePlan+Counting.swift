/// Counting the instances of a rule, and finding one by its number.
extension RulePlan {
    /// How many instances lie in `start..<bound`; whole periods are counted, not walked.
    func count(before bound: Int) -> Int {
        let bound = min(bound, RulePlan.lastSecond + 1)
        guard bound > start else { return 0 }
        switch engine {
        case .nothing: return 0
        case .cycle(let plan): return plan.count(before: bound) - plan.count(before: start)
        case .periods(let plan): return plan.count(before: bound) - plan.count(before: start)
        case .days(let plan): return plan.count(before: bound) - plan.count(before: start)
        case .steps(let plan): return plan.count(before: bound) - plan.count(before: start)
        case .scale(let plan): return plan.count(before: bound) - plan.count(before: start)
        }
    }

    /// How many instances lie in `lower..<bound`, which costs less than counting up to both of them.
    func count(from lower: Int, before bound: Int) -> Int {
        let bound = min(bound, RulePlan.lastSecond + 1)
        guard lower > start else { return count(before: bound) }
        guard bound > lower else { return 0 }
        switch engine {
        case .nothing: return 0
        case .cycle(let plan): return plan.count(before: bound) - plan.count(before: lower)
        case .periods(let plan): return plan.count(from: lower, before: bound)
        case .days(let plan): return plan.count(from: lower, before: bound)
        case .steps(let plan): return plan.count(from: lower, before: bound)
        case .scale(let plan): return plan.count(from: lower, before: bound)
        }
    }

    /// How close instances can lie, and what finding them takes.
    struct Density: Sendable {
        /// No stretch of so many seconds has more than ``instances`` of them.
        fileprivate let period: Int
        fileprivate let instances: Int
        /// How many steps of a search each year takes, whether it has instances or not.
        fileprivate let looksPerYear: Int
        /// About how many steps of some ten nanoseconds it takes to count the instances of a few days.
        let stepsOfCounting: Int
        /// About how many steps of a search it takes to find a first instance, beside ``looks(inSeconds:)``.
        let stepsOfOpening: Int
        /// How much room a walk takes, in parts of some hundred bytes: some keep the days of a year.
        let room: Int

        /// More instances than this are in no stretch of so many seconds.
        func most(inSeconds seconds: Int) -> Int { (seconds / period + 2) * instances }

        /// How many steps of a search finding the instances of so many seconds takes, beside those for the instances.
        func looks(inSeconds seconds: Int) -> Int {
            // The years before and after are looked at, too.
            looksPerYear == 0 ? 0 : (max(0, seconds) / (365 * 86_400) + 3) * looksPerYear
        }
    }

    /// How close its instances can lie, and what finding them takes; it costs nothing to know.
    var density: Density {
        let (period, instances) =
            switch engine {
            case .nothing: (1, 0)
            case .cycle(let plan): (plan.length, plan.entries.count * plan.times.count)
            case .periods(let plan): (86_400, plan.timesOfDay.count)
            case .days(let plan): (plan.steps.interval * plan.steps.length, plan.times.count)
            case .steps(let plan): (plan.steps.interval * plan.steps.length, plan.times.count)
            case .scale(let plan): (86_400, plan.timesOfDay.count)
            }
        // The years of other calendars (RSCALE) are gone through.
        let looks = if case .scale(let plan) = engine { max(16, plan.rule.stepsOfScaleYear / 4) } else { 0 }
        let counting =
            switch engine {
            case .nothing, .steps: 1
            case .cycle: 8
            case .periods: 128
            case .days(let plan): plan.steps.phases == 1 ? 200 : 64 + plan.steps.unitsPerDay / 8
            case .scale: 4 * looks
            }
        let keepsYears =
            switch engine {
            case .scale: true
            case .periods(let plan): plan.spills || plan.positions.count > DaySet.daysOfPart
            default: false
            }
        let opening = if case .periods(let plan) = engine { plan.stepsOfOpening } else { 0 }
        return Density(
            period: period,
            instances: instances,
            looksPerYear: looks,
            stepsOfCounting: counting,
            stepsOfOpening: RulePlan.stepsOfOpening + opening,
            room: keepsYears ? 8 : 1
        )
    }

    /// What beginning to go through any rule takes.
    private static let stepsOfOpening = 8

    /// More instances than this are in no stretch of so many seconds; it costs nothing to know.
    func most(inSeconds seconds: Int) -> Int { density.most(inSeconds: seconds) }

    /// More instances than this are not there up to a second; it costs nothing to know.
    func most(through last: Int) -> Int {
        // A start that no date has is one of nothing.
        if case .nothing = engine { return 0 }
        return last < start ? 0 : most(inSeconds: min(last, RulePlan.lastSecond) - start + 1)
    }

    /// The instance that has this many others before it, or nil when there are not so many up to a second.
    func time(at index: Int, through last: Int = RulePlan.lastSecond) -> Int? {
        guard index >= 0 else { return nil }
        let last = min(last, lastCountable)
        if most(through: last) <= index { return nil }
        var (from, index) = (start, index)
        if isCountedByPeriods || index > RulePlan.fewPassed {
            guard let near = second(near: index, through: last) else { return nil }
            if near.second > start { (from, index) = (near.second, near.index) }
        }
        var times = times(from: from, through: last)
        times.skip(index)
        return times.next()
    }

    /// So many instances are sooner passed over than counted.
    static let fewPassed = 1000

    /// Whether all periods are known to have as many instances.
    private var isCountedByPeriods: Bool {
        switch engine {
        case .periods(let plan): plan.timesOfEach != nil
        case .scale(let plan): plan.timesPerPeriod != nil
        default: false
        }
    }

    /// A second from which it is not far to the instance that has this many others before it, and how many are left
    /// then; nil when there is no such instance up to a second.
    private func second(near index: Int, through last: Int) -> (second: Int, index: Int)? {
        let start = self.start
        func near(_ before: Int, _ find: (Int) -> (second: Int, before: Int)?) -> (second: Int, index: Int)? {
            guard index < Int.max - before, let found = find(index + before) else { return nil }
            return (found.second, index + before - found.before)
        }
        switch engine {
        case .nothing: return nil
        case .cycle: return (start, index)
        case .days(let plan):
            return near(plan.count(before: start)) { plan.day(ofTimeAt: $0, through: last) }
        case .periods(let plan):
            return near(plan.count(before: start)) { plan.second(near: $0, through: last) } ?? (start, index)
        case .steps(let plan):
            return near(plan.count(before: start)) { plan.period(ofTimeAt: $0, through: last) }
        case .scale(let plan):
            if plan.timesPerPeriod == nil { return (start, index) }
            return near(plan.count(before: start), plan.second(near:))
        }
    }

    /// Whether counting those of a stretch looks at each period in it, which takes as long as going through them.
    var isCountedByWalk: Bool {
        if case .steps = engine { true } else { false }
    }

    /// So many steps of counting may be taken for any rule: some ten microseconds.
    static let fewSteps = 4096

    /// The last second up to which so many instances, or all that there are, are counted in so many steps of some ten
    /// nanoseconds.
    func lastSecond(countedIn steps: Int, upTo count: Int) -> Int {
        switch engine {
        case .nothing, .cycle: return RulePlan.lastSecond
        case .periods(let plan): return plan.lastSecond(countedIn: steps)
        case .days(let plan): return plan.lastSecond(countedIn: steps, upTo: count)
        case .steps(let plan): return plan.second(afterPeriods: steps)
        case .scale(let plan):
            if plan.timesPerPeriod != nil { return lastCountable }
            let years = min(max(1, steps / plan.rule.stepsOfScaleYear), 4000)
            return min(start + years * 366 * 86_400, lastCountable)
        }
    }

    /// The last second up to which instances can be counted: RSCALE's calendars are not known for ever.
    var lastCountable: Int {
        guard case .scale = engine else { return RulePlan.lastSecond }
        return ScaleCalendar.knownDays.upperBound * 86_400
    }

    /// Whether no two instances are as near to each other as so many seconds, as far as that is seen at once.
    func isSparser(than seconds: Int) -> Bool {
        switch engine {
        case .nothing: return true
        case .cycle(let plan):
            guard plan.times.count == 1 else { return false }
            if plan.entries.count == 1 { return plan.length > seconds }
            return plan.length % 86_400 == 0 && plan.entries.allSatisfy { $0 % 86_400 == 0 }
                && seconds < 86_400
        case .periods(let plan): return plan.timesOfDay.count == 1 && seconds < 86_400
        case .days(let plan):
            return plan.times.count == 1 && plan.steps.interval * plan.steps.length > seconds
        case .steps(let plan):
            return plan.times.count == 1 && plan.steps.interval * plan.steps.length > seconds
        case .scale(let plan): return plan.timesOfDay.count == 1 && seconds < 86_400
        }
    }
}
