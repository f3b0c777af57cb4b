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
                let period =
                    rule.frequency == .yearly ? year.ordinal : calendar.ordinal(ofMonth: 0, of: year)
                count = (period - first + rule.interval - 1) / rule.interval * regular
                from = year.ordinal
            }
        }
        var walk = ScaleWalk(self, fromYear: from ?? firstYear, throughDay: day)
        while let entries = walk.next() {
            count += TimeGrid.count(before: bound, entries: entries[...], times: times)
        }
        return count
    }

    /// About how many steps it takes to find the days of a year, each of some ten nanoseconds.
    var stepsPerYear: Int {
        switch rule.frequency {
        case .yearly, .monthly: 512
        default: 4096
        }
    }

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
