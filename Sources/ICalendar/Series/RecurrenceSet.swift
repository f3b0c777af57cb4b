/// The recurrence set of one master (RFC 5545 sections 3.8.5.1 to 3.8.5.3): DTSTART, the union of all RRULE and RDATE,
/// less EXRULE and EXDATE, each instance once.
struct RecurrenceSet: Sendable {
    /// How its wall-clock times become points in time.
    let clock: SeriesClock
    /// DTSTART.
    let start: Instance
    /// RRULE.
    var rules: [BoundedRule] = []
    /// EXRULE.
    var exclusionRules: [BoundedRule] = []
    /// What several of them take together, in fewer rules; empty when there are not several.
    var joinedExclusionRules: [BoundedRule] = []
    /// DTSTART (unless every rule ends before it) and RDATE, in order, each key once.
    var dates: [Instance] = []
    /// The lengths of those dates that are periods, by ``Instance/period``.
    var periods: [OccurrenceLength] = []
    /// EXDATE as keys.
    var excludedKeys: Set<Int> = []
    /// EXDATE as local days since 1970, for dates that name whole days of a timed series.
    var excludedDays: Set<Int> = []

    /// The instances whose keys lie in `lower...upper`, exclusions taken out; those of RDATE from an earlier key on,
    /// as a period may be longer than the others.
    func instances(from lower: Int, datesFrom earlier: Int? = nil, through upper: Int) -> SetInstances {
        SetInstances(self, from: lower, datesFrom: earlier ?? lower, through: upper)
    }

    /// The instance with this key, exclusions not looked at, or nil when the set has none.
    func instance(withKey key: Int) -> Instance? {
        var instances = SetInstances(self, from: key, datesFrom: key, through: key, excluding: false)
        return instances.next()
    }

    /// The instance with this key that no EXRULE and no EXDATE takes out, or nil.
    func keptInstance(withKey key: Int) -> Instance? {
        var instances = instances(from: key, through: key)
        return instances.next()
    }

    /// The first instance of a local day, in days since 1970, exclusions not looked at; nil when it has none.
    func firstInstance(onDay day: Int) -> Instance? {
        let from = clock.key(ofCivil: day * 86_400)
        let through = clock.key(ofCivil: (day + 1) * 86_400)
        var instances = SetInstances(self, from: from, datesFrom: from, through: through, excluding: false)
        while let instance = instances.next() {
            if floorDivide(instance.civil, 86_400) == day { return instance }
        }
        return nil
    }

    /// The place of the first date that may have a key of at least `key`.
    func firstDate(from key: Int) -> Int {
        // Dates are sorted by instants; the keys of wall-clock series follow them but for some hours.
        let bound = clock.isWall ? clock.sort(ofKey: key) - 200_000 : key
        var (low, high) = (0, dates.count)
        while low < high {
            let middle = (low + high) / 2
            if dates[middle].sort < bound { low = middle + 1 } else { high = middle }
        }
        while clock.isWall, low < dates.count, dates[low].key < key { low += 1 }
        return low
    }

    /// The first key that a rule may have without being taken out as a whole by an EXRULE, known by arithmetic.
    fileprivate func firstKey(ofNotExcluded rule: BoundedRule, from lower: Int) -> Int {
        var first = lower
        if exclusionRules.isEmpty { return first }
        for exclusion in exclusionRules + joinedExclusionRules where exclusion.plan.covers(rule.plan) {
            if exclusion.count == nil || exclusion.count == rule.count && rule.plan.covers(exclusion.plan) {
                first = max(first, exclusion.lastKey == .max ? .max : exclusion.lastKey + 1)
            }
        }
        return first
    }

    /// Whether EXDATE takes an instance out.
    func excludesByDate(_ instance: Instance) -> Bool {
        excludedKeys.contains(instance.key)
            || (!excludedDays.isEmpty && excludedDays.contains(floorDivide(instance.civil, 86_400)))
    }
}

/// The instances of a recurrence set in order: a merge of its rules and dates.
struct SetInstances: Sendable {
    private let set: RecurrenceSet
    private let excluding: Bool
    private let upper: Int
    /// The one rule that can still give an instance, where nothing but EXDATE can drop one: most sets from their second
    /// instance on.
    private var lone: RuleInstances?
    private var rules: [RuleInstances] = []
    private var heads: [Instance?] = []
    private var exclusions: [RuleInstances] = []
    private var exclusionHeads: [Instance?] = []
    private var nextDate: Int
    private let hasExcludedDates: Bool

    init(
        _ set: RecurrenceSet,
        from lower: Int,
        datesFrom earlier: Int,
        through upper: Int,
        excluding: Bool = true
    ) {
        self.set = set
        self.excluding = excluding
        self.upper = upper
        hasExcludedDates = excluding && !(set.excludedKeys.isEmpty && set.excludedDays.isEmpty)
        nextDate = set.firstDate(from: earlier)
        let isLone =
            set.rules.count == 1 && nextDate == set.dates.count && (!excluding || set.exclusionRules.isEmpty)
        if isLone, let rule = set.rules.first {
            lone = rule.instances(on: set.clock, from: lower, through: upper)
            return
        }
        rules = set.rules.map { rule in
            let first = excluding ? max(lower, set.firstKey(ofNotExcluded: rule, from: lower)) : lower
            return rule.instances(on: set.clock, from: first, through: upper)
        }
        for index in rules.indices {
            heads.append(rules[index].next())
        }
        if excluding {
            exclusions = set.exclusionRules.map { $0.instances(on: set.clock, from: lower, through: upper) }
            for index in exclusions.indices {
                exclusionHeads.append(exclusions[index].next())
            }
        }
    }

    /// How many instances of an EXRULE are passed over one by one.
    private static let mostPassed = 1000

    /// The next instance, or nil after the last.
    @inline(__always)
    mutating func next() -> Instance? {
        guard lone != nil else { return nextOfSeveral() }
        while let instance = lone?.next() {
            if !hasExcludedDates || !set.excludesByDate(instance) { return instance }
        }
        return nil
    }

    @inline(never)
    private mutating func nextOfSeveral() -> Instance? {
        while let instance = nextOfUnion() {
            if !excluding || !isExcluded(instance) { return instance }
        }
        return nil
    }

    private mutating func nextOfUnion() -> Instance? {
        while nextDate < set.dates.count, set.clock.isWall, set.dates[nextDate].key > upper {
            nextDate += 1
        }
        var earliest: Instance? = nextDate < set.dates.count ? set.dates[nextDate] : nil
        if let date = earliest, date.key > upper { earliest = nil }
        for case .some(let head) in heads {
            guard let found = earliest else {
                earliest = head
                continue
            }
            if Instance.precedes(head, found) { earliest = head }
        }
        guard var instance = earliest else { return nil }
        // Each source gives a key once, so equal keys stand at the heads; a period's own length wins.
        if nextDate < set.dates.count, set.dates[nextDate].key == instance.key {
            instance.period = set.dates[nextDate].period
            nextDate += 1
        }
        for index in heads.indices where heads[index]?.key == instance.key {
            heads[index] = rules[index].next()
        }
        return instance
    }

    private mutating func isExcluded(_ instance: Instance) -> Bool {
        for index in exclusions.indices {
            var passed = 0
            while let head = exclusionHeads[index], Instance.precedes(head, instance) {
                passed += 1
                if passed == Self.mostPassed {
                    // The rule is much denser than those from which it takes; seeking is cheaper than passing by.
                    // By the wall clock a time in a gap comes after later ones.
                    let behind = set.clock.isWall ? set.clock.zone.table.largestGap : 0
                    exclusions[index] = set.exclusionRules[index].instances(
                        on: set.clock,
                        from: instance.key - behind,
                        through: upper
                    )
                }
                exclusionHeads[index] = exclusions[index].next()
            }
            if exclusionHeads[index]?.key == instance.key { return true }
        }
        return set.excludesByDate(instance)
    }
}
