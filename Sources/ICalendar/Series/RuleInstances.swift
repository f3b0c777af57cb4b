/// The instances of one rule in the order of their instants, each once, seeking straight to a lower bound.
///
/// Civil times rise strictly, instants need not: a time in a gap moves forward, past times that the rule generates
/// later, or onto one of them. So behind a gap two walks are merged: that of the times in the gap, and that of the times
/// behind it; COUNT counts in the order of generation, without duplicates. Nothing is gathered, as a rule of every
/// second has thousands of instances there, and a calendar thousands of such rules.
struct RuleInstances: Sendable {
    private let rule: BoundedRule
    private let isWall: Bool
    private var cursor: ZoneCursor
    private var times: RuleTimes
    /// How many instances COUNT leaves, or about the greatest number.
    private var remaining: Int
    private let lower: Int
    private let upper: Int
    /// Whether there may be moved times, or a civil time be at hand that comes after them.
    private var isAroundGap = false
    /// The times in a gap that were not given yet; one at most, in a list, as an empty one takes eight bytes.
    private var moved: [MovedTimes] = []
    /// The next civil time behind the gap, where it was asked for.
    private var ahead: Int?

    /// The times of a rule in a gap, on their way out.
    private struct MovedTimes: Sendable {
        var times: RuleTimes
        /// The next of them, and the end of the gap, in civil seconds.
        var next: Int
        let end: Int
        /// The offset with which they are read.
        let offset: Int
        /// How many of them COUNT leaves.
        var left: Int
    }

    /// Keys beyond these stand for no time, such as the first one of a part that begins after all times.
    private static let farthest = Int.min / 2...Int.max / 2

    /// Further than two offsets can lie apart (26 hours either way).
    private static let slack = 200_000

    init(_ rule: BoundedRule, clock: SeriesClock, from lowerKey: Int, through upperKey: Int) {
        self.rule = rule
        isWall = clock.isWall
        cursor = clock.zone.cursor()
        lower = lowerKey
        upper = min(upperKey, rule.lastKey)
        let civilLower =
            rule.count == nil
            ? Self.firstCivil(from: lowerKey, on: clock) : Self.civilBound(below: lowerKey, on: clock)
        if upper < lower || Self.hasNothing(rule, on: clock, from: civilLower, through: upper) {
            (remaining, times) = (0, rule.plan.times(from: 1, through: 0))
            return
        }
        let civilUpper = upper > Int.max / 2 ? Int.max : clock.civil(ofKey: upper) + Self.slack
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
        guard rule.count != nil, upper < Int.max / 2 else { return false }
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
                beginGap(at: civil)
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

    /// The next instance of those around a gap, or the first after them.
    @inline(never)
    private mutating func nextAroundGap() -> Instance? {
        while true {
            while !moved.isEmpty {
                let instance = nextOfBoth()
                if instance.key > upper, !isWall { return nil }
                if instance.key >= lower, instance.key <= upper { return instance }
            }
            guard remaining > 0, let civil = ahead ?? times.next() else { return nil }
            (ahead, isAroundGap) = (nil, false)
            if cursor.isInGap(civil) {
                beginGap(at: civil)
                continue
            }
            remaining &-= 1
            let instant = cursor.instant(ofCivil: civil)
            let key = isWall ? civil : instant
            if key > upper { return nil }
            if key >= lower { return Instance(sort: instant, key: key, civil: civil) }
        }
    }

    /// Parts the times in a gap, of which this one was reached, from those behind it.
    private mutating func beginGap(at civil: Int) {
        isAroundGap = true
        let span = cursor.span(atCivil: civil)
        var (first, behind) = (civil, span.high)
        var early = times
        var left = remaining
        if remaining < Int.max / 2 {
            left = min(remaining, countInGap(from: civil, to: span.high))
            remaining -= left
        } else if lower > Int.min / 2 {
            // What comes before the first that is asked for need not be passed over one by one.
            first = max(civil, isWall ? lower : lower + span.offset)
            if first > civil { early = rule.plan.times(from: first, through: span.high - 1) }
            behind = max(behind, isWall ? lower : lower + cursor.offset(atInstant: lower))
        }
        times = rule.plan.times(from: behind, through: times.last)
        let next = first > civil ? early.next() : civil
        guard let next, next < span.high else { return }
        moved = [MovedTimes(times: early, next: next, end: span.high, offset: span.offset, left: left)]
    }

    /// How many times of the rule lie in a gap from one of them on.
    private func countInGap(from civil: Int, to end: Int) -> Int {
        guard rule.plan.isCountedByWalk else {
            return rule.plan.count(from: civil, before: end)
        }
        var walk = times
        var count = 1
        while let next = walk.next(), next < end { count += 1 }
        return count
    }

    /// The earlier of the next moved time and the next one behind the gap, while there are moved ones.
    private mutating func nextOfBoth() -> Instance {
        let instant = moved[0].next - moved[0].offset
        if ahead == nil, remaining > 0 { ahead = times.next() }
        // Where the clocks change again so soon that this is in a gap too, it comes when the moved ones are gone.
        if remaining > 0, let later = ahead, !cursor.isInGap(later) {
            let other = cursor.instant(ofCivil: later)
            if other < instant {
                ahead = nil
                remaining &-= 1
                return Instance(sort: other, key: isWall ? later : other, civil: later)
            }
            // The same instant counts once; by the wall clock they are two.
            if other == instant, !isWall { ahead = nil }
        }
        let civil = moved[0].next
        moved[0].left &-= 1
        if moved[0].left > 0, let next = moved[0].times.next(), next < moved[0].end {
            moved[0].next = next
        } else {
            moved = []
        }
        return Instance(sort: instant, key: isWall ? civil : instant, civil: civil)
    }

    /// The first civil time whose instance can have a key of at least `lowerKey`.
    private static func firstCivil(from lowerKey: Int, on clock: SeriesClock) -> Int {
        guard Self.farthest.contains(lowerKey) else { return lowerKey < 0 ? Int.min / 2 : Int.max / 2 }
        return clock.isWall ? lowerKey : clock.zone.table.firstCivilSecond(from: lowerKey)
    }

    /// A civil time below all whose instances can have keys of at least `lowerKey`.
    private static func civilBound(below lowerKey: Int, on clock: SeriesClock) -> Int {
        guard Self.farthest.contains(lowerKey) else { return lowerKey < 0 ? Int.min / 2 : Int.max / 2 }
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
            if left >= rule.plan.count(from: first, before: civilUpper + 1) { return .max }
        }
        return left + collisions(of: rule.plan, before: civilLower, on: clock, beyond: -left)
    }

    /// How many instances a rule generates before a civil time, those that fall on another one counted once.
    static func count(of rule: BoundedRule, before civil: Int, on clock: SeriesClock) -> Int {
        let count = rule.plan.count(before: civil)
        return count - collisions(of: rule.plan, before: civil, on: clock)
    }

    /// How many instances a rule generates in a stretch of civil times that no gap adjoins, COUNT honoured; those that
    /// fall on another one count once.
    static func count(of rule: BoundedRule, in civil: Range<Int>, on clock: SeriesClock) -> Int {
        let first = max(civil.lowerBound, rule.plan.start)
        guard first < civil.upperBound else { return 0 }
        let count =
            rule.plan.count(from: first, before: civil.upperBound)
            - collisions(of: rule.plan, from: first, before: civil.upperBound, on: clock)
        return min(count, max(0, remaining(of: rule, from: first, through: civil.upperBound - 1, on: clock)))
    }

    /// How many instances before a civil time can fall on another one at most, which costs nothing to know.
    static func mostCollisions(of plan: RulePlan, before civil: Int, on clock: SeriesClock) -> Int {
        guard !clock.isWall, civil > plan.start, !clock.zone.table.isRestless else { return 0 }
        let table = clock.zone.table
        return table.mostGaps(inSeconds: civil - plan.start).multiplied(
            by: plan.most(inSeconds: table.largestGap)
        )
    }

    /// How many instances before a civil time fall, moved out of a gap, on another instance.
    ///
    /// - Parameter limit: when there cannot be more than this, they are not looked for, and 0 is the answer.
    static func collisions(
        of plan: RulePlan,
        from civilStart: Int? = nil,
        before civilBound: Int,
        on clock: SeriesClock,
        beyond limit: Int = -1
    ) -> Int {
        let start = max(civilStart ?? plan.start, plan.start)
        guard !clock.isWall, civilBound > start else { return 0 }
        let table = clock.zone.table
        // Only hostile zones are so; going through all gaps of one for each of thousands of rules would take minutes.
        if table.isRestless { return 0 }
        let mostPairs = plan.most(inSeconds: table.largestGap)
        if table.mostGaps(inSeconds: civilBound - start).multiplied(by: mostPairs) <= limit { return 0 }
        let gaps = table.gaps(between: start..<civilBound)
        if gaps.count * mostPairs <= limit { return 0 }
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
