/// The rule parts that select days, stored as sets.
///
/// DTSTART supplies any missing parts.
///
/// Every part is a limit: a day of the period belongs to the rule if all parts contain it. "Expand" and "limit" in the
/// table in RFC 5545 section 3.3.10 are equivalent once the missing parts are added.
struct DayParts: Sendable, Equatable {
    /// The BYMONTH months as a bit mask, or 0 if absent; bit 1 is January.
    var months: UInt16 = 0
    /// The sorted BYMONTHDAY values.
    var monthDays: [Int] = []
    /// The sorted BYYEARDAY values.
    var yearDays: [Int] = []
    /// The sorted BYWEEKNO values.
    var weekNumbers: [Int] = []
    /// The BYDAY weekdays without ordinals, as a bit mask; bit 0 is Sunday.
    var weekdays: UInt8 = 0
    var ordinals: [Ordinal] = []
    /// The WKST weekday; 0 is Sunday.
    var weekStart = 1
    var skip = RecurrenceRule.Skip.omit

    struct Ordinal: Sendable, Hashable {
        /// The weekday; 0 is Sunday.
        var weekday: Int
        /// The position in the period, such as 1 for the first or -1 for the last.
        var number: Int
    }

    var hasWeekdays: Bool { weekdays != 0 || !ordinals.isEmpty }
    /// Whether the parts allow every day; BYMONTH with all twelve months has no effect.
    var areAllDays: Bool {
        (months == 0 || months.nonzeroBitCount == 12) && monthDays.isEmpty && yearDays.isEmpty
            && weekNumbers.isEmpty && !hasWeekdays
    }
    /// Whether the parts select the same weekdays in every week and nothing else.
    var areWeekdays: Bool {
        var others = self
        others.weekdays = 0
        return weekdays != 0 && others.areAllDays
    }
    /// Whether a period's days depend on the weekday of its first day.
    var dependsOnWeekday: Bool { hasWeekdays || !weekNumbers.isEmpty }

    /// Returns the days selected in a year for FREQ=YEARLY.
    ///
    /// SKIP may add the day before or after the year.
    func days(of year: YearShape) -> DaySet {
        var days = DaySet(0..<year.length)
        if !yearDays.isEmpty {
            days = self.yearDays(of: year)
        } else if monthDays.isEmpty, months != 0 {
            days = self.months(of: year)
        }
        if !monthDays.isEmpty {
            let monthDays = self.monthDays(of: year)
            // Does not intersect with the days of the year, which would drop a day that SKIP moved to another year.
            if yearDays.isEmpty { days = monthDays } else { days.formIntersection(monthDays) }
        }
        if !weekNumbers.isEmpty { days.formIntersection(weeks(of: year)) }
        if hasWeekdays { days.formIntersection(weekdays(of: year)) }
        return days
    }

    /// Returns the days selected in a week-numbering year for FREQ=YEARLY, as offsets from the first day of week 1.
    ///
    /// Up to three of the days may be in each adjacent calendar year. Parts other than BYWEEKNO apply to calendar
    /// years.
    func days(ofWeekYear year: YearShape) -> DaySet {
        var others = self
        others.weekNumbers = []
        let start = year.startOfWeekOne(weekStart: weekStart)
        var matching = DaySet()
        matching.formUnion(others.days(of: year), movedBy: -start)
        matching.formUnion(others.days(of: year.before), movedBy: -start - year.lengthBefore)
        matching.formUnion(others.days(of: year.after), movedBy: -start + year.length)
        let weeks = year.weeks(weekStart: weekStart)
        var days = DaySet()
        for number in weekNumbers {
            let index = number > 0 ? number - 1 : weeks + number
            if (0..<weeks).contains(index) { days.formUnion(DaySet((7 * index)..<(7 * index + 7))) }
        }
        days.formIntersection(matching)
        return days
    }

    /// Returns the days selected in a month for FREQ=MONTHLY.
    ///
    /// SKIP may add the day before or after the month.
    func days(of month: MonthShape) -> DaySet {
        var days = DaySet(0..<month.length)
        if !monthDays.isEmpty {
            days = DaySet()
            days.insert(mask: monthDayMask(length: month.length), at: 0)
        }
        if hasWeekdays {
            var matching = DaySet(weekdays: weekdays, first: month.firstWeekday)
            insertOrdinals(of: month, at: 0, into: &matching)
            days.formIntersection(matching)
        }
        return days
    }

    /// Returns the days of a year that rules with FREQ=DAILY or a shorter period may use.
    func limits(of year: YearShape) -> DaySet {
        var limits = self
        limits.skip = .omit
        return limits.days(of: year)
    }

    // MARK: Parts

    private func months(of year: YearShape) -> DaySet {
        var days = DaySet()
        for month in 1...12 where months & 1 << month != 0 {
            let start = year.start(ofMonth: month)
            days.formUnion(DaySet(start..<(start + year.month(month).length)))
        }
        return days
    }

    private func monthDays(of year: YearShape) -> DaySet {
        var days = DaySet()
        for month in 1...12 where months == 0 || months & 1 << month != 0 {
            let mask = monthDayMask(length: year.month(month).length)
            days.insert(mask: mask, at: year.start(ofMonth: month))
        }
        return days
    }

    /// Returns BYMONTHDAY as a mask for a month of a given length; bit 0 is the day before the month.
    private func monthDayMask(length: Int) -> UInt64 {
        var mask: UInt64 = 0
        for day in monthDays {
            if let place = place(of: day, length: length) { mask |= 1 << UInt64(place + 1) }
        }
        return mask
    }

    private func yearDays(of year: YearShape) -> DaySet {
        var days = DaySet()
        for day in yearDays {
            guard let place = place(of: day, length: year.length) else { continue }
            // A day that does not exist in the year counts as part of December, or of January if counted from the
            // end.
            let asked = min(max(day > 0 ? day - 1 : year.length + day, 0), year.length - 1)
            if months == 0 || isInMonths(asked, of: year) { days.insert(place) }
        }
        return days
    }

    private func isInMonths(_ day: Int, of year: YearShape) -> Bool {
        var month = 12
        while month > 1, year.start(ofMonth: month) > day { month -= 1 }
        return months & 1 << month != 0
    }

    /// Returns the offset of a numbered day in a period of the given length, applying SKIP to a day that does not
    /// exist.
    private func place(of day: Int, length: Int) -> Int? {
        let place = day > 0 ? day - 1 : length + day
        if (0..<length).contains(place) { return place }
        switch skip {
        case .omit: return nil
        case .backward: return day > 0 ? length - 1 : -1
        case .forward: return day > 0 ? length : 0
        }
    }

    private func weeks(of year: YearShape) -> DaySet {
        let start = year.startOfWeekOne(weekStart: weekStart)
        let end = year.startOfNextWeekOne(weekStart: weekStart)
        let weeks = (end - start) / 7
        let weeksBefore = year.weeksOfYearBefore(weekStart: weekStart)
        let weeksAfter = year.weeksOfYearAfter(weekStart: weekStart)
        var days = DaySet()
        for number in weekNumbers {
            let index = number > 0 ? number - 1 : weeks + number
            if (0..<weeks).contains(index) {
                days.formUnion(DaySet((start + 7 * index)..<(start + 7 * index + 7)))
            }
            // The first and last days of a calendar year may be in a week of an adjacent year.
            if number == weeksBefore || number == -1 { days.formUnion(DaySet((start - 7)..<start)) }
            if number == 1 || number == -weeksAfter { days.formUnion(DaySet(end..<(end + 7))) }
        }
        return days
    }

    private func weekdays(of year: YearShape) -> DaySet {
        var days = DaySet(weekdays: weekdays, first: year.firstWeekday)
        if months == 0 {
            let whole = MonthShape(length: year.length, firstWeekday: year.firstWeekday)
            insertOrdinals(of: whole, at: 0, into: &days)
        } else if !ordinals.isEmpty {
            for month in 1...12 where months & 1 << month != 0 {
                insertOrdinals(of: year.month(month), at: year.start(ofMonth: month), into: &days)
            }
        }
        return days
    }

    /// Adds the days that the ordinals select in a month or an entire year that starts at the given offset.
    private func insertOrdinals(of month: MonthShape, at offset: Int, into days: inout DaySet) {
        for ordinal in ordinals {
            let first = (ordinal.weekday - month.firstWeekday + 7) % 7
            let count = (month.length - first + 6) / 7
            let index = ordinal.number > 0 ? ordinal.number - 1 : count + ordinal.number
            if (0..<count).contains(index) { days.insert(offset + first + 7 * index) }
        }
    }
}

extension DayParts {
    /// Creates the day parts of a screened rule, with DTSTART supplying any missing parts (RFC 5545 section 3.3.10).
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

    /// An upper bound on the number of days in a year, based on the lengths of the lists.
    var mostDaysOfYear: Int {
        let months = months == 0 ? 12 : months.nonzeroBitCount
        var most = months * 31
        if !monthDays.isEmpty { most = min(most, months * monthDays.count) }
        if !yearDays.isEmpty { most = min(most, yearDays.count) }
        // Weeks of the adjacent years may extend into a year.
        if !weekNumbers.isEmpty { most = min(most, (weekNumbers.count + 2) * 7) }
        if hasWeekdays {
            let ofOrdinals = ordinals.count * (self.months == 0 ? 1 : months)
            most = min(most, weekdays.nonzeroBitCount * min(53, 5 * months) + ofOrdinals)
        }
        return most
    }
    /// Returns the approximate number of search steps needed to find the days of a year or month.
    func stepsOfDays(of unit: RecurrenceRule.Frequency) -> Int {
        let months = unit == .monthly || months == 0 ? 1 : months.nonzeroBitCount
        let monthsOfDays = unit == .monthly ? 1 : self.months == 0 ? 12 : months
        let ofWeeks = 2 * weekNumbers.count + (yearDays.count * (self.months == 0 ? 1 : 4)) / 4
        return 2 + ofWeeks + (months * ordinals.count + monthsOfDays * monthDays.count) / 4
    }
}
