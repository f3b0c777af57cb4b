/// A rule of YEARLY to DAILY in a calendar that RSCALE names, ready to be asked for any of its years (RFC 7529).
///
/// The days of a year are computed at once, whatever the periods: years, months, weeks or days. As in
/// ``DayParts``, every part limits, and what the rule leaves open comes from DTSTART.
final class ScalePlan: Sendable {
    let calendar: ScaleCalendar
    /// The rule, screened; its lists may be used as they are.
    let rule: RecurrenceRule
    /// The number of the period that holds DTSTART: a year, a month, a week or a day.
    let first: Int
    /// The year that holds DTSTART.
    let firstYear: Int
    let parts: ScaleParts
    /// The times of each day, in seconds, sorted; just 0 where BYSETPOS picked days and times together.
    let times: PeriodTimes
    let positions: [Int]
    /// The times of each day before BYSETPOS picked any.
    let timesOfDay: PeriodTimes
    /// What it has on the days around those that it was asked about last, while that is wanted.
    let memory = ScaleMemory()

    /// Nil when DTSTART lies outside the years that can be had.
    init?(_ rule: RecurrenceRule, start: CivilDateTime, in calendar: ScaleCalendar) {
        let day = start.date.dayNumber
        guard let year = calendar.year(ofDay: day) else { return nil }
        self.calendar = calendar
        self.rule = rule
        parts = ScaleParts(rule, start: day, year: year)
        let times = TimeParts(rule, start: start).withinPeriod
        let positions = rule.bySetPosition.sortedOnce
        // What BYSETPOS picks of a day is the same each day.
        let isPicked = rule.frequency == .daily && !positions.isEmpty
        self.positions = isPicked ? [] : positions
        timesOfDay = isPicked ? PeriodTimes(SetPositions.pick(positions, from: [0], times: times)) : times
        self.times = self.positions.isEmpty ? timesOfDay : PeriodTimes([0])
        // The first week may begin in the year before.
        let week = ScalePlan.week(ofDay: day, weekStart: parts.weekStart)
        let firstDay = rule.frequency == .weekly ? ScalePlan.firstDay(ofWeek: week, parts.weekStart) : day
        firstYear = calendar.year(ofDay: firstDay)?.ordinal ?? year.ordinal
        first =
            switch rule.frequency {
            case .yearly: year.ordinal
            case .monthly: calendar.ordinal(ofMonth: year.index(ofMonthWithDay: day), of: year)
            case .weekly: ScalePlan.week(ofDay: day, weekStart: parts.weekStart)
            default: day
            }
    }

    /// The first year from this one on that may have a time, or nil after the last that can be had.
    func year(from ordinal: Int) -> ScaleYear? {
        let ordinal = max(ordinal, firstYear)
        guard let year = calendar.year(ordinal) else { return nil }
        let next: Int
        switch rule.frequency {
        case .yearly:
            next = ordinal + floorModulo(first - ordinal, rule.interval)
        case .monthly:
            let month = calendar.ordinal(ofMonth: 0, of: year)
            next = yearShortly(before: calendar.approximateDay(ofMonth: after(month)))
        case .weekly:
            let week = ScalePlan.week(ofDay: year.firstDay, weekStart: parts.weekStart)
            next = yearShortly(before: ScalePlan.firstDay(ofWeek: after(week), parts.weekStart))
        default:
            next = yearShortly(before: after(year.firstDay))
        }
        return next <= ordinal ? year : calendar.year(next)
    }

    /// The first period from this one on that INTERVAL keeps; at most about the last that any calendar knows.
    private func after(_ period: Int) -> Int {
        min(period + floorModulo(first - period, rule.interval), 400_000)
    }

    /// A year that begins before a day, and not long before.
    func yearShortly(before day: Int) -> Int {
        calendar.kind.ordinal(ofYearFrom: day - 45) - 1
    }

    /// The days, or times that BYSETPOS picked, of the periods of a year, in seconds since 1970, sorted, each once.
    ///
    /// Some may lie outside the year: SKIP moves days over its end, and a week may reach beyond it.
    func entries(of year: ScaleYear) -> [Int] {
        var entries: [Int] = []
        /// Takes the seconds at which days of a period begin, in order.
        func take(_ seconds: [Int]) {
            if seconds.isEmpty { return }
            entries +=
                positions.isEmpty ? seconds : SetPositions.pick(positions, from: seconds, times: timesOfDay)
        }
        /// Takes the days of a period, counted from one.
        func take(_ days: DaySet, from firstDay: Int) {
            var seconds: [Int] = []
            seconds.reserveCapacity(days.count)
            days.forEach { seconds.append((firstDay + $0) * 86_400) }
            take(seconds)
        }
        switch rule.frequency {
        case .yearly:
            if (year.ordinal - first) % rule.interval == 0 {
                take(parts.days(of: year, in: calendar), from: year.firstDay)
            }
        case .monthly:
            for (index, month) in year.months.enumerated() {
                let ordinal = calendar.ordinal(ofMonth: index, of: year)
                if ordinal >= first, (ordinal - first) % rule.interval == 0,
                    parts.hasMonth(month, of: year, in: calendar)
                {
                    take(parts.days(of: month), from: month.firstDay)
                }
            }
        case .weekly:
            var days = weekDays(of: year)
            while let week = nextWeek(of: year, &days) { entries += week }
            return entries
        default:
            for month in year.months where parts.hasMonth(month, of: year, in: calendar) {
                var day = after(month.firstDay)
                while day < month.firstDay + month.length {
                    if parts.allows(day, of: month) { take([day * 86_400]) }
                    day = day.adding(rule.interval)
                }
            }
            return entries
        }
        // Periods follow each other, but SKIP can move a day into the next one.
        return parts.skip == .omit ? entries : entries.sortedOnce
    }

    /// The days of the weeks of a year that the parts allow, for ``nextWeek(of:_:)``.
    func weekDays(of year: ScaleYear) -> ArraySlice<Int> { parts.weekDays(of: year, in: calendar)[...] }

    /// What the first week of a year has that has anything, or nil after the last; it is taken off its days.
    ///
    /// Days, or times that BYSETPOS picked, in seconds since 1970.
    func nextWeek(of year: ScaleYear, _ days: inout ArraySlice<Int>) -> [Int]? {
        while let day = days.first {
            let week = ScalePlan.week(ofDay: day, weekStart: parts.weekStart)
            let firstDay = ScalePlan.firstDay(ofWeek: week, parts.weekStart)
            // The days are those of weeks that begin in this year.
            if firstDay >= year.endDay { break }
            let inWeek = days.prefix { $0 < firstDay + 7 }
            days = days.dropFirst(inWeek.count)
            guard firstDay >= year.firstDay, (week - first) % rule.interval == 0 else { continue }
            let seconds = inWeek.map { $0 * 86_400 }
            if positions.isEmpty { return seconds }
            let picked = SetPositions.pick(positions, from: seconds, times: timesOfDay)
            if !picked.isEmpty { return picked }
        }
        days = []
        return nil
    }

    /// The number of the week that holds a day.
    static func week(ofDay day: Int, weekStart: Int) -> Int {
        // Day 0 is a Thursday.
        floorDivide(day + 4 - weekStart, 7)
    }

    /// The day on which a week begins.
    static func firstDay(ofWeek week: Int, _ weekStart: Int) -> Int {
        week * 7 - 4 + weekStart
    }
}
