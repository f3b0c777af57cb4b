/// Methods that count a rule's instances and find an instance by its index.
extension RulePlan {
    /// Returns the number of instances in `start..<bound`, counting whole periods instead of walking them.
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

    /// Returns the number of instances in `lower..<bound`.
    ///
    /// This is faster than counting up to both bounds.
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

    /// Returns, in constant time, an upper bound on the number of instances in any span of `seconds` seconds.
    package func most(inSeconds seconds: Int) -> Int { density.most(inSeconds: seconds) }

    /// Returns, in constant time, an upper bound on the number of instances up to and including a second.
    package func most(through last: Int) -> Int {
        // A rule that starts outside the calendar has no instances.
        if case .nothing = engine { return 0 }
        return last < start ? 0 : most(inSeconds: min(last, RulePlan.lastSecond) - start + 1)
    }

    /// Returns the instance at the given index, or nil if there are fewer instances through `last`.
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

    /// The number of instances below which walking is faster than counting.
    package static let fewPassed = 1000

    private var isCountedByPeriods: Bool {
        switch engine {
        case .periods(let plan): plan.timesOfEach != nil
        case .scale(let plan): plan.timesPerPeriod != nil
        default: false
        }
    }

    /// Returns a second close to the instance at the given index, and the index relative to that second.
    ///
    /// Returns nil if there are fewer instances through `last`.
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

    /// Whether counting a range examines each of its periods, which takes as long as a walk.
    package var isCountedByWalk: Bool {
        if case .steps = engine { true } else { false }
    }

    /// The number of counting steps to allow for every rule, equivalent to tens of microseconds.
    package static let fewSteps = 4096

    /// Returns the last second up to which instances can be counted with the given number of steps.
    ///
    /// Counts at most `count` instances, or all of them if there are fewer. A step takes about ten nanoseconds.
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

    /// The last second up to which instances can be counted.
    ///
    /// RSCALE calendars are supported only up to a certain year.
    package var lastCountable: Int {
        guard case .scale = engine else { return RulePlan.lastSecond }
        return ScaleCalendar.knownDays.upperBound * 86_400
    }

    /// Returns whether all instances are known to be more than `seconds` seconds apart, or false if this is unknown.
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

    /// Returns the number of instances in a range of civil seconds that are followed by another instance exactly
    /// `distance` seconds later.
    ///
    /// Where clocks skip forward by this distance, each of these instances coincides with another one. Periods are
    /// compared arithmetically wherever possible, because a zone can have thousands of gaps and a rule can have an
    /// instance every second.
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

    /// Returns whether a time of day in a range is `distance` seconds before another time on the same or a later day.
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
