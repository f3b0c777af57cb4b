/// The instances of one rule in order of their instants, without duplicates, starting directly at a lower bound.
///
/// Civil times are strictly increasing, but instants need not be: a time in a gap moves forward, onto or past times
/// that the rule generates later. After a gap, two walks are therefore merged: the times in the gap, and the times
/// after it. COUNT is converted to an end in civil seconds (``BoundedRule/countedEnd(on:)``). Times are not collected
/// in lists, because a FREQ=SECONDLY rule has thousands of instances in a gap and a calendar may have thousands of
/// such rules.
package struct RuleInstances: Sendable {
    private let rule: BoundedRule
    private let isWall: Bool
    private var cursor: ZoneCursor
    private var times: RuleTimes
    private let lower: Int
    private let upper: Int
    /// Whether moved times may remain, or the next civil time after them has already been read.
    private var isAroundGap = false
    /// The most recently returned instant near a gap.
    private var lastSort = Int.min
    /// The remaining times in a gap, in an array of at most one element, because an empty array takes only eight
    /// bytes.
    private var moved: [MovedTimes] = []
    /// The next civil time after the gap, if it has already been read.
    private var ahead: Int?

    /// A rule's times in a gap, while they are being returned.
    private struct MovedTimes: Sendable {
        var times: RuleTimes
        /// The next time and the end of the gap, in civil seconds.
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
        // Computes the end from COUNT only if there are any instances.
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

    /// Returns the next instance near a gap, or the first instance after it.
    @inline(never)
    private mutating func nextAroundGap() -> Instance? {
        while true {
            while !moved.isEmpty {
                let instance = nextOfBoth()
                if instance.key > upper, !isWall { return nil }
                // If a gap begins within the previous gap, times in both may be the same instant.
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

    /// Separates the times in a gap, starting at `civil`, from the times after the gap.
    private mutating func beginGap(at civil: Int) {
        isAroundGap = true
        let span = cursor.span(atCivil: civil)
        var (first, behind) = (civil, span.high)
        var early = times
        if lower > Int.min / 2 {
            // Avoids stepping through times before the lower bound.
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

    /// Returns the next moved time or the next time after the gap, whichever is earlier, while moved times remain.
    private mutating func nextOfBoth() -> Instance {
        let instant = moved[0].next - moved[0].offset
        if ahead == nil { ahead = times.next() }
        // If the clocks change again so soon that this time is also in a gap, it is returned after the moved times.
        if let later = ahead, !cursor.isInGap(later) {
            let other = cursor.instant(ofCivil: later)
            if other < instant {
                ahead = nil
                return Instance(sort: other, key: isWall ? later : other, civil: later)
            }
            // In a zoned series, two times at the same instant count once; in a wall-clock series, they are two
            // instances.
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
}
