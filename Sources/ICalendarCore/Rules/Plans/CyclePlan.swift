/// A repeating pattern of identical periods with a fixed length.
package struct CyclePlan: Sendable {
    /// The start of the first period, in civil seconds.
    var base: Int
    /// The distance between the starts of consecutive periods, in seconds.
    var length: Int
    /// The sorted offsets within a period, in seconds; each is combined with all ``times``.
    var entries: [Int]
    /// The sorted times at each offset, in seconds.
    var times: PeriodTimes

    init(base: Int, length: Int, entries: [Int], times: PeriodTimes) {
        self.base = base
        self.length = length
        self.entries = entries
        self.times = times
    }

    /// Creates a plan for weekdays of every `interval`-th week, counted from DTSTART's week as defined by WKST.
    init(weeksOf parts: DayParts, interval: Int, start: CivilDate, times: PeriodTimes) {
        let weekday = CivilDate.weekdayIndex(ofDayNumber: start.dayNumber)
        base = (start.dayNumber - (weekday - parts.weekStart + 7) % 7) * 86_400
        length = interval * 604_800
        entries = []
        entries.reserveCapacity(parts.weekdays.nonzeroBitCount)
        for day in 0..<7 where parts.weekdays & 1 << ((parts.weekStart + day) % 7) != 0 {
            entries.append(day * 86_400)
        }
        self.times = times
    }

    func contains(_ second: Int) -> Bool {
        TimeGrid.contains(floorModulo(second - base, length), entries: entries, times: times)
    }

    func count(before bound: Int) -> Int {
        let periods = floorDivide(bound - base, length)
        guard periods >= 0 else { return 0 }
        let rest = bound - base - periods * length
        return periods * entries.count * times.count
            + TimeGrid.count(before: rest, entries: entries[...], times: times)
    }
}

/// The times of one period, stored as offsets and the times at each offset.
///
/// All times at one offset precede all times at the next offset.
enum TimeGrid {
    static func contains(_ second: Int, entries: [Int], times: PeriodTimes) -> Bool {
        // Only the last offset at or before `second` can yield it.
        let next = entries[...].firstIndex(from: second + 1) ?? entries.endIndex
        guard next > 0 else { return false }
        return times.has(second - entries[next - 1])
    }

    static func count(before bound: Int, entries: ArraySlice<Int>, times: PeriodTimes) -> Int {
        guard let last = times.last else { return 0 }
        let full = entries.firstIndex(from: bound - last) ?? entries.endIndex
        var count = (full - entries.startIndex) * times.count
        if full < entries.endIndex {
            let rest = bound - entries[full]
            count += times.firstIndex(from: rest) ?? times.count
        }
        return count
    }
}

/// The union of the instances of several cyclic rules, counted arithmetically instead of by enumeration.
///
/// The intersection of two arithmetic progressions is also an arithmetic progression, so inclusion-exclusion counts
/// each second once.
struct CycleUnion {
    /// A bounded arithmetic progression of seconds.
    private struct Steps {
        var first: Int
        /// The distance between adjacent seconds.
        let step: Int
        /// The exclusive upper bound.
        var end: Int

        var count: Int { first < end ? (end - first - 1) / step + 1 : 0 }
    }

    private var steps: [Steps] = []
    /// The number of intersections that may still be computed.
    private var room = mostParts

    /// The maximum number of progressions to compare.
    private static let mostSteps = 64
    /// The maximum number of intersections to compute; beyond this limit, enumeration may be faster.
    private static let mostParts = 128

    init() {}

    /// Adds the instances of a plan within a range.
    ///
    /// Returns false if the plan is not cyclic or has too many offsets.
    mutating func add(_ plan: RulePlan, in stretch: Range<Int>) -> Bool {
        guard case .cycle(let cycle) = plan.engine,
            cycle.entries.count.multiplied(by: cycle.times.count) <= Self.mostSteps - steps.count
        else { return false }
        let first = max(stretch.lowerBound, plan.start)
        let end = min(stretch.upperBound, RulePlan.lastSecond + 1)
        for entry in cycle.entries {
            for time in cycle.times {
                let behind = floorModulo(cycle.base + entry + time - first, cycle.length)
                let steps = Steps(first: first + behind, step: cycle.length, end: end)
                if steps.count > 0 { self.steps.append(steps) }
            }
        }
        return true
    }

    /// Returns the number of distinct seconds, or nil if counting would take too long.
    func count() -> Int? { Self.count(of: steps) }

    /// Returns the number of seconds in a range that are followed by another second exactly `distance` seconds later.
    ///
    /// Returns nil if counting would take too long.
    func pairs(apart distance: Int, in stretch: Range<Int>) -> Int? {
        func part(_ shift: Int) -> [Steps] {
            steps.compactMap { Self.part(of: $0, shiftedBack: shift, in: stretch) }
        }
        let (early, late) = (part(0), part(distance))
        guard let one = Self.count(of: early), let other = Self.count(of: late),
            let both = Self.count(of: early + late)
        else { return nil }
        return one + other - both
    }

    private static func part(of steps: Steps, shiftedBack shift: Int, in stretch: Range<Int>) -> Steps? {
        var part = steps
        part.first -= shift
        part.end = min(part.end - shift, stretch.upperBound)
        if part.first < stretch.lowerBound {
            part.first += (stretch.lowerBound - part.first + part.step - 1) / part.step * part.step
        }
        return part.count > 0 ? part : nil
    }

    private static func count(of steps: [Steps]) -> Int? {
        var union = CycleUnion()
        union.steps = steps
        return union.sum(from: 0, within: nil)
    }

    /// Returns the number of distinct seconds in the progressions from the given index onward, restricted to `outer`.
    ///
    /// Each progression contributes its seconds except those it shares with later progressions.
    private mutating func sum(from place: Int, within outer: Steps?) -> Int? {
        var sum = 0
        for index in place..<max(place, steps.count) {
            guard let part = outer.map({ Self.common($0, steps[index]) }) ?? steps[index], part.count > 0
            else { continue }
            room -= 1
            guard room > 0, let common = self.sum(from: index + 1, within: part) else { return nil }
            sum += part.count - common
        }
        return sum
    }

    private static func common(_ one: Steps, _ other: Steps) -> Steps? {
        let divisor = greatestCommonDivisor(one.step, other.step)
        let distance = other.first - one.first
        guard distance % divisor == 0 else { return nil }
        let (inner, outer) = (one.step / divisor, other.step / divisor)
        // The number of steps of `one` that reach a second of `other`.
        let wanted = floorModulo(distance / divisor, outer)
        let count = product(wanted, inverse(of: floorModulo(inner, outer), modulo: outer), modulo: outer)
        let (step, isFar) = one.step.multipliedReportingOverflow(by: outer)
        let (way, isTooFar) = one.step.multipliedReportingOverflow(by: count)
        let end = min(one.end, other.end)
        // Rules are expanded only through the end of the year 9999.
        guard !isTooFar, way < end - one.first else { return nil }
        var first = one.first + way
        if isFar {
            return first >= other.first ? Steps(first: first, step: .max / 2, end: end) : nil
        }
        if first < other.first { first += (other.first - first + step - 1) / step * step }
        return Steps(first: first, step: step, end: end)
    }

    /// Returns the modular inverse of a number that is coprime to the modulus.
    private static func inverse(of number: Int, modulo modulus: Int) -> Int {
        var (old, new) = ((rest: number, factor: 1), (rest: modulus, factor: 0))
        while new.rest != 0 {
            let quotient = old.rest / new.rest
            (old, new) = (new, (old.rest - quotient * new.rest, old.factor - quotient * new.factor))
        }
        return modulus == 1 ? 0 : floorModulo(old.factor, modulus)
    }

    /// Returns the product of two nonnegative numbers modulo a third number.
    private static func product(_ one: Int, _ other: Int, modulo modulus: Int) -> Int {
        let divisor = UInt(modulus)
        return Int(divisor.dividingFullWidth(UInt(one).multipliedFullWidth(by: UInt(other))).remainder)
    }
}
