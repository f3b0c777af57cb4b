/// The steps available for expanding rules from DTSTART, which limit the total cost of all rules in a search.
///
/// The cost of a rule is estimated conservatively from its text. As long as the total cost is within the limit, as in
/// any real calendar, each rule is expanded to the end of the searched range, independently of other rules.
package struct RuleSteps: Sendable {
    /// Whether to check that rules in other calendars (RSCALE) have instances.
    private(set) var looksAhead = true
    /// The maximum number of steps for counting the instances of one rule with COUNT.
    private var most = Int.max
    private let budget: Meter
    private let lastFollowed: Int

    init(in context: SeriesContext) {
        budget = context.budget.following
        lastFollowed = context.searched.isEmpty ? RulePlan.lastSecond : context.searched.upperBound
    }

    mutating func share(among candidates: [SeriesMember], _ resolver: inout TimeResolver) {
        let counted = needed(by: candidates) { rule, start in
            guard rule.count != nil, rule.isDearToCount || gaps(for: rule, from: start, &resolver) > 0 else {
                return nil
            }
            return needed(toFollow: rule, from: start, &resolver)
        }
        let left = budget.left
        most = budget.take(counted.sum) ? .max : left / max(1, counted.count)
        // Decides whether the remaining steps are enough to examine all rules in other calendars.
        let ahead = needed(by: candidates) { rule, _ in
            guard let scale = rule.calendarScale, scale != "GREGORIAN" else { return nil }
            return ScalePlan.yearsAhead * rule.stepsOfScaleYear
        }
        looksAhead = ahead.sum <= budget.left && budget.take(ahead.sum)
    }

    private func needed(
        by candidates: [SeriesMember],
        _ needed: (RecurrenceRule, EventTime) -> Int?
    ) -> (sum: Int, count: Int) {
        var (sum, count) = (0, 0)
        for candidate in candidates {
            for rules in [candidate.schedule.rules, candidate.schedule.exclusionRules] {
                for rule in rules {
                    guard let steps = needed(rule.value, candidate.start) else { continue }
                    sum = sum.adding(steps)
                    count += 1
                }
            }
        }
        return (sum, count)
    }

    func allowed(toFollow rule: RecurrenceRule, from start: EventTime, _ resolver: inout TimeResolver) -> Int
    {
        max(RulePlan.fewSteps, min(most, needed(toFollow: rule, from: start, &resolver)))
    }

    /// Returns the maximum number of steps needed to expand a rule to the end of the searched range, or to the end of
    /// time.
    private func needed(
        toFollow rule: RecurrenceRule,
        from start: EventTime,
        _ resolver: inout TimeResolver
    ) -> Int {
        let seconds = max(0, min(lastFollowed, RulePlan.lastSecond) - start.civil.secondNumber)
        let stepsOfYear = rule.calendarScale == nil ? 600 : 2 * rule.stepsOfScaleYear
        // At the start, each second of a day or each kind of year is examined.
        return (seconds / (365 * 86_400) + 2) * stepsOfYear + 6000 + 28 * rule.stepsOfShape
            + gaps(for: rule, from: start, &resolver).multiplied(by: Self.stepsOfGap)
    }

    /// Returns the number of clock changes in a rule's expanded range at which the rule's instances may coincide.
    private func gaps(
        for rule: RecurrenceRule,
        from start: EventTime,
        _ resolver: inout TimeResolver
    ) -> Int {
        guard rule.frequency.isSubDaily || rule.hasTimes, case .zoned(_, let id) = start,
            let table = resolver.zone(id, line: nil)?.table, table.largestGap > 0, !table.isRestless
        else { return 0 }
        return table.changes(from: start.civil.secondNumber, to: lastFollowed)
    }

    private static let stepsOfGap = 120
}

extension RecurrenceRule {
    fileprivate var isDearToCount: Bool {
        let isEven =
            byMonth.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty && byWeekNumber.isEmpty
            && bySetPosition.isEmpty && skip == .omit && calendarScale == nil
        return !isEven || hasTimes || frequency != .weekly && !byDay.isEmpty
    }

    fileprivate var hasTimes: Bool { !(byHour.isEmpty && byMinute.isEmpty && bySecond.isEmpty) }

    /// The approximate number of steps needed to find the days of a year or month.
    fileprivate var stepsOfShape: Int {
        let months = max(1, byMonth.count)
        let days = months * byDay.count + 12 * byMonthDay.count + byYearDay.count
        // A week-numbering year contains days of three calendar years.
        let years = !byWeekNumber.isEmpty && (interval > 1 || !bySetPosition.isEmpty) ? 3 : 1
        return years * (6 * byWeekNumber.count + days)
            + (bySetPosition.isEmpty ? 0 : 50 + 2 * bySetPosition.count)
    }
}
