/// A rule of YEARLY to DAILY in a calendar that RSCALE names, ready to be asked for any of its years (RFC 7529).
///
/// The days of a year are computed at once, whatever the periods: years, months, weeks or days. As in
/// ``DayParts``, every part limits, and what the rule leaves open comes from DTSTART.
package final class ScalePlan: Sendable {
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
        func take(_ seconds: [Int]) {
            if seconds.isEmpty { return }
            entries +=
                positions.isEmpty ? seconds : SetPositions.pick(positions, from: seconds, times: timesOfDay)
        }
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

    static func week(ofDay day: Int, weekStart: Int) -> Int {
        // Day 0 is a Thursday.
        floorDivide(day + 4 - weekStart, 7)
    }

    static func firstDay(ofWeek week: Int, _ weekStart: Int) -> Int {
        week * 7 - 4 + weekStart
    }

    /// What falls on a few days, in seconds since 1970, sorted, each once, where that is known without a walk through
    /// the years around them; nil where it is not.
    ///
    /// Thousands of overrides may ask each of a hundred rules for a day.
    func entries(fromDay day: Int, throughDay lastDay: Int) -> [Int]? {
        if day == lastDay, let entries = entries(onDay: day) { return entries }
        // Days and weeks are as soon found as remembered.
        return rule.frequency < .weekly ? memory.entries(of: self, fromDay: day, throughDay: lastDay) : nil
    }

    /// Whether a day has the time at a place among ``timesOfDay``, where that is known without such a walk; nil where it
    /// is not.
    func has(_ day: Int, timeAt place: Int) -> Bool? {
        guard rule.frequency == .weekly, !positions.isEmpty else {
            let time = positions.isEmpty ? 0 : timesOfDay[place]
            return entries(fromDay: day, throughDay: day).map { $0.contains(day * 86_400 + time) }
        }
        guard let week = seconds(ofPeriodWith: day) else { return nil }
        guard let before = week.firstIndex(of: day * 86_400) else { return false }
        return SetPositions.pick(
            positions,
            memberAt: before * timesOfDay.count + place,
            of: week.count * timesOfDay.count
        )
    }

    /// What falls on a day, where the period that holds it tells; nil where others have to be looked at, too.
    private func entries(onDay day: Int) -> [Int]? {
        if rule.frequency >= .weekly {
            guard let seconds = seconds(ofPeriodWith: day) else { return nil }
            if positions.isEmpty || seconds.isEmpty { return seconds }
            return SetPositions.pick(positions, from: seconds, times: timesOfDay)
        }
        guard parts.skip == .omit, let year = calendar.year(ofDay: day), year.ordinal >= firstYear else {
            return nil
        }
        let period =
            rule.frequency == .yearly
            ? year.ordinal : calendar.ordinal(ofMonth: year.index(ofMonthWithDay: day), of: year)
        guard (period - first) % rule.interval == 0 else { return [] }
        guard parts.isSeenByDay else { return nil }
        guard parts.allows(day, in: year, calendar) else { return [] }
        return positions.isEmpty ? [day * 86_400] : nil
    }

    /// A day, or the days of its week where BYSETPOS picks from them, as far as the parts allow them; nil where the years are
    /// not known.
    private func seconds(ofPeriodWith day: Int) -> [Int]? {
        guard let year = calendar.year(ofDay: day), year.ordinal >= firstYear else { return nil }
        let isWeekly = rule.frequency == .weekly
        let period = isWeekly ? ScalePlan.week(ofDay: day, weekStart: parts.weekStart) : day
        guard (period - first) % rule.interval == 0 else { return [] }
        var days = day...day
        if isWeekly, !positions.isEmpty {
            let firstDay = ScalePlan.firstDay(ofWeek: period, parts.weekStart)
            days = firstDay...(firstDay + 6)
        }
        return days.filter { day in
            // A week can begin in the year before.
            guard let own = day < year.firstDay ? calendar.year(ofDay: day) : year else { return false }
            return parts.allows(day, in: own, calendar)
        }
        .map { $0 * 86_400 }
    }

    /// How many times of the periods, the first one from its beginning, lie before a bound.
    ///
    /// Where every period has as many, those before the bound's own year are counted by arithmetic.
    func count(before bound: Int) -> Int {
        let day = floorDivide(bound, 86_400)
        var count = 0
        var from: Int?
        if let regular = timesPerPeriod {
            let end = min(day, ScaleCalendar.knownDays.upperBound - 800)
            if let year = calendar.year(ofDay: end), year.ordinal > firstYear {
                count = self.count(beforeYear: year, timesPerPeriod: regular)
                from = year.ordinal
            }
        }
        var walk = ScaleWalk(self, fromYear: from ?? firstYear, throughDay: day)
        while let entries = walk.next() {
            count += TimeGrid.count(before: bound, entries: entries[...], times: times)
        }
        return count
    }

    /// How many times lie in `lower..<bound`; only the years between are looked at.
    func count(from lower: Int, before bound: Int) -> Int {
        var walk = ScaleWalk(
            self,
            fromDay: floorDivide(lower, 86_400),
            throughDay: floorDivide(bound, 86_400)
        )
        var count = 0
        while let entries = walk.next() {
            count += TimeGrid.count(before: bound, entries: entries[...], times: times)
            count -= TimeGrid.count(before: lower, entries: entries[...], times: times)
        }
        return count
    }

    /// How many times lie in the periods that begin before a year behind the first, where each has as many.
    private func count(beforeYear year: ScaleYear, timesPerPeriod regular: Int) -> Int {
        let period = rule.frequency == .yearly ? year.ordinal : calendar.ordinal(ofMonth: 0, of: year)
        return (period - first + rule.interval - 1) / rule.interval * regular
    }

    /// The start of a year from which the time that has this many others before it is near, and how many are before that;
    /// nil when there is no such time in the years that are known, and where periods have not all as many.
    func second(near index: Int) -> (second: Int, before: Int)? {
        guard let regular = timesPerPeriod else { return nil }
        // Further than the last month that is known.
        let farthest = 400_000
        let period = first + min((index / regular).multiplied(by: rule.interval), farthest)
        let ordinal =
            rule.frequency == .yearly
            ? period - 1 : yearShortly(before: calendar.approximateDay(ofMonth: min(period, farthest)))
        guard ordinal > firstYear else { return (Int.min, 0) }
        guard let year = calendar.year(ordinal) else { return nil }
        return (year.firstDay * 86_400, count(beforeYear: year, timesPerPeriod: regular))
    }

    /// What has no instance for so many years most likely never has any.
    static let yearsAhead = 100

    /// How many times each period has, the first one from its beginning; nil when that is not always the same.
    ///
    /// So it is with days that no month lacks, which is how nearly all such rules are written: a day of a month each
    /// year, or each month.
    var timesPerPeriod: Int? {
        guard positions.isEmpty, rule.byDay.isEmpty, rule.byYearDay.isEmpty, !parts.monthDays.isEmpty,
            parts.monthDays.allSatisfy({ (1...29).contains($0) })
        else { return nil }
        let days = Set(parts.monthDays).count
        // The last month of some calendars has but five days.
        let isOrdinary = calendar.monthCount == 12
        switch rule.frequency {
        case .yearly:
            let areCommon = parts.months.allSatisfy { !$0.isLeap && (isOrdinary || $0.number <= 12) }
            guard areCommon, !parts.months.isEmpty else { return nil }
            return Set(parts.months).count * days * times.count
        case .monthly:
            return isOrdinary && parts.months.isEmpty ? days * times.count : nil
        default:
            return nil
        }
    }
}

extension RulePlan {
    /// Whether it is seen at a glance that nothing falls on a day, in days since 1970; false where it has to be found out.
    ///
    /// It is so for most days that thousands of overrides name, beside a hundred rules.
    package func isEmpty(onDay day: Int) -> Bool {
        guard case .scale(let plan) = engine else { return false }
        return plan.entries(fromDay: day, throughDay: day)?.isEmpty ?? false
    }
}

extension RecurrenceRule {
    /// About how many steps of some ten nanoseconds it takes to find what a year of another calendar (RSCALE) has.
    var stepsOfScaleYear: Int {
        let picked = bySetPosition.isEmpty ? 0 : 50 + 2 * bySetPosition.count
        let lists = 2 * (byDay.count + byMonthDay.count) * max(1, byMonth.count) / 3 + 2 * byYearDay.count
        switch frequency {
        case .yearly: return 400 + lists + picked
        case .monthly: return 400 + 13 * (byDay.count + byMonthDay.count) + 13 * picked
        case .weekly: return 2000 + 53 * picked
        default: return 4000
        }
    }
}
