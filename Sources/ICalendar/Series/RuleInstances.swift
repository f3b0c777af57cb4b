/// The instances of one rule in the order of their instants, each once, seeking straight to a lower bound.
///
/// Civil times rise strictly, instants need not: a time in a gap moves forward, past times that the rule generates
/// later, or onto one of them. So the instances around a gap are gathered, counted in the order of generation without
/// their duplicates, sorted, and handed out.
struct RuleInstances: Sendable {
    private let isWall: Bool
    private var cursor: ZoneCursor
    private var times: RuleTimes
    /// How many instances COUNT leaves, or the greatest number.
    private var remaining: Int
    private let lower: Int
    private let upper: Int
    /// Whether something may be gathered, or a civil time be at hand that comes after it.
    private var isAroundGap = false
    /// Instances gathered around a gap, sorted, and how many of them were handed out.
    private var gathered: [Instance] = []
    private var handedOut = 0
    /// The first civil time after the gathered ones.
    private var ahead: Int?

    /// Further than two offsets can lie apart (26 hours either way).
    private static let slack = 200_000

    init(_ rule: BoundedRule, clock: SeriesClock, from lowerKey: Int, through upperKey: Int) {
        isWall = clock.isWall
        cursor = clock.zone.cursor()
        lower = lowerKey
        upper = min(upperKey, rule.lastKey)
        let civilLower = Self.civilBound(below: lowerKey, on: clock)
        if upper < lower || Self.hasNothing(rule, on: clock, from: civilLower, through: upper) {
            (remaining, times) = (0, rule.plan.times(from: 1, through: 0))
            return
        }
        let civilUpper = upper == .max ? Int.max : clock.civil(ofKey: upper) + Self.slack
        remaining = Self.remaining(of: rule, from: civilLower, through: civilUpper, on: clock)
        times =
            remaining > 0
            ? rule.plan.times(from: civilLower, through: civilUpper) : rule.plan.times(from: 1, through: 0)
    }

    /// Whether a rule with COUNT is known to have nothing up to a key that is near: then nothing has to be counted.
    private static func hasNothing(
        _ rule: BoundedRule,
        on clock: SeriesClock,
        from civilLower: Int,
        through upper: Int
    ) -> Bool {
        guard rule.count != nil, upper < .max else { return false }
        let civilUpper = clock.civil(ofKey: upper)
        guard civilUpper - civilLower < slack else { return false }
        let instant = clock.sort(ofKey: upper)
        // Where the clocks were set back lately, times up to the end of the hour that came twice may belong here.
        if !clock.isWall, instant - clock.zone.table.span(atInstant: instant).low <= slack { return false }
        var times = rule.plan.times(from: civilLower, through: civilUpper)
        return times.next() == nil
    }

    /// The next instance, or nil after the last.
    @inline(__always)
    mutating func next() -> Instance? {
        if isAroundGap { return nextAroundGap() }
        while remaining > 0, let civil = times.next() {
            if cursor.isInGap(civil) {
                gather(from: civil)
                return nextAroundGap()
            }
            remaining &-= 1
            let instant = cursor.instant(ofCivil: civil)
            let key = isWall ? civil : instant
            if key > upper { return nil }
            if key >= lower { return Instance(sort: instant, key: key, civil: civil) }
        }
        return nil
    }

    /// The next instance of those that were gathered, or the first after them.
    @inline(never)
    private mutating func nextAroundGap() -> Instance? {
        while true {
            while handedOut < gathered.count {
                let instance = gathered[handedOut]
                handedOut += 1
                if instance.key > upper, !isWall { return nil }
                if instance.key >= lower, instance.key <= upper { return instance }
            }
            guard remaining > 0, let civil = ahead ?? times.next() else { return nil }
            (ahead, isAroundGap) = (nil, false)
            if cursor.isInGap(civil) {
                gather(from: civil)
                continue
            }
            remaining &-= 1
            let instant = cursor.instant(ofCivil: civil)
            let key = isWall ? civil : instant
            if key > upper { return nil }
            if key >= lower { return Instance(sort: instant, key: key, civil: civil) }
        }
    }

    /// Collects what lies in a gap, and what comes behind it before the last instant that the gap moves a time to.
    private mutating func gather(from first: Int) {
        isAroundGap = true
        gathered.removeAll(keepingCapacity: true)
        handedOut = 0
        var seen: Set<Int> = []
        var next: Int? = first
        var latest = Int.min
        while let civil = next {
            let inGap = cursor.isInGap(civil)
            let instant = cursor.instant(ofCivil: civil)
            if inGap {
                latest = max(latest, instant)
            } else if instant > latest {
                break
            }
            let key = isWall ? civil : instant
            if seen.insert(key).inserted {
                if remaining == 0 { break }
                remaining &-= 1
                gathered.append(Instance(sort: instant, key: key, civil: civil))
            }
            next = times.next()
        }
        ahead = next
        gathered.sort(by: Instance.precedes)
    }

    /// A civil time below all whose instances can have keys of at least `lowerKey`.
    private static func civilBound(below lowerKey: Int, on clock: SeriesClock) -> Int {
        guard lowerKey > Int.min / 2 else { return Int.min / 2 }
        let table = clock.zone.table
        let civil = clock.civil(ofKey: lowerKey)
        let instant = clock.sort(ofKey: lowerKey)
        // Only a gap not long before can have moved an earlier time behind the bound.
        let reach = table.largestGap + 7200
        if table.span(atInstant: instant).low <= instant - reach { return civil }
        return min(civil, instant - reach + clock.zone.offset(at: Instant(secondsSince1970: instant - reach)))
            - reach
    }

    /// How many instances COUNT leaves from a civil time on, or the greatest number when it leaves all up to another one.
    private static func remaining(
        of rule: BoundedRule,
        from civilLower: Int,
        through civilUpper: Int,
        on clock: SeriesClock
    ) -> Int {
        guard let count = rule.count else { return .max }
        let left = count - rule.plan.count(before: civilLower)
        // Collisions only add to what is left, so that they need not be known where there is enough without them.
        let first = max(civilLower, rule.plan.start)
        if first > civilUpper { return 0 }
        if civilUpper <= RulePlan.lastSecond, left > 0 {
            if left >= rule.plan.most(inSeconds: civilUpper - first + 1) { return .max }
            if count >= rule.plan.count(before: civilUpper + 1) { return .max }
        }
        return left + collisions(of: rule.plan, before: civilLower, on: clock, beyond: -left)
    }

    /// How many instances a rule generates before a civil time, those that fall on another one counted once.
    static func count(of rule: BoundedRule, before civil: Int, on clock: SeriesClock) -> Int {
        let count = rule.plan.count(before: civil)
        return count - collisions(of: rule.plan, before: civil, on: clock, beyond: -1)
    }

    /// How many instances a rule generates in a stretch of civil times that no gap adjoins, COUNT honoured; those that
    /// fall on another one count once.
    static func count(of rule: BoundedRule, in civil: Range<Int>, on clock: SeriesClock) -> Int {
        let first = max(civil.lowerBound, rule.plan.start)
        guard first < civil.upperBound else { return 0 }
        let count =
            rule.plan.count(before: civil.upperBound) - rule.plan.count(before: first)
            - collisions(of: rule.plan, from: first, before: civil.upperBound, on: clock, beyond: -1)
        return min(count, max(0, remaining(of: rule, from: first, through: civil.upperBound - 1, on: clock)))
    }

    /// How many instances before a civil time fall, moved out of a gap, on another instance.
    ///
    /// - Parameter limit: when there cannot be more than this, they are not looked for, and 0 is the answer.
    private static func collisions(
        of plan: RulePlan,
        from civilStart: Int? = nil,
        before civilBound: Int,
        on clock: SeriesClock,
        beyond limit: Int
    ) -> Int {
        let start = max(civilStart ?? plan.start, plan.start)
        guard !clock.isWall, civilBound > start else { return 0 }
        let table = clock.zone.table
        let gaps = table.gaps(between: start..<civilBound)
        if gaps.count * plan.most(inSeconds: table.largestGap) <= limit { return 0 }
        // The days of a rule that is asked so often are better kept in store.
        let plan = gaps.count > 50 ? plan.prepared() : plan
        var collisions = 0
        for gap in gaps {
            let length = gap.civilEnd - gap.civilStart
            let before = table.span(atCivil: gap.civilStart).offset
            var moved = gap.civilEnd
            let end = min(gap.civilEnd + length, civilBound)
            while moved < end {
                // Times meet as long as the offset behind the gap holds; it may change again soon.
                let span = table.span(atCivil: moved)
                let next = min(span.high, end)
                if span.offset == before + length {
                    collisions += plan.pairs(apart: length, in: (moved - length)..<(next - length))
                }
                moved = next
            }
        }
        return collisions
    }
}
