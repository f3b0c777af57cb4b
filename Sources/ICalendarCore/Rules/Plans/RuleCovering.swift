extension RulePlan {
    /// Returns whether this plan is known to contain every instance of another plan, without enumerating instances.
    ///
    /// The check detects an EXRULE that removes millions of instances. The result is also false if the answer is
    /// unknown.
    func covers(_ other: RulePlan) -> Bool {
        guard start <= other.start else { return false }
        switch (engine, other.engine) {
        case (_, .nothing): return true
        case (.nothing, _): return false
        case (.periods(let plan), .periods(let other)): return plan.covers(other)
        case (.cycle(let plan), .periods(let other)): return plan.covers(daysWith: other.timesOfDay)
        case (.cycle(let plan), .scale(let other)):
            return other.positions.isEmpty && plan.covers(daysWith: other.times)
        default: break
        }
        guard let all = LimitedCycle(engine), let some = LimitedCycle(other.engine) else { return false }
        return all.covers(some)
    }

    /// The maximum number of times of day to compare when looking for rules in a set that cover other rules.
    ///
    /// The limit corresponds to about a millisecond of work. A set can have a hundred rules of each kind, each with
    /// thousands of times per day. Rules that are not compared count as not covered.
    static let mostComparisons = 1 << 12

    /// Returns whether this plan is known to contain every instance of another plan, charging comparisons to a meter.
    func covers(_ other: RulePlan, within meter: Meter) -> Bool {
        meter.take(comparisons + other.comparisons) && covers(other)
    }

    /// The maximum number of this plan's times of day to compare.
    fileprivate var comparisons: Int {
        let times =
            switch engine {
            case .nothing: 0
            case .cycle(let plan): plan.entries.count.multiplied(by: plan.times.count)
            case .periods(let plan): plan.timesOfDay.count
            case .days(let plan): plan.times.count
            case .steps(let plan): plan.times.count
            case .scale(let plan): plan.times.count
            }
        return 8 + min(times, PeriodTimes.mostCompared)
    }
}

extension PeriodPlan {
    fileprivate func covers(_ other: PeriodPlan) -> Bool {
        // With an interval of 1, the first period makes no difference.
        guard unit == other.unit, interval == other.interval, interval == 1 || first == other.first,
            parts == other.parts, spills == other.spills
        else { return false }
        if positions == other.positions, timesOfDay == other.timesOfDay { return true }
        return positions.isEmpty && timesOfDay.covers(other.timesOfDay)
    }
}

extension CyclePlan {
    fileprivate func covers(daysWith times: PeriodTimes) -> Bool {
        isFull
            || 86_400 % length == 0 && times.count <= PeriodTimes.mostCompared && times.allSatisfy(contains)
    }

    private var isFull: Bool { entries.count.multiplied(by: times.count) == length }

    fileprivate func covers(_ other: CyclePlan) -> Bool {
        if isFull { return true }
        guard other.length % length == 0 else { return false }
        if base == other.base, length == other.length, entries == other.entries, times == other.times {
            return true
        }
        guard other.entries.count * other.times.count <= PeriodTimes.mostCompared else { return false }
        return other.entries.allSatisfy { entry in
            other.times.allSatisfy { contains(other.base + entry + $0) }
        }
    }
}

/// A cyclic plan and its limits.
private struct LimitedCycle {
    var cycle: CyclePlan
    /// The length of the limited unit in seconds, and its limits, or nil if there are none.
    var limits: (unit: Int, days: DayLimits, times: TimeLimits)?

    init?(_ engine: RulePlan.Engine) {
        switch engine {
        case .cycle(let plan): self.init(cycle: plan)
        case .days(let plan): self.init(plan.steps, plan.limits, plan.allowed, plan.times)
        case .steps(let plan): self.init(plan.steps, plan.limits, plan.allowed, plan.times)
        case .nothing, .periods, .scale: return nil
        }
    }

    private init(cycle: CyclePlan) { self.cycle = cycle }

    private init(_ steps: UnitSteps, _ days: DayLimits, _ allowed: TimeLimits, _ times: PeriodTimes) {
        cycle = CyclePlan(
            base: steps.firstDay * 86_400 + steps.firstUnit * steps.length,
            length: steps.interval * steps.length,
            entries: [0],
            times: times
        )
        limits = (steps.length, days, allowed)
    }

    func covers(_ other: LimitedCycle) -> Bool {
        guard cycle.covers(other.cycle) else { return false }
        guard let limits else { return true }
        guard let others = other.limits else { return false }
        return limits.days.covers(others.days)
            && limits.times.covers(others.times, inUnitsOf: others.unit, at: other.cycle.times)
    }
}

extension DayLimits {
    fileprivate func covers(_ other: DayLimits) -> Bool {
        allowsAll || zip(years, other.years).allSatisfy { $0.words & $1.words == $1.words }
    }
}

extension TimeLimits {
    /// Returns whether these limits allow everything that other limits allow.
    ///
    /// The other limits apply to units of `length` seconds, each with the given times.
    fileprivate func covers(_ other: TimeLimits, inUnitsOf length: Int, at times: PeriodTimes) -> Bool {
        [3600, 60, 1].allSatisfy { part in
            let mask = mask(ofLength: part)
            if part >= length { return other.mask(ofLength: part) & ~mask == 0 }
            return times.allSatisfy { mask >> UInt64($0 / part % (part == 3600 ? 24 : 60)) & 1 == 1 }
        }
    }
}
