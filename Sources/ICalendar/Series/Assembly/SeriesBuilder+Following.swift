/// What following rules from DTSTART on may take, so that all rules of a search stay within a limit.
///
/// The cost of a rule is guessed from its text, on the safe side. As long as all together cost less than the limit, which
/// is so for any honest calendar, each rule is followed to the end of what is searched, whatever stands beside it.
extension SeriesBuilder {
    /// The most steps that following the COUNT of one rule may take.
    func shareOfSteps(among groups: EventGroups) -> Int {
        let needed = steps(of: groups) { rule, start in
            guard rule.count != nil, rule.isDearToCount || gaps(for: rule, from: start) > 0 else {
                return nil
            }
            return stepsNeeded(for: rule, from: start)
        }
        let most = context.budget.steps
        context.budget.spend(needed.sum)
        return needed.sum <= most ? .max : most / max(1, needed.count)
    }

    /// Whether it can be found out of all rules in other calendars if they have any instance, within what is left.
    func mayLookAhead(_ groups: EventGroups) -> Bool {
        let needed = steps(of: groups) { rule, _ in
            guard let scale = rule.calendarScale, scale != "GREGORIAN" else { return nil }
            return ScalePlan.yearsAhead * rule.stepsOfScaleYear
        }
        guard needed.sum <= context.budget.steps else { return false }
        context.budget.spend(needed.sum)
        return true
    }

    /// How many steps all rules need that need any, and how many rules these are.
    private func steps(
        of groups: EventGroups,
        _ needed: (RecurrenceRule, EventTime) -> Int?
    ) -> (sum: Int, count: Int) {
        var (sum, count) = (0, 0)
        for candidate in groups.all {
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

    /// How many steps following the COUNT of a rule may take.
    func steps(toFollow rule: RecurrenceRule, from start: EventTime) -> Int {
        max(RulePlan.fewSteps, min(stepsOfRule, stepsNeeded(for: rule, from: start)))
    }

    /// As many steps as following a rule to the end of what is searched takes at most, or to the end of time where nothing
    /// is searched yet.
    private func stepsNeeded(for rule: RecurrenceRule, from start: EventTime) -> Int {
        let end = lastFollowed
        let years = max(0, min(end, RulePlan.lastSecond) - start.civil.secondNumber) / (365 * 86_400) + 2
        let stepsOfYear = rule.calendarScale == nil ? 600 : 2 * rule.stepsOfScaleYear
        // To begin with, each second of a day is looked at, or each kind of year.
        return years * stepsOfYear + 6000 + 28 * rule.stepsOfShape
            + gaps(for: rule, from: start).multiplied(by: Self.stepsOfGap)
    }

    private var lastFollowed: Int {
        context.searched.isEmpty ? RulePlan.lastSecond : context.searched.upperBound
    }

    /// How often the clocks change while a rule is followed whose instances may fall on one another there.
    private func gaps(for rule: RecurrenceRule, from start: EventTime) -> Int {
        guard rule.frequency.isSubDaily || rule.hasTimes, case .zoned(_, let id) = start,
            let table = resolver.zone(id, line: nil)?.table, table.largestGap > 0, !table.isRestless
        else { return 0 }
        return table.changes(from: start.civil.secondNumber, to: lastFollowed)
    }

    /// What looking at a change of the clocks takes.
    private static let stepsOfGap = 120
}

extension RecurrenceRule {
    /// Whether counting instances may have to look at each year.
    fileprivate var isDearToCount: Bool {
        let isEven =
            byMonth.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty && byWeekNumber.isEmpty
            && bySetPosition.isEmpty && skip == .omit && calendarScale == nil
        return !isEven || hasTimes || frequency != .weekly && !byDay.isEmpty
    }

    fileprivate var hasTimes: Bool { !(byHour.isEmpty && byMinute.isEmpty && bySecond.isEmpty) }

    /// About how many steps it takes to find which days a year or a month has.
    fileprivate var stepsOfShape: Int {
        let months = max(1, byMonth.count)
        let days = months * byDay.count + 12 * byMonthDay.count + byYearDay.count
        // A week-numbering year has days of three calendar years.
        let years = !byWeekNumber.isEmpty && (interval > 1 || !bySetPosition.isEmpty) ? 3 : 1
        return years * (6 * byWeekNumber.count + days)
            + (bySetPosition.isEmpty ? 0 : 50 + 2 * bySetPosition.count)
    }
}
