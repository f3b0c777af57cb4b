/// The recurrence set of one master (RFC 5545 sections 3.8.5.1 to 3.8.5.3).
///
/// The set contains DTSTART and the union of all RRULEs and RDATEs, minus EXRULEs and EXDATEs. Each instance appears
/// once.
package struct RecurrenceSet: Sendable {
    /// The clock that converts wall-clock times into points in time.
    package let clock: SeriesClock
    package let start: Instance
    package var rules: [BoundedRule] = []
    package var exclusionRules: [BoundedRule] = [] {
        didSet { firstKeys = [] }
    }
    /// The exclusion rules combined into fewer rules; empty unless there are several.
    var joinedExclusionRules: [BoundedRule] = []
    /// For each rule, the key before which an EXRULE excludes every instance; empty if there are no EXRULEs.
    private(set) var firstKeys: [Int] = []
    /// The rules not covered by other rules; empty if there is only one rule, or too many to compare.
    private(set) var differentRules: [BoundedRule] = []
    /// The ordered instances from DTSTART (unless every rule ends before it) and RDATE, without duplicate keys.
    package var dates: [Instance] = []
    /// The lengths of the dates that are periods, indexed by ``Instance/period``.
    package private(set) var periods: [OccurrenceLength] = []
    /// The maximum length of ``periods``, in seconds.
    private(set) var longestPeriod = 0
    package var excludedKeys: Set<Int> = [] {
        didSet { sortedExcludedKeys = nil }
    }
    /// The excluded keys in order, or nil unless ``sortExcludedKeys()`` has been called.
    ///
    /// If a series has thousands of parts, sorting the keys once lets each part find its few keys quickly.
    private(set) var sortedExcludedKeys: [Int]?
    /// The EXDATEs that exclude whole days of a timed series, as local days since 1970.
    package var excludedDays: Set<Int> = []

    /// Returns the instances with keys in `lower...upper`, without excluded ones.
    ///
    /// RDATE instances start at an earlier key, because a period may be longer than the other instances.
    package func instances(
        from lower: Int,
        datesFrom earlier: Int? = nil,
        through upper: Int,
        patience: Int = .max
    ) -> SetInstances {
        SetInstances(self, from: lower, datesFrom: earlier ?? lower, through: upper, patience: patience)
    }

    /// Returns the instance with a key, ignoring exclusions, or nil if there is none.
    package func instance(withKey key: Int) -> Instance? {
        instance(with: SeriesKey(key, on: clock))
    }

    private func instance(with key: SeriesKey) -> Instance? {
        if let date = date(withKey: key.key, at: key.sort) { return date }
        for rule in rules {
            if let instance = rule.instance(with: key, on: clock) { return instance }
        }
        return nil
    }

    /// The cost of finding the instance with a key, in rule lookups; rules in other calendars cost more.
    var questionCost: Int {
        max(1, rules.reduce(0) { $0 + ($1.plan.memory == nil ? 1 : 4) })
    }

    private func date(withKey key: Int, at sort: Int) -> Instance? {
        // Each key corresponds to one instant, and dates are sorted by instant.
        dates[dates.firstPlace { $0.sort < sort }...].prefix { $0.sort == sort }.first { $0.key == key }
    }

    /// Returns the instance with a key that no EXRULE or EXDATE excludes, or nil.
    func keptInstance(withKey key: Int) -> Instance? {
        let key = SeriesKey(key, on: clock)
        guard let instance = instance(with: key), !excludesByDate(instance),
            !exclusionRules.contains(where: { $0.instance(with: key, on: clock) != nil })
        else { return nil }
        return instance
    }

    /// Returns the index of the first date whose key may be at least `key`.
    func firstDate(from key: Int) -> Int {
        // Dates are sorted by instant; the keys of wall-clock series are in the same order to within a few hours.
        let bound = clock.isWall ? clock.sort(ofKey: key) - SeriesClock.slack : key
        var place = dates.firstPlace { $0.sort < bound }
        while clock.isWall, place < dates.count, dates[place].key < key { place += 1 }
        return place
    }

    /// Computes, for each rule, the key before which an EXRULE excludes every instance.
    ///
    /// The result is stored, because a series may have thousands of parts and a hundred rules of each kind.
    mutating func findExcludedRules() {
        guard !exclusionRules.isEmpty else { return }
        let exclusions = exclusionRules + joinedExclusionRules
        let meter = Meter(RulePlan.mostComparisons)
        firstKeys = rules.map { rule in
            var first = Int.min
            for exclusion in exclusions where first < .max && exclusion.plan.covers(rule.plan, within: meter)
            {
                if exclusion.count == nil
                    || exclusion.count == rule.count && rule.plan.covers(exclusion.plan, within: meter)
                {
                    first = max(first, exclusion.lastKey == .max ? .max : exclusion.lastKey + 1)
                }
            }
            return first
        }
    }

    /// Finds the rules that no other rule is known to cover.
    mutating func findDifferentRules() {
        guard rules.count > 1, rules.count <= Self.mostDifferent else { return }
        let meter = Meter(RulePlan.mostComparisons)
        var kept: [BoundedRule] = []
        for (place, rule) in rules.enumerated() {
            let isCovered = rules.enumerated().contains { other, wide in
                guard other != place, wide.count == nil, wide.lastKey >= rule.lastKey,
                    wide.plan.covers(rule.plan, within: meter)
                else { return false }
                // If two rules cover each other, the first is kept.
                let isMutual =
                    rule.count == nil && rule.lastKey >= wide.lastKey
                    && rule.plan.covers(wide.plan, within: meter)
                return !isMutual || other < place
            }
            if !isCovered { kept.append(rule) }
        }
        differentRules = kept
    }

    /// The maximum number of rules to compare with one another.
    static let mostDifferent = 16

    /// Adds a length, and returns its index.
    package mutating func add(period: OccurrenceLength) -> Int32 {
        periods.append(period)
        longestPeriod = max(longestPeriod, period.upperBound)
        return Int32(clamping: periods.count - 1)
    }

    /// Sorts the EXDATE keys for ``excludedKeys(above:through:)``.
    mutating func sortExcludedKeys() {
        sortedExcludedKeys = excludedKeys.sorted()
    }

    /// Returns the EXDATE keys above one key and up to another, inclusive.
    package func excludedKeys(above lower: Int, through upper: Int) -> ArraySlice<Int> {
        let keys = sortedExcludedKeys ?? excludedKeys.sorted()
        return keys.part(above: lower, through: upper)
    }

    func excludesByDate(_ instance: Instance) -> Bool {
        excludedKeys.contains(instance.key)
            || (!excludedDays.isEmpty && excludedDays.contains(floorDivide(instance.civil, 86_400)))
    }

    /// Returns the first instance on a local day, in days since 1970, ignoring exclusions, or nil if there is none.
    func firstInstance(onDay day: Int) -> Instance? {
        var first = firstDate(onDay: day)
        for rule in rules {
            guard let instance = rule.firstInstance(onDay: day, on: clock) else { continue }
            if let other = first, !Instance.precedes(instance, other) { continue }
            first = instance
        }
        return first
    }

    /// Returns whether an instance is the only one on a local day, in days since 1970, ignoring exclusions.
    package func isAlone(_ first: Instance, onDay day: Int) -> Bool {
        firstDate(onDay: day, notAt: first.key) == nil
            && !rules.contains { $0.hasOther(than: first.key, onDay: day, on: clock) }
    }

    /// Returns the first date on a local day whose key differs from the given one.
    private func firstDate(onDay day: Int, notAt key: Int? = nil) -> Instance? {
        let last = clock.sort(ofKey: clock.key(ofCivil: (day + 1) * 86_400)) + SeriesClock.slack
        for date in dates[firstDate(from: clock.key(ofCivil: day * 86_400))...] {
            if date.sort > last { return nil }
            if date.key != key, floorDivide(date.civil, 86_400) == day { return date }
        }
        return nil
    }
}

extension [Int] {
    /// Returns the numbers in a sorted list above one number and up to another, inclusive.
    package func part(above lower: Int, through upper: Int) -> ArraySlice<Int> {
        let start = firstPlace { $0 <= lower }
        return self[start..<Swift.max(start, firstPlace { $0 <= upper })]
    }
}
