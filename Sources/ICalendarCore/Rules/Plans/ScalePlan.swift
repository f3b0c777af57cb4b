/// A plan for a YEARLY to DAILY rule in the calendar specified by RSCALE (RFC 7529).
///
/// The days of a year are computed together, regardless of whether the periods are years, months, weeks, or days. As in
/// ``DayParts``, every part is a limit, and DTSTART supplies any missing parts.
package final class ScalePlan: Sendable {
    let calendar: ScaleCalendar
    /// The screened rule, whose lists can be used without further checks.
    let rule: RecurrenceRule
    /// The number of the period that contains DTSTART: a year, month, week, or day.
    let first: Int
    /// The year in which DTSTART's period starts.
    let firstYear: Int
    let parts: ScaleParts
    /// The sorted times of each day, in seconds, or only 0 if BYSETPOS picks days and times together.
    let times: PeriodTimes
    let positions: [Int]
    /// The times of each day before BYSETPOS picks from them.
    let timesOfDay: PeriodTimes
    /// The cached entries around the most recent query, while caching is on.
    let memory = ScaleMemory()

    /// Creates a plan, or returns nil if DTSTART is outside the known years.
    init?(_ rule: RecurrenceRule, start: CivilDateTime, in calendar: ScaleCalendar) {
        let day = start.date.dayNumber
        guard let year = calendar.year(ofDay: day) else { return nil }
        self.calendar = calendar
        self.rule = rule
        parts = ScaleParts(rule, start: day, year: year)
        let times = TimeParts(rule, start: start).withinPeriod
        let positions = rule.bySetPosition.sortedOnce
        // BYSETPOS picks the same times every day.
        let isPicked = rule.frequency == .daily && !positions.isEmpty
        self.positions = isPicked ? [] : positions
        timesOfDay = isPicked ? PeriodTimes(SetPositions.pick(positions, from: [0], times: times)) : times
        self.times = self.positions.isEmpty ? timesOfDay : PeriodTimes([0])
        // The first week may begin in the previous year.
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

    /// Returns the first year, starting with `ordinal`, that may have a time, or nil after the last known year.
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

    /// Returns the first period, starting with `period`, that INTERVAL selects, capped near the last known period.
    private func after(_ period: Int) -> Int {
        min(period + floorModulo(first - period, rule.interval), 400_000)
    }

    /// Returns a year that begins shortly before a day.
    func yearShortly(before day: Int) -> Int {
        calendar.kind.ordinal(ofYearFrom: day - 45) - 1
    }

    /// Returns the days or picked times in the periods of a year, in seconds since 1970, sorted and unique.
    ///
    /// Some entries may be outside the year, because SKIP moves days past its end and a week may extend beyond it.
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
        // Periods follow one another, but SKIP can move a day into the next period.
        return parts.skip == .omit ? entries : entries.sortedOnce
    }

    /// Returns the allowed days in the weeks of a year, for ``nextWeek(of:_:)``.
    func weekDays(of year: ScaleYear) -> ArraySlice<Int> { parts.weekDays(of: year, in: calendar)[...] }

    /// Removes the next week with entries from the days of a year, and returns the week's entries.
    ///
    /// Entries are days or picked times, in seconds since 1970. Returns nil after the last week.
    func nextWeek(of year: ScaleYear, _ days: inout ArraySlice<Int>) -> [Int]? {
        while let day = days.first {
            let week = ScalePlan.week(ofDay: day, weekStart: parts.weekStart)
            let firstDay = ScalePlan.firstDay(ofWeek: week, parts.weekStart)
            // Weeks that begin after the year belong to the next year.
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

    /// Returns the entries on a few days, in seconds since 1970, sorted and unique.
    ///
    /// Returns nil if finding them requires a walk over the surrounding years. Thousands of overrides may look up a day
    /// in each of a hundred rules.
    func entries(fromDay day: Int, throughDay lastDay: Int) -> [Int]? {
        if day == lastDay, let entries = entries(onDay: day) { return entries }
        // Computing days and weeks is as fast as looking them up.
        return rule.frequency < .weekly ? memory.entries(of: self, fromDay: day, throughDay: lastDay) : nil
    }

    /// Returns whether a day has the time at the given index of ``timesOfDay``, or nil if a walk is necessary.
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

    /// Returns the entries on a day, or nil if periods other than the day's own must be examined.
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

    /// Returns the day, or the days of its week if BYSETPOS picks from them, without days that the parts exclude.
    ///
    /// Returns nil if the year is unknown.
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
            // A week can begin in the previous year.
            guard let own = day < year.firstDay ? calendar.year(ofDay: day) : year else { return false }
            return parts.allows(day, in: own, calendar)
        }
        .map { $0 * 86_400 }
    }

    /// Returns the number of times before a bound, counted from the beginning of the first period.
    ///
    /// If every period has the same number of times, times before the bound's year are counted arithmetically.
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

    /// Returns the number of times in `lower..<bound`, examining only the years in between.
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

    /// Returns the number of times in the periods that begin before the given year.
    ///
    /// Each period has `regular` times.
    private func count(beforeYear year: ScaleYear, timesPerPeriod regular: Int) -> Int {
        let period = rule.frequency == .yearly ? year.ordinal : calendar.ordinal(ofMonth: 0, of: year)
        return (period - first + rule.interval - 1) / rule.interval * regular
    }

    /// Returns the start of a year near the time at the given index, and the number of times before that year.
    ///
    /// Returns nil if the known years contain no such time, or if periods differ in their number of times.
    func second(near index: Int) -> (second: Int, before: Int)? {
        guard let regular = timesPerPeriod else { return nil }
        // A period number past the last known month.
        let farthest = 400_000
        let period = first + min((index / regular).multiplied(by: rule.interval), farthest)
        let ordinal =
            rule.frequency == .yearly
            ? period - 1 : yearShortly(before: calendar.approximateDay(ofMonth: min(period, farthest)))
        guard ordinal > firstYear else { return (Int.min, 0) }
        guard let year = calendar.year(ordinal) else { return nil }
        return (year.firstDay * 86_400, count(beforeYear: year, timesPerPeriod: regular))
    }

    /// The number of years without an instance after which a rule is assumed to have no instances.
    static let yearsAhead = 100

    /// The number of times in each period, counted from the beginning of the first period, or nil if periods may
    /// differ.
    ///
    /// The number is constant for days that exist in every month. Nearly all such rules select one day in each year or
    /// one day in each month.
    var timesPerPeriod: Int? {
        guard positions.isEmpty, rule.byDay.isEmpty, rule.byYearDay.isEmpty, !parts.monthDays.isEmpty,
            parts.monthDays.allSatisfy({ (1...29).contains($0) })
        else { return nil }
        let days = Set(parts.monthDays).count
        // The last month of some calendars has only five days.
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
    /// Returns whether a day, in days since 1970, is known to have no instance, or false if a search is necessary.
    ///
    /// Thousands of overrides may look up their days in a hundred rules, and this check answers most of these
    /// lookups.
    package func isEmpty(onDay day: Int) -> Bool {
        guard case .scale(let plan) = engine else { return false }
        return plan.entries(fromDay: day, throughDay: day)?.isEmpty ?? false
    }
}

extension RecurrenceRule {
    /// The approximate cost of finding the entries of a year in an RSCALE calendar, in steps of about ten
    /// nanoseconds.
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
