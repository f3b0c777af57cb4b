/// Walks the days of a ``DayPlan`` that have any time, and the units of each.
struct DayWalk: Sendable {
    private let plan: DayPlan
    private let first: Int
    private let lastDay: Int
    private var year: DayLimits.Year
    /// Which 64 days of the year are looked at, and those of them that are left.
    private var index: Int
    private var word: UInt64
    /// The civil second at which the day in hand begins, and its next unit; beyond the day's end when none is left.
    private var base = 0
    private var unit = Int.max

    /// A walk over the units that may have a time between two bounds, both included.
    init(_ plan: DayPlan, from first: Int, through last: Int) {
        self.plan = plan
        self.first = first
        lastDay = floorDivide(last, 86_400)
        let day = max(floorDivide(first, 86_400), plan.steps.firstDay)
        year = DayLimits.Year(ofDay: day)
        // Bit 0 of a day set is the day before the year.
        let bit = day - year.firstDay + 1
        index = bit >> 6
        word = plan.limits.days(of: year).words[index] & plan.phaseWord(fromDay: day - bit & 63)
        word &= ~0 << UInt64(bit & 63)
    }

    /// Units of one day at equal distances, all of them allowed, as civil seconds.
    struct Block {
        var first: Int
        var last: Int
        var distance: Int
    }

    /// The next units.
    mutating func next() -> Block? {
        let steps = plan.steps
        while true {
            if unit < steps.unitsPerDay { unit = steps.unit(from: unit, allowedBy: plan.allowed) }
            if unit < steps.unitsPerDay {
                let first = base + unit * steps.length
                let end = steps.lastUnit(from: unit, allowedBy: plan.allowed)
                unit = end + steps.interval
                return Block(
                    first: first,
                    last: base + end * steps.length,
                    distance: steps.interval * steps.length
                )
            }
            guard let day = nextDay() else { return nil }
            base = day * 86_400
            unit = plan.firstUnit(ofDay: day)
            if base < first {
                // Units that end before the bound are stepped over at once.
                let missing = (first - base) / steps.length - unit
                if missing > 0 { unit += (missing + steps.interval - 1) / steps.interval * steps.interval }
            }
        }
    }

    /// The next day that may have any time.
    private mutating func nextDay() -> Int? {
        while word == 0 {
            guard advance() else { return nil }
        }
        let day = year.firstDay - 1 + index << 6 + word.trailingZeroBitCount
        word &= word - 1
        return day > lastDay ? nil : day
    }

    /// Goes on to the next 64 days, or to the next year that allows any; false after the last day.
    private mutating func advance() -> Bool {
        index += 1
        if index > 5 {
            repeat {
                year.advance()
                if year.firstDay > lastDay { return false }
            } while plan.limits.days(of: year).isEmpty
            index = 0
        }
        let firstDay = year.firstDay - 1 + index << 6
        if firstDay > lastDay { return false }
        word = plan.limits.days(of: year).words[index]
        if word != 0 { word &= plan.phaseWord(fromDay: firstDay) }
        return true
    }
}
