import Synchronization

/// DAILY and shorter periods with limits: days that match, and in each the units that match.
///
/// Days are found 64 at a time: the days a year allows and the days whose phase has a unit are both bits. Units are
/// not written out, as a day has up to 86,400 of them and a calendar thousands of rules: a walk steps through them.
package final class DayPlan: Sendable {
    /// With more phases than this no bits are kept.
    ///
    /// Where a step is a day or longer, a ``StepPlan`` is used instead.
    static let greatestPhases = 2048

    let steps: UnitSteps
    let limits: DayLimits
    let allowed: TimeLimits
    /// The times inside a unit, in seconds, sorted.
    let times: PeriodTimes
    /// One bit a phase, set when it has a unit, and the same again up to 64 bits beyond; empty when all have, or
    /// when there are too many to keep.
    private let phaseBits: [UInt64]
    /// How many units each day has, once that was counted; below zero before.
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

    /// The first unit of a day that a step meets, counted on beyond the end of the day.
    func firstUnit(ofDay day: Int) -> Int {
        steps.unit(inPhase: steps.phase(ofDay: day))
    }

    // MARK: Counting

    /// How many times lie before a bound, the first day counted from its midnight.
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

    /// How many times lie in `lower..<bound`; in a short stretch only its own days are looked at.
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

    /// How many units each day has, where steps meet the same ones on all; counted once, as a series may have thousands of
    /// parts and a hundred rules.
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

    /// How many units of a day match from one that a step meets to another one, which is excluded.
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

    /// The start of the day that holds the time with this many others before it, the first day counted from its midnight,
    /// and how many are before that; nil when there are not so many up to a second.
    func day(ofTimeAt index: Int, through last: Int) -> (second: Int, before: Int)? {
        let lastDay = floorDivide(last, 86_400)
        let tally = UnitTally(self, days: lastDay - steps.firstDay)
        guard let found = tally.day(ofUnitAt: index / times.count, throughDay: lastDay) else {
            return nil
        }
        return (found.day * 86_400, found.before * times.count)
    }

    /// The last second up to which so many times are counted in so many steps of some ten nanoseconds.
    func lastSecond(countedIn steps: Int, upTo count: Int) -> Int {
        // Few are passed over one by one; for more each unit that is ever met is looked at once.
        let left = count > RulePlan.fewPassed ? steps - self.steps.unitsPerDay / 16 : steps
        guard left > 0 else { return self.steps.firstDay * 86_400 }
        let stepsOfYear = self.steps.phases == 1 ? 2 : 4 * (1 + limits.mostStretches)
        let (days, isFar) = (left / stepsOfYear).multipliedReportingOverflow(by: 365)
        return isFar || days > 4_000_000
            ? RulePlan.lastSecond : min((self.steps.firstDay + days) * 86_400, RulePlan.lastSecond)
    }

    /// How many times in a stretch have another one after exactly so many seconds; nil when that is not known without
    /// going through them.
    func pairs(apart distance: Int, in stretch: Range<Int>) -> Int? {
        let step = steps.interval * steps.length
        if distance % step != 0 {
            // All units start at a multiple of the step from the first, so that only times inside a unit can meet.
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

    /// How many times of some units, a step apart and given as civil seconds, lie in a stretch.
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

    // MARK: - Whether days and steps ever meet

    /// A rule that has nothing for so many years is not walked through to the year 9999, as there may be thousands of such;
    /// unless nearly all years are passed over.
    var yearsLookedAt: Int { limits.years.count { !$0.isEmpty } > 2 ? 1000 : 10_000 }

    /// Whether all that there is comes in those years: days and the calendar come again together.
    var isRepeated: Bool {
        var (divisor, rest) = (steps.phases, Self.daysOfTurn)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        return 400 * (steps.phases / divisor) <= yearsLookedAt
    }

    /// Four hundred years.
    private static let daysOfTurn = 146_097

    /// Whether the steps meet other weekdays than those of the days that the limits leave, as every seventh day from a Monday
    /// is no Tuesday.
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
    /// The weekdays of the days that they leave, bit 0 for Sunday.
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
    /// Whether a step ever meets a unit that a limit allows.
    func hasAnyUnit(allowedBy limits: TimeLimits) -> Bool {
        // After enough days each unit that leaves the right rest is met.
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
