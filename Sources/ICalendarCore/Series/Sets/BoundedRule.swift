import Synchronization

/// A rule of one series with its end: a plan in civil time, COUNT, and UNTIL as a key of the series' clock.
///
/// A class, so that who goes through its instances can keep it for the few places where the plan is asked again.
package final class BoundedRule: Sendable {
    /// The rule in civil time.
    package let plan: RulePlan
    /// How close its instances can lie, which is asked for each of thousands of parts of a series.
    let density: RuleDensity
    /// COUNT: how many instances in the order in which the rule generates them, or nil.
    package let count: Int?
    /// The last key that may be an instance: UNTIL, or the end of all time.
    package let lastKey: Int
    package let line: Int?
    /// What ``countedEnd(on:)`` gives, once it was asked for; the least number before.
    private let knownEnd = Atomic(Int.min)

    package init(plan: RulePlan, count: Int?, lastKey: Int, line: Int? = nil) {
        self.plan = plan
        density = plan.density
        self.count = count
        self.lastKey = lastKey
        self.line = line
    }

    /// The instances whose keys lie in `lower...upper`, in order.
    package func instances(on clock: SeriesClock, from lower: Int, through upper: Int) -> RuleInstances {
        instances(on: clock, from: FirstKey(lower, on: clock), through: upper)
    }

    /// The same from a key whose first wall-clock time is known.
    package func instances(on clock: SeriesClock, from lower: FirstKey, through upper: Int) -> RuleInstances {
        RuleInstances(self, clock: clock, from: lower, through: upper)
    }

    /// The civil second behind the last instance that COUNT leaves; the greatest number where COUNT leaves all up to
    /// ``lastKey``.
    ///
    /// Computed once for all who ask, as it may take thousands of years of instances: a rule belongs to one set, which has
    /// one clock.
    func countedEnd(on clock: SeriesClock) -> Int {
        guard let count else { return .max }
        let known = knownEnd.load(ordering: .relaxed)
        if known > .min { return known }
        let last = lastKey == .max ? plan.lastCountable : clock.civil(ofKey: lastKey) + SeriesClock.slack
        let end = plan.countedEnd(of: count, through: last, on: clock)
        knownEnd.store(end, ordering: .relaxed)
        return end
    }

    // MARK: - Single instances of a rule, found without going through others
    //
    // A rule of every second has thousands of instances around a change of the clocks, and a series thousands of exceptions
    // there.

    package func instance(with key: SeriesKey, on clock: SeriesClock) -> Instance? {
        guard key.key <= lastKey else { return nil }
        for civil in key.civilSeconds where plan.contains(civil) && isCounted(civil, on: clock) {
            return Instance(sort: key.sort, key: key.key, civil: civil)
        }
        return nil
    }

    /// The first instance of a local day, in days since 1970; nil when there is none.
    ///
    /// Where a gap reaches over midnight it may be one that a time of the day before falls on too.
    func firstInstance(onDay day: Int, on clock: SeriesClock) -> Instance? {
        if plan.isEmpty(onDay: day) { return nil }
        var (from, end) = (day * 86_400, (day + 1) * 86_400)
        var first: Instance?
        // A day has as many parts as the clocks change in it.
        for _ in 0..<100 {
            var times = plan.times(from: from, through: end - 1)
            guard let civil = times.next(), isCounted(civil, on: clock) else { break }
            let instance = clock.instance(atCivil: civil)
            if instance.key <= lastKey {
                if let other = first, !Instance.precedes(instance, other) { break }
                first = instance
            }
            // What comes behind a gap may come before what was moved out of it.
            let span = clock.zone.table.span(atCivil: civil)
            guard civil >= span.gapStart, span.high < end else { break }
            from = span.high
        }
        return first
    }

    /// Whether the rule has an instance on a local day with another key than this.
    package func hasOther(than key: Int, onDay day: Int, on clock: SeriesClock) -> Bool {
        if plan.isEmpty(onDay: day) { return false }
        var times = plan.times(from: day * 86_400, through: (day + 1) * 86_400 - 1)
        // Two times at most fall on one instant, the one moved out of a gap.
        for _ in 0..<3 {
            guard let civil = times.next(), isCounted(civil, on: clock) else { return false }
            let other = clock.key(ofCivil: civil)
            if other != key, other <= lastKey { return true }
        }
        return false
    }

    // MARK: - Where COUNT ends a rule
    //
    // COUNT counts the instances in the order in which the rule generates them, each instant once: of two times that a
    // change of the clocks makes one the later is no further one. So COUNT is a civil second, before which all instances
    // stay and from which on there are none.

    /// Whether COUNT leaves an instance at a civil time that the plan has.
    func isCounted(_ civil: Int, on clock: SeriesClock) -> Bool {
        isUncounted(through: civil) || civil < countedEnd(on: clock)
    }

    /// Whether COUNT leaves all instances up to a civil time, as far as that is seen without looking for its end.
    func isUncounted(through civil: Int) -> Bool {
        guard let count else { return true }
        return plan.most(through: civil) <= count
    }

    /// The last civil time up to a given one at which COUNT may leave an instance.
    func lastCounted(through civil: Int, on clock: SeriesClock) -> Int {
        isUncounted(through: civil) ? civil : min(civil, countedEnd(on: clock) - 1)
    }

    /// The civil time up to which the rule can have instances, or nil when it has no end.
    package func lastCivil(on clock: SeriesClock) -> Int? {
        let last = lastKey == .max ? nil : clock.civil(ofKey: lastKey)
        guard count != nil else { return last }
        // Fewer instances than COUNT up to the end of all time: the last second stands for the last of them.
        return min(countedEnd(on: clock) - 1, last ?? plan.lastCountable)
    }
}

extension RulePlan {
    /// The civil second behind the last of so many instances; the greatest number where there are not more up to a civil
    /// second.
    func countedEnd(of count: Int, through limit: Int, on clock: SeriesClock) -> Int {
        guard count > 0 else { return start }
        guard var last = time(at: count - 1, through: limit) else { return .max }
        // Each time that falls on another one makes room for one more.
        var missing = collisions(from: start, before: last + 1, on: clock)
        while missing > 0 {
            var later = times(from: last + 1, through: limit)
            later.skip(missing - 1)
            guard let next = later.next() else { return .max }
            missing = collisions(from: last + 1, before: next + 1, on: clock)
            last = next
        }
        return last + 1
    }

    /// The last second up to which so many instances are counted in so many steps, with the gaps of a zone.
    package func lastSecond(countedIn steps: Int, upTo count: Int, on clock: SeriesClock) -> Int {
        let last = lastSecond(countedIn: steps, upTo: count)
        guard mayCollide(on: clock) else { return last }
        let table = clock.zone.table
        let from = start - SeriesClock.slack
        let most = Self.stepsOfGap(looked: min(table.largestGap, self.most(inSeconds: table.largestGap)))
        if table.changes(from: from, to: last).multiplied(by: most) <= steps { return last }
        var (left, second) = (steps, from)
        while second < last {
            let span = table.span(atCivil: second)
            left -= span.gapStart < span.high ? stepsOfGap(span.gapStart..<span.high) : RulePlan.stepsOfSpan
            if left < 0 { return max(start, min(span.gapStart, last)) }
            second = span.high
        }
        return last
    }

    /// What it costs to look at a stretch without a gap.
    private static let stepsOfSpan = 5

    /// What it costs to look for times that a gap makes one: where no arithmetic tells, each time in it is looked at.
    private func stepsOfGap(_ gap: Range<Int>) -> Int {
        func areFew(_ length: Int, _ times: Int) -> Bool { gap.count % length == 0 || times == 1 }
        let looked: Int
        switch engine {
        case .nothing:
            looked = 0
        case .cycle(let plan):
            let isKnown = areFew(plan.length, plan.entries.count * plan.times.count)
            looked = isKnown ? 0 : count(from: gap.lowerBound, before: gap.upperBound)
        case .days(let plan):
            let isKnown = areFew(plan.steps.length, plan.times.count)
            looked = isKnown ? 0 : most(inSeconds: gap.count)
        case .periods(let plan):
            let times = plan.timesOfDay
            func place(_ second: Int) -> Int {
                let day = floorDivide(second, 86_400)
                return day * times.count + (times.firstIndex(from: second - day * 86_400) ?? times.count)
            }
            looked = place(gap.upperBound) - place(gap.lowerBound)
        case .steps, .scale:
            looked = most(inSeconds: gap.count)
        }
        return Self.stepsOfGap(looked: min(looked, gap.count))
    }

    /// The same, where so many times are looked at.
    private static func stepsOfGap(looked: Int) -> Int { 100 + 4 * looked }

    /// Whether two instances may be one, as a gap moves one of them onto the other.
    private func mayCollide(on clock: SeriesClock) -> Bool {
        let table = clock.zone.table
        // Only hostile zones are restless; going through all gaps of one for each of thousands of rules would take minutes.
        return !clock.isWall && table.largestGap > 0 && !table.isRestless
            && !isSparser(than: table.largestGap)
    }

    /// How many instances in a stretch of civil times are none of their own: one before, moved out of a gap, is the same
    /// instant.
    func collisions(from first: Int, before end: Int, on clock: SeriesClock) -> Int {
        let first = max(first, start)
        guard first < end, mayCollide(on: clock) else { return 0 }
        let table = clock.zone.table
        let gaps = table.gaps(between: first - 2 * table.largestGap..<end)
        // The days of a rule that is asked so often are better kept in store.
        let plan = gaps.count > 50 ? prepared() : self
        var collisions = 0
        for gap in gaps {
            let length = gap.civilEnd - gap.civilStart
            let before = table.span(atCivil: gap.civilStart).offset
            var moved = max(gap.civilEnd, first)
            let end = min(gap.civilEnd + length, end)
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
