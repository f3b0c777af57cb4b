/// Finds the changes of the clocks in the window that the times of a rule fall into.
struct ClockChangeSearch {
    /// The part of the series that is looked at.
    let segment: Segment
    /// The instants that are searched.
    let range: Range<Int>

    /// No more changes of one series than this are looked at; zones that change every hour exist only in hostile files.
    private static let mostChanges = 100

    /// The changes for one rule.
    func changes(for rule: BoundedRule, number: Int, isSubDaily: Bool) -> [SeriesExplanation.ClockChange] {
        // The wall clock of floating times and dates never changes.
        guard segment.clock.kind == .zoned, segment.base.clock.kind == .zoned else { return [] }
        let table = segment.clock.zone.table
        var found: [SeriesExplanation.ClockChange] = []
        var span = table.span(atInstant: range.lowerBound)
        for _ in 0..<Self.mostChanges {
            let instant = span.high
            guard instant < range.upperBound else { break }
            let next = table.span(atInstant: instant)
            let effect = effect(
                of: rule,
                from: instant + span.offset,
                to: instant + next.offset,
                isSubDaily: isSubDaily
            )
            if let effect {
                found.append(
                    SeriesExplanation.ClockChange(
                        instant: Instant(secondsSince1970: instant),
                        before: CivilDateTime(secondNumber: instant + span.offset),
                        after: CivilDateTime(secondNumber: instant + next.offset),
                        rule: number,
                        effect: effect
                    )
                )
            }
            span = next
        }
        return found
    }

    /// What a change of the wall clock does to the rule, or nil when none of its times is touched.
    private func effect(
        of rule: BoundedRule,
        from before: Int,
        to after: Int,
        isSubDaily: Bool
    ) -> SeriesExplanation.ClockChange.Effect? {
        let civil = min(before, after)..<max(before, after)
        if after < before {
            let count = count(of: rule, in: civil)
            return count > 0 ? .repeated(count, isSubDaily: isSubDaily) : nil
        }
        let count = count(of: rule, in: civil)
        guard count > 0 else { return nil }
        return .skipped(count, merged: segment.shift == 0 ? merged(rule, in: civil) : 0)
    }

    /// How many times of the rule, moved as the segment moves them, lie in a stretch of wall-clock time.
    private func count(of rule: BoundedRule, in civil: Range<Int>) -> Int {
        let clock = segment.base.clock
        let (first, end) = (civil.lowerBound - segment.shift, civil.upperBound - segment.shift)
        let key = clock.key(ofCivil: first)
        guard key > segment.keys.above, key <= segment.keys.through, key <= rule.lastKey else { return 0 }
        let last = rule.lastCivil(on: clock).map { min(end, $0 + 1) } ?? end
        return max(0, rule.plan.count(before: last) - rule.plan.count(before: first))
    }

    /// How many times of a gap fall on another time of the rule when they move behind it.
    private func merged(_ rule: BoundedRule, in gap: Range<Int>) -> Int {
        var merged = 0
        var times = rule.plan.times(from: gap.lowerBound, through: gap.upperBound - 1)
        while let civil = times.next() {
            if rule.plan.contains(civil + gap.count) { merged += 1 }
        }
        return merged
    }
}
