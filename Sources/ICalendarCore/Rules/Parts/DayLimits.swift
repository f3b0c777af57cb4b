/// The days that rules with FREQ=DAILY or a shorter period may use, for each year shape.
struct DayLimits: Sendable {
    /// The days for each year shape, indexed by the weekday of January 1, with common years before leap years.
    let years: [DaySet]
    let allowsAll: Bool

    /// Creates limits from BYMONTH, BYMONTHDAY, BYYEARDAY, and BYDAY.
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

    /// The maximum number of runs of consecutive allowed days in a year.
    var mostStretches: Int {
        func stretches(of year: DaySet) -> Int {
            // A run may be split at a word boundary.
            year.words.indices.reduce(0) { $0 + year.words[$1].stretchCount }
        }
        return years.reduce(0) { max($0, stretches(of: $1)) }
    }

    var isEmpty: Bool { years.allSatisfy(\.isEmpty) }

    /// A year, its first day, and the index of its shape.
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

    /// Returns the number of allowed days from one day up to, but not including, another day.
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

    /// Skips whole years with at most `most` units in total, and returns the next day and the number of skipped
    /// units.
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

    /// Calls `body`, in order, with each run of consecutive allowed days in `first..<end`.
    ///
    /// No run is longer than 64 days. The iteration ends when `body` returns false.
    func forEachStretch(from first: Int, to end: Int, _ body: (_ day: Int, _ length: Int) -> Bool) {
        guard first < end else { return }
        var year = Year(ofDay: first)
        while year.firstDay < end {
            let words = days(of: year, from: first, to: end).words
            for index in 0..<6 {
                var word = words[index]
                // Bit 0 of a day set represents the last day of the previous year.
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

/// Interval arithmetic for FREQ=DAILY and shorter periods, which determines the units that a step hits on each day.
///
/// A day has `unitsPerDay` units of `length` seconds. Let `stride` be the greatest common divisor of `unitsPerDay`
/// and `interval`. Stepping by `interval` units hits unit `m` of a day only if `m` and DTSTART's unit have the same
/// remainder modulo `stride`. In that case, stepping hits the unit once in `phases` days.
struct UnitSteps: Sendable {
    /// The length of a unit in seconds: 86,400, 3,600, 60, or 1.
    let length: Int
    let unitsPerDay: Int
    let interval: Int
    /// The day that contains DTSTART, and DTSTART's unit of that day.
    let firstDay: Int
    let firstUnit: Int
    /// The greatest common divisor of `unitsPerDay` and `interval`.
    let stride: Int
    /// The number of days after which the steps hit the same units again.
    let phases: Int

    init(start: CivilDateTime, unit: Int, interval: Int) {
        length = unit
        unitsPerDay = 86_400 / unit
        self.interval = interval
        firstDay = floorDivide(start.secondNumber, 86_400)
        firstUnit = start.secondOfDay / unit
        stride = greatestCommonDivisor(interval, unitsPerDay)
        phases = interval / stride
    }

    /// Returns the phase of a day, from 0 through `phases - 1`.
    func phase(ofDay day: Int) -> Int {
        floorModulo(day - firstDay, phases)
    }

    /// Returns the first unit that a step hits on a day with the given phase, which may be past the end of the day.
    func unit(inPhase phase: Int) -> Int {
        floorModulo(firstUnit - phase * unitsPerDay, interval)
    }

    /// Returns the first allowed unit at or after `unit`, in steps of `interval`.
    ///
    /// The result is at least `unitsPerDay` if none remains.
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

    /// Returns the last unit, in steps of `interval`, in the run of consecutive allowed units that begins with `unit`.
    func lastUnit(from unit: Int, allowedBy limits: TimeLimits) -> Int {
        unit + (limits.end(from: unit * length) / length - 1 - unit) / interval * interval
    }
}
