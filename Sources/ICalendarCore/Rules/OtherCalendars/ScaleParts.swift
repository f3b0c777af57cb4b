/// The parts of a rule that select days in the calendar specified by RSCALE (RFC 7529 section 4.1).
struct ScaleParts: Sendable {
    /// The BYMONTH values; empty if absent.
    let months: [RecurrenceRule.MonthNumber]
    /// The BYMONTHDAY values; empty if absent.
    let monthDays: [Int]
    /// The BYDAY weekdays without ordinals, as a bit mask; bit 0 is Sunday.
    let weekdays: UInt8
    /// The WKST weekday; 0 is Sunday.
    let weekStart: Int
    let skip: RecurrenceRule.Skip
    private let yearDays: [Int]
    /// BYMONTHDAY as bit masks, counted from the start and the end of a month; bit 1 is the first or last day.
    private let monthDayBits: (fromStart: UInt64, fromEnd: UInt64)
    private let ordinals: [RecurrenceRule.WeekdayNumber]

    /// Creates the parts of a screened rule, filling in missing parts from DTSTART.
    ///
    /// - Parameters:
    ///   - start: The day of DTSTART, in days since 1970.
    ///   - year: The year that contains that day.
    init(_ rule: RecurrenceRule, start: Int, year: ScaleYear) {
        var months = rule.byMonth
        var monthDays = rule.byMonthDay
        var weekdays = rule.byDay.reduce(UInt8(0)) {
            $1.ordinal == nil ? $0 | 1 << $1.weekday.rawValue : $0
        }
        if monthDays.isEmpty, rule.byDay.isEmpty, rule.byYearDay.isEmpty {
            let month = year.months[year.index(ofMonthWithDay: start)]
            switch rule.frequency {
            case .yearly:
                monthDays = [start - month.firstDay + 1]
                if months.isEmpty { months = [month.number] }
            case .monthly:
                monthDays = [start - month.firstDay + 1]
            case .weekly:
                weekdays = 1 << CivilDate.weekdayIndex(ofDayNumber: start)
            default:
                break
            }
        }
        self.months = months
        self.monthDays = monthDays
        monthDayBits = monthDays.reduce(into: (0, 0)) { bits, day in
            if day > 0 { bits.fromStart |= 1 << UInt64(day) } else { bits.fromEnd |= 1 << UInt64(-day) }
        }
        self.weekdays = weekdays
        weekStart = rule.weekStart.rawValue
        skip = rule.skip
        yearDays = rule.byYearDay
        ordinals = rule.byDay.filter { $0.ordinal != nil }
    }

    /// Whether ``allows(_:in:_:)`` suffices for FREQ=YEARLY and FREQ=MONTHLY if SKIP moves no days.
    var isSeenByDay: Bool { yearDays.isEmpty && ordinals.isEmpty }

    // MARK: Periods

    /// Returns the days selected in a year for FREQ=YEARLY, as offsets from its first day.
    ///
    /// SKIP may add days in adjacent years.
    func days(of year: ScaleYear, in calendar: ScaleCalendar) -> DaySet {
        let whole = ScaleYear.Month(number: 1, firstDay: year.firstDay, length: year.length)
        let months = self.months.isEmpty ? year.months : self.months(of: year, in: calendar)
        var days = DaySet()
        if !yearDays.isEmpty {
            insert(yearDays, of: whole, from: year.firstDay, into: &days) { asked in
                // A day that does not exist in the year counts as part of its last or first month.
                self.months.isEmpty || months.contains { $0.holds(asked) }
            }
            if !monthDays.isEmpty {
                var allowed = DaySet()
                for month in months { insert(monthDays, of: month, from: year.firstDay, into: &allowed) }
                days.formIntersection(allowed)
            }
        } else if !monthDays.isEmpty {
            for month in months { insert(monthDays, of: month, from: year.firstDay, into: &days) }
        } else {
            for month in months {
                let first = month.firstDay - year.firstDay
                days.formUnion(DaySet(first..<(first + month.length)))
            }
        }
        keepWeekdays(of: self.months.isEmpty ? [whole] : months, from: year.firstDay, in: &days)
        return days
    }

    /// Returns the days selected in a month for FREQ=MONTHLY, as offsets from its first day.
    ///
    /// SKIP may add the day before or after the month.
    func days(of month: ScaleYear.Month) -> DaySet {
        var days = monthDays.isEmpty ? DaySet(0..<month.length) : DaySet()
        insert(monthDays, of: month, from: month.firstDay, into: &days)
        keepWeekdays(of: [month], from: month.firstDay, in: &days)
        return days
    }

    func hasMonth(_ month: ScaleYear.Month, of year: ScaleYear, in calendar: ScaleCalendar) -> Bool {
        if months.isEmpty || months.contains(month.number) { return true }
        guard skip != .omit, months.contains(where: \.isLeap) else { return false }
        if self.months(of: year, in: calendar).contains(month) { return true }
        // A leap month after the last month moves to the first month of the next year.
        guard skip == .forward, month == year.months.first, let before = calendar.year(year.ordinal - 1)
        else {
            return false
        }
        return self.months(of: before, in: calendar).contains(month)
    }

    /// Returns the days in a year and the first week of the next year that BYMONTH, BYMONTHDAY, and BYDAY allow, in
    /// order.
    func weekDays(of year: ScaleYear, in calendar: ScaleCalendar) -> [Int] {
        if months.isEmpty, monthDays.isEmpty {
            return (year.firstDay..<year.endDay + 6).filter(isOnWeekday)
        }
        var days: [Int] = []
        func add(_ months: some Sequence<ScaleYear.Month>, of year: ScaleYear, before end: Int) {
            for month in months where hasMonth(month, of: year, in: calendar) {
                let range = month.firstDay..<min(month.firstDay + month.length, end)
                days += range.lazy.filter { allows($0, of: month) }
            }
        }
        add(year.months, of: year, before: year.endDay)
        if let next = calendar.year(year.ordinal + 1) {
            let end = year.endDay + 6
            add(next.months.prefix { $0.firstDay < end }, of: next, before: end)
        }
        return days
    }

    /// Returns whether BYMONTH, BYMONTHDAY, and BYDAY allow a day in a year or in the following week.
    func allows(_ day: Int, in year: ScaleYear, _ calendar: ScaleCalendar) -> Bool {
        if months.isEmpty, monthDays.isEmpty { return isOnWeekday(day) }
        var year = year
        if day >= year.endDay {
            guard let next = calendar.year(year.ordinal + 1) else { return false }
            year = next
        }
        let month = year.months[year.index(ofMonthWithDay: day)]
        return allows(day, of: month) && hasMonth(month, of: year, in: calendar)
    }

    func allows(_ day: Int, of month: ScaleYear.Month) -> Bool {
        if !isOnWeekday(day) { return false }
        if monthDays.isEmpty { return true }
        let place = UInt64(truncatingIfNeeded: day - month.firstDay)
        let fromEnd = UInt64(truncatingIfNeeded: month.length) - place
        return monthDayBits.fromStart >> (place + 1) & 1 == 1 || monthDayBits.fromEnd >> fromEnd & 1 == 1
    }

    private func isOnWeekday(_ day: Int) -> Bool {
        weekdays == 0 || weekdays & 1 << CivilDate.weekdayIndex(ofDayNumber: day) != 0
    }

    // MARK: Parts

    /// Returns the months of BYMONTH in a year; SKIP resolves a leap month that does not exist in the year.
    private func months(of year: ScaleYear, in calendar: ScaleCalendar) -> [ScaleYear.Month] {
        var found: [ScaleYear.Month] = []
        for asked in months {
            var month = year.months.first { $0.number == asked }
            if month == nil, asked.isLeap, skip == .backward {
                month = year.months.first { $0.number == .init(asked.number) }
            } else if month == nil, asked.isLeap, skip == .forward {
                month = year.months.first { $0.number == .init(asked.number + 1) }
                if month == nil { month = calendar.year(year.ordinal + 1)?.months.first }
            }
            if let month, !found.contains(month) { found.append(month) }
        }
        return found
    }

    /// Adds the numbered days in a month or year, applying SKIP to days that do not exist.
    ///
    /// - Parameter isAllowed: A closure that returns whether to accept a day within the period.
    private func insert(
        _ numbers: [Int],
        of period: ScaleYear.Month,
        from firstDay: Int,
        into days: inout DaySet,
        isAllowed: (Int) -> Bool = { _ in true }
    ) {
        let (first, length) = (period.firstDay - firstDay, period.length)
        for number in numbers {
            let place = number > 0 ? number - 1 : length + number
            guard isAllowed(period.firstDay + min(max(place, 0), length - 1)) else { continue }
            if (0..<length).contains(place) {
                days.insert(first + place)
                continue
            }
            switch skip {
            case .omit: break
            case .backward: days.insert(number > 0 ? first + length - 1 : first - 1)
            case .forward: days.insert(number > 0 ? first + length : first)
            }
        }
    }

    /// Keeps only the days that BYDAY selects, counting ordinals within each month or within the year.
    private func keepWeekdays(of periods: [ScaleYear.Month], from firstDay: Int, in days: inout DaySet) {
        if weekdays == 0, ordinals.isEmpty { return }
        var named = DaySet(weekdays: weekdays, first: CivilDate.weekdayIndex(ofDayNumber: firstDay))
        for period in periods {
            let weekday = CivilDate.weekdayIndex(ofDayNumber: period.firstDay)
            for item in ordinals {
                guard let number = item.ordinal else { continue }
                let first = (item.weekday.rawValue - weekday + 7) % 7
                let count = (period.length - first + 6) / 7
                let index = number > 0 ? number - 1 : count + number
                if (0..<count).contains(index) {
                    named.insert(period.firstDay - firstDay + first + 7 * index)
                }
            }
        }
        days.formIntersection(named)
    }
}

extension ScaleYear.Month {
    /// Returns whether a day, in days since 1970, is in the month.
    fileprivate func holds(_ day: Int) -> Bool {
        day >= firstDay && day < firstDay + length
    }
}
