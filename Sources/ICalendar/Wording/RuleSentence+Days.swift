extension RuleSentence {
    /// On which days, in which weeks and in which months, with a blank before it.
    var dayClause: String {
        var clauses: [String] = []
        if !rule.byWeekNumber.isEmpty { clauses.append(weekClause) }
        // The first part names the days, the others narrow them down.
        var names: [String] = []
        var conditions: [String] = []
        var namesMonths = false
        let onlyNarrows = rule.frequency == .daily
        func add(_ name: String, _ condition: String) {
            if names.isEmpty, !onlyNarrows { names.append(name) } else { conditions.append(condition) }
        }
        if !rule.byYearDay.isEmpty {
            add("on the \(yearDays("and"))", "the \(yearDays("or"))")
        }
        if !rule.byMonthDay.isEmpty {
            if names.isEmpty, !onlyNarrows, let friday = weekdayAndDay {
                names.append("on \(friday)")
            } else {
                namesMonths = names.isEmpty && rule.frequency == .yearly
                add("on \(datesOfMonths)", monthDays("or"))
            }
        }
        if !rule.byDay.isEmpty, !namesWeekdaysInHead, weekdayAndDay == nil || onlyNarrows {
            namesMonths = namesMonths || names.isEmpty && namesMonthsWithWeekdays
            add("on \(weekdays)", weekdayCondition)
        }
        clauses += names
        let days = clauses.map { " " + $0 }.joined() + (namesMonths ? "" : monthClause)
        return days + (conditions.isEmpty ? "" : " if it is " + conditions.joined(separator: " and "))
    }

    /// ` in March and April`, ` from March to May`, or nothing.
    var monthClause: String {
        if rule.byMonth.isEmpty { return "" }
        return monthRun.map { " from " + $0 } ?? " in " + months
    }

    /// `March and April`, `March to May`.
    var months: String {
        monthRun ?? EnglishWords.list(rule.byMonth.map(name(of:)))
    }

    /// `March to May`, where three months and more stand in a row.
    private var monthRun: String? {
        let numbers = rule.byMonth.map(\.number)
        guard let first = rule.byMonth.first, let last = rule.byMonth.last, numbers.count > 2,
            !rule.byMonth.contains(where: \.isLeap),
            zip(numbers, numbers.dropFirst()).allSatisfy({ $0 &+ 1 == $1 })
        else { return nil }
        return "\(name(of: first)) to \(name(of: last))"
    }

    private func name(of month: RecurrenceRule.MonthNumber) -> String {
        let name = isGregorian ? EnglishWords.monthName(month.number) : "month \(month.number)"
        return month.isLeap ? "the leap month after \(name)" : name
    }

    /// `in week 20`, `in weeks 1 and 20 and in the last week`.
    private var weekClause: String {
        let numbers = rule.byWeekNumber.filter { $0 > 0 }
        let fromEnd = rule.byWeekNumber.filter { $0 < 0 }.map(EnglishWords.place)
        var clauses: [String] = []
        if !numbers.isEmpty {
            let list = EnglishWords.list(EnglishWords.runs(numbers) { String($0) })
            clauses.append("in week\(numbers.count > 1 ? "s" : "") \(list)")
        }
        if !fromEnd.isEmpty {
            clauses.append("in the \(EnglishWords.list(fromEnd)) week")
        }
        return clauses.joined(separator: " and ")
    }

    /// `100th and 200th day of the year`.
    private func yearDays(_ conjunction: String) -> String {
        let places = EnglishWords.runs(rule.byYearDay, EnglishWords.place)
        return EnglishWords.list(places, conjunction) + " day of the year"
    }

    /// `25 December`, `the last day of February`, `the 1st and 15th`.
    private var datesOfMonths: String {
        guard rule.frequency == .yearly else { return monthDays("and") }
        if rule.byMonth.isEmpty { return monthDays("and") + " of every month" }
        let hasNamedMonths = isGregorian && !rule.byMonth.contains(where: \.isLeap)
        if hasNamedMonths, rule.byMonthDay.allSatisfy({ $0 > 0 }), monthRun == nil,
            rule.byMonth.count * rule.byMonthDay.count <= 6
        {
            let dates = rule.byMonth.flatMap { month in
                rule.byMonthDay.map { "\($0) \(EnglishWords.monthName(month.number))" }
            }
            return EnglishWords.list(dates)
        }
        return monthDays("and") + " of " + months
    }

    /// `the 1st and 15th`, `the second-last day`, `the 1st and the last day`.
    private func monthDays(_ conjunction: String) -> String {
        let numbers = EnglishWords.runs(rule.byMonthDay.filter { $0 > 0 }, EnglishWords.ordinalNumber)
        let fromEnd = EnglishWords.runs(rule.byMonthDay.filter { $0 < 0 }, EnglishWords.place)
        if fromEnd.isEmpty { return "the " + EnglishWords.list(numbers, conjunction) }
        if numbers.isEmpty { return "the " + EnglishWords.list(fromEnd, conjunction) + " day" }
        return EnglishWords.list((numbers + fromEnd).map { "the " + $0 }, conjunction) + " day"
    }

    /// `Friday the 13th`, where there is one of each.
    private var weekdayAndDay: String? {
        guard rule.byMonthDay.count == 1, let day = rule.byMonthDay.first, day > 0, rule.byDay.count == 1,
            rule.byYearDay.isEmpty, let item = rule.byDay.first, item.ordinal == nil
        else { return nil }
        return "\(EnglishWords.name(item.weekday)) the \(EnglishWords.ordinalNumber(day))"
    }
}
