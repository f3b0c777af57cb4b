/// DAILY and shorter periods with limits: days that match, and in each the units that match.
///
/// Days are found 64 at a time: the days a year allows and the days whose phase has a unit are both bits.
struct DayPlan: Sendable {
    /// With more phases than this a ``StepPlan`` takes fewer steps than there are phases to remember.
    static let greatestPhases = 1_000_000

    let steps: UnitSteps
    let limits: DayLimits
    /// The places of the units that can ever match, in seconds of the day: by phase, then by time.
    let entries: [Int]
    /// The times inside a unit, in seconds, sorted.
    let times: [Int]
    /// Where the units of each residue start among the entries; empty when every day has the same units, or
    /// when no day has more than one.
    private let starts: [Int]
    /// One bit a phase, set when it has a unit, and the same again up to 64 bits beyond; empty when all have.
    private let phaseBits: [UInt64]

    /// Nil when no unit can ever match.
    init?(steps: UnitSteps, limits: DayLimits, allowed: TimeParts, times: [Int]) {
        self.steps = steps
        self.limits = limits
        self.times = times
        var units = DayPlan.units(steps, allowed)
        if units.isEmpty { return nil }
        phaseBits = DayPlan.bits(of: units, steps, areLimited: allowed.limitsPeriods)
        if steps.phases > 1, steps.interval < steps.unitsPerDay {
            (units, starts) = DayPlan.sortedByResidue(units, steps)
        } else {
            starts = []
        }
        entries = units.map { $0 * steps.length }
    }

    /// The units of a day that a step may meet and that may start a period, in order.
    private static func units(_ steps: UnitSteps, _ allowed: TimeParts) -> [Int] {
        let all = Swift.stride(from: steps.firstUnit % steps.stride, to: steps.unitsPerDay, by: steps.stride)
        return allowed.limitsPeriods ? all.filter { allowed.allows($0 * steps.length) } : Array(all)
    }

    /// Units sorted by the rest they leave by the interval, and where each rest starts.
    private static func sortedByResidue(_ units: [Int], _ steps: UnitSteps) -> ([Int], [Int]) {
        var starts = Array(repeating: 0, count: steps.phases + 1)
        for unit in units { starts[unit % steps.interval / steps.stride + 1] += 1 }
        for index in 0..<steps.phases { starts[index + 1] += starts[index] }
        var places = starts
        var sorted = units
        for unit in units {
            let residue = unit % steps.interval / steps.stride
            sorted[places[residue]] = unit
            places[residue] += 1
        }
        return (sorted, starts)
    }

    private static func bits(of units: [Int], _ steps: UnitSteps, areLimited: Bool) -> [UInt64] {
        let phases = steps.phases
        if phases == 1 || !areLimited && steps.interval <= steps.unitsPerDay { return [] }
        var bits = Array(repeating: UInt64(0), count: (phases + 64) >> 6 + 1)
        if !areLimited, phases < 8 * units.count {
            // Stepping through all phases is cheaper here than finding the phase of each unit.
            var unit = steps.firstUnit
            for phase in 0..<phases {
                if unit < steps.unitsPerDay { bits[phase >> 6] |= 1 << UInt64(phase & 63) }
                unit -= steps.unitsPerDay
                if unit < 0 { unit += steps.interval }
            }
        } else {
            let inverse = steps.inverse
            for unit in units {
                let phase = steps.phase(ofUnit: unit, inverse: inverse)
                bits[phase >> 6] |= 1 << UInt64(phase & 63)
            }
        }
        if bits.reduce(0, { $0 + $1.nonzeroBitCount }) == phases { return [] }
        for index in phases..<(phases + 64) {
            let source = index - phases
            let bit = bits[source >> 6] >> UInt64(source & 63) & 1
            bits[index >> 6] |= bit << UInt64(index & 63)
        }
        return bits
    }

    /// Which of 64 days from this one on have a unit.
    func phaseWord(fromDay day: Int) -> UInt64 {
        if phaseBits.isEmpty { return ~0 }
        let phase = steps.phase(ofDay: day)
        let (index, shift) = (phase >> 6, UInt64(phase & 63))
        return phaseBits[index] >> shift | phaseBits[index + 1] << (64 - shift)
    }

    /// The indices of a day's units among the entries.
    func entries(ofDay day: Int) -> Range<Int> {
        if steps.phases == 1 { return 0..<entries.count }
        let unit = steps.unit(inPhase: steps.phase(ofDay: day))
        if !starts.isEmpty {
            let residue = unit / steps.stride
            return starts[residue]..<starts[residue + 1]
        }
        let place = unit * steps.length
        guard let index = entries[...].firstIndex(from: place), entries[index] == place else { return 0..<0 }
        return index..<(index + 1)
    }

    // MARK: Counting

    /// How many times lie before a bound, the first day counted from its midnight.
    func count(before bound: Int) -> Int {
        let day = floorDivide(bound, 86_400)
        guard day >= steps.firstDay else { return 0 }
        var count = countUnits(beforeDay: day) * times.count
        var walk = DayWalk(self, fromDay: day, throughDay: day)
        if let block = walk.next() {
            count += TimeGrid.count(before: bound - block.base, entries: entries[block.entries], times: times)
        }
        return count
    }

    private func countUnits(beforeDay end: Int) -> Int {
        var first = steps.firstDay
        if steps.phases == 1 { return limits.count(from: first, to: end) * entries.count }
        var count = 0
        if limits.allowsAll {
            // Each unit that can match does so once in a full turn of phases.
            let turns = (end - first) / steps.phases
            count = turns * entries.count
            first += turns * steps.phases
        }
        var walk = DayWalk(self, fromDay: first, throughDay: end - 1)
        if starts.isEmpty {
            // A day has one unit at most, and only days that have it are met.
            while walk.nextDay() != nil { count += 1 }
        } else {
            while let day = walk.nextDay() { count += entries(ofDay: day).count }
        }
        return count
    }
}
