/// The simplified form of a segment whose instances have fixed positions in weeks or months.
///
/// A pattern has one rule, one or more times of day, and exceptions. Nearly all endless series have this form.
struct OccurrenceIndexPattern: Sendable {
    var source: Int
    let civil: ClosedRange<Int>
    /// The bounds of the segment's keys: `above` is exclusive, `through` is inclusive.
    let keys: (above: Int, through: Int)
    /// The interval in periods, or 1 if the table's turn already includes the interval.
    let interval: Int
    /// The number of the period that contains DTSTART: a year, or a month counted from year 0.
    let first: Int
    let isYearly: Bool
    /// The months in which the rule applies, as a bit mask, or 0 for all months; bit 1 is January.
    let months: UInt16
    let length: OccurrenceLength
    /// One bit for each day (modulo 64) with a removed instance.
    ///
    /// The bits avoid most lookups in the segment's sets, which are elsewhere in memory.
    private let exceptionDays: UInt64

    struct Phase: Sendable {
        var turn: Turn
        /// The civil seconds from the start of the turn.
        var second: Int
    }

    enum Turn: Sendable, Hashable {
        /// A cycle of the given length in seconds, counted from 1970.
        case cycle(Int)
        /// A month, counted from its first day or backward from its last; month 0 means every month.
        case month(Int, fromEnd: Bool)
        /// A weekday of a month (0 for Sunday), counted from the first or backward from the last; month 0 means every
        /// month.
        case weekday(Int, month: Int, fromEnd: Bool)
    }

    /// The maximum number of positions in a rule; rules with more positions are queried as a whole.
    private static let mostPhases = 32
    /// The maximum event length in seconds; with longer events, every query would have to search far into the past.
    static let greatestLength = 300_000

    /// Creates the pattern of a segment and stores the phases of its instances, or returns nil if there is no
    /// pattern.
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

    /// Returns the civil second of the last instance that COUNT allows, or nil if it depends on clock changes.
    private static func lastCivil(of rule: BoundedRule, on clock: SeriesClock) -> Int? {
        guard rule.count != nil else { return RulePlan.lastSecond }
        switch rule.plan.engine {
        case .cycle: break
        case .periods(let plan) where plan.positions.isEmpty: break
        // Other rules have no pattern, and expanding some of them to their end takes a long time.
        default: return nil
        }
        // Instances farther apart than the largest gap never coincide.
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
        // In a yearly rule without months, ordinals count weekdays within the whole year.
        if plan.unit == .yearly, parts.months == 0, !parts.ordinals.isEmpty { return nil }
        // A rule with up to three months goes into the tables for those months; any other rule goes into the table for
        // all months.
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

    /// Returns whether an EXDATE or a separate component may remove an instance.
    ///
    /// A result of false is certain.
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

    /// Returns whether the rule applies in a month, counted from year 0.
    @inline(__always)
    func isActive(inMonth month: Int) -> Bool {
        if months != 0, months & 1 << (month % 12 + 1) == 0 { return false }
        return interval == 1 || ((isYearly ? month / 12 : month) - first) % interval == 0
    }
}
