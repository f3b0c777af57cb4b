import Synchronization

/// A rule of one series with its end: a plan in civil time, COUNT, and UNTIL as a key of the series' clock.
///
/// A class, so that who goes through its instances can keep it for the few places where the plan is asked again.
final class BoundedRule: Sendable {
    /// The rule in civil time.
    let plan: RulePlan
    /// How close its instances can lie, which is asked for each of thousands of parts of a series.
    let density: RulePlan.Density
    /// COUNT: how many instances in the order in which the rule generates them, or nil.
    let count: Int?
    /// The last key that may be an instance: UNTIL, or the end of all time.
    let lastKey: Int
    /// The line of the rule in its file.
    let line: Int?
    /// What ``countedEnd(on:)`` gives, once it was asked for; the least number before.
    private let knownEnd = Atomic(Int.min)

    init(plan: RulePlan, count: Int?, lastKey: Int, line: Int? = nil) {
        self.plan = plan
        density = plan.density
        self.count = count
        self.lastKey = lastKey
        self.line = line
    }

    /// The instances whose keys lie in `lower...upper`, in order.
    func instances(on clock: SeriesClock, from lower: Int, through upper: Int) -> RuleInstances {
        instances(on: clock, from: FirstKey(lower, on: clock), through: upper)
    }

    /// The same from a key whose first wall-clock time is known.
    func instances(on clock: SeriesClock, from lower: FirstKey, through upper: Int) -> RuleInstances {
        RuleInstances(self, clock: clock, from: lower, through: upper)
    }

    /// The civil second behind the last instance that COUNT leaves; the greatest number where COUNT leaves all up to
    /// ``lastKey``.
    ///
    /// Computed once for all who ask, as it may take thousands of years of instances: a rule belongs to one set, which has
    /// one clock.
    func countedEnd(on clock: SeriesClock) -> Int {
        guard let count else { return .max }
        let known = knownEnd.load(ordering: .relaxed)
        if known > .min { return known }
        let last = lastKey == .max ? plan.lastCountable : clock.civil(ofKey: lastKey) + SeriesClock.slack
        let end = plan.countedEnd(of: count, through: last, on: clock)
        knownEnd.store(end, ordering: .relaxed)
        return end
    }
}
