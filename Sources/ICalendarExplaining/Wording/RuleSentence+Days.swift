import ICalendarCore

extension RuleSentence {
    /// The days, weeks and months, preceded by a space.
    var dayClause: String {
        if namesWeekdayAndDay { return monthClause }
        var clauses: [String] = []
        // The first clause names the days, and the other clauses narrow them down.
        var names: [String] = []
        var conditions: [String] = []
        var namesMonths = false
        let onlyNarrows = rule.frequency == .daily
        var hasWeekdays = !rule.byDay.isEmpty && !namesWeekdaysInHead && !namesWeekdaysBeforePeriod
        func add(_ name: String, _ condition: String) {
            if names.isEmpty, !onlyNarrows { names.append(name) } else { conditions.append(condition) }
        }
        if !rule.byWeekNumber.isEmpty {
            if hasWeekdays, rule.byMonthDay.isEmpty, rule.byYearDay.isEmpty {
                names.append("on \(daysOfWeeks) of \(weeks)")
                hasWeekdays = false
            } else {
                clauses.append("in \(weeks)")
            }
        }
        if !rule.byYearDay.isEmpty { add("on \(yearDays("and"))", yearDays("or")) }
        if !rule.byMonthDay.isEmpty {
            namesMonths = names.isEmpty && (rule.frequency == .yearly || rule.frequency.isSubDaily)
            if names.isEmpty, hasWeekdays, !onlyNarrows, let friday = weekdayAndDay {
                names.append("on \(friday)")
                (hasWeekdays, namesMonths) = (false, false)
            } else if names.isEmpty, hasWeekdays, let day = weekdayInRun {
                names.append("on the \(day) \(datesOfMonths)")
                hasWeekdays = false
            } else {
                add(datesOfMonths, monthDayCondition)
            }
        }
        if hasWeekdays {
            namesMonths = namesMonths || names.isEmpty && namesMonthsWithWeekdays
            add("on \(weekdays)", weekdayCondition)
        }
        // Days of the year and numbered weeks already determine the month, so BYMONTH acts only as a filter.
        if !rule.byMonth.isEmpty, !rule.byYearDay.isEmpty || !rule.byWeekNumber.isEmpty, !names.isEmpty {
            namesMonths = true
            conditions.append("in " + EnglishWords.list(rule.byMonth.map(name(of:)), "or"))
        }
        clauses += names
        let days = clauses.map { " " + $0 }.joined() + (namesMonths ? "" : monthClause)
        return days + (conditions.isEmpty ? "" : " if it is " + conditions.joined(separator: " and "))
    }

    /// The months with a leading space, such as ` in March and April` or ` from March to May`.
    ///
    /// For every second month, this is `, but only in March and April`. Without BYMONTH, the clause is empty.
    var monthClause: String {
        if rule.byMonth.isEmpty { return "" }
        let months = monthRun.map { "from " + $0 } ?? "in " + EnglishWords.list(rule.byMonth.map(name(of:)))
        return (rule.frequency == .monthly && rule.interval > 1 ? ", but only " : " ") + months
    }

    /// The months, such as `March and April` or `each month from March to May`.
    var months: String {
        monthRun.map { "each month from " + $0 } ?? EnglishWords.list(rule.byMonth.map(name(of:)))
    }

    /// A run of three or more consecutive months, such as `March to May`, or nil.
    private var monthRun: String? {
        let numbers = rule.byMonth.map(\.number)
        guard let first = rule.byMonth.first, let last = rule.byMonth.last, numbers.count > 2,
            !rule.byMonth.contains(where: \.isLeap),
            zip(numbers, numbers.dropFirst()).allSatisfy({ $0 &+ 1 == $1 })
        else { return nil }
        return "\(name(of: first)) to \(name(of: last))"
    }

    func name(of month: RecurrenceRule.MonthNumber) -> String {
        let name =
            isGregorian
            ? EnglishWords.monthName(month.number) : "the \(EnglishWords.ordinal(month.number)) month"
        return month.isLeap ? "the leap month after \(name)" : name
    }

    /// The week numbers, such as `week 20` or `weeks 1 and 20 and the last week`.
    private var weeks: String {
        let numbers = rule.byWeekNumber.filter { $0 > 0 }
        let fromEnd = rule.byWeekNumber.filter { $0 < 0 }
        var clauses: [String] = []
        if !numbers.isEmpty {
            let list = EnglishWords.list(EnglishWords.runs(numbers) { String($0) })
            clauses.append("week\(numbers.count > 1 ? "s" : "") \(list)")
        }
        if !fromEnd.isEmpty { clauses.append(EnglishWords.fromEnd(fromEnd, "week", "and")) }
        return clauses.joined(separator: " and ")
    }

    /// Returns the days of the year, such as `the 100th day of the year`, `days 1, 100 and 200 of the year` or `the
    /// last two days of the year`.
    private func yearDays(_ conjunction: String) -> String {
        let numbers = rule.byYearDay.filter { $0 > 0 }
        let fromEnd = rule.byYearDay.filter { $0 < 0 }
        var items: [String] = []
        if numbers.count == 1, let number = numbers.first {
            items.append("the \(EnglishWords.ordinalNumber(number))" + (fromEnd.isEmpty ? " day" : ""))
        } else if !numbers.isEmpty {
            items.append("days " + EnglishWords.list(EnglishWords.runs(numbers) { String($0) }, conjunction))
        }
        if !fromEnd.isEmpty { items.append(EnglishWords.fromEnd(fromEnd, "day", conjunction)) }
        return EnglishWords.list(items, conjunction) + " of the year"
    }

    /// The days with their months, such as `on 25 December`, `on the last day of February` or `on the 1st and 15th of
    /// every month`.
    private var datesOfMonths: String {
        guard rule.frequency == .yearly || rule.frequency.isSubDaily else { return monthDays }
        if rule.byMonth.isEmpty {
            return monthDays + (rule.frequency == .yearly ? " of every month" : " of the month")
        }
        let hasNamedMonths = isGregorian && !rule.byMonth.contains(where: \.isLeap)
        if hasNamedMonths, rule.byMonthDay.allSatisfy({ $0 > 0 }), monthRun == nil, dayRun == nil,
            rule.byMonth.count * rule.byMonthDay.count <= 6
        {
            let dates = rule.byMonth.flatMap { month in
                rule.byMonthDay.map { "\($0) \(EnglishWords.monthName(month.number))" }
            }
            return "on " + EnglishWords.list(dates)
        }
        return monthDays + " of " + months
    }

    /// The days of the month, such as `on the 1st and 15th`, `on the second-to-last day` or `from the 1st to the 7th`.
    private var monthDays: String {
        dayRun.map { "from the \($0) to the \($1)" } ?? "on " + dayList("and", shortens: true)
    }

    /// The days of the month as a condition, such as `the 1st, 2nd or 3rd` or `between the 1st and the 7th`.
    private var monthDayCondition: String {
        if rule.byMonthDay.count > 4, let (first, last) = dayRun {
            return "between the \(first) and the \(last)"
        }
        return dayList("or", shortens: rule.byMonthDay.count > 4)
    }

    /// The first and last day if there are three or more consecutive days, or nil otherwise.
    private var dayRun: (first: String, last: String)? {
        guard let first = rule.byMonthDay.first, let last = rule.byMonthDay.last, first > 0,
            rule.byMonthDay.count > 2,
            zip(rule.byMonthDay, rule.byMonthDay.dropFirst()).allSatisfy({ $0 &+ 1 == $1 })
        else { return nil }
        return (EnglishWords.ordinalNumber(first), EnglishWords.ordinalNumber(last))
    }

    private func dayList(_ conjunction: String, shortens: Bool) -> String {
        let positive = rule.byMonthDay.filter { $0 > 0 }
        let fromEnd = rule.byMonthDay.filter { $0 < 0 }
        let numbers =
            shortens
            ? EnglishWords.runs(positive, EnglishWords.ordinalNumber)
            : positive.map(EnglishWords.ordinalNumber)
        if fromEnd.isEmpty { return "the " + EnglishWords.list(numbers, conjunction) }
        if numbers.isEmpty { return EnglishWords.fromEnd(fromEnd, "day", conjunction) }
        let last = EnglishWords.fromEnd(fromEnd, "day", conjunction)
        return EnglishWords.list(numbers.map { "the " + $0 } + [last], conjunction)
    }

    /// A single weekday on a single day of the month, such as `Friday the 13th`, or nil.
    var weekdayAndDay: String? {
        guard rule.byMonthDay.count == 1, let day = rule.byMonthDay.first, day > 0, rule.byDay.count == 1,
            rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty, let item = rule.byDay.first,
            item.ordinal == nil
        else { return nil }
        return "\(EnglishWords.name(item.weekday)) the \(EnglishWords.ordinalNumber(day))"
    }

    /// The weekday in a run of seven days, where it occurs only once, such as `the Saturday from the 7th to the 13th`.
    private var weekdayInRun: String? {
        guard dayRun != nil, rule.byMonthDay.count == 7, rule.byDay.count == 1, let item = rule.byDay.first,
            item.ordinal == nil, rule.frequency == .monthly || rule.frequency == .yearly,
            !rule.byMonth.isEmpty
                || rule.frequency == .monthly
        else { return nil }
        return EnglishWords.name(item.weekday)
    }

    /// The days of numbered weeks, such as `the Monday`, `the weekdays` or `every day`.
    private var daysOfWeeks: String {
        switch weekdayNoun {
        case "day"?: "every day"
        case "weekday"?: "the weekdays"
        default: "the " + EnglishWords.list(weekdayNames)
        }
    }
}
