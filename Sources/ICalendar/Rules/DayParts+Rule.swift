extension DayParts {
    /// The day parts of a screened rule; what the rule leaves open comes from DTSTART (RFC 5545 section
    /// 3.3.10).
    init(_ rule: borrowing RecurrenceRule, start: CivilDate) {
        months = rule.byMonth.reduce(0) { $0 | 1 << $1.number }
        monthDays = rule.byMonthDay.sortedOnce
        yearDays = rule.byYearDay.sortedOnce
        weekNumbers = rule.byWeekNumber.sortedOnce
        for item in rule.byDay {
            if let number = item.ordinal {
                let ordinal = Ordinal(weekday: item.weekday.rawValue, number: number)
                if !ordinals.contains(ordinal) { ordinals.append(ordinal) }
            } else {
                weekdays |= 1 << item.weekday.rawValue
            }
        }
        weekStart = rule.weekStart.rawValue
        skip = rule.skip
        if hasWeekdays || !monthDays.isEmpty || !yearDays.isEmpty { return }
        let (_, month, day) = start.fields
        switch rule.frequency {
        case .yearly where weekNumbers.isEmpty:
            monthDays = [day]
            if months == 0 { months = 1 << month }
        case .monthly:
            monthDays = [day]
        case .yearly, .weekly:
            weekdays = 1 << CivilDate.weekdayIndex(ofDayNumber: start.dayNumber)
        default:
            break
        }
    }

    /// No year has more days, as far as the length of the lists tells.
    var mostDaysOfYear: Int {
        let months = months == 0 ? 12 : months.nonzeroBitCount
        var most = months * 31
        if !monthDays.isEmpty { most = min(most, months * monthDays.count) }
        if !yearDays.isEmpty { most = min(most, yearDays.count) }
        // The last week may begin in the year before.
        if !weekNumbers.isEmpty { most = min(most, (weekNumbers.count + 2) * 7) }
        if hasWeekdays {
            let ofOrdinals = ordinals.count * (self.months == 0 ? 1 : months)
            most = min(most, weekdays.nonzeroBitCount * min(53, 5 * months) + ofOrdinals)
        }
        return most
    }
    /// About how many steps of a search finding the days of a year or a month takes.
    func stepsOfDays(of unit: RecurrenceRule.Frequency) -> Int {
        let months = unit == .monthly || months == 0 ? 1 : months.nonzeroBitCount
        let monthsOfDays = unit == .monthly ? 1 : self.months == 0 ? 12 : months
        let ofWeeks = 2 * weekNumbers.count + (yearDays.count * (self.months == 0 ? 1 : 4)) / 4
        return 2 + ofWeeks + (months * ordinals.count + monthsOfDays * monthDays.count) / 4
    }
}
