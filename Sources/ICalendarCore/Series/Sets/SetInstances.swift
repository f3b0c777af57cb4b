/// The instances of a recurrence set in order.
package struct SetInstances: Sendable {
    /// The only rule that can still have an instance, if nothing but EXDATE can exclude instances, as in most sets.
    private var lone: RuleInstances?
    /// The EXDATE keys, and the local days of EXDATEs that exclude whole days.
    private let excludedKeys: Set<Int>
    private let excludedDays: ExcludedDays?
    /// The merged instances of any other set, stored in an array because an empty array takes only eight bytes.
    private var merged: [MergedInstances]

    /// Returns the `patience` for finding an instance to mention in a report, which does not justify a long search.
    ///
    /// A series may have thousands of parts with a hundred rules each.
    static func briefPatience(with set: RecurrenceSet) -> Int {
        max(32, 1024 / (1 + set.rules.count + set.exclusionRules.count))
    }

    /// Creates the instances with keys in `lower...upper`, and the dates from an earlier key onward.
    ///
    /// Searches end early if they take too long. For callers that need a single instance, `patience` is the number of
    /// consecutive excluded instances to examine before giving up.
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

    /// Returns the instances of the only rule that can still have any, or nil if several sources must be merged.
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
        // DTSTART is usually the first instance of its rule. With limited patience, excluded instances must be counted.
        guard date == set.dates.count - 1, patience == .max, rule.plan.contains(set.dates[date].civil) else {
            return nil
        }
        let instances = rule.instances(on: set.clock, from: lower, through: upper)
        var first = instances
        return first.next() == set.dates[date] ? instances : nil
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

    /// Returns the next instance merged from several sources.
    ///
    /// The function is separate, because inlining it would prepare the array for mutation for every instance of a lone
    /// rule.
    @inline(never)
    private mutating func nextMerged() -> Instance? {
        merged.isEmpty ? nil : merged[0].next()
    }
}

/// The instances of a recurrence set in order, merged from its rules and dates.
struct MergedInstances: Sendable {
    private let set: RecurrenceSet
    private let excluding: Bool
    private let upper: Int
    /// The maximum number of consecutive excluded instances before the sequence ends.
    private let patience: Int
    /// The rules with an instance in the range.
    ///
    /// A part of a series may have a hundred rules, most of them without instances in the range.
    private var rules: [RuleInstances] = []
    private var heads: [Instance?] = []
    /// The EXRULEs with an instance in the range, in three arrays, because each is consulted for every instance.
    private var exclusionRules: [BoundedRule] = []
    private var exclusions: [RuleInstances] = []
    private var exclusionHeads: [Instance?] = []
    private var nextDate: Int

    /// Creates the instances with keys in `lower...upper`, and the dates from the index `date` onward.
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
        // Thousands of series are walked at once, and growing arrays would leave half of their capacity unused.
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
        // If there are no instances, nothing can be excluded.
        guard excluding, !rules.isEmpty || nextDate < set.dates.count else { return }
        // A period that is longer than the event may begin earlier.
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

    /// Returns the maximum amount by which a key can exceed the keys of later instances.
    ///
    /// In a wall-clock series, a time in a gap is read as a later instant than some later times.
    private static func disorder(on clock: SeriesClock) -> Int {
        clock.isWall ? clock.zone.table.largestGap : 0
    }

    /// The number of instances of an EXRULE to step through before seeking instead.
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
        // Each source returns a key once, so equal keys are at the heads of the sources. A period keeps its own
        // length.
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
                    // The EXRULE is much denser than the rules, so seeking is cheaper than stepping.
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

/// The whole days that EXDATE excludes from a rule with a time of day.
///
/// Stores the rule, so a search in a dense rule can jump past excluded days. A FREQ=SECONDLY rule has 86,400 instances
/// on each day.
final class ExcludedDays: Sendable {
    private let days: Set<Int>
    private let rule: BoundedRule
    private let clock: SeriesClock
    private let upper: Int
    /// Whether a day may have enough instances that seeking the next day is faster than stepping to it.
    private let isDense: Bool

    init(_ days: Set<Int>, of rule: BoundedRule, on clock: SeriesClock, through upper: Int) {
        self.days = days
        self.rule = rule
        self.clock = clock
        self.upper = upper
        isDense = rule.plan.most(inSeconds: 86_400) > 256
    }

    func has(_ instance: Instance) -> Bool { days.contains(floorDivide(instance.civil, 86_400)) }

    /// Returns the instances after the day of the given instance, or nil if it is faster to step to them.
    ///
    /// Stepping is better if there are few instances, or if a clock change may move instances from other days to this
    /// one.
    func instances(behind instance: Instance) -> RuleInstances? {
        let day = floorDivide(instance.civil, 86_400)
        guard isDense, clock.zone.table.changes(from: (day - 2) * 86_400, to: (day + 4) * 86_400) == 0 else {
            return nil
        }
        return rule.instances(on: clock, from: clock.key(ofCivil: (day + 1) * 86_400), through: upper)
    }
}
