extension RecurrenceSet {
    /// The first instance of a local day, in days since 1970, exclusions not looked at; nil when it has none.
    func firstInstance(onDay day: Int) -> Instance? {
        var first = firstDate(onDay: day)
        for rule in rules {
            guard let instance = rule.firstInstance(onDay: day, on: clock) else { continue }
            if let other = first, !Instance.precedes(instance, other) { continue }
            first = instance
        }
        return first
    }

    /// Whether a local day, in days since 1970, has no other instance than its first, exclusions not looked at.
    func isAlone(_ first: Instance, onDay day: Int) -> Bool {
        firstDate(onDay: day, notAt: first.key) == nil
            && !rules.contains { $0.hasOther(than: first.key, onDay: day, on: clock) }
    }

    /// The first date of a local day that has another key than the one given.
    private func firstDate(onDay day: Int, notAt key: Int? = nil) -> Instance? {
        let last = clock.sort(ofKey: clock.key(ofCivil: (day + 1) * 86_400)) + SeriesClock.slack
        for date in dates[firstDate(from: clock.key(ofCivil: day * 86_400))...] {
            if date.sort > last { return nil }
            if date.key != key, floorDivide(date.civil, 86_400) == day { return date }
        }
        return nil
    }
}
