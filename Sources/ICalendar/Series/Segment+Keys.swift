extension Segment {
    /// The keys of the set between which the instances lie whose occurrences overlap the instants `from..<to`, and from which
    /// on the dates do, which may have lengths of their own.
    ///
    /// Where the clocks change near a bound, some of those beyond it lie between them too. Elsewhere none does: a rule of
    /// every second has a hundred thousand instances in a day, and a calendar thousands of rules.
    func keys(from: Int, to: Int) -> (first: Int, firstDate: Int, last: Int) {
        let slack = disorder
        let reach = from - shift - slack
        let above = keys.above == .max ? Int.max : keys.above + 1
        let first = firstKey(endingAfter: from) ?? base.clock.key(atInstant: reach - length.upperBound)
        let firstDate = base.clock.key(atInstant: reach - longestPeriod)
        let last = lastKey(startingBefore: to) ?? base.clock.key(atInstant: to - 1 - shift + slack)
        return (max(first, above), max(min(first, firstDate), above), min(last, keys.through))
    }

    /// How far the order of the occurrences, which is one of instants, can differ from that of the set's keys, in seconds.
    var disorder: Int { shift != 0 || base.clock.isWall || clock.isWall ? SeriesClock.slack : 0 }

    /// The first key whose occurrence ends after an instant, or is at it and has no length; nil where the clocks change nearby.
    private func firstKey(endingAfter from: Int) -> Int? {
        guard clock.kind == base.clock.kind, clock.kind != .allDay else { return nil }
        return firstCivil(endingAfter: from).flatMap { base.clock.steadyKey(ofCivil: $0 - shift) }
    }

    /// The last key whose occurrence starts before an instant; nil where the clocks change nearby.
    private func lastKey(startingBefore to: Int) -> Int? {
        guard clock.kind == base.clock.kind, clock.kind != .allDay,
            let civil = clock.steadyCivil(atInstant: to)
        else {
            return nil
        }
        return base.clock.steadyKey(ofCivil: civil - shift).map { $0 - 1 }
    }
}

extension SeriesClock {
    /// The key of what the clocks show, where that is before those of all later civil times and after those of all earlier ones.
    fileprivate func steadyKey(ofCivil second: Int) -> Int? {
        let key = key(ofCivil: second)
        return steadyCivil(ofKey: key) == second ? key : nil
    }
}
