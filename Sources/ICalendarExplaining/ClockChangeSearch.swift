import ICalendarCore

/// Finds the changes of the clocks in the window that the times of a rule fall into.
struct ClockChangeSearch {
    private let segment: Segment
    private let changes: [Change]

    /// What there is to be said where the clocks change so often that not all of it is looked at.
    let remark: String?

    /// How many changes were looked at: each for each rule, and for each hour of its own.
    let visits: Int

    /// No more changes than this are looked at in all series that have the UID, for each rule and each hour that the
    /// clocks skip or repeat; zones that change every hour, or by days, exist only in hostile files.
    static let mostVisits = 1000

    /// What the clocks do at an instant.
    private struct Change {
        let instant: Int
        let before: Int
        let after: Int
    }

    /// Finds the changes of the clocks at the instants of a range, as far as the segment has keys there; `left` says how
    /// many of them may be looked at.
    init(segment: Segment, range: Range<Int>, left: Int) {
        self.segment = segment
        var changes: [Change] = []
        var end: Int?
        var visits = 0
        // The wall clock of floating times and dates never changes.
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
                // The times of a rule in what is skipped may have to be gone through.
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
            "the clocks of \"\(Words.short(segment.clock.zone.identifier))\" change too often to look at all of it;"
                + " what changes from \(Instant(secondsSince1970: end)) on do to the rules is not said"
        }
    }

    var isEmpty: Bool { changes.isEmpty }

    /// The changes that the times of one rule fall into.
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

    /// How many times of the rule, moved as the segment moves them, lie in a stretch of wall-clock time.
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
