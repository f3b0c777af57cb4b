import Synchronization

/// A rule of one series with its end: a plan in civil time, COUNT, and UNTIL as a key of the series' clock.
///
/// A class, so that who goes through its instances can keep it for the few places where the plan is asked again.
final class BoundedRule: Sendable {
    /// The rule in civil time.
    let plan: RulePlan
    /// COUNT: how many instances in the order in which the rule generates them, or nil.
    let count: Int?
    /// The last key that may be an instance: UNTIL, or the end of all time.
    let lastKey: Int
    /// The line of the rule in its file.
    let line: Int?
    /// The civil second behind the last instance that COUNT leaves, once it was asked for; the least number before.
    private let countedEnd = Atomic(Int.min)

    init(plan: RulePlan, count: Int?, lastKey: Int, line: Int? = nil) {
        self.plan = plan
        self.count = count
        self.lastKey = lastKey
        self.line = line
    }

    /// Where COUNT ends the rule, computed once for all who ask: a rule belongs to one set, which has one clock.
    func countedEnd(or compute: () -> Int) -> Int {
        let known = countedEnd.load(ordering: .relaxed)
        if known > .min { return known }
        let end = compute()
        countedEnd.store(end, ordering: .relaxed)
        return end
    }

    /// The instances whose keys lie in `lower...upper`, in order.
    func instances(on clock: SeriesClock, from lower: Int, through upper: Int) -> RuleInstances {
        RuleInstances(self, clock: clock, from: lower, through: upper)
    }
}

extension BoundedRule {
    /// The civil time up to which the rule can have instances, or nil when it has no end; a later one where each period
    /// would have to be looked at.
    func lastCivil(on clock: SeriesClock) -> Int? {
        guard let count else { return lastKey == .max ? nil : clock.civil(ofKey: lastKey) }
        // Following a rule to its end may take long, and who asks needs no more than a bound.
        if plan.isCountedByWalk {
            return min(plan.lastCountable, lastKey == .max ? .max : clock.civil(ofKey: lastKey))
        }
        // Fewer instances than COUNT up to the end of all time: the last second stands for the last of them.
        let low = count > 0 ? plan.time(at: count - 1) ?? plan.lastCountable : plan.start
        return lastKey == .max ? low : min(low, clock.civil(ofKey: lastKey))
    }
}
