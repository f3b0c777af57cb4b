/// The instances of a recurrence set in order.
package struct SetInstances: Sendable {
    /// The one rule that can still give an instance, where nothing but EXDATE can drop one: as in most sets.
    private var lone: RuleInstances?
    /// Its EXDATEs as keys, and as local days where there are any.
    private let excludedKeys: Set<Int>
    private let excludedDays: ExcludedDays?
    /// The instances of any other set; a list, as an empty one takes eight bytes.
    private var merged: [MergedInstances]

    /// The patience of who looks for an instance to remark on, and does without one that is hard to find: each of thousands
    /// of parts of a series may have a hundred rules.
    static func briefPatience(with set: RecurrenceSet) -> Int {
        max(32, 1024 / (1 + set.rules.count + set.exclusionRules.count))
    }

    /// The instances whose keys lie in `lower...upper`, with the dates from an earlier key on.
    ///
    /// A search is cut before it takes too long; who looks for one instance alone says by `patience` after how many in a
    /// row that were taken out there is none.
    init(
        _ set: RecurrenceSet,
        from lower: Int,
        datesFrom earlier: Int,
        through upper: Int,
        excluding: Bool = true,
        patience: Int = .max
    ) {
        excludedKeys = excluding ? set.excludedKeys : []
        let nextDate = set.firstDate(from: earlier)
        lone = Self.lone(
            of: set,
            from: lower,
            date: nextDate,
            through: upper,
            excluding: excluding,
            patience: patience
        )
        if lone != nil {
            merged = []
            excludedDays =
                excluding && !set.excludedDays.isEmpty
                ? ExcludedDays(set.excludedDays, of: set.rules[0], on: set.clock, through: upper) : nil
        } else {
            excludedDays = nil
            merged = [
                MergedInstances(
                    set,
                    from: lower,
                    date: nextDate,
                    through: upper,
                    excluding: excluding,
                    patience: patience
                )
            ]
        }
    }

    /// The instances of the one rule that can still give any; nil where there is something to merge.
    private static func lone(
        of set: RecurrenceSet,
        from lower: Int,
        date: Int,
        through upper: Int,
        excluding: Bool,
        patience: Int
    ) -> RuleInstances? {
        guard set.rules.count == 1, !excluding || set.exclusionRules.isEmpty else { return nil }
        let rule = set.rules[0]
        if date == set.dates.count { return rule.instances(on: set.clock, from: lower, through: upper) }
        // DTSTART is mostly the first instance of its rule. Who has little patience has what is taken out counted.
        guard date == set.dates.count - 1, patience == .max, rule.plan.contains(set.dates[date].civil) else {
            return nil
        }
        let instances = rule.instances(on: set.clock, from: lower, through: upper)
        var first = instances
        return first.next() == set.dates[date] ? instances : nil
    }

    init() {
        excludedKeys = []
        excludedDays = nil
        merged = []
    }

    @inline(__always)
    mutating func next() -> Instance? {
        guard lone != nil else { return nextMerged() }
        while let instance = lone?.next() {
            if excludedKeys.isEmpty && excludedDays == nil { return instance }
            if let excludedDays, excludedDays.has(instance) {
                if let behind = excludedDays.instances(behind: instance) { lone = behind }
            } else if !excludedKeys.contains(instance.key) {
                return instance
            }
        }
        return nil
    }

    /// The next instance of any other set.
    ///
    /// A function of its own: inlined, it would have the list made ready to be changed for each instance of a lone rule
    /// too.
    @inline(never)
    private mutating func nextMerged() -> Instance? {
        merged.isEmpty ? nil : merged[0].next()
    }
}

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

/// The whole days that EXDATE takes out of a rule with a time of day, and the rule, so that dense rules can be sought behind
/// them: a rule of every second has 86,400 instances on each.
final class ExcludedDays: Sendable {
    private let days: Set<Int>
    private let rule: BoundedRule
    private let clock: SeriesClock
    private let upper: Int
    /// Whether a day may have so many instances that the next one is better sought than gone to.
    private let isDense: Bool

    init(_ days: Set<Int>, of rule: BoundedRule, on clock: SeriesClock, through upper: Int) {
        self.days = days
        self.rule = rule
        self.clock = clock
        self.upper = upper
        isDense = rule.plan.most(inSeconds: 86_400) > 256
    }

    func has(_ instance: Instance) -> Bool { days.contains(floorDivide(instance.civil, 86_400)) }

    /// The instances behind the day of one; nil where they are better gone to one by one, as they are few, or as a change
    /// of the clocks may move what happens on other days to this one.
    func instances(behind instance: Instance) -> RuleInstances? {
        let day = floorDivide(instance.civil, 86_400)
        guard isDense, clock.zone.table.changes(from: (day - 2) * 86_400, to: (day + 4) * 86_400) == 0 else {
            return nil
        }
        return rule.instances(on: clock, from: clock.key(ofCivil: (day + 1) * 86_400), through: upper)
    }
}
