/// Single instances of a rule, found without going through others.
///
/// A rule of every second has thousands of instances around a change of the clocks, and a series thousands of exceptions
/// there.
extension BoundedRule {
    /// The instance with a key, or nil when the rule does not give it.
    func instance(with key: SeriesKey, on clock: SeriesClock) -> Instance? {
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
    func hasOther(than key: Int, onDay day: Int, on clock: SeriesClock) -> Bool {
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
}
