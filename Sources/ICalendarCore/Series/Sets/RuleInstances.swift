/// The instances of one rule in the order of their instants, each once, seeking straight to a lower bound.
///
/// Civil times rise strictly, instants need not: a time in a gap moves forward, past times that the rule generates
/// later, or onto one of them. So behind a gap two walks are merged: that of the times in the gap, and that of the times
/// behind it. COUNT is a civil second (``BoundedRule/countedEnd(on:)``) at which the times end. Nothing is gathered, as a rule of every
/// second has thousands of instances there, and a calendar thousands of such rules.
package struct RuleInstances: Sendable {
    private let rule: BoundedRule
    private let isWall: Bool
    private var cursor: ZoneCursor
    private var times: RuleTimes
    private let lower: Int
    private let upper: Int
    /// Whether there may be moved times, or a civil time be at hand that comes after them.
    private var isAroundGap = false
    /// The instant that was given last around a gap.
    private var lastSort = Int.min
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
        let offset: Int
    }

    init(_ rule: BoundedRule, clock: SeriesClock, from lowerKey: FirstKey, through upperKey: Int) {
        self.rule = rule
        isWall = clock.isWall
        cursor = clock.zone.cursor()
        lower = lowerKey.key
        upper = min(upperKey, rule.lastKey)
        let first = lowerKey.civilSecond
        let last = upper > Int.max / 2 ? Int.max : clock.civil(ofKey: upper) + SeriesClock.slack
        times = rule.plan.times(from: first, through: upper < lower ? .min : last)
        if rule.isUncounted(through: last) { return }
        // Where COUNT ends the rule is worth knowing only where there is anything.
        var ahead = times
        guard ahead.next() != nil else { return }
        let counted = rule.lastCounted(through: last, on: clock)
        if counted < times.last { times = rule.plan.times(from: first, through: counted) }
    }

    @inline(__always)
    package mutating func next() -> Instance? {
        if isAroundGap { return nextAroundGap() }
        while let civil = times.next() {
            if cursor.isInGap(civil) {
                beginGap(at: civil)
                return nextAroundGap()
            }
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
                // Where another gap begins in the one before, two times of both may be one instant.
                if instance.sort == lastSort, !isWall { continue }
                lastSort = instance.sort
                if instance.key >= lower, instance.key <= upper { return instance }
            }
            guard let civil = ahead ?? times.next() else { return nil }
            (ahead, isAroundGap) = (nil, false)
            if cursor.isInGap(civil) {
                beginGap(at: civil)
                continue
            }
            let instant = cursor.instant(ofCivil: civil)
            let key = isWall ? civil : instant
            if key > upper { return nil }
            if instant == lastSort, !isWall { continue }
            if key >= lower { return Instance(sort: instant, key: key, civil: civil) }
        }
    }

    /// Parts the times in a gap, of which this one was reached, from those behind it.
    private mutating func beginGap(at civil: Int) {
        isAroundGap = true
        let span = cursor.span(atCivil: civil)
        var (first, behind) = (civil, span.high)
        var early = times
        if lower > Int.min / 2 {
            // What comes before the first that is asked for need not be passed over one by one.
            first = max(civil, isWall ? lower : lower + span.offset)
            if first > civil {
                early = rule.plan.times(from: first, through: min(span.high - 1, times.last))
            }
            behind = max(behind, isWall ? lower : lower + cursor.offset(atInstant: lower))
        }
        times = rule.plan.times(from: behind, through: times.last)
        let next = first > civil ? early.next() : civil
        guard let next, next < span.high else { return }
        moved = [MovedTimes(times: early, next: next, end: span.high, offset: span.offset)]
    }

    /// The earlier of the next moved time and the next one behind the gap, while there are moved ones.
    private mutating func nextOfBoth() -> Instance {
        let instant = moved[0].next - moved[0].offset
        if ahead == nil { ahead = times.next() }
        // Where the clocks change again so soon that this is in a gap too, it comes when the moved ones are gone.
        if let later = ahead, !cursor.isInGap(later) {
            let other = cursor.instant(ofCivil: later)
            if other < instant {
                ahead = nil
                return Instance(sort: other, key: isWall ? later : other, civil: later)
            }
            // The same instant counts once; by the wall clock they are two.
            if other == instant, !isWall { ahead = nil }
        }
        let civil = moved[0].next
        if let next = moved[0].times.next(), next < moved[0].end {
            moved[0].next = next
        } else {
            moved = []
        }
        return Instance(sort: instant, key: isWall ? civil : instant, civil: civil)
    }

    /// How many instances a rule generates before a civil time, those that fall on another one counted once.
    static func count(of rule: BoundedRule, before civil: Int, on clock: SeriesClock) -> Int {
        rule.plan.count(before: civil) - rule.plan.collisions(from: rule.plan.start, before: civil, on: clock)
    }

    /// How many instances a rule generates in a stretch of civil times that no gap adjoins, COUNT honoured; those that
    /// fall on another one count once.
    static func count(of rule: BoundedRule, in civil: Range<Int>, on clock: SeriesClock) -> Int {
        let first = max(civil.lowerBound, rule.plan.start)
        guard first < civil.upperBound else { return 0 }
        let end = rule.lastCounted(through: civil.upperBound - 1, on: clock) + 1
        guard first < end else { return 0 }
        return rule.plan.count(from: first, before: end)
            - rule.plan.collisions(from: first, before: end, on: clock)
    }
}
