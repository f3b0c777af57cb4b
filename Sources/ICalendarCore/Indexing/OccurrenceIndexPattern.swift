/// The plain form of a segment whose instances lie at fixed places of weeks or months.
///
/// One rule with one time or a few, exceptions to it, and no more: that is what nearly all endless series are.
struct OccurrenceIndexPattern: Sendable {
    var source: Int
    let civil: ClosedRange<Int>
    /// The keys that belong to the segment: above the first, up to the second.
    let keys: (above: Int, through: Int)
    /// Every how many of the periods, where the turn of a table is not one of its own.
    let interval: Int
    /// The number of the period that holds DTSTART: a year, or a month counted from the year 0.
    let first: Int
    let isYearly: Bool
    /// The months that count, bit 1 for January; 0 for all.
    let months: UInt16
    let length: OccurrenceLength
    /// A bit for each day, modulo 64, on which some instance is taken out, so that the sets of the segment, somewhere
    /// else in memory, are seldom asked.
    private let exceptionDays: UInt64

    struct Phase: Sendable {
        var turn: Turn
        /// Civil seconds from the start of the turn.
        var second: Int
    }

    enum Turn: Sendable, Hashable {
        /// So many seconds, counted from 1970.
        case cycle(Int)
        /// A month from its first day on, or back from its end; a month's number, or 0 for all of them.
        case month(Int, fromEnd: Bool)
        /// A month from its first such weekday on (0 for Sunday), or back from its last.
        case weekday(Int, month: Int, fromEnd: Bool)
    }

    /// A rule with more places than this is better asked as a whole.
    private static let mostPhases = 32
    /// Longer events would have every question look far into the past.
    static let greatestLength = 300_000

    /// The pattern of a segment, and where in the turns its instances lie; nil when it has none.
    init?(_ segment: Segment, source: Int, phases: inout [Phase]) {
        let set = segment.base
        guard segment.shift == 0, segment.clock.kind == set.clock.kind, set.rules.count == 1,
            set.exclusionRules.isEmpty, set.periods.isEmpty, segment.length.upperBound <= Self.greatestLength,
            let rule = set.rules.first, let last = Self.lastCivil(of: rule, on: set.clock),
            rule.plan.start <= last, set.dates.count <= 1,
            set.dates.allSatisfy({ $0.key == set.start.key && rule.plan.contains(set.start.civil) })
        else { return nil }
        switch rule.plan.engine {
        case .cycle(let plan):
            guard let found = Self.phases(of: plan) else { return nil }
            phases = found
            (interval, first, isYearly, months) = (1, 0, false, 0)
        case .periods(let plan):
            guard let found = Self.phases(of: plan) else { return nil }
            phases = found
            (interval, first, isYearly) = (plan.interval, plan.first, plan.unit == .yearly)
            months = plan.parts.months
        default:
            return nil
        }
        self.source = source
        civil = rule.plan.start...last
        keys = (segment.keys.above, min(segment.keys.through, rule.lastKey))
        length = segment.length
        var days: UInt64 = 0
        for keys in [set.excludedKeys, segment.overriddenKeys] {
            for key in keys { days |= Self.bit(ofDay: floorDivide(key, 86_400)) }
        }
        for numbers in [set.excludedDays, segment.overriddenDays] {
            for number in numbers { days |= Self.bit(ofDay: number) }
        }
        exceptionDays = days
    }

    /// The civil second of the last instance, as far as COUNT sets one; nil when the clocks have a say in it.
    private static func lastCivil(of rule: BoundedRule, on clock: SeriesClock) -> Int? {
        guard rule.count != nil else { return RulePlan.lastSecond }
        switch rule.plan.engine {
        case .cycle: break
        case .periods(let plan) where plan.positions.isEmpty: break
        // There is no pattern of others, and to follow some to their end takes long.
        default: return nil
        }
        // Instances that are further apart than what the clocks skip never fall together.
        guard clock.isWall || rule.plan.isSparser(than: clock.zone.table.largestGap) else { return nil }
        return min(rule.countedEnd(on: clock) - 1, RulePlan.lastSecond)
    }

    private static func phases(of plan: CyclePlan) -> [Phase]? {
        guard plan.length >= 86_400, plan.entries.count * plan.times.count <= mostPhases else { return nil }
        return plan.entries.flatMap { entry in
            plan.times.map { time in
                let second = floorModulo(plan.base + entry + time, plan.length)
                return Phase(turn: .cycle(plan.length), second: second)
            }
        }
    }

    private static func phases(of plan: PeriodPlan) -> [Phase]? {
        let parts = plan.parts
        guard plan.unit == .yearly || plan.unit == .monthly, plan.positions.isEmpty, parts.skip == .omit,
            parts.yearDays.isEmpty, parts.weekNumbers.isEmpty, parts.weekdays == 0,
            parts.ordinals.isEmpty != parts.monthDays.isEmpty
        else { return nil }
        // Ordinals count weekdays of the whole year when a yearly rule names no months.
        if plan.unit == .yearly, parts.months == 0, !parts.ordinals.isEmpty { return nil }
        // A rule of a few months stands in the tables of these; else in that of all months.
        let few = parts.months.nonzeroBitCount <= 3 ? (1...12).filter { parts.months & 1 << $0 != 0 } : []
        let months = few.isEmpty ? [0] : few
        guard (parts.ordinals.count + parts.monthDays.count) * months.count * plan.times.count <= mostPhases
        else { return nil }
        var phases: [Phase] = []
        for month in months {
            for time in plan.times {
                for day in parts.monthDays {
                    let second = (day > 0 ? day - 1 : day) * 86_400 + time
                    phases.append(Phase(turn: .month(month, fromEnd: day < 0), second: second))
                }
                for ordinal in parts.ordinals {
                    let isFromEnd = ordinal.number < 0
                    let week = isFromEnd ? ordinal.number + 1 : ordinal.number - 1
                    phases.append(
                        Phase(
                            turn: .weekday(ordinal.weekday, month: month, fromEnd: isFromEnd),
                            second: week * 604_800 + time
                        )
                    )
                }
            }
        }
        return phases
    }

    /// Whether an instance may be taken out by an EXDATE or by a component of its own: when not, it is not.
    @inline(__always)
    func mayTakeOut(_ instance: Instance) -> Bool {
        guard exceptionDays != 0 else { return false }
        let bits =
            Self.bit(ofDay: floorDivide(instance.key, 86_400))
            | Self.bit(ofDay: floorDivide(instance.civil, 86_400))
        return exceptionDays & bits != 0
    }

    @inline(__always)
    private static func bit(ofDay number: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: number & 63) }

    /// Whether the rule looks at a month, counted from the year 0.
    @inline(__always)
    func isActive(inMonth month: Int) -> Bool {
        if months != 0, months & 1 << (month % 12 + 1) == 0 { return false }
        return interval == 1 || ((isYearly ? month / 12 : month) - first) % interval == 0
    }
}
