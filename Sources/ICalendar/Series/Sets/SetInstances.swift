/// The instances of a recurrence set in order.
struct SetInstances: Sendable {
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

    /// No instances.
    init() {
        excludedKeys = []
        excludedDays = nil
        merged = []
    }

    /// The next instance, or nil after the last.
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
