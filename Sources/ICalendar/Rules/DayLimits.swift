/// The days on which FREQ=DAILY and shorter periods may fall, for every shape of year.
struct DayLimits: Sendable {
    /// By weekday of 1 January, common years before leap years.
    private let years: [DaySet]
    /// Whether every day is allowed.
    let allowsAll: Bool

    /// The days that BYMONTH, BYMONTHDAY, BYYEARDAY and BYDAY leave.
    init(_ parts: DayParts) {
        allowsAll = !parts.limitsDays
        var withoutWeekdays = parts
        withoutWeekdays.weekdays = 0
        var years: [DaySet] = []
        years.reserveCapacity(14)
        for isLeap in [false, true] {
            let days = withoutWeekdays.limits(of: YearShape(key: isLeap ? 7 : 0))
            for weekday in 0..<7 {
                var matching = days
                if parts.weekdays != 0 {
                    matching.formIntersection(DaySet(weekdays: parts.weekdays, first: weekday))
                }
                years.append(matching)
            }
        }
        self.years = years
    }

    /// Whether no day of any year is allowed.
    var isEmpty: Bool { years.allSatisfy(\.isEmpty) }

    /// The allowed days of a year.
    func days(ofYear year: Int, firstDay: Int) -> DaySet {
        years[CivilDate.weekdayIndex(ofDayNumber: firstDay) + (CivilDate.isLeap(year) ? 7 : 0)]
    }

    /// How many days are allowed between two days, the latter excluded.
    func count(from first: Int, to end: Int) -> Int {
        if allowsAll || first >= end { return max(end - first, 0) }
        var count = 0
        var year = CivilDate(dayNumber: first).year
        var yearStart = CivilDate.dayNumber(year: year, month: 1, day: 1)
        while yearStart < end {
            var days = days(ofYear: year, firstDay: yearStart)
            if first > yearStart || end < yearStart + 366 {
                days.formIntersection(DaySet((first - yearStart)..<(end - yearStart)))
            }
            count += days.count
            yearStart += CivilDate.isLeap(year) ? 366 : 365
            year += 1
        }
        return count
    }
}
