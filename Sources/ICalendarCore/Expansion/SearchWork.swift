/// What it costs to go through the series of a search, held within ``ReadingLimits/work``.
///
/// Sets of several rules and EXRULEs must be gone through instance by instance, and a few hundred bytes can ask for
/// millions of them, of which hardly any is one. So what each may cost is estimated before, by arithmetic, and what
/// costs too much is followed up to a named instant. It depends on the calendars and the window alone, not on threads
/// nor on how far a program goes through the occurrences.
struct SearchWork {
    let limit: Int
    /// The instants that are searched, in seconds since 1970.
    let searched: Range<Int>

    /// Each series that must be gone through may take so many steps at least: twice what two rules of every day give in
    /// four years.
    private static let leastShare = 4096

    /// So many occurrences may wait at once for others that may come before them, where the clocks change.
    private static let greatestCrowd = 1 << 18
    /// Each series may have so many of them whatever others have: a moved one of every ten minutes has fewer.
    private static let leastCrowd = 32

    /// Cuts the series that take too many steps, with a remark on each; gives what is spent, so that several searches can
    /// share what may be.
    @discardableResult
    func cut(_ segments: inout [Segment], threads: Int = 1, remark: (Diagnostic) -> Void) -> Int {
        let (cuts, spent) = cuts(of: segments, threads: threads)
        for cut in cuts {
            segments[cut.place] = segments[cut.place].before(cut.through)
            remark(segments[cut.place].remark(ofEndAt: cut.through))
        }
        return spent
    }

    /// The series that are followed to an earlier end than the window's, by their places, with that instant.
    private func cuts(of segments: [Segment], threads: Int) -> (cuts: [Cut], steps: Int) {
        let counting = Meter(Self.mostCounting)
        let crowds = crowdCuts(of: segments, counting)
        let works = workCuts(of: segments, threads: threads, counting)
        if crowds.isEmpty { return works }
        let ends = Dictionary((crowds + works.cuts).map { ($0.place, $0.through) }, uniquingKeysWith: min)
        return (ends.sorted { $0.key < $1.key }.map { (place: $0.key, through: $0.value) }, works.steps)
    }

    /// What counting instances for these estimates may cost, all series together, in steps of some ten nanoseconds.
    ///
    /// Thousands of parts of a series may have a hundred rules, each of which takes microseconds to be counted. When it is
    /// spent, guesses on the safe side stand.
    private static let mostCounting = 1 << 23

    private typealias Cut = (place: Int, through: Int)

    /// The moved series of which too many occurrences would be kept at once, with the instant up to which none has to be.
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

    /// The series that take too many steps, with that instant, and how many steps all take.
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
        // That was a guess on the safe side.
        sum = 0
        for index in loads.indices {
            loads[index].work = segments[loads[index].place].work(from: from, to: to, counting)
            sum = sum.adding(loads[index].work)
        }
        loads.removeAll { $0.work == 0 }
        // A series may have thousands of parts, which share what it may take.
        let series = Set(loads.map { segments[$0.place].base.rules.first.map(ObjectIdentifier.init) }).count
        let most = limit.adding(Self.leastShare.multiplied(by: series))
        if sum <= most { return ([], sum) }
        let share = Self.share(of: loads.map(\.work), within: most)
        let cuts = loads.filter { $0.work > share }.map { load in
            (place: load.place, through: segments[load.place].lastInstant(within: share, from: from, to: to))
        }
        return (cuts, most)
    }

    /// The most that each may take so that all take no more than a limit: what small ones leave is for the others.
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
    /// The same part without the instances from an instant on.
    package func before(_ instant: Int) -> Segment {
        through(base.clock.key(atInstant: instant - shift) - 1)
    }

    /// What there is to be said of a series that is followed up to an instant only.
    package func remark(ofEndAt instant: Int) -> Diagnostic {
        Diagnostic(
            .error,
            .limit,
            file: member.file,
            line: member.line,
            "\(Words.event(member.summary, uid: member.uid)) is too expensive to expand;"
                + " stopped at \(Instant(secondsSince1970: instant))"
        )
    }

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
    package func work(from: Int, to: Int, _ counting: Meter) -> Int {
        func toCount(_ rules: [BoundedRule]) -> Int { rules.reduce(0) { $0 + $1.density.stepsOfCounting } }
        // What is gone through to be counted costs as much as what is searched.
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

    /// What it takes to begin to go through the rules, where the segment is one of the parts of a series.
    ///
    /// There may be thousands of parts, and a hundred rules. A rule that is begun once takes no longer than it took to be
    /// read.
    private func stepsOfOpening(_ rules: [BoundedRule], _ exclusionRules: [BoundedRule]) -> Int {
        guard isDetached, keys.above > .min else { return 0 }
        func sum(_ rules: [BoundedRule]) -> Int { rules.reduce(0) { $0 + $1.density.stepsOfOpening } }
        // What is open at once takes room.
        return max(isRoomy ? Segment.stepsOfRoom * room : 0, sum(rules) + sum(exclusionRules))
    }

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
        let low = max(from - length.upperBound - 2 * SeriesClock.slack, RulePlan.firstSecond) + 1
        let tooLate = (low..<max(low, to)).firstPlace { instant in
            // Behind the end none is looked for.
            let seconds = min(instant - shift, RulePlan.lastSecond) - first
            return self.work(of: rules, exclusionRules, inSeconds: max(0, seconds)) <= work
        }
        return tooLate - 1
    }

    /// How many occurrences may have to be kept at once, at most, as later ones may come before them where the clocks change;
    /// what is no more than `few` is as good as nothing.
    func greatestCrowd(from: Int, to: Int, few: Int, _ counting: Meter) -> Int {
        let reach = SegmentItems.reach(of: self)
        if reach == 0 { return 0 }
        let (first, last) = stretch(from: from, to: to)
        // A part of a series may be one of thousands, each of some seconds.
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

extension SearchBudget {
    /// Cuts the series of a calendar that take more steps than are left, and says so.
    package func cut(_ segments: inout [Segment], searched: Range<Int>, remarks: inout DiagnosticList) {
        work.take(SearchWork(limit: work.left, searched: searched).cut(&segments) { remarks.append($0) })
    }
}
