extension RuleSentence {
    /// The rule with its lists sorted, and in the shortest of the forms that say the same:
    /// `FREQ=DAILY;BYDAY=MO` is a Monday of every week.
    static func plain(_ rule: RecurrenceRule) -> RecurrenceRule {
        var rule = rule
        sortLists(of: &rule)
        let isShort = rule.frequency.isSubDaily || rule.frequency == .daily
        if isShort, Set(rule.byDay.map(\.weekday)).count == 7 { rule.byDay = [] }
        let isGregorian = (rule.calendarScale ?? "GREGORIAN").uppercased() == "GREGORIAN"
        guard isGregorian, rule.skip == .omit, rule.interval == 1, rule.bySetPosition.isEmpty,
            rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty
        else { return rule }
        // The days of a month are the same days of every month in a year; counted weekdays are not.
        if rule.frequency == .yearly, !rule.byMonthDay.isEmpty, rule.byMonth.isEmpty,
            rule.byDay.allSatisfy({ $0.ordinal == nil })
        {
            rule.frequency = .monthly
        }
        let hasPlainDays = !rule.byDay.isEmpty && rule.byDay.allSatisfy { $0.ordinal == nil }
        if rule.frequency == .daily, !rule.byMonthDay.isEmpty { rule.frequency = .monthly }
        if [.yearly, .monthly, .daily].contains(rule.frequency), hasPlainDays, rule.byMonthDay.isEmpty {
            rule.frequency = .weekly
        }
        if rule.frequency == .monthly, !rule.byMonth.isEmpty { rule.frequency = .yearly }
        return rule
    }

    private static func sortLists(of rule: inout RecurrenceRule) {
        for part: WritableKeyPath<RecurrenceRule, [Int]> in [
            \.bySecond, \.byMinute, \.byHour, \.byMonthDay, \.byYearDay, \.byWeekNumber, \.bySetPosition,
        ] {
            // Places from the end come after those from the beginning.
            rule[keyPath: part] = Set(rule[keyPath: part]).sorted {
                ($0 < 0) != ($1 < 0) ? $1 < 0 : $0 < $1
            }
        }
        rule.byMonth = Set(rule.byMonth).sorted {
            $0.number != $1.number ? $0.number < $1.number : !$0.isLeap && $1.isLeap
        }
        if Set(rule.byMonth) == Set((1...12).map { RecurrenceRule.MonthNumber($0) }) { rule.byMonth = [] }
        rule.byDay = Set(rule.byDay).sorted { left, right in
            let (first, second) = (rank(left.ordinal), rank(right.ordinal))
            return first != second ? first < second : place(of: left.weekday) < place(of: right.weekday)
        }
    }

    /// Every such weekday, then those counted from the beginning, then those counted from the end.
    private static func rank(_ ordinal: Int?) -> Int {
        guard let ordinal else { return 0 }
        return ordinal > 0 ? ordinal : Int(Int32.max) + max(ordinal, -1000)
    }
}
