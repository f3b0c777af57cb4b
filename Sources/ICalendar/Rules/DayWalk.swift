/// Walks the days of a ``DayPlan`` that have any time.
struct DayWalk: Sendable {
    private let plan: DayPlan
    private let lastDay: Int
    private var year: Int
    private var yearStart: Int
    private var days: DaySet
    /// Which 64 days of the year are looked at, and those of them that are left.
    private var index: Int
    private var word: UInt64

    /// A walk over the days between two days, both included; the first is not before DTSTART's.
    init(_ plan: DayPlan, fromDay day: Int, throughDay lastDay: Int) {
        self.plan = plan
        self.lastDay = lastDay
        let day = max(day, plan.steps.firstDay)
        year = CivilDate(dayNumber: day).year
        yearStart = CivilDate.dayNumber(year: year, month: 1, day: 1)
        days = plan.limits.days(ofYear: year, firstDay: yearStart)
        // Bit 0 of a day set is the day before the year.
        let bit = day - yearStart + 1
        index = bit >> 6
        word = days.words[index] & plan.phaseWord(fromDay: yearStart - 1 + index << 6)
        word &= ~0 << UInt64(bit & 63)
    }

    /// The next day that has any time, as a block of the plan's entries.
    mutating func next() -> PeriodPlan.Block? {
        guard let day = nextDay() else { return nil }
        return .init(base: day * 86_400, entries: plan.entries(ofDay: day))
    }

    /// The next day that has any time.
    mutating func nextDay() -> Int? {
        while word == 0 {
            guard advance() else { return nil }
        }
        let day = yearStart - 1 + index << 6 + word.trailingZeroBitCount
        word &= word - 1
        return day > lastDay ? nil : day
    }

    /// Goes on to the next 64 days, or to the next year that allows any; false after the last day.
    private mutating func advance() -> Bool {
        index += 1
        if index > 5 {
            repeat {
                yearStart += CivilDate.isLeap(year) ? 366 : 365
                year += 1
                if yearStart > lastDay { return false }
                days = plan.limits.days(ofYear: year, firstDay: yearStart)
            } while days.isEmpty
            index = 0
        }
        let firstDay = yearStart - 1 + index << 6
        if firstDay > lastDay { return false }
        word = days.words[index]
        if word != 0 { word &= plan.phaseWord(fromDay: firstDay) }
        return true
    }
}
