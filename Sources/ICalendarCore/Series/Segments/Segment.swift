/// A part of a recurrence set that one component describes.
///
/// A segment is a class, so passing one costs a single reference regardless of its size.
package final class Segment: Sendable {
    package let base: RecurrenceSet
    /// The description of the instances, from the master or from an override for all following occurrences.
    package let frame: OccurrenceFrame
    /// The set's keys that belong to this part: greater than `above`, and at most `through`.
    package let keys: (above: Int, through: Int)
    /// The clock of the shifted instances, or the set's own clock if there is no shift.
    package let clock: SeriesClock
    /// The distance by which the override moves its instances, in civil seconds of the master's zone.
    package let shift: Int
    package let length: OccurrenceLength
    /// Whether the set recurs, which makes the original start of each instance meaningful.
    package let isRecurring: Bool
    package let overriddenKeys: Set<Int>
    /// The local days whose instances are all overridden by a RECURRENCE-ID of another value type.
    package let overriddenDays: Set<Int>

    package init(
        base: RecurrenceSet,
        describedBy member: SeriesMember,
        keys: (above: Int, through: Int),
        clock: SeriesClock? = nil,
        output: SeriesClock? = nil,
        shift: Int = 0,
        length: OccurrenceLength,
        isDetached: Bool = true,
        isRecurring: Bool = true,
        displayZone: Zone,
        overriddenKeys: Set<Int>,
        overriddenDays: Set<Int>
    ) {
        let clock = clock ?? base.clock
        let output = output ?? clock
        let original = output.kind == base.clock.kind ? output : base.clock
        self.base = base
        frame = OccurrenceFrame(
            member,
            clock: output,
            originalClock: isRecurring ? original : nil,
            isDetached: isDetached,
            displayZone: displayZone
        )
        self.keys = keys
        self.clock = clock
        self.shift = shift
        self.length = length
        self.isRecurring = isRecurring
        self.overriddenKeys = overriddenKeys
        self.overriddenDays = overriddenDays
        hasOverrides = !overriddenKeys.isEmpty || !overriddenDays.isEmpty
        isInOrder =
            shift == 0 && clock.kind == base.clock.kind && !clock.isWall && base.periods.isEmpty
    }

    /// Creates a copy of a part; `keepsOverrides` determines whether overridden instances remain excluded.
    private init(
        _ other: Segment,
        of base: RecurrenceSet,
        keys: (above: Int, through: Int),
        keepsOverrides: Bool = true
    ) {
        self.base = base
        (frame, self.keys, clock, shift) = (other.frame, keys, other.clock, other.shift)
        (length, isRecurring) = (other.length, other.isRecurring)
        overriddenKeys = keepsOverrides ? other.overriddenKeys : []
        overriddenDays = keepsOverrides ? other.overriddenDays : []
        (hasOverrides, isInOrder) = (keepsOverrides && other.hasOverrides, other.isInOrder)
    }

    /// Returns the same part for a different set with the same dates.
    package func of(_ base: RecurrenceSet, keepsOverrides: Bool = true) -> Segment {
        Segment(self, of: base, keys: keys, keepsOverrides: keepsOverrides)
    }

    /// Returns the same part without instances after a key.
    package func through(_ lastKey: Int) -> Segment {
        Segment(self, of: base, keys: (keys.above, min(keys.through, lastKey)))
    }

    package func from(_ firstKey: Int) -> Segment {
        Segment(self, of: base, keys: (max(keys.above, firstKey - 1), keys.through))
    }

    package var member: SeriesMember { frame.member }
    /// The format of starts and ends in output.
    package var output: SeriesClock { frame.clock }
    /// Whether the instances differ from the master's description.
    package var isDetached: Bool { frame.isDetached }
    let hasOverrides: Bool
    /// Whether instances are in order of their starts and no two start at the same instant.
    package let isInOrder: Bool

    /// The maximum length of the set's dates, in seconds.
    var longestPeriod: Int {
        max(length.upperBound, base.longestPeriod)
    }

    package func isOverridden(_ instance: Instance) -> Bool {
        overriddenKeys.contains(instance.key)
            || (!overriddenDays.isEmpty && overriddenDays.contains(floorDivide(instance.civil, 86_400)))
    }

    /// An instant before which no occurrence starts, or nil if finding one requires examining occurrences.
    package var earliestStart: Int? {
        guard keys.above > .min, keys.above < RulePlan.lastSecond else { return nil }
        let civil = base.clock.civil(ofKey: keys.above + 1) + shift
        return clock.instance(atCivil: civil).sort - 2 * SeriesClock.slack
    }

    /// Returns the occurrences that can overlap the instants `from..<to`, in order of their starts.
    ///
    /// For callers that need only a few occurrences, `patience` is the number of consecutive excluded instances to
    /// examine before giving up.
    package func items(from: Int, to: Int, patience: Int = .max) -> SegmentItems {
        SegmentItems(self, from: from, to: to, patience: patience)
    }

    /// Returns the number of distinct instances of several rules in a range of civil times, without enumerating them.
    ///
    /// No gap may touch the range. Returns nil if a walk is necessary.
    func countOfSeveral(_ rules: [BoundedRule], in civil: Range<Int>) -> Int? {
        let clock = base.clock
        var union = CycleUnion()
        for rule in rules {
            guard let end = rule.steadyEnd(on: clock),
                union.add(rule.plan, in: civil.lowerBound..<max(civil.lowerBound, min(civil.upperBound, end)))
            else { return nil }
        }
        guard var count = union.count() else { return nil }
        if clock.isWall { return count }
        // A skipped time may coincide with another time after the gap, regardless of which rules generate them.
        let table = clock.zone.table
        for gap in table.gaps(between: civil) {
            let length = gap.civilEnd - gap.civilStart
            let before = table.span(atCivil: gap.civilStart).offset
            var moved = gap.civilEnd
            let end = min(gap.civilEnd + length, civil.upperBound)
            while moved < end {
                let span = table.span(atCivil: moved)
                let next = min(span.high, end)
                if span.offset == before + length {
                    guard let pairs = union.pairs(apart: length, in: moved - length..<next - length) else {
                        return nil
                    }
                    count -= pairs
                }
                moved = next
            }
        }
        return count
    }

    /// Returns the range of keys whose occurrences overlap the instants `from..<to`.
    ///
    /// `firstDate` is the first key for dates, whose lengths may differ. If the clocks change near a bound, the range
    /// includes some keys beyond it. Otherwise the range is exact, because a FREQ=SECONDLY rule has 86,400 instances
    /// a day and a calendar may have thousands of rules.
    package func keys(from: Int, to: Int) -> (first: Int, firstDate: Int, last: Int) {
        let slack = disorder
        let reach = from - shift - slack
        let above = keys.above == .max ? Int.max : keys.above + 1
        let first = firstKey(endingAfter: from) ?? base.clock.key(atInstant: reach - length.upperBound)
        let firstDate = base.clock.key(atInstant: reach - longestPeriod)
        let last = lastKey(startingBefore: to) ?? base.clock.key(atInstant: to - 1 - shift + slack)
        return (max(first, above), max(min(first, firstDate), above), min(last, keys.through))
    }

    /// The maximum difference, in seconds, between the order of occurrences by instant and the order of the set's
    /// keys.
    var disorder: Int { shift != 0 || base.clock.isWall || clock.isWall ? SeriesClock.slack : 0 }

    /// Returns the first key whose occurrence ends after an instant, or has zero length and starts at the instant.
    ///
    /// Returns nil if the clocks change nearby.
    private func firstKey(endingAfter from: Int) -> Int? {
        guard clock.kind == base.clock.kind, clock.kind != .allDay else { return nil }
        return firstCivil(endingAfter: from).flatMap { base.clock.steadyKey(ofCivil: $0 - shift) }
    }

    /// Returns the last key whose occurrence starts before an instant, or nil if the clocks change nearby.
    private func lastKey(startingBefore to: Int) -> Int? {
        guard clock.kind == base.clock.kind, clock.kind != .allDay,
            let civil = clock.steadyCivil(atInstant: to)
        else {
            return nil
        }
        return base.clock.steadyKey(ofCivil: civil - shift).map { $0 - 1 }
    }
}

extension BoundedRule {
    /// Returns the civil second after the rule's last possible instance, or nil if a nearby clock change makes it
    /// uncertain.
    fileprivate func steadyEnd(on clock: SeriesClock) -> Int? {
        var end = RulePlan.lastSecond + 1
        if lastKey < RulePlan.lastSecond {
            guard let steady = clock.steadyCivil(ofKey: lastKey + 1) else { return nil }
            end = steady
        }
        return lastCounted(through: end - 1, on: clock) + 1
    }
}

extension SeriesClock {
    /// Returns the key of a civil time if it follows the keys of all earlier civil times and precedes the keys of all
    /// later ones.
    fileprivate func steadyKey(ofCivil second: Int) -> Int? {
        let key = key(ofCivil: second)
        return steadyCivil(ofKey: key) == second ? key : nil
    }
}
