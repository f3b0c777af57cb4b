/// What following COUNT from DTSTART on may take, so that all rules of a calendar stay within a limit.
///
/// The cost of a rule is guessed from its text, on the safe side. As long as all together cost less than the limit, which
/// is so for any honest calendar, each rule is followed to the end of what is searched, whatever stands beside it.
extension SeriesBuilder {
    /// The most steps that one rule may take.
    func shareOfSteps(among groups: EventGroups) -> Int {
        var (sum, count) = (0, 0)
        for candidate in groups.all {
            for rules in [candidate.schedule.rules, candidate.schedule.exclusionRules] {
                for rule in rules where rule.value.count != nil && rule.value.isDearToCount {
                    sum = sum.adding(stepsNeeded(for: rule.value, from: candidate.start))
                    count += 1
                }
            }
        }
        let most = context.limits.work.multiplied(by: Self.stepsOfWork)
        return sum <= most ? .max : most / max(1, count)
    }

    /// How many steps following the COUNT of a rule may take.
    func steps(toFollow rule: RecurrenceRule, from start: EventTime) -> Int {
        max(RulePlan.fewSteps, min(stepsOfRule, stepsNeeded(for: rule, from: start)))
    }

    /// So many steps of following COUNT, of some ten nanoseconds each, are one of ``ReadingLimits/work``.
    private static let stepsOfWork = 4

    /// As many steps as following a rule to the end of what is searched takes at most, or to the end of time where nothing
    /// is searched yet.
    private func stepsNeeded(for rule: RecurrenceRule, from start: EventTime) -> Int {
        let end = context.searched.isEmpty ? RulePlan.lastSecond : context.searched.upperBound
        let years = max(0, min(end, RulePlan.lastSecond) - start.civil.secondNumber) / (365 * 86_400) + 2
        let stepsOfYear =
            rule.calendarScale == nil ? 600 : rule.frequency <= .monthly ? 1200 : 5000
        // To begin with, each second of a day is looked at.
        return years * stepsOfYear + 6000
    }
}

extension RecurrenceRule {
    /// Whether counting instances may have to look at each year.
    fileprivate var isDearToCount: Bool {
        let isEven =
            byMonth.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty && byWeekNumber.isEmpty
            && bySetPosition.isEmpty && skip == .omit && calendarScale == nil
        let hasTimes = !(byHour.isEmpty && byMinute.isEmpty && bySecond.isEmpty)
        return !isEven || hasTimes || frequency != .weekly && !byDay.isEmpty
    }
}
