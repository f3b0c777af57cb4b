/// The recurrence set of one master (RFC 5545 sections 3.8.5.1 to 3.8.5.3): DTSTART, the union of all RRULE and RDATE,
/// less EXRULE and EXDATE, each instance once.
package struct RecurrenceSet: Sendable {
    /// How its wall-clock times become points in time.
    package let clock: SeriesClock
    package let start: Instance
    package var rules: [BoundedRule] = []
    package var exclusionRules: [BoundedRule] = [] {
        didSet { firstKeys = [] }
    }
    /// What several of them take together, in fewer rules; empty when there are not several.
    var joinedExclusionRules: [BoundedRule] = []
    /// The first key of each rule that is not taken out with all before it; empty where there is no EXRULE.
    private(set) var firstKeys: [Int] = []
    /// The rules without those that others cover; empty where there are not several, or too many to compare.
    private(set) var differentRules: [BoundedRule] = []
    /// DTSTART (unless every rule ends before it) and RDATE, in order, each key once.
    package var dates: [Instance] = []
    /// The lengths of those dates that are periods, by ``Instance/period``.
    package private(set) var periods: [OccurrenceLength] = []
    /// As many seconds as any of ``periods`` can take.
    private(set) var longestPeriod = 0
    package var excludedKeys: Set<Int> = [] {
        didSet { sortedExcludedKeys = nil }
    }
    /// The same in order, once they are sorted: thousands of parts of a series ask each for a few of them.
    private(set) var sortedExcludedKeys: [Int]?
    /// EXDATE as local days since 1970, for dates that name whole days of a timed series.
    package var excludedDays: Set<Int> = []

    /// The instances whose keys lie in `lower...upper`, exclusions taken out; those of RDATE from an earlier key on,
    /// as a period may be longer than the others.
    package func instances(
        from lower: Int,
        datesFrom earlier: Int? = nil,
        through upper: Int,
        patience: Int = .max
    ) -> SetInstances {
        SetInstances(self, from: lower, datesFrom: earlier ?? lower, through: upper, patience: patience)
    }

    /// The instance with this key, exclusions not looked at, or nil when the set has none.
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

    /// How many questions to a rule it takes to ask for the instance with a key; those in other calendars take longer.
    var questionCost: Int {
        max(1, rules.reduce(0) { $0 + ($1.plan.memory == nil ? 1 : 4) })
    }

    private func date(withKey key: Int, at sort: Int) -> Instance? {
        // Each key has one instant, and dates are in the order of theirs.
        dates[dates.firstPlace { $0.sort < sort }...].prefix { $0.sort == sort }.first { $0.key == key }
    }

    /// The instance with this key that no EXRULE and no EXDATE takes out, or nil.
    func keptInstance(withKey key: Int) -> Instance? {
        let key = SeriesKey(key, on: clock)
        guard let instance = instance(with: key), !excludesByDate(instance),
            !exclusionRules.contains(where: { $0.instance(with: key, on: clock) != nil })
        else { return nil }
        return instance
    }

    /// The place of the first date that may have a key of at least `key`.
    func firstDate(from key: Int) -> Int {
        // Dates are sorted by instants; the keys of wall-clock series follow them but for some hours.
        let bound = clock.isWall ? clock.sort(ofKey: key) - SeriesClock.slack : key
        var place = dates.firstPlace { $0.sort < bound }
        while clock.isWall, place < dates.count, dates[place].key < key { place += 1 }
        return place
    }

    /// Finds for each rule the first key that it may have without being taken out as a whole by an EXRULE, by arithmetic:
    /// once, as a series may have thousands of parts and a hundred rules of each kind.
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

    /// Finds the rules without those that give nothing which another one does not give, as far as that is seen at once.
    mutating func findDifferentRules() {
        guard rules.count > 1, rules.count <= Self.mostDifferent else { return }
        let meter = Meter(RulePlan.mostComparisons)
        var kept: [BoundedRule] = []
        for (place, rule) in rules.enumerated() {
            let isCovered = rules.enumerated().contains { other, wide in
                guard other != place, wide.count == nil, wide.lastKey >= rule.lastKey,
                    wide.plan.covers(rule.plan, within: meter)
                else { return false }
                // Of two that cover each other the first stands.
                let isMutual =
                    rule.count == nil && rule.lastKey >= wide.lastKey
                    && rule.plan.covers(wide.plan, within: meter)
                return !isMutual || other < place
            }
            if !isCovered { kept.append(rule) }
        }
        differentRules = kept
    }

    /// Of more rules than this not each is compared with each.
    static let mostDifferent = 16

    /// Adds a length, and gives the place that it has among the others.
    package mutating func add(period: OccurrenceLength) -> Int32 {
        periods.append(period)
        longestPeriod = max(longestPeriod, period.upperBound)
        return Int32(clamping: periods.count - 1)
    }

    /// Puts EXDATE in order, for ``excludedKeys(above:through:)``.
    mutating func sortExcludedKeys() {
        sortedExcludedKeys = excludedKeys.sorted()
    }

    /// The keys of EXDATE above one key and up to another.
    package func excludedKeys(above lower: Int, through upper: Int) -> ArraySlice<Int> {
        let keys = sortedExcludedKeys ?? excludedKeys.sorted()
        return keys.part(above: lower, through: upper)
    }

    func excludesByDate(_ instance: Instance) -> Bool {
        excludedKeys.contains(instance.key)
            || (!excludedDays.isEmpty && excludedDays.contains(floorDivide(instance.civil, 86_400)))
    }

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
    package func isAlone(_ first: Instance, onDay day: Int) -> Bool {
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

extension [Int] {
    /// The numbers above one and up to another, of numbers in order.
    package func part(above lower: Int, through upper: Int) -> ArraySlice<Int> {
        let start = firstPlace { $0 <= lower }
        return self[start..<Swift.max(start, firstPlace { $0 <= upper })]
    }
}
