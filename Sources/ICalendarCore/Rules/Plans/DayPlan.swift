import Synchronization

/// A plan for DAILY and shorter frequencies with limits, which finds the matching days and the matching units of each
/// day.
///
/// Days are found 64 at a time: one bitmap represents the allowed days of a year, and another the days whose phase
/// has a unit. Units are never listed, because a day has up to 86,400 units and a calendar may have thousands of
/// rules. A walk steps through the units instead.
package final class DayPlan: Sendable {
    /// The maximum number of phases to store as a bitmap.
    ///
    /// Above this number, a ``StepPlan`` is used if a step takes a day or longer.
    static let greatestPhases = 2048

    let steps: UnitSteps
    let limits: DayLimits
    let allowed: TimeLimits
    /// The sorted times within a unit, in seconds.
    let times: PeriodTimes
    /// One bit per phase, set if the phase has a unit, followed by a copy of the first 64 bits.
    ///
    /// Empty if every phase has a unit or there are too many phases.
    private let phaseBits: [UInt64]
    /// The cached number of units per day, or -1 before the first count.
    private let knownUnits = Atomic(-1)

    init?(steps: UnitSteps, limits: DayLimits, allowed: TimeLimits, times: PeriodTimes) {
        self.steps = steps
        self.limits = limits
        self.allowed = allowed
        self.times = times
        if !steps.hasAnyUnit(allowedBy: allowed) { return nil }
        phaseBits = DayPlan.bits(steps, allowed)
    }

    private static func bits(_ steps: UnitSteps, _ allowed: TimeLimits) -> [UInt64] {
        let phases = steps.phases
        let isSometimesEmpty = steps.interval > steps.unitsPerDay || !allowed.allowsAll
        if phases == 1 || phases > greatestPhases || !isSometimesEmpty { return [] }
        var bits = Array(repeating: UInt64(0), count: (phases + 64) >> 6 + 1)
        var isFull = true
        for phase in 0..<phases {
            let unit = steps.unit(from: steps.unit(inPhase: phase), allowedBy: allowed)
            if unit < steps.unitsPerDay {
                bits[phase >> 6] |= 1 << UInt64(phase & 63)
            } else {
                isFull = false
            }
        }
        if isFull { return [] }
        for index in phases..<(phases + 64) {
            let source = index - phases
            let bit = bits[source >> 6] >> UInt64(source & 63) & 1
            bits[index >> 6] |= bit << UInt64(index & 63)
        }
        return bits
    }

    func phaseWord(fromDay day: Int) -> UInt64 {
        if phaseBits.isEmpty { return ~0 }
        let phase = steps.phase(ofDay: day)
        let (index, shift) = (phase >> 6, UInt64(phase & 63))
        return phaseBits[index] >> shift | phaseBits[index + 1] << (64 - shift)
    }

    /// Returns the first unit that a step hits on a day, which may be past the end of the day.
    func firstUnit(ofDay day: Int) -> Int {
        steps.unit(inPhase: steps.phase(ofDay: day))
    }

    // MARK: Counting

    /// Returns the number of times before a bound, counted from midnight of the first day.
    func count(before bound: Int) -> Int {
        let day = floorDivide(bound, 86_400)
        guard day >= steps.firstDay else { return 0 }
        if let units = unitsOfEachDay {
            let days = limits.count(from: steps.firstDay, to: day)
            return days * units * times.count + count(onDay: day, before: bound - day * 86_400)
        }
        let before = UnitTally(self, days: day - steps.firstDay).count(beforeDay: day) * times.count
        return before + count(onDay: day, before: bound - day * 86_400)
    }

    /// Returns the number of times in `lower..<bound`, examining only the days of the range if it is short.
    func count(from lower: Int, before bound: Int) -> Int {
        let (first, last) = (floorDivide(lower, 86_400), floorDivide(bound, 86_400))
        guard first >= steps.firstDay else { return count(before: bound) - count(before: lower) }
        let count =
            count(onDay: last, before: bound - last * 86_400)
            - count(onDay: first, before: lower - first * 86_400)
        if let units = unitsOfEachDay {
            return count + limits.count(from: first, to: last) * units * times.count
        }
        return count + UnitTally(self, days: last - first).count(fromDay: first, beforeDay: last)
            * times.count
    }

    /// The number of units per day if the steps hit the same units every day.
    ///
    /// The value is cached, because a series may have thousands of parts and a hundred rules.
    var unitsOfEachDay: Int? {
        guard steps.phases == 1 else { return nil }
        let known = knownUnits.load(ordering: .relaxed)
        if known >= 0 { return known }
        let units = count(from: steps.unit(inPhase: 0), to: steps.unitsPerDay)
        knownUnits.store(units, ordering: .relaxed)
        return units
    }

    private func count(onDay day: Int, before rest: Int) -> Int {
        let year = DayLimits.Year(ofDay: day)
        guard limits.days(of: year).contains(day - year.firstDay) else { return 0 }
        let last = rest / steps.length
        let first = firstUnit(ofDay: day)
        var count = self.count(from: first, to: last) * times.count
        if last >= first, last < steps.unitsPerDay, (last - first) % steps.interval == 0,
            allowed.allows(last * steps.length)
        {
            count += times.firstIndex(from: rest - last * steps.length) ?? times.count
        }
        return count
    }

    /// Returns the number of matching units in `first..<end`.
    ///
    /// A step must hit `first`.
    func count(from first: Int, to end: Int) -> Int {
        var count = 0
        var unit = steps.unit(from: first, allowedBy: allowed)
        while unit < end {
            let last = min(steps.lastUnit(from: unit, allowedBy: allowed), end - 1)
            let more = (last - unit) / steps.interval
            count += more + 1
            unit = steps.unit(from: unit + (more + 1) * steps.interval, allowedBy: allowed)
        }
        return count
    }

    /// Returns the start of the day that contains the time at the given index, and the number of times before that day.
    ///
    /// Times are counted from midnight of the first day. Returns nil if there are not enough times through `last`.
    func day(ofTimeAt index: Int, through last: Int) -> (second: Int, before: Int)? {
        let lastDay = floorDivide(last, 86_400)
        let tally = UnitTally(self, days: lastDay - steps.firstDay)
        guard let found = tally.day(ofUnitAt: index / times.count, throughDay: lastDay) else {
            return nil
        }
        return (found.day * 86_400, found.before * times.count)
    }

    /// Returns the last second up to which `count` times can be counted in `steps` steps of about ten nanoseconds.
    func lastSecond(countedIn steps: Int, upTo count: Int) -> Int {
        // A few instances are skipped one by one. For larger numbers, each possible unit is examined once.
        let left = count > RulePlan.fewPassed ? steps - self.steps.unitsPerDay / 16 : steps
        guard left > 0 else { return self.steps.firstDay * 86_400 }
        let stepsOfYear = self.steps.phases == 1 ? 2 : 4 * (1 + limits.mostStretches)
        let (days, isFar) = (left / stepsOfYear).multipliedReportingOverflow(by: 365)
        return isFar || days > 4_000_000
            ? RulePlan.lastSecond : min((self.steps.firstDay + days) * 86_400, RulePlan.lastSecond)
    }

    /// Returns the number of times in a range that are followed by another time exactly `distance` seconds later.
    ///
    /// Returns nil if a walk is necessary.
    func pairs(apart distance: Int, in stretch: Range<Int>) -> Int? {
        let step = steps.interval * steps.length
        if distance % step != 0 {
            // Unit starts differ by multiples of the step, so any other distance requires several times within a
            // unit.
            return times.count == 1 || distance % steps.length == 0 ? 0 : nil
        }
        let through = stretch.upperBound - 1
        var (early, late) = (
            DayWalk(self, from: stretch.lowerBound, through: through),
            DayWalk(self, from: stretch.lowerBound + distance, through: through + distance)
        )
        var pairs = 0
        var (first, second) = (early.next(), late.next())
        while let one = first, let other = second, one.first <= through {
            let low = max(one.first, other.first - distance)
            let high = min(one.last, other.last - distance)
            if low <= high { pairs += count(ofUnitsFrom: low, through: high, step: step, in: stretch) }
            if one.last <= other.last - distance { first = early.next() } else { second = late.next() }
        }
        return pairs
    }

    /// Returns the number of times in a range that belong to a run of units one step apart.
    ///
    /// The run extends from civil second `low` through `high`.
    private func count(ofUnitsFrom low: Int, through high: Int, step: Int, in stretch: Range<Int>) -> Int {
        if let first = times.first, let last = times.last, low + first >= stretch.lowerBound,
            high + last < stretch.upperBound
        {
            return ((high - low) / step + 1) * times.count
        }
        return times.reduce(0) { count, time in
            let skipped = max(0, stretch.lowerBound - low - time + step - 1) / step
            let last = min(high, stretch.upperBound - 1 - time)
            let units = last < low ? 0 : (last - low) / step + 1
            return count + max(0, units - skipped)
        }
    }

    // MARK: - Detecting empty rules

    /// The number of years to search before giving up on a rule without instances.
    ///
    /// A calendar may have thousands of rules without instances, so the search stops early unless nearly all years can
    /// be skipped.
    var yearsLookedAt: Int { limits.years.count { !$0.isEmpty } > 2 ? 1000 : 10_000 }

    /// Whether the searched years contain a full cycle of both the steps and the calendar.
    ///
    /// After a full cycle, everything repeats.
    var isRepeated: Bool {
        400 * (steps.phases / greatestCommonDivisor(steps.phases, Self.daysOfTurn)) <= yearsLookedAt
    }

    /// The number of days in 400 Gregorian years.
    private static let daysOfTurn = 146_097

    /// Whether the steps never fall on a weekday that the limits allow.
    ///
    /// For example, counting every seventh day from a Monday never reaches a Tuesday.
    var isMissedByWeekdays: Bool {
        guard steps.phases % 7 == 0 else { return false }
        var met: UInt8 = 0
        for phase in 0..<steps.phases where phaseWord(fromDay: steps.firstDay + phase) & 1 == 1 {
            met |= 1 << UInt8(CivilDate.weekdayIndex(ofDayNumber: steps.firstDay + phase))
        }
        return met & limits.weekdays == 0
    }
}

extension DayLimits {
    /// The weekdays of the allowed days, as a bit mask; bit 0 is Sunday.
    fileprivate var weekdays: UInt8 {
        var weekdays: UInt8 = 0
        for (shape, days) in years.enumerated() {
            for weekday in 0..<7 {
                var some = DaySet(weekdays: 1 << UInt8(weekday), first: shape % 7)
                some.formIntersection(days)
                if !some.isEmpty { weekdays |= 1 << UInt8(weekday) }
            }
        }
        return weekdays
    }
}

extension UnitSteps {
    /// Returns whether any step hits a unit that the limits allow.
    func hasAnyUnit(allowedBy limits: TimeLimits) -> Bool {
        // Given enough days, the steps hit every unit with the right remainder.
        let all = UnitSteps(length: length, interval: stride, firstUnit: firstUnit % stride)
        return all.unit(from: all.firstUnit, allowedBy: limits) < unitsPerDay
    }

    private init(length: Int, interval: Int, firstUnit: Int) {
        self.length = length
        unitsPerDay = 86_400 / length
        self.interval = interval
        self.firstUnit = firstUnit
        (firstDay, stride, phases) = (0, interval, 1)
    }
}

/// A walk over the days of a ``DayPlan`` that have at least one time, and over the units of each day.
struct DayWalk: Sendable {
    private let plan: DayPlan
    private let first: Int
    private let lastDay: Int
    private var year: DayLimits.Year
    /// The index of the current 64-day block in the year, and the remaining days in the block.
    private var index: Int
    private var word: UInt64
    /// The start of the current day, in civil seconds, and the day's next unit.
    ///
    /// If no unit remains, the next unit is past the end of the day.
    private var base = 0
    private var unit = Int.max

    /// Creates a walk over the units that may contain a time between two inclusive bounds.
    init(_ plan: DayPlan, from first: Int, through last: Int) {
        self.plan = plan
        self.first = first
        lastDay = floorDivide(last, 86_400)
        let day = max(floorDivide(first, 86_400), plan.steps.firstDay)
        year = DayLimits.Year(ofDay: day)
        // Bit 0 of a day set represents the last day of the previous year.
        let bit = day - year.firstDay + 1
        index = bit >> 6
        word = plan.limits.days(of: year).words[index] & plan.phaseWord(fromDay: day - bit & 63)
        word &= ~0 << UInt64(bit & 63)
    }

    /// A run of equally spaced allowed units in one day, in civil seconds.
    struct Block {
        var first: Int
        var last: Int
        var distance: Int
    }

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
                // Skips the units that end before the bound.
                let missing = (first - base) / steps.length - unit
                if missing > 0 { unit += (missing + steps.interval - 1) / steps.interval * steps.interval }
            }
        }
    }

    private mutating func nextDay() -> Int? {
        while word == 0 {
            guard advance() else { return nil }
        }
        let day = year.firstDay - 1 + index << 6 + word.trailingZeroBitCount
        word &= word - 1
        return day > lastDay ? nil : day
    }

    /// Moves to the next 64 days, or to the next year with an allowed day; returns false after the last day.
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
