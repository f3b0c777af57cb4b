/// What it costs to go through the series of a search, held within ``ReadingLimits/work``.
///
/// Sets of several rules and EXRULEs must be gone through instance by instance, and a few hundred bytes can ask for
/// millions of them, of which hardly any is one. So what each may cost is estimated before, by arithmetic, and what
/// costs too much is followed up to a named instant. It depends on the calendars and the window alone, not on threads
/// nor on how far a program goes through the occurrences.
struct SearchWork {
    /// What may be spent.
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
        var budget = CountingBudget()
        let crowds = crowdCuts(of: segments, &budget)
        let works = workCuts(of: segments, threads: threads, &budget)
        if crowds.isEmpty { return works }
        let ends = Dictionary((crowds + works.cuts).map { ($0.place, $0.through) }, uniquingKeysWith: min)
        return (ends.sorted { $0.key < $1.key }.map { (place: $0.key, through: $0.value) }, works.steps)
    }

    private typealias Cut = (place: Int, through: Int)

    /// The moved series of which too many occurrences would be kept at once, with the instant up to which none has to be.
    private func crowdCuts(
        of segments: [Segment],
        _ budget: inout CountingBudget
    ) -> [(place: Int, through: Int)] {
        let (from, to) = (searched.lowerBound, searched.upperBound)
        var crowds: [(place: Int, work: Int)] = []
        for (place, segment) in segments.enumerated() {
            let crowd = segment.greatestCrowd(from: from, to: to, few: Self.leastCrowd, &budget)
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
        _ budget: inout CountingBudget
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
            loads[index].work = segments[loads[index].place].work(from: from, to: to, &budget)
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
    func before(_ instant: Int) -> Segment {
        through(base.clock.key(atInstant: instant - shift) - 1)
    }

    /// What there is to be said of a series that is followed up to an instant only.
    func remark(ofEndAt instant: Int) -> Diagnostic {
        Diagnostic(
            .warning,
            .limit,
            file: member.file,
            line: member.line,
            "the rules of this event take too many steps to be followed further than"
                + " \(Instant(secondsSince1970: instant)); its later occurrences are left out"
        )
    }
}
