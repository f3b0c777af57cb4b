import ICalendar

@testable import ICalendarCore

/// A slow, literal implementation of RFC 5545 section 3.3.10 that examines every day and time unit.
///
/// The only code it shares with the engine is the conversion between dates and numbers.
struct ReferenceRule {
    let rule: RecurrenceRule
    let start: CivilDateTime
    /// Whether DTSTART alone determines the day of the year.
    private let isBirthday: Bool
    /// BYMONTHDAY, or the day from DTSTART.
    private let monthDays: [Int]
    /// BYDAY, or the weekday from DTSTART.
    private let weekdays: [RecurrenceRule.WeekdayNumber]
    /// BYMONTH, or the month from DTSTART.
    ///
    /// Empty for all months.
    private let months: Set<Int>

    /// Creates a rule with its DTSTART, and derives the missing parts from it.
    init(rule: RecurrenceRule, start: CivilDateTime) {
        self.rule = rule
        self.start = start
        let isYearly = rule.frequency == .yearly
        isBirthday =
            isYearly && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty && rule.byDay.isEmpty
            && rule.byWeekNumber.isEmpty
        let isMonthday = rule.frequency == .monthly && rule.byMonthDay.isEmpty && rule.byDay.isEmpty
        monthDays = isBirthday || isMonthday ? [start.date.day] : rule.byMonthDay
        let isWeekRule = rule.frequency == .weekly || isYearly && !rule.byWeekNumber.isEmpty
        let isWeekday = isWeekRule && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
        weekdays = rule.byDay.isEmpty && isWeekday ? [.init(start.date.weekday)] : rule.byDay
        let isMonth = isBirthday && rule.byMonth.isEmpty
        // The Gregorian calendar has no leap months.
        months = isMonth ? [start.date.month] : Set(rule.byMonth.map { $0.isLeap ? -1 : $0.number })
    }

    /// Returns all instances from the start through a bound, sorted.
    func times(through last: Int) -> [Int] {
        var times: Set<Int> = []
        var period = firstPeriod
        while period.start - 86_400 <= last {
            var set = rule.frequency.isSubDaily ? unitTimes(period) : dayTimes(period)
            if !rule.bySetPosition.isEmpty {
                let sorted = set.sorted()
                set = Set(
                    rule.bySetPosition.compactMap { position in
                        let index = position > 0 ? position - 1 : sorted.count + position
                        return sorted.indices.contains(index) ? sorted[index] : nil
                    }
                )
            }
            times.formUnion(set)
            period = next(after: period)
        }
        return times.filter { $0 >= start.secondNumber && $0 <= last }.sorted()
    }

    // MARK: - Periods

    /// A period in civil seconds.
    ///
    /// Years and months also have a first month.
    private struct Period {
        var start: Int
        var end: Int
        var year = 0
        var month = 1
    }

    private var firstPeriod: Period {
        let (year, month, _) = start.date.fields
        switch rule.frequency {
        case .yearly: return yearly(countsInWeekYears ? weekYear(of: start.date) : year)
        case .monthly: return monthly(year, month)
        case .weekly:
            var day = start.date
            while day.weekday != rule.weekStart { day = day.adding(days: -1) }
            return Period(start: day.dayNumber * 86_400, end: (day.dayNumber + 7) * 86_400)
        default:
            let begin = start.secondNumber - floorModulo(start.secondNumber, unit)
            return Period(start: begin, end: begin + unit)
        }
    }

    private func next(after period: Period) -> Period {
        switch rule.frequency {
        case .yearly: return yearly(period.year + rule.interval)
        case .monthly:
            let months = period.year * 12 + period.month - 1 + rule.interval
            return monthly(months / 12, months % 12 + 1)
        default:
            let step = unit * rule.interval
            return Period(start: period.start + step, end: period.end + step)
        }
    }

    private var unit: Int {
        switch rule.frequency {
        case .weekly: 604_800
        case .hourly: 3600
        case .minutely: 60
        case .secondly: 1
        default: 86_400
        }
    }

    private func yearly(_ year: Int) -> Period {
        if countsInWeekYears {
            return Period(start: weekOne(year) * 86_400, end: weekOne(year + 1) * 86_400, year: year)
        }
        return Period(start: first(year, 1) * 86_400, end: first(year + 1, 1) * 86_400, year: year)
    }

    /// Whether the periods are week-numbering years.
    private var countsInWeekYears: Bool {
        !rule.byWeekNumber.isEmpty && (rule.interval > 1 || !rule.bySetPosition.isEmpty)
    }

    private func monthly(_ year: Int, _ month: Int) -> Period {
        let end = month == 12 ? first(year + 1, 1) : first(year, month + 1)
        return Period(start: first(year, month) * 86_400, end: end * 86_400, year: year, month: month)
    }

    private func first(_ year: Int, _ month: Int) -> Int {
        CivilDate(year: year, month: month, day: 1)?.dayNumber ?? 0
    }

    // MARK: - Times in a period

    private func unitTimes(_ period: Period) -> Set<Int> {
        let time = CivilDateTime(secondNumber: period.start)
        guard isAllowed(time.date) else { return [] }
        if !rule.byHour.isEmpty, !rule.byHour.contains(time.hour) { return [] }
        // Parts that the period does not fix come from the rule or DTSTART. The rule limits the fixed parts.
        if rule.frequency != .hourly, !rule.byMinute.isEmpty, !rule.byMinute.contains(time.minute) {
            return []
        }
        if rule.frequency == .secondly {
            return rule.bySecond.isEmpty || rule.bySecond.contains(time.second) ? [period.start] : []
        }
        var minutes = [time.minute]
        if rule.frequency == .hourly { minutes = rule.byMinute.isEmpty ? [start.minute] : rule.byMinute }
        var times: Set<Int> = []
        for minute in minutes {
            for second in rule.bySecond.isEmpty ? [start.second] : rule.bySecond {
                times.insert(period.start + (minute - time.minute) * 60 + second)
            }
        }
        return times
    }

    private func dayTimes(_ period: Period) -> Set<Int> {
        var times: Set<Int> = []
        for day in days(of: period) {
            for hour in rule.byHour.isEmpty ? [start.hour] : rule.byHour {
                for minute in rule.byMinute.isEmpty ? [start.minute] : rule.byMinute {
                    for second in rule.bySecond.isEmpty ? [start.second] : rule.bySecond {
                        times.insert(day * 86_400 + hour * 3600 + minute * 60 + second)
                    }
                }
            }
        }
        return times
    }

    private func days(of period: Period) -> [Int] {
        let days = Array((period.start / 86_400)..<(period.end / 86_400))
        if rule.skip != .omit, rule.frequency <= .monthly { return movedDays(of: days) }
        return days.filter { isAllowed(CivilDate(dayNumber: $0)) }
    }

    // MARK: - Days

    private func isAllowed(_ date: CivilDate) -> Bool {
        let (year, month, day) = date.fields
        if !months.isEmpty, !months.contains(month) { return false }
        let monthLength = CivilDate.daysInMonth(month, ofYear: year)
        let yearLength = CivilDate.isLeap(year) ? 366 : 365
        if !monthDays.isEmpty, !monthDays.contains(day), !monthDays.contains(day - monthLength - 1) {
            return false
        }
        if !rule.byYearDay.isEmpty, !rule.byYearDay.contains(date.dayOfYear),
            !rule.byYearDay.contains(date.dayOfYear - yearLength - 1)
        {
            return false
        }
        if !rule.byWeekNumber.isEmpty {
            let (number, weeks) = week(of: date)
            if !rule.byWeekNumber.contains(number), !rule.byWeekNumber.contains(number - weeks - 1) {
                return false
            }
        }
        if weekdays.isEmpty { return true }
        return weekdays.contains { item in
            guard item.weekday == date.weekday else { return false }
            guard let ordinal = item.ordinal else { return true }
            let inMonth = rule.frequency == .monthly || !rule.byMonth.isEmpty
            let place = inMonth ? day : date.dayOfYear
            let length = inMonth ? monthLength : yearLength
            return ordinal == (place - 1) / 7 + 1 || -ordinal == (length - place) / 7 + 1
        }
    }

    /// Returns a date's week number, and the number of weeks in its week-numbering year.
    private func week(of date: CivilDate) -> (number: Int, weeks: Int) {
        let year = weekYear(of: date)
        return ((date.dayNumber - weekOne(year)) / 7 + 1, (weekOne(year + 1) - weekOne(year)) / 7)
    }

    /// Returns the week-numbering year of a date.
    private func weekYear(of date: CivilDate) -> Int {
        date.adding(days: 3 - (date.weekday.rawValue - rule.weekStart.rawValue + 7) % 7).year
    }

    /// Returns the first day of a year's first week.
    private func weekOne(_ year: Int) -> Int {
        // The week of 4 January has at least four days in the year, so it is the first week.
        var day = first(year, 1) + 3
        while CivilDate(dayNumber: day).weekday != rule.weekStart { day -= 1 }
        return day
    }

    /// Returns the days of a year or month for rules that move invalid days (RFC 7529 section 4.1) and have
    /// no BYDAY ordinals.
    private func movedDays(of days: [Int]) -> [Int] {
        var found: Set<Int> = []
        func add(_ numbers: [Int], _ days: [Int]) {
            for number in numbers {
                let index = number > 0 ? number - 1 : days.count + number
                if days.indices.contains(index) {
                    found.insert(days[index])
                } else if index < 0 {
                    found.insert(rule.skip == .backward ? days[0] - 1 : days[0])
                } else {
                    found.insert(rule.skip == .backward ? days[days.count - 1] : days[days.count - 1] + 1)
                }
            }
        }
        if rule.byYearDay.isEmpty {
            let months = Dictionary(grouping: days) { CivilDate(dayNumber: $0).month }
            for (month, days) in months {
                if !self.months.isEmpty, !self.months.contains(month) { continue }
                if monthDays.isEmpty { found.formUnion(days) } else { add(monthDays, days) }
            }
        } else {
            add(rule.byYearDay, days)
        }
        return found.filter { day in
            weekdays.isEmpty || weekdays.contains { $0.weekday == CivilDate(dayNumber: day).weekday }
        }
    }
}
