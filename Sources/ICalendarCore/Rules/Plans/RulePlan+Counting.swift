/// Counting the instances of a rule, and finding one by its number.
extension RulePlan {
    /// How many instances lie in `start..<bound`; whole periods are counted, not walked.
    package func count(before bound: Int) -> Int {
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
    package func count(from lower: Int, before bound: Int) -> Int {
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

    /// More instances than this are in no stretch of so many seconds; it costs nothing to know.
    package func most(inSeconds seconds: Int) -> Int { density.most(inSeconds: seconds) }

    /// More instances than this are not there up to a second; it costs nothing to know.
    package func most(through last: Int) -> Int {
        // A start that no date has is one of nothing.
        if case .nothing = engine { return 0 }
        return last < start ? 0 : most(inSeconds: min(last, RulePlan.lastSecond) - start + 1)
    }

    /// The instance that has this many others before it, or nil when there are not so many up to a second.
    package func time(at index: Int, through last: Int = RulePlan.lastSecond) -> Int? {
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
    package static let fewPassed = 1000

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
    package var isCountedByWalk: Bool {
        if case .steps = engine { true } else { false }
    }

    /// So many steps of counting may be taken for any rule: some ten microseconds.
    package static let fewSteps = 4096

    /// The last second up to which so many instances, or all that there are, are counted in so many steps of some ten
    /// nanoseconds.
    package func lastSecond(countedIn steps: Int, upTo count: Int) -> Int {
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
    package var lastCountable: Int {
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

    /// How many instances in a stretch of civil seconds have another one after exactly so many seconds.
    ///
    /// Where the clocks skip an hour, these are the ones that fall on another. A zone can have thousands of such gaps,
    /// and a rule an instance each second, so that periods are compared by arithmetic wherever they can be.
    package func pairs(apart distance: Int, in stretch: Range<Int>) -> Int {
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
