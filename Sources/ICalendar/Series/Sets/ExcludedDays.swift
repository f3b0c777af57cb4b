/// The whole days that EXDATE takes out of a rule with a time of day, and the rule, so that dense rules can be sought behind
/// them: a rule of every second has 86,400 instances on each.
final class ExcludedDays: Sendable {
    private let days: Set<Int>
    private let rule: BoundedRule
    private let clock: SeriesClock
    private let upper: Int
    /// Whether a day may have so many instances that the next one is better sought than gone to.
    private let isDense: Bool

    /// The days that are taken out of the instances of a rule up to a key.
    init(_ days: Set<Int>, of rule: BoundedRule, on clock: SeriesClock, through upper: Int) {
        self.days = days
        self.rule = rule
        self.clock = clock
        self.upper = upper
        isDense = rule.plan.most(inSeconds: 86_400) > 256
    }

    /// Whether an instance is on one of the days.
    func has(_ instance: Instance) -> Bool { days.contains(floorDivide(instance.civil, 86_400)) }

    /// The instances behind the day of one; nil where they are better gone to one by one, as they are few, or as a change
    /// of the clocks may move what happens on other days to this one.
    func instances(behind instance: Instance) -> RuleInstances? {
        let day = floorDivide(instance.civil, 86_400)
        guard isDense, clock.zone.table.changes(from: (day - 2) * 86_400, to: (day + 4) * 86_400) == 0 else {
            return nil
        }
        return rule.instances(on: clock, from: clock.key(ofCivil: (day + 1) * 86_400), through: upper)
    }
}
