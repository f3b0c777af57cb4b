extension Segment {
    /// As many instances as may have to be looked at one by one between two instants, at most; it costs nothing to know.
    ///
    /// What a single rule gives is not counted here, as each instance that is looked at is one that was asked for: this
    /// is what sets of several rules, of EXRULEs and of whole days in EXDATE may look at in vain.
    func greatestWork(from: Int, to: Int) -> Int {
        if base.exclusionRules.isEmpty, base.excludedDays.isEmpty, overriddenDays.isEmpty,
            base.rules.count < 2
        {
            guard !base.rules.isEmpty else { return 0 }
            let (density, seconds) = (base.rules[0].density, seconds(from: from, to: to))
            let looks = density.looks(inSeconds: seconds)
            if looks > 0 { return looks }
            // So few are looked at whoever asks, and more are counted by arithmetic.
            let most = density.most(inSeconds: seconds)
            let opening = stepsOfOpening(base.rules, [])
            if most > Segment.fewInstances { return steps(given: most, taken: 0).adding(opening) }
            return opening <= Segment.fewInstances ? 0 : opening
        }
        return work(of: base.rules, base.exclusionRules, inSeconds: seconds(from: from, to: to))
    }

    /// The same, where sets are counted that need not be gone through.
    func work(from: Int, to: Int, _ budget: inout CountingBudget) -> Int {
        // What is gone through to be counted costs as much as what is searched.
        guard looks(of: base.rules, inSeconds: 0) + looks(of: base.exclusionRules, inSeconds: 0) == 0,
            budget.allows(base.rules, base.exclusionRules, times: 2 + base.excludedDays.count)
        else { return greatestWork(from: from, to: to) }
        let opening = stepsOfOpening(base.rules, base.exclusionRules)
        if count(from: from, to: to, startingFrom: .min) != nil { return opening }
        let (first, last) = stretch(from: from, to: to)
        guard first < last else { return opening }
        func sum(of rules: [BoundedRule]) -> Int {
            rules.reduce(0) { $0.adding(instances(of: $1, from: first, to: last)) }
        }
        return steps(given: sum(of: base.rules), taken: sum(of: base.exclusionRules)).adding(opening)
    }

    /// What it takes to begin to go through the rules, where the segment is one of the parts of a series.
    ///
    /// There may be thousands of parts, and a hundred rules. A rule that is begun once takes no longer than it took to be
    /// read.
    private func stepsOfOpening(_ rules: [BoundedRule], _ exclusionRules: [BoundedRule]) -> Int {
        guard isDetached, keys.above > .min else { return 0 }
        func sum(_ rules: [BoundedRule]) -> Int { rules.reduce(0) { $0 + $1.density.stepsOfOpening } }
        let room = room
        // What is open at once takes room.
        return max(
            room > Segment.littleRoom ? Segment.stepsOfRoom * room : 0,
            sum(rules) + sum(exclusionRules)
        )
    }

    /// How much room going through the rules takes, in parts of some hundred bytes.
    var room: Int {
        func sum(_ rules: [BoundedRule]) -> Int { rules.reduce(0) { $0 + $1.density.room } }
        return sum(base.rules) + sum(base.exclusionRules)
    }

    /// Who takes no more room than this need not give it back early.
    static let littleRoom = 4

    /// What each part of room takes that is in use beside that of other parts of a series.
    private static let stepsOfRoom = 100

    /// What it takes to go through the years of other calendars.
    private func looks(of rules: [BoundedRule], inSeconds seconds: Int) -> Int {
        rules.reduce(0) { $0.adding($1.density.looks(inSeconds: seconds)) }
    }

    /// How many instances a rule has between two civil seconds, at most.
    private func instances(of rule: BoundedRule, from first: Int, to last: Int) -> Int {
        let end = min(last, (rule.lastCivil(on: base.clock) ?? RulePlan.lastSecond) + 1)
        guard first < end else { return 0 }
        let most = rule.density.most(inSeconds: end - first)
        return rule.plan.isCountedByWalk ? most : min(rule.plan.count(from: first, before: end), most)
    }

    /// The last instant up to which no more than so many instances are looked at, for certain.
    func lastInstant(within work: Int, from: Int, to: Int) -> Int {
        let first = stretch(from: from, to: to).first
        // Those that ended before cost nothing, however dense they were.
        func goingOn(_ rules: [BoundedRule]) -> [BoundedRule] {
            rules.filter { $0.lastCivil(on: base.clock) ?? .max >= first }
        }
        let (rules, exclusionRules) = (goingOn(base.rules), goingOn(base.exclusionRules))
        // Occurrences that began before the window may reach into it.
        var (low, high) = (max(from - length.upperBound - 2 * SeriesClock.slack, RulePlan.firstSecond), to)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            // Behind the end none is looked for.
            let seconds = min(middle - shift, RulePlan.lastSecond) - first
            if self.work(of: rules, exclusionRules, inSeconds: max(0, seconds)) <= work {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    /// How many occurrences may have to be kept at once, at most, as later ones may come before them where the clocks change;
    /// what is no more than `few` is as good as nothing.
    func greatestCrowd(from: Int, to: Int, few: Int, _ budget: inout CountingBudget) -> Int {
        let reach = SegmentItems.reach(of: self)
        if reach == 0 { return 0 }
        let (first, last) = stretch(from: from, to: to)
        // A part of a series may be one of thousands, each of some seconds.
        let (length, isEndless) = keys.through.subtractingReportingOverflow(keys.above)
        var crowd = 0
        for rule in base.rules {
            let most = min(rule.density.most(inSeconds: reach), rule.count ?? .max, isEndless ? .max : length)
            guard most > few, budget.allows([rule]) else {
                crowd = crowd.adding(most)
                continue
            }
            crowd = crowd.adding(min(most, instances(of: rule, from: first, to: last)))
        }
        return crowd
    }

    /// An instant before which no occurrence starts that has to be kept for that, of those that overlap instants from one on.
    func endOfSteadyTimes(from: Int) -> Int {
        let first = from - length.upperBound
        if clock.kind == .allDay, !base.periods.isEmpty { return first }
        func end(_ clock: SeriesClock, from instant: Int) -> Int {
            let steady = clock.steadyTimes(around: instant)
            return steady.contains(instant) ? steady.upperBound : instant
        }
        // Whole days begin before the times that they are made of.
        let margin = clock.kind == base.clock.kind ? 0 : SeriesClock.slack
        return max(first, min(end(clock, from: first), end(base.clock, from: first - shift) + shift) - margin)
    }

    private func work(
        of rules: [BoundedRule],
        _ exclusionRules: [BoundedRule],
        inSeconds seconds: Int
    ) -> Int {
        func most(_ rules: [BoundedRule]) -> Int {
            rules.reduce(0) { $0.adding(min($1.density.most(inSeconds: seconds), $1.count ?? .max)) }
        }
        return steps(given: most(rules), taken: most(exclusionRules))
            .adding(looks(of: rules, inSeconds: seconds))
            .adding(looks(of: exclusionRules, inSeconds: seconds))
            .adding(stepsOfOpening(rules, exclusionRules))
    }

    /// What finding the end of an instance by the clock on the wall takes.
    private static let stepsOfNominalEnd = 3

    /// What finding the times of an instance takes that is read by other clocks than its set, such as a day of a timed one.
    private static let stepsOfOtherClocks = 3

    /// What finding an instant takes where the clocks change all the time, as in no honest zone.
    private static let stepsOfRestlessClock = 3

    /// The steps that it takes to merge so many instances, each compared with the next ones of all rules.
    private func steps(given: Int, taken: Int) -> Int {
        // An EXRULE that is much denser than the rules is sought in, and not gone through.
        let taken = min(taken, given.multiplied(by: MergedInstances.mostPassed * base.exclusionRules.count))
        let rules = base.rules.count + base.exclusionRules.count
        // A length in days ends where the clocks of the zone say, which takes as long as finding the instance.
        let ends = length.isNominal && clock.kind == .zoned ? Segment.stepsOfNominalEnd : 0
        let others = clock.kind == base.clock.kind ? 0 : Segment.stepsOfOtherClocks
        let isRestless = base.clock.kind == .zoned && base.clock.zone.table.isRestless
        let lookups = isRestless ? Segment.stepsOfRestlessClock : 0
        return given.adding(taken).adding(given.multiplied(by: rules / 8 + ends + others + lookups))
    }
}
