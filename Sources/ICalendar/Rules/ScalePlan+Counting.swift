extension ScalePlan {
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
