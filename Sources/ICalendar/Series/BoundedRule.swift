/// A rule of one series with its end: a plan in civil time, COUNT, and UNTIL as a key of the series' clock.
struct BoundedRule: Sendable {
    /// The rule in civil time.
    let plan: RulePlan
    /// COUNT: how many instances in the order in which the rule generates them, or nil.
    let count: Int?
    /// The last key that may be an instance: UNTIL, or the end of all time.
    let lastKey: Int

    /// The instances whose keys lie in `lower...upper`, in order.
    func instances(on clock: SeriesClock, from lower: Int, through upper: Int) -> RuleInstances {
        RuleInstances(self, clock: clock, from: lower, through: upper)
    }
}

extension BoundedRule {
    /// The civil time up to which the rule can have instances, or nil when it has no end.
    func lastCivil(on clock: SeriesClock) -> Int? {
        guard let count else { return lastKey == .max ? nil : clock.civil(ofKey: lastKey) }
        // The count before a time never falls, so the time at which it is reached is found by halving.
        var low = plan.start
        let limit = plan.countableSeconds
        var span = 366 * 86_400
        while span < limit, plan.count(before: low + span + 1) < count { span *= 2 }
        var high = min(low + min(span, limit), RulePlan.lastSecond)
        while low < high {
            let middle = low + (high - low) / 2
            if plan.count(before: middle + 1) >= count { high = middle } else { low = middle + 1 }
        }
        return lastKey == .max ? low : min(low, clock.civil(ofKey: lastKey))
    }
}
