/// The days on which FREQ=DAILY and shorter periods may fall, for every shape of year.
struct DayLimits: Sendable {
    /// By weekday of 1 January, common years before leap years.
    let years: [DaySet]
    let allowsAll: Bool

    /// The days that BYMONTH, BYMONTHDAY, BYYEARDAY and BYDAY leave.
    init(_ parts: DayParts) {
        allowsAll = parts.areAllDays
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

    /// How many unbroken stretches of days a year has at most.
    var mostStretches: Int {
        func stretches(of year: DaySet) -> Int {
            // One may be cut in two at the end of each word.
            year.words.indices.reduce(0) { $0 + year.words[$1].stretchCount }
        }
        return years.reduce(0) { max($0, stretches(of: $1)) }
    }

    var isEmpty: Bool { years.allSatisfy(\.isEmpty) }

    /// A year, its first day, and the place of its days among those of all shapes.
    struct Year: Sendable {
        private(set) var number: Int
        private(set) var firstDay: Int
        fileprivate var shape = 0

        init(ofDay day: Int) {
            number = CivilDate(dayNumber: day).year
            firstDay = CivilDate.dayNumber(year: number, month: 1, day: 1)
            findShape()
        }

        var endDay: Int { firstDay + (shape >= 7 ? 366 : 365) }

        mutating func advance() {
            firstDay = endDay
            number += 1
            findShape()
        }

        private mutating func findShape() {
            shape = CivilDate.weekdayIndex(ofDayNumber: firstDay) + (CivilDate.isLeap(number) ? 7 : 0)
        }
    }

    @inline(__always)
    func days(of year: Year) -> DaySet {
        years[year.shape]
    }

    /// How many days are allowed between two days, the latter excluded.
    func count(from first: Int, to end: Int) -> Int {
        if allowsAll || first >= end { return max(end - first, 0) }
        var count = 0
        var year = Year(ofDay: first)
        while year.firstDay < end {
            count += days(of: year, from: first, to: end).count
            year.advance()
        }
        return count
    }

    /// Passes over whole years as long as no more units than so many were in them; gives the day that comes next, and how
    /// many units were passed over.
    func pass(from first: Int, to end: Int, ofUnits most: Int, unitsOfDay: Int) -> (day: Int, units: Int) {
        guard first < end else { return (first, 0) }
        var (day, units) = (first, 0)
        var year = Year(ofDay: first)
        while year.endDay < end {
            let more = days(of: year, from: day, to: year.endDay).count * unitsOfDay
            if units + more > most { break }
            (day, units) = (year.endDay, units + more)
            year.advance()
        }
        return (day, units)
    }

    private func days(of year: Year, from first: Int, to end: Int) -> DaySet {
        var days = days(of: year)
        if first > year.firstDay || end < year.endDay {
            days.formIntersection(DaySet((first - year.firstDay)..<(end - year.firstDay)))
        }
        return days
    }

    /// Calls `body` with each unbroken stretch of allowed days between two days, the latter excluded, in order.
    ///
    /// No stretch is longer than 64 days. It ends when `body` answers false.
    func forEachStretch(from first: Int, to end: Int, _ body: (_ day: Int, _ length: Int) -> Bool) {
        guard first < end else { return }
        var year = Year(ofDay: first)
        while year.firstDay < end {
            let words = days(of: year, from: first, to: end).words
            for index in 0..<6 {
                var word = words[index]
                // Bit 0 of a day set is the day before the year.
                var day = year.firstDay - 1 + index << 6
                while word != 0 {
                    let gap = word.trailingZeroBitCount
                    let length = (~(word >> UInt64(gap))).trailingZeroBitCount
                    if !body(day + gap, length) { return }
                    day += gap + length
                    word = gap + length < 64 ? word >> UInt64(gap + length) : 0
                }
            }
            year.advance()
        }
    }
}

/// The arithmetic of FREQ=DAILY and shorter periods: which units of a day an interval steps on.
///
/// A day has `unitsPerDay` units of `length` seconds. Stepping on every `interval`-th unit meets a unit `m`
/// of the day only when `m` and DTSTART's unit leave the same rest by `stride`, the common divisor of both
/// numbers, and then once in `phases` days.
struct UnitSteps: Sendable {
    /// Seconds of a unit: 86,400, 3,600, 60 or 1.
    let length: Int
    let unitsPerDay: Int
    let interval: Int
    /// The day and the unit of that day that hold DTSTART.
    let firstDay: Int
    let firstUnit: Int
    /// The greatest common divisor of `unitsPerDay` and `interval`.
    let stride: Int
    /// After how many days the steps fall on the same units again.
    let phases: Int

    init(start: CivilDateTime, unit: Int, interval: Int) {
        length = unit
        unitsPerDay = 86_400 / unit
        self.interval = interval
        firstDay = floorDivide(start.secondNumber, 86_400)
        firstUnit = start.secondOfDay / unit
        var (divisor, rest) = (interval, unitsPerDay)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        stride = divisor
        phases = interval / divisor
    }

    /// The phase of a day, 0 to `phases - 1`.
    func phase(ofDay day: Int) -> Int {
        floorModulo(day - firstDay, phases)
    }

    /// The first unit of a day in this phase, counted on beyond the end of the day, that a step meets.
    func unit(inPhase phase: Int) -> Int {
        floorModulo(firstUnit - phase * unitsPerDay, interval)
    }

    /// The first unit from `unit` on, by steps of `interval`, that a limit allows; `unitsPerDay` or more when the day has
    /// none.
    func unit(from unit: Int, allowedBy limits: TimeLimits) -> Int {
        var unit = unit
        while unit < unitsPerDay {
            let second = unit * length
            if limits.allows(second) { return unit }
            let next = limits.next(from: second) / length
            unit += (next - unit + interval - 1) / interval * interval
        }
        return unit
    }

    /// The last unit, by steps of `interval`, of the unbroken stretch of allowed ones that begins with an allowed unit.
    func lastUnit(from unit: Int, allowedBy limits: TimeLimits) -> Int {
        unit + (limits.end(from: unit * length) / length - 1 - unit) / interval * interval
    }
}
