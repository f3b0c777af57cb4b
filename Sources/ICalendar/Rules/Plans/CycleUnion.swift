/// The seconds that rules of alike periods have together, each counted once, without going through them.
///
/// Seconds that come again after a step meet those of another step in seconds that come again, too, so that what several
/// have in common is taken away by arithmetic.
struct CycleUnion {
    /// Seconds that come again after so many.
    private struct Steps {
        /// The first of them.
        var first: Int
        /// The seconds from one to the next.
        let step: Int
        /// The first second behind them.
        var end: Int

        var count: Int { first < end ? (end - first - 1) / step + 1 : 0 }
    }

    private var steps: [Steps] = []
    /// As many common parts may still be looked at.
    private var room = mostParts

    /// More places of periods than this are not compared with each other.
    private static let mostSteps = 64
    /// More common parts than this are not looked at; going through the seconds may be quicker.
    private static let mostParts = 128

    /// The union of nothing.
    init() {}

    /// Adds what a plan has in a stretch of seconds; false when it is not of alike periods, or of too many places.
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

    /// How many there are; nil where finding that out takes long.
    func count() -> Int? { Self.count(of: steps) }

    /// How many seconds of a stretch are there and have another one after exactly so many seconds.
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

    /// What the steps from a place on have together within others: each, less what it has in common with those behind it.
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

    /// The seconds that are in both.
    private static func common(_ one: Steps, _ other: Steps) -> Steps? {
        let divisor = greatestCommonDivisor(one.step, other.step)
        let distance = other.first - one.first
        guard distance % divisor == 0 else { return nil }
        let (inner, outer) = (one.step / divisor, other.step / divisor)
        // So many steps of the first lead to a second of the other one.
        let wanted = floorModulo(distance / divisor, outer)
        let count = product(wanted, inverse(of: floorModulo(inner, outer), modulo: outer), modulo: outer)
        let (step, isFar) = one.step.multipliedReportingOverflow(by: outer)
        let (way, isTooFar) = one.step.multipliedReportingOverflow(by: count)
        let end = min(one.end, other.end)
        // Rules end with the year 9999.
        guard !isTooFar, way < end - one.first else { return nil }
        var first = one.first + way
        if isFar {
            return first >= other.first ? Steps(first: first, step: .max / 2, end: end) : nil
        }
        if first < other.first { first += (other.first - first + step - 1) / step * step }
        return Steps(first: first, step: step, end: end)
    }

    private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }

    /// What gives 1 when it is multiplied with a number that has no divisor in common with the modulus.
    private static func inverse(of number: Int, modulo modulus: Int) -> Int {
        var (old, new) = ((rest: number, factor: 1), (rest: modulus, factor: 0))
        while new.rest != 0 {
            let quotient = old.rest / new.rest
            (old, new) = (new, (old.rest - quotient * new.rest, old.factor - quotient * new.factor))
        }
        return modulus == 1 ? 0 : floorModulo(old.factor, modulus)
    }

    /// A product of two numbers that are not negative, divided by a third; the rest counts.
    private static func product(_ one: Int, _ other: Int, modulo modulus: Int) -> Int {
        let divisor = UInt(modulus)
        return Int(divisor.dividingFullWidth(UInt(one).multipliedFullWidth(by: UInt(other))).remainder)
    }
}
