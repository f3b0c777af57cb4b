extension Segment {
    /// The instances that several rules give together in a stretch of civil times that no gap adjoins, each once, known
    /// without going through them; nil where they must be gone through.
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
        // A time that the clocks skip may fall on another one behind the gap, whichever rules give the two.
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
}

extension BoundedRule {
    /// The civil second from which on the rule has no instance; nil where the clocks change so near it that this cannot be
    /// said.
    fileprivate func steadyEnd(on clock: SeriesClock) -> Int? {
        var end = RulePlan.lastSecond + 1
        if lastKey < RulePlan.lastSecond {
            guard let steady = clock.steadyCivil(ofKey: lastKey + 1) else { return nil }
            end = steady
        }
        return lastCounted(through: end - 1, on: clock) + 1
    }
}
