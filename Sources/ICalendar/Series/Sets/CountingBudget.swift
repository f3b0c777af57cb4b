/// What counting instances for the estimates of a search may cost, all series together.
///
/// Thousands of parts of a series may have a hundred rules, each of which takes microseconds to be counted. When it is
/// spent, guesses on the safe side stand.
struct CountingBudget {
    /// Of some ten nanoseconds each: a tenth of a second.
    private var steps = 1 << 23

    /// Whether the instances of these rules may be counted, so many times; what that costs is taken away.
    mutating func allows(_ rules: [BoundedRule], _ others: [BoundedRule] = [], times: Int = 1) -> Bool {
        guard steps > 0 else { return false }
        func sum(_ rules: [BoundedRule]) -> Int { rules.reduce(0) { $0 + $1.density.stepsOfCounting } }
        steps -= (sum(rules) + sum(others)).multiplied(by: times)
        return steps >= 0
    }
}
