import ICalendar

/// Determines the first day of a repetition.
struct RuleMeaning {
    let days: DayMeaning

    /// Returns the first day of a repeating event.
    ///
    /// - Parameters:
    ///   - day: The day in the phrase, which must match the rule.
    ///   - clock: The time of day in seconds, if any. On the first day, the time must be in the future.
    func firstDay(of form: RuleForm, named day: CivilDate?, clock: Int?) throws(PhraseProblem) -> CivilDate {
        let rule = form.rule
        let hasParts = !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty
        if let day {
            guard !hasParts || Self.matches(rule, day) else {
                throw .refused(
                    "\(DateWords.day(day)) is not a day on which this repeats: \(rule.description)"
                )
            }
            return day
        }
        if let own = form.day {
            return try days.day(of: MomentForm(day: own), clock: clock)
        }
        let today = days.context.today
        let first = days.isPast(clock) ? today.adding(days: 1) : today
        if !hasParts {
            guard rule.frequency == .daily else {
                throw .refused(
                    "the first day is missing; put it before the rule, as in 'tomorrow \(rule.description)'"
                )
            }
            return first
        }
        for distance in 0..<800 {
            let date = first.adding(days: distance)
            if Self.matches(rule, date) { return date }
        }
        throw .refused("no such day in the next two years")
    }

    /// Returns whether a day matches the BYDAY and BYMONTHDAY of a weekly or monthly rule.
    private static func matches(_ rule: RecurrenceRule, _ date: CivilDate) -> Bool {
        let length = CivilDate.daysInMonth(date.month, ofYear: date.year)
        if !rule.byMonthDay.isEmpty {
            return rule.byMonthDay.contains { $0 == date.day || $0 == date.day - length - 1 }
        }
        return rule.byDay.contains { day in
            guard day.weekday == date.weekday else { return false }
            switch day.ordinal {
            case nil: return true
            case let ordinal? where ordinal > 0: return (date.day - 1) / 7 + 1 == ordinal
            case let ordinal?: return (length - date.day) / 7 + 1 == -ordinal
            }
        }
    }
}
