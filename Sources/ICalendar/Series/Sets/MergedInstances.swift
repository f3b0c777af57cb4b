/// The instances of a recurrence set in order: a merge of its rules and dates.
struct MergedInstances: Sendable {
    private let set: RecurrenceSet
    private let excluding: Bool
    private let upper: Int
    /// After so many instances in a row that were taken out it is as if there were no more.
    private let patience: Int
    /// The rules that have an instance there: a part of a series may have a hundred rules, and hardly any of them one.
    private var rules: [RuleInstances] = []
    private var heads: [Instance?] = []
    /// The same of EXRULEs, in three lists, as each is asked for each instance.
    private var exclusionRules: [BoundedRule] = []
    private var exclusions: [RuleInstances] = []
    private var exclusionHeads: [Instance?] = []
    private var nextDate: Int

    /// The instances whose keys lie in `lower...upper`, with the dates from the one at the place `date` on.
    init(
        _ set: RecurrenceSet,
        from lower: Int,
        date: Int,
        through upper: Int,
        excluding: Bool,
        patience: Int
    ) {
        self.patience = patience
        self.set = set
        self.excluding = excluding
        self.upper = upper
        nextDate = date
        // Thousands of series are walked at once, and growing arrays leave half of their room unused.
        rules.reserveCapacity(set.rules.count)
        heads.reserveCapacity(set.rules.count)
        let lowest = FirstKey(lower, on: set.clock)
        for (place, rule) in set.rules.enumerated() {
            let first =
                excluding && place < set.firstKeys.count && set.firstKeys[place] > lower
                ? FirstKey(set.firstKeys[place], on: set.clock) : lowest
            var instances = rule.instances(on: set.clock, from: first, through: upper)
            guard let head = instances.next() else { continue }
            rules.append(instances)
            heads.append(head)
        }
        // Where nothing is, nothing can be taken out.
        guard excluding, !rules.isEmpty || nextDate < set.dates.count else { return }
        // A period that is longer than the event may begin before it.
        let earliest =
            nextDate < set.dates.count
            ? FirstKey(min(lower, set.dates[nextDate].key - Self.disorder(on: set.clock)), on: set.clock)
            : lowest
        exclusionRules.reserveCapacity(set.exclusionRules.count)
        exclusions.reserveCapacity(set.exclusionRules.count)
        exclusionHeads.reserveCapacity(set.exclusionRules.count)
        for rule in set.exclusionRules {
            var instances = rule.instances(on: set.clock, from: earliest, through: upper)
            guard let head = instances.next() else { continue }
            exclusionRules.append(rule)
            exclusions.append(instances)
            exclusionHeads.append(head)
        }
    }

    /// How much later a key can be than those of instances behind it: by the wall clock a time in a gap comes after later
    /// ones.
    private static func disorder(on clock: SeriesClock) -> Int {
        clock.isWall ? clock.zone.table.largestGap : 0
    }

    /// How many instances of an EXRULE are passed over one by one.
    static let mostPassed = 1000

    /// The next instance, or nil after the last.
    @inline(never)
    mutating func next() -> Instance? {
        var excluded = 0
        while excluded < patience, let instance = nextOfUnion() {
            if !excluding || !isExcluded(instance) { return instance }
            excluded += 1
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
                    exclusions[index] = exclusionRules[index].instances(
                        on: set.clock,
                        from: instance.key - Self.disorder(on: set.clock),
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
