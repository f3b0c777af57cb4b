/// The cost of walking the series of a search, kept within ``ReadingLimits/work``.
///
/// Sets with several rules and EXRULEs must be walked instance by instance, and a few hundred bytes can describe
/// millions of candidates with hardly any instances among them. The cost of each series is therefore estimated
/// arithmetically before the series is expanded, and an expensive series is expanded only up to an instant that a
/// diagnostic reports. The result depends only on the calendars and the window, not on the number of threads or on how
/// far a program iterates.
struct SearchWork {
    let limit: Int
    /// The instants to search, in seconds since 1970.
    let searched: Range<Int>

    /// The minimum number of steps for each series that must be walked, which exceeds the cost of two daily rules
    /// over four years.
    private static let leastShare = 4096

    /// The maximum number of occurrences that may be held back near a clock change because others could precede them.
    private static let greatestCrowd = 1 << 18
    /// The number of held-back occurrences that each series is always allowed.
    ///
    /// Even a moved series with an instance every ten minutes has fewer.
    private static let leastCrowd = 32

    /// Shortens the series that take too many steps, and reports each with a remark.
    ///
    /// Returns the number of steps spent, which lets several searches share a budget.
    @discardableResult
    func cut(_ segments: inout [Segment], threads: Int = 1, remark: (Diagnostic) -> Void) -> Int {
        let (cuts, spent) = cuts(of: segments, threads: threads)
        for cut in cuts {
            segments[cut.place] = segments[cut.place].before(cut.through)
            remark(segments[cut.place].remark(ofEndAt: cut.through))
        }
        return spent
    }

    /// Returns the series to cut before the end of the window, each with its last instant, and the total number of
    /// steps.
    private func cuts(of segments: [Segment], threads: Int) -> (cuts: [Cut], steps: Int) {
        let counting = Meter(Self.mostCounting)
        let crowds = crowdCuts(of: segments, counting)
        let works = workCuts(of: segments, threads: threads, counting)
        if crowds.isEmpty { return works }
        let ends = Dictionary((crowds + works.cuts).map { ($0.place, $0.through) }, uniquingKeysWith: min)
        return (ends.sorted { $0.key < $1.key }.map { (place: $0.key, through: $0.value) }, works.steps)
    }

    /// The budget for counting instances when estimating costs, in steps of about ten nanoseconds.
    ///
    /// A series may have thousands of parts with a hundred rules each, and counting a rule takes microseconds. Once the
    /// budget is spent, conservative estimates apply.
    private static let mostCounting = 1 << 23

    private typealias Cut = (place: Int, through: Int)

    /// Returns the moved series with too many held-back occurrences, each with the last instant before any are held
    /// back.
    private func crowdCuts(
        of segments: [Segment],
        _ counting: Meter
    ) -> [(place: Int, through: Int)] {
        let (from, to) = (searched.lowerBound, searched.upperBound)
        var crowds: [(place: Int, work: Int)] = []
        for (place, segment) in segments.enumerated() {
            let crowd = segment.greatestCrowd(from: from, to: to, few: Self.leastCrowd, counting)
            if crowd > Self.leastCrowd { crowds.append((place, crowd)) }
        }
        let sum = crowds.reduce(0) { $0.adding($1.work) }
        if sum <= Self.greatestCrowd { return [] }
        let share = Self.share(of: crowds.map(\.work), within: Self.greatestCrowd)
        return crowds.filter { $0.work > share }.compactMap { crowd in
            let end = segments[crowd.place].endOfSteadyTimes(from: from)
            return end < to ? (crowd.place, end) : nil
        }
    }

    /// Returns the series that take too many steps, each with its last instant, and the total number of steps.
    private func workCuts(
        of segments: [Segment],
        threads: Int,
        _ counting: Meter
    ) -> (cuts: [Cut], steps: Int) {
        let (from, to) = (searched.lowerBound, searched.upperBound)
        var loads: [(place: Int, work: Int)] = []
        Workers.mapParts(
            of: segments.count,
            size: 1024,
            threads: segments.count > 2048 ? threads : 1,
            transform: { places in
                places.compactMap { place in
                    let work = segments[place].greatestWork(from: from, to: to)
                    return work == 0 ? nil : (place: place, work: work)
                }
            },
            consume: { (part: [(place: Int, work: Int)]) in loads += part }
        )
        var sum = loads.reduce(0) { $0.adding($1.work) }
        if sum <= limit { return ([], sum) }
        // The previous value was a conservative estimate.
        sum = 0
        for index in loads.indices {
            loads[index].work = segments[loads[index].place].work(from: from, to: to, counting)
            sum = sum.adding(loads[index].work)
        }
        loads.removeAll { $0.work == 0 }
        // A series may have thousands of parts, which share one allowance.
        let series = Set(loads.map { segments[$0.place].base.rules.first.map(ObjectIdentifier.init) }).count
        let most = limit.adding(Self.leastShare.multiplied(by: series))
        if sum <= most { return ([], sum) }
        let share = Self.share(of: loads.map(\.work), within: most)
        let cuts = loads.filter { $0.work > share }.map { load in
            (place: load.place, through: segments[load.place].lastInstant(within: share, from: from, to: to))
        }
        return (cuts, most)
    }

    /// Returns the largest share that keeps the total within a limit.
    ///
    /// Small loads leave their unused share to larger loads.
    private static func share(of loads: [Int], within limit: Int) -> Int {
        var left = limit
        let sorted = loads.sorted()
        for (index, load) in sorted.enumerated() {
            let share = left / (sorted.count - index)
            if load > share { return share }
            left -= load
        }
        return .max
    }
}

extension Segment {
    /// Returns the segment without instances at or after an instant.
    package func before(_ instant: Int) -> Segment {
        through(base.clock.key(atInstant: instant - shift) - 1)
    }

    /// Returns the diagnostic for a series that is expanded only up to an instant.
    package func remark(ofEndAt instant: Int) -> Diagnostic {
        Diagnostic(
            .error,
            .limit,
            file: member.file,
            line: member.line,
            "event too expensive to expand; stopped at \(Instant(secondsSince1970: instant))"
        )
    }

    /// Returns, in constant time, an upper bound on the number of instances to examine between two instants.
    ///
    /// Instances of a single rule are free, because every examined instance is also returned. The result counts the
    /// instances that may be examined but not returned because of several rules, EXRULEs, or whole days in EXDATE.
    func greatestWork(from: Int, to: Int) -> Int {
        if base.exclusionRules.isEmpty, base.excludedDays.isEmpty, overriddenDays.isEmpty,
            base.rules.count < 2
        {
            guard !base.rules.isEmpty else { return 0 }
            let (density, seconds) = (base.rules[0].density, seconds(from: from, to: to))
            let looks = density.looks(inSeconds: seconds)
            if looks > 0 { return looks }
            // Examining a few instances is always allowed; larger numbers are counted arithmetically.
            let most = density.most(inSeconds: seconds)
            let opening = stepsOfOpening(base.rules, [])
            if most > Segment.fewInstances { return steps(given: most, taken: 0).adding(opening) }
            return opening <= Segment.fewInstances ? 0 : opening
        }
        return work(of: base.rules, base.exclusionRules, inSeconds: seconds(from: from, to: to))
    }

    /// Returns a tighter bound by counting the sets that need not be walked.
    package func work(from: Int, to: Int, _ counting: Meter) -> Int {
        func toCount(_ rules: [BoundedRule]) -> Int { rules.reduce(0) { $0 + $1.density.stepsOfCounting } }
        // If counting requires a walk, counting costs as much as the search.
        guard looks(of: base.rules, inSeconds: 0) + looks(of: base.exclusionRules, inSeconds: 0) == 0,
            counting.take(
                (toCount(base.rules) + toCount(base.exclusionRules))
                    .multiplied(by: 2 + base.excludedDays.count)
            )
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

    /// Returns the cost of starting to walk the rules if the segment is one of several parts of a series.
    ///
    /// There may be thousands of parts with a hundred rules each. Starting a rule once takes no longer than reading
    /// it.
    private func stepsOfOpening(_ rules: [BoundedRule], _ exclusionRules: [BoundedRule]) -> Int {
        guard isDetached, keys.above > .min else { return 0 }
        func sum(_ rules: [BoundedRule]) -> Int { rules.reduce(0) { $0 + $1.density.stepsOfOpening } }
        // All parts that are open at the same time use memory.
        return max(isRoomy ? Segment.stepsOfRoom * room : 0, sum(rules) + sum(exclusionRules))
    }

    /// The cost, in steps, of each unit of memory that a part of a series uses while other parts are open.
    private static let stepsOfRoom = 100

    /// Returns the cost of searching years in other calendars.
    private func looks(of rules: [BoundedRule], inSeconds seconds: Int) -> Int {
        rules.reduce(0) { $0.adding($1.density.looks(inSeconds: seconds)) }
    }

    /// Returns an upper bound on the number of instances of a rule between two civil seconds.
    private func instances(of rule: BoundedRule, from first: Int, to last: Int) -> Int {
        let end = min(last, (rule.lastCivil(on: base.clock) ?? RulePlan.lastSecond) + 1)
        guard first < end else { return 0 }
        let most = rule.density.most(inSeconds: end - first)
        return rule.plan.isCountedByWalk ? most : min(rule.plan.count(from: first, before: end), most)
    }

    /// Returns the last instant that the search is guaranteed to reach in at most `work` steps.
    func lastInstant(within work: Int, from: Int, to: Int) -> Int {
        let first = stretch(from: from, to: to).first
        // Rules that have already ended cost nothing, regardless of their density.
        func goingOn(_ rules: [BoundedRule]) -> [BoundedRule] {
            rules.filter { $0.lastCivil(on: base.clock) ?? .max >= first }
        }
        let (rules, exclusionRules) = (goingOn(base.rules), goingOn(base.exclusionRules))
        // Occurrences that began before the window may extend into it.
        let low = max(from - length.upperBound - 2 * SeriesClock.slack, RulePlan.firstSecond) + 1
        let tooLate = (low..<max(low, to)).firstPlace { instant in
            // The search never continues past the last second.
            let seconds = min(instant - shift, RulePlan.lastSecond) - first
            return self.work(of: rules, exclusionRules, inSeconds: max(0, seconds)) <= work
        }
        return tooLate - 1
    }

    /// Returns the maximum number of occurrences to hold back at once.
    ///
    /// Near a clock change, occurrences found later may precede those that are held back. Callers treat any result of
    /// at most `few` as zero.
    func greatestCrowd(from: Int, to: Int, few: Int, _ counting: Meter) -> Int {
        let reach = SegmentItems.reach(of: self)
        if reach == 0 { return 0 }
        let (first, last) = stretch(from: from, to: to)
        // A series may have thousands of parts, each a few seconds long.
        let (length, isEndless) = keys.through.subtractingReportingOverflow(keys.above)
        var crowd = 0
        for rule in base.rules {
            let most = min(rule.density.most(inSeconds: reach), rule.count ?? .max, isEndless ? .max : length)
            guard most > few, counting.take(rule.density.stepsOfCounting) else {
                crowd = crowd.adding(most)
                continue
            }
            crowd = crowd.adding(min(most, instances(of: rule, from: first, to: last)))
        }
        return crowd
    }

    /// Returns an instant before which no occurrence needs to be held back, ignoring occurrences that end at or before
    /// `from`.
    func endOfSteadyTimes(from: Int) -> Int {
        let first = from - length.upperBound
        if clock.kind == .allDay, !base.periods.isEmpty { return first }
        func end(_ clock: SeriesClock, from instant: Int) -> Int {
            let steady = clock.steadyTimes(around: instant)
            return steady.contains(instant) ? steady.upperBound : instant
        }
        // All-day occurrences begin before their source times.
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

    /// The cost of computing the end of an instance in wall-clock time, in steps.
    private static let stepsOfNominalEnd = 3

    /// The cost, in steps, of computing the times of an instance whose clock differs from the clock of its set, such
    /// as a whole day in a timed set.
    private static let stepsOfOtherClocks = 3

    /// The cost, in steps, of computing an instant in a zone whose clocks change constantly, unlike any real zone.
    private static let stepsOfRestlessClock = 3

    /// Returns the number of steps needed to merge instances.
    ///
    /// Each instance is compared with the next instance of every rule.
    private func steps(given: Int, taken: Int) -> Int {
        // If an EXRULE is much denser than the rules, the search seeks in it instead of walking it.
        let taken = min(taken, given.multiplied(by: MergedInstances.mostPassed * base.exclusionRules.count))
        let rules = base.rules.count + base.exclusionRules.count
        // A length in days depends on the zone's clocks, so computing the end takes as long as computing the
        // instance.
        let ends = length.isNominal && clock.kind == .zoned ? Segment.stepsOfNominalEnd : 0
        let others = clock.kind == base.clock.kind ? 0 : Segment.stepsOfOtherClocks
        let isRestless = base.clock.kind == .zoned && base.clock.zone.table.isRestless
        let lookups = isRestless ? Segment.stepsOfRestlessClock : 0
        return given.adding(taken).adding(given.multiplied(by: rules / 8 + ends + others + lookups))
    }
}

extension SearchBudget {
    /// Shortens the series of a calendar that exceed the remaining budget, and reports each with a remark.
    package func cut(_ segments: inout [Segment], searched: Range<Int>, remarks: inout DiagnosticList) {
        work.take(SearchWork(limit: work.left, searched: searched).cut(&segments) { remarks.append($0) })
    }
}
