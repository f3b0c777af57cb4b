import Synchronization

/// A rule of one series with its end: a plan in civil time, COUNT, and UNTIL as a key of the series' clock.
///
/// The type is a class, so a walk through a rule's instances can retain the rule in case the plan is needed again.
package final class BoundedRule: Sendable {
    /// The rule in civil time.
    package let plan: RulePlan
    /// The density of the instances, stored because thousands of parts of a series may use it.
    let density: RuleDensity
    /// COUNT, the maximum number of instances in the rule's own order, or nil.
    package let count: Int?
    /// The last key that may be an instance: UNTIL, or the end of time.
    package let lastKey: Int
    package let line: Int?
    /// The cached result of ``countedEnd(on:)``, or the smallest integer before the first call.
    private let knownEnd = Atomic(Int.min)

    package init(plan: RulePlan, count: Int?, lastKey: Int, line: Int? = nil) {
        self.plan = plan
        density = plan.density
        self.count = count
        self.lastKey = lastKey
        self.line = line
    }

    /// Returns, in order, the instances with keys in `lower...upper`.
    package func instances(on clock: SeriesClock, from lower: Int, through upper: Int) -> RuleInstances {
        instances(on: clock, from: FirstKey(lower, on: clock), through: upper)
    }

    /// Returns, in order, the instances from a key whose first wall-clock time is known through `upper`.
    package func instances(on clock: SeriesClock, from lower: FirstKey, through upper: Int) -> RuleInstances {
        RuleInstances(self, clock: clock, from: lower, through: upper)
    }

    /// Returns the civil second after the last instance that COUNT admits.
    ///
    /// Returns the largest integer if COUNT admits every instance up to ``lastKey``. The result is cached, because
    /// computing it may involve thousands of years of instances. One cached value is enough, because a rule belongs
    /// to one set, which has one clock.
    func countedEnd(on clock: SeriesClock) -> Int {
        guard let count else { return .max }
        let known = knownEnd.load(ordering: .relaxed)
        if known > .min { return known }
        let last = lastKey == .max ? plan.lastCountable : clock.civil(ofKey: lastKey) + SeriesClock.slack
        let end = plan.countedEnd(of: count, through: last, on: clock)
        knownEnd.store(end, ordering: .relaxed)
        return end
    }

    // MARK: - Finding single instances without enumerating others
    //
    // A FREQ=SECONDLY rule has thousands of instances around a clock change, and a series may have thousands
    // of exceptions there.

    package func instance(with key: SeriesKey, on clock: SeriesClock) -> Instance? {
        guard key.key <= lastKey else { return nil }
        for civil in key.civilSeconds where plan.contains(civil) && isCounted(civil, on: clock) {
            return Instance(sort: key.sort, key: key.key, civil: civil)
        }
        return nil
    }

    /// Returns the first instance on a local day, in days since 1970, or nil if there is none.
    ///
    /// If a gap extends past midnight, the instance may coincide with an instance of the previous day.
    func firstInstance(onDay day: Int, on clock: SeriesClock) -> Instance? {
        if plan.isEmpty(onDay: day) { return nil }
        var (from, end) = (day * 86_400, (day + 1) * 86_400)
        var first: Instance?
        // Each clock change divides the day into one more part.
        for _ in 0..<100 {
            var times = plan.times(from: from, through: end - 1)
            guard let civil = times.next(), isCounted(civil, on: clock) else { break }
            let instance = clock.instance(atCivil: civil)
            if instance.key <= lastKey {
                if let other = first, !Instance.precedes(instance, other) { break }
                first = instance
            }
            // Times after a gap may precede a time that was moved out of it.
            let span = clock.zone.table.span(atCivil: civil)
            guard civil >= span.gapStart, span.high < end else { break }
            from = span.high
        }
        return first
    }

    /// Returns whether the rule has another instance with a different key on a local day.
    package func hasOther(than key: Int, onDay day: Int, on clock: SeriesClock) -> Bool {
        if plan.isEmpty(onDay: day) { return false }
        var times = plan.times(from: day * 86_400, through: (day + 1) * 86_400 - 1)
        // At most two times coincide at one instant, and one of them was moved out of a gap.
        for _ in 0..<3 {
            guard let civil = times.next(), isCounted(civil, on: clock) else { return false }
            let other = clock.key(ofCivil: civil)
            if other != key, other <= lastKey { return true }
        }
        return false
    }

    // MARK: - The end of a rule with COUNT
    //
    // COUNT applies to instances in the rule's own order. Each instant counts once: if a clock change merges two
    // times, the later one does not count. COUNT therefore amounts to a civil second: all earlier instances are kept,
    // and all others are discarded.

    /// Returns whether COUNT admits an instance at a civil time of the plan.
    func isCounted(_ civil: Int, on clock: SeriesClock) -> Bool {
        isUncounted(through: civil) || civil < countedEnd(on: clock)
    }

    /// Returns whether COUNT is known to admit all instances up to a civil time, without computing where COUNT ends.
    func isUncounted(through civil: Int) -> Bool {
        guard let count else { return true }
        return plan.most(through: civil) <= count
    }

    /// Returns the last civil time, up to a given one, at which COUNT may admit an instance.
    func lastCounted(through civil: Int, on clock: SeriesClock) -> Int {
        isUncounted(through: civil) ? civil : min(civil, countedEnd(on: clock) - 1)
    }

    /// Returns the number of instances before a civil time, regardless of COUNT; coinciding instances count once.
    func count(before civil: Int, on clock: SeriesClock) -> Int {
        plan.count(before: civil) - plan.collisions(from: plan.start, before: civil, on: clock)
    }

    /// Returns the number of instances that COUNT admits in a range of civil times.
    ///
    /// No gap may adjoin the range. Coinciding instances count once.
    func count(in civil: Range<Int>, on clock: SeriesClock) -> Int {
        let first = max(civil.lowerBound, plan.start)
        guard first < civil.upperBound else { return 0 }
        let end = lastCounted(through: civil.upperBound - 1, on: clock) + 1
        guard first < end else { return 0 }
        return plan.count(from: first, before: end) - plan.collisions(from: first, before: end, on: clock)
    }

    /// Returns the last civil time at which the rule can have instances, or nil if the rule has no end.
    package func lastCivil(on clock: SeriesClock) -> Int? {
        let last = lastKey == .max ? nil : clock.civil(ofKey: lastKey)
        guard count != nil else { return last }
        // If there are fewer instances than COUNT, the last countable second serves as the last instance.
        return min(countedEnd(on: clock) - 1, last ?? plan.lastCountable)
    }
}

extension RulePlan {
    /// Returns the civil second after the last of `count` instances.
    ///
    /// Returns the largest integer if there are fewer instances through `limit`.
    func countedEnd(of count: Int, through limit: Int, on clock: SeriesClock) -> Int {
        guard count > 0 else { return start }
        guard var last = time(at: count - 1, through: limit) else { return .max }
        // Each time that coincides with another makes room for one more instance.
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

    /// Returns the last second up to which `count` instances can be counted in `steps` steps, including the zone's
    /// gaps.
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

    /// The cost of examining a span without a gap, in steps.
    private static let stepsOfSpan = 5

    /// Returns the cost of finding the times that a gap merges.
    ///
    /// If the times cannot be counted arithmetically, each time in the gap is examined.
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

    /// Returns the cost of a gap in which the given number of times is examined.
    private static func stepsOfGap(looked: Int) -> Int { 100 + 4 * looked }

    /// Returns whether two instances may coincide because a gap moves one onto the other.
    private func mayCollide(on clock: SeriesClock) -> Bool {
        let table = clock.zone.table
        // Only hostile zones are restless. Visiting all gaps in a restless zone for each of thousands of rules would
        // take minutes.
        return !clock.isWall && table.largestGap > 0 && !table.isRestless
            && !isSparser(than: table.largestGap)
    }

    /// Returns the number of instances in a range of civil times that coincide with an earlier instance moved out of
    /// a gap.
    func collisions(from first: Int, before end: Int, on clock: SeriesClock) -> Int {
        let first = max(first, start)
        guard first < end, mayCollide(on: clock) else { return 0 }
        let table = clock.zone.table
        let gaps = table.gaps(between: first - 2 * table.largestGap..<end)
        // With this many lookups, it is faster to compute the days beforehand.
        let plan = gaps.count > 50 ? prepared() : self
        var collisions = 0
        for gap in gaps {
            let length = gap.civilEnd - gap.civilStart
            let before = table.span(atCivil: gap.civilStart).offset
            var moved = max(gap.civilEnd, first)
            let end = min(gap.civilEnd + length, end)
            while moved < end {
                // Times coincide as long as the offset after the gap applies, and the offset may change again soon.
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
