/// A tally of a ``DayPlan``'s units that covers many days without a walk.
///
/// The units of a day depend only on its phase, so they are counted once per phase (or, with many phases, once per
/// first unit), and runs of days are added up.
struct UnitTally {
    private let plan: DayPlan
    /// With few phases, the running totals of units by phase, extended by 64 phases.
    private var sums: [Int] = []
    /// With many phases, the number of units in a day, indexed by the day's first unit.
    ///
    /// Both this list and ``sums`` are empty if days are counted one by one.
    private var counts: [UInt8] = []

    /// Creates a tally.
    ///
    /// Counts the units of each kind of day in advance if the number of queried days justifies it.
    init(_ plan: DayPlan, days: Int) {
        self.plan = plan
        let steps = plan.steps
        if days <= 0 || steps.phases > 1 && days < UnitTally.daysThatPay(plan) { return }
        guard steps.phases <= DayPlan.greatestPhases else {
            // More than 2,048 phases leave at most 42 units per day.
            counts = UnitTally.unitsByFirst(plan).map { UInt8(truncatingIfNeeded: $0) }
            return
        }
        sums.reserveCapacity(steps.phases + 65)
        sums.append(0)
        var last = 0
        if let units = plan.unitsOfEachDay {
            sums.append(units)
        } else if UnitTally.looksAtEach(plan) {
            let units = UnitTally.unitsByFirst(plan)
            for phase in 0..<steps.phases {
                let first = steps.unit(inPhase: phase)
                if first < units.count { last += Int(units[first]) }
                sums.append(last)
            }
        } else {
            for phase in 0..<steps.phases {
                last += plan.count(from: steps.unit(inPhase: phase), to: steps.unitsPerDay)
                sums.append(last)
            }
        }
        for phase in 0..<64 { sums.append(sums[phase + 1] - sums[phase] + sums[phase + steps.phases]) }
    }

    /// Returns the cost of counting the units of one day by its runs of allowed units, measured in examined units.
    private static func workOfDay(_ plan: DayPlan) -> Int {
        8 * min(plan.allowed.stretchCount, plan.steps.unitsPerDay / plan.steps.interval + 1)
    }

    /// Returns whether examining each unit of a day once is faster than examining the runs of every phase.
    private static func looksAtEach(_ plan: DayPlan) -> Bool {
        plan.steps.length < 3600 && plan.steps.phases * workOfDay(plan) > plan.steps.unitsPerDay
    }

    /// Returns the number of days below which counting days one by one is faster.
    private static func daysThatPay(_ plan: DayPlan) -> Int {
        looksAtEach(plan) ? plan.steps.unitsPerDay / workOfDay(plan) : plan.steps.phases
    }

    private static func unitsByFirst(_ plan: DayPlan) -> [UInt32] {
        let steps = plan.steps
        var units = Array(repeating: UInt32(0), count: min(steps.interval, steps.unitsPerDay))
        guard steps.length < 3600 else {
            for unit in 0..<steps.unitsPerDay where plan.allowed.allows(unit * steps.length) {
                units[unit % units.count] += 1
            }
            return units
        }
        let rests = (0..<60).map { $0 % units.count }
        plan.allowed.forEachBlock(ofUnits: steps.length) { first, bits in
            let rest = first % units.count
            bits.forEachBit { bit in
                let place = rest + rests[bit]
                units[place < units.count ? place : place - units.count] += 1
            }
        }
        return units
    }

    func count(beforeDay end: Int) -> Int { count(fromDay: plan.steps.firstDay, beforeDay: end) }

    /// Returns the number of units from one day up to, but not including, another day.
    func count(fromDay first: Int, beforeDay end: Int) -> Int {
        if first >= end { return 0 }
        let steps = plan.steps
        var first = first
        if steps.phases == 1 { return plan.limits.count(from: first, to: end) * sums[1] }
        var count = 0
        if plan.limits.allowsAll, !sums.isEmpty {
            let turns = (end - first) / steps.phases
            count = turns * sums[steps.phases]
            first += turns * steps.phases
        }
        plan.limits.forEachStretch(from: first, to: end) { day, length in
            count += self.count(from: day, length: length)
            return true
        }
        return count
    }

    /// Returns the day that contains the unit at the given index, and the number of units before that day.
    ///
    /// Returns nil if there are fewer units through the last day.
    func day(ofUnitAt index: Int, throughDay lastDay: Int) -> (day: Int, before: Int)? {
        var found: (day: Int, before: Int)?
        var (first, count) = (plan.steps.firstDay, 0)
        if plan.steps.phases == 1, !sums.isEmpty {
            (first, count) = plan.limits.pass(
                from: first,
                to: lastDay + 1,
                ofUnits: index,
                unitsOfDay: sums[1]
            )
        }
        plan.limits.forEachStretch(
            from: first,
            to: lastDay + 1
        ) { day, length in
            let next = count + self.count(from: day, length: length)
            if next <= index {
                count = next
                return true
            }
            for day in day..<(day + length) {
                let ofDay = self.count(from: day, length: 1)
                if count + ofDay > index {
                    found = (day, count)
                    break
                }
                count += ofDay
            }
            return false
        }
        return found
    }

    /// Returns the number of units in a run of at most 64 days.
    private func count(from day: Int, length: Int) -> Int {
        let steps = plan.steps
        let phase = steps.phase(ofDay: day)
        if !sums.isEmpty { return sums[phase + length] - sums[phase] }
        if counts.isEmpty {
            return (day..<day + length).reduce(0) {
                $0 + plan.count(from: plan.firstUnit(ofDay: $1), to: steps.unitsPerDay)
            }
        }
        var count = 0
        var unit = steps.unit(inPhase: phase)
        let step = steps.unitsPerDay % steps.interval
        for _ in 0..<length {
            if unit < counts.count { count += Int(counts[unit]) }
            unit -= step
            if unit < 0 { unit += steps.interval }
        }
        return count
    }
}
