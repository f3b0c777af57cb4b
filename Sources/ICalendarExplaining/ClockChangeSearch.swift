import ICalendarCore

/// A search for clock changes in the window that affect a series' rules.
struct ClockChangeSearch {
    private let segment: Segment
    private let changes: [Change]

    /// The remark to add if a zone has too many clock changes to examine.
    let remark: String?

    /// The number of changes examined.
    ///
    /// Each change counts once for each rule and each affected hour.
    let visits: Int

    /// The maximum total number of ``visits`` for all series with the same UID.
    ///
    /// Only a malicious file has a zone whose offset changes every hour or by whole days.
    static let mostVisits = 1000

    /// A change in the UTC offset at an instant.
    private struct Change {
        let instant: Int
        let before: Int
        let after: Int
    }

    /// Finds the clock changes in the part of a range of instants that the segment covers, making at most `left`
    /// ``visits``.
    init(segment: Segment, range: Range<Int>, left: Int) {
        self.segment = segment
        var changes: [Change] = []
        var end: Int?
        var visits = 0
        // Floating times and dates are not affected by clock changes.
        if segment.clock.kind == .zoned, segment.base.clock.kind == .zoned {
            let table = segment.clock.zone.table
            let first = segment.stretch(from: range.lowerBound, to: range.upperBound).first
            var span = table.span(atInstant: max(range.lowerBound, first + segment.shift - SeriesClock.slack))
            let last = segment.base.clock.sort(ofKey: min(segment.keys.through, RulePlan.lastSecond))
            let upper = min(range.upperBound, last + segment.shift + SeriesClock.slack)
            while span.high < upper {
                let instant = span.high
                guard visits < left else {
                    end = instant
                    break
                }
                let next = table.span(atInstant: instant)
                // Finding a rule's times in the skipped hours may require a visit to each hour.
                let hours = (abs(next.offset - span.offset) + 3599) / 3600
                visits += max(1, segment.base.rules.count) * max(1, hours)
                let change = Change(
                    instant: instant,
                    before: instant + span.offset,
                    after: instant + next.offset
                )
                let key = segment.base.clock.key(ofCivil: min(change.before, change.after) - segment.shift)
                if key > segment.keys.above, key <= segment.keys.through { changes.append(change) }
                span = next
            }
        }
        self.changes = changes
        self.visits = visits
        remark = end.map { end in
            "the clocks of \"\(Words.short(segment.clock.zone.identifier))\" change too often;"
                + " changes from \(Instant(secondsSince1970: end)) on are not listed"
        }
    }

    var isEmpty: Bool { changes.isEmpty }

    /// Returns the clock changes that affect one rule.
    func changes(for rule: BoundedRule, number: Int, isSubDaily: Bool) -> [SeriesExplanation.ClockChange] {
        changes.compactMap { change in
            effect(of: rule, from: change.before, to: change.after, isSubDaily: isSubDaily).map { effect in
                SeriesExplanation.ClockChange(
                    instant: Instant(secondsSince1970: change.instant),
                    before: CivilDateTime(secondNumber: change.before),
                    after: CivilDateTime(secondNumber: change.after),
                    rule: number,
                    effect: effect
                )
            }
        }
    }

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
        return .skipped(
            count,
            merged: segment.shift == 0 ? rule.plan.pairs(apart: civil.count, in: civil) : 0
        )
    }

    /// Returns the number of times that the rule generates in a range of local time, shifted in the same way as the
    /// segment.
    private func count(of rule: BoundedRule, in civil: Range<Int>) -> Int {
        let clock = segment.base.clock
        let (first, end) = (civil.lowerBound - segment.shift, civil.upperBound - segment.shift)
        let key = clock.key(ofCivil: first)
        guard key <= rule.lastKey else { return 0 }
        let last = rule.lastCivil(on: clock).map { min(end, $0 + 1) } ?? end
        guard rule.plan.isCountedByWalk else {
            return rule.plan.count(from: first, before: last)
        }
        var times = rule.plan.times(from: first, through: last - 1)
        var count = 0
        while times.next() != nil { count += 1 }
        return count
    }
}
