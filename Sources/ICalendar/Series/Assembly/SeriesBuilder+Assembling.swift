/// From the components of one UID to segments and occurrences that stand for themselves.
extension SeriesBuilder {
    /// Puts the whole events and the overrides of one UID together.
    func assemble(_ candidates: ArraySlice<Candidate>) {
        // Most UIDs have one event, which stands as it is.
        if candidates.count == 1, let only = candidates.first, !only.schedule.isOverride,
            (revisions.highest(of: only.member.uidHash) ?? 0) <= only.schedule.sequence
        {
            if only.schedule.needsSet {
                addWhole(only)
            } else {
                add(single(only, recurrenceID: nil, isDetached: false))
            }
            return
        }
        let masters = masters(among: candidates.filter { !$0.schedule.isOverride })
        let overrides = candidates.filter(\.schedule.isOverride)
        if masters.isEmpty {
            assemble(orphans: overrides)
        } else if overrides.isEmpty, masters.allSatisfy({ !$0.schedule.needsSet }) {
            for master in masters { add(single(master, recurrenceID: nil, isDetached: false)) }
        } else {
            var assembly = SeriesAssembly(masters: masters, builder: self)
            assembly.match(overrides)
        }
    }

    /// Puts overrides together whose master is not here: each is there once, but for one that has instances of its own.
    private func assemble(orphans overrides: [Candidate]) {
        let series = latestRevisions(of: overrides.filter(\.schedule.isSeriesByItself))
        guard series.isEmpty else {
            for override in series { noteOwnSeries(override.schedule) }
            var assembly = SeriesAssembly(masters: series, builder: self)
            return assembly.match(overrides.filter { !$0.schedule.isSeriesByItself })
        }
        for override in latestRevisions(of: overrides) {
            warnOfRules(in: override.member)
            noteLostRange(of: override.member)
            add(orphan(override))
        }
    }

    /// Adds a master without overrides.
    private func addWhole(_ master: Candidate) {
        let set = recurrenceSet(of: master)
        let length = length(of: master, startKey: set.start.key, clock: set.clock)
        addSegment(of: master, set, length, through: .max)
    }

    /// Adds the segment that a master describes itself, up to a key.
    func addSegment(
        of master: Candidate,
        _ set: consuming RecurrenceSet,
        _ length: OccurrenceLength,
        through last: Int,
        overriddenKeys: Set<Int> = [],
        overriddenDays: Set<Int> = []
    ) {
        checkRival(of: master, set: set)
        let segment = Segment(
            base: set,
            describedBy: master.member,
            keys: (above: .min, through: last),
            clock: set.clock,
            output: set.clock,
            shift: 0,
            length: length,
            isDetached: false,
            isRecurring: !set.rules.isEmpty || set.dates.count > 1,
            displayZone: context.displayZone,
            overriddenKeys: overriddenKeys,
            overriddenDays: overriddenDays
        )
        add(segment, describedBy: master)
    }

    /// An override whose master is not there, or has no such instance: a master that has none in the window may have been
    /// left out, and the answer is the same.
    func orphan(_ candidate: Candidate) -> SingleOccurrence {
        var key: (Int, SeriesClock)?
        if let id = candidate.schedule.recurrenceID {
            let clock = resolver.clock(for: id, line: candidate.schedule.recurrenceIDLine)
            key = (clock.key(ofCivil: id.civil.secondNumber), clock)
        }
        return single(candidate, recurrenceID: key, isDetached: true)
    }
}
