/// An assembly that combines the components with the same UID into a series.
///
/// The assembly determines which revisions apply, which master each override belongs to, and which part of the series
/// each component describes.
struct SeriesAssembly {
    /// The builder, which provides zones and collects remarks and results.
    private let builder: SeriesBuilder
    private let candidates: ArraySlice<SeriesMember>

    init(of candidates: ArraySlice<SeriesMember>, builder: SeriesBuilder) {
        self.builder = builder
        self.candidates = candidates
    }

    func assemble() {
        // Most UIDs have one event without overrides.
        if candidates.count == 1, let only = candidates.first, !only.schedule.isOverride,
            (builder.revisions.highest(of: only.uidHash) ?? 0) <= only.schedule.sequence
        {
            if only.schedule.needsSet {
                addWhole(only)
            } else {
                builder.add(builder.single(only, recurrenceID: nil, isDetached: false))
            }
            return
        }
        let masters = masters(among: candidates.filter { !$0.schedule.isOverride })
        let overrides = candidates.filter(\.schedule.isOverride)
        if masters.isEmpty {
            assemble(orphans: overrides)
        } else if overrides.isEmpty, masters.allSatisfy({ !$0.schedule.needsSet }) {
            for master in masters {
                builder.add(builder.single(master, recurrenceID: nil, isDetached: false))
            }
        } else {
            match(overrides, with: masters)
        }
    }

    private func match(_ overrides: [SeriesMember], with masters: [SeriesMember]) {
        var matching = OverrideMatching(masters: masters, builder: builder)
        matching.match(overrides)
        for master in matching.masters { cut(master) }
    }

    private func assemble(orphans overrides: [SeriesMember]) {
        let series = latestRevisions(of: overrides.filter(\.schedule.isSeriesByItself))
        guard series.isEmpty else {
            for override in series { builder.noteOwnSeries(override.schedule) }
            return match(overrides.filter { !$0.schedule.isSeriesByItself }, with: series)
        }
        for override in latestRevisions(of: overrides) {
            builder.warnOfRules(in: override)
            builder.noteLostRange(of: override)
            builder.add(builder.orphan(override))
        }
    }

    private func addWhole(_ master: SeriesMember) {
        let set = SetAssembly(of: master, builder: builder).set()
        let length = builder.length(of: master, startKey: set.start.key, clock: set.clock)
        addSegment(of: master, set, length, through: .max)
    }

    private func addSegment(
        of master: SeriesMember,
        _ set: consuming RecurrenceSet,
        _ length: OccurrenceLength,
        through last: Int,
        overriddenKeys: Set<Int> = [],
        overriddenDays: Set<Int> = []
    ) {
        builder.checkRival(of: master, set: set)
        let segment = Segment(
            base: set,
            describedBy: master,
            keys: (above: .min, through: last),
            length: length,
            isDetached: false,
            isRecurring: !set.rules.isEmpty || set.dates.count > 1,
            displayZone: builder.context.displayZone,
            overriddenKeys: overriddenKeys,
            overriddenDays: overriddenDays
        )
        builder.add(segment, describedBy: master)
    }

    /// Returns the masters that apply among several whole events with the same UID.
    private func masters(among candidates: [SeriesMember]) -> [SeriesMember] {
        guard let highest = candidates.map(\.schedule.sequence).max() else { return [] }
        if let first = candidates.first, let elsewhere = builder.revisions.highest(of: first.uidHash),
            elsewhere > highest
        {
            return []
        }
        guard candidates.count > 1 else { return candidates }
        var kept: [SeriesMember] = []
        var places: [Times: Int] = [:]
        for candidate in candidates where candidate.schedule.sequence == highest {
            let times = times(of: candidate)
            if let twin = places[times] {
                if kept[twin].isOlder(than: candidate) { kept[twin] = candidate }
            } else {
                places[times] = kept.count
                kept.append(candidate)
            }
        }
        if kept.count > 1, let second = kept.dropFirst().first {
            let message =
                "\(kept.count) events share UID \"\(second.uid)\" and SEQUENCE; all kept"
            builder.warn(.series, line: second.schedule.line, message)
        }
        if builder.context.saysObsolete, kept.count < candidates.count, let first = candidates.first {
            let (count, all) = (candidates.count - kept.count, candidates.count)
            let message =
                "\(count) of \(all) events with UID \"\(Words.short(first.uid))\" skipped:"
                + " superseded by a higher SEQUENCE or a later revision at the same times"
            builder.warn(.series, line: first.schedule.line, message)
        }
        return kept
    }

    private struct Times: Hashable {
        let kind: SeriesClock.Kind
        let start: Int
        let end: Int
    }

    private func times(of candidate: SeriesMember) -> Times {
        let clock = builder.resolver.clock(for: candidate.start, line: candidate.schedule.startLine)
        let start = clock.key(ofCivil: candidate.start.civil.secondNumber)
        let length = builder.length(of: candidate, startKey: start, clock: clock, noting: false)
        return Times(kind: clock.kind, start: start, end: length.end(ofKey: start, on: clock))
    }

    /// Returns the latest revision of each overridden instance, in file order.
    private func latestRevisions(of overrides: [SeriesMember]) -> [SeriesMember] {
        var latest: [Times: SeriesMember] = [:]
        var kept: [SeriesMember] = []
        for override in overrides {
            // An override without a readable RECURRENCE-ID is not a revision of another override.
            guard let id = override.schedule.recurrenceID else {
                kept.append(override)
                continue
            }
            // A date, a floating time, and an instant never identify the same instance, regardless of the display zone.
            let clock = builder.resolver.clock(for: id, line: nil)
            let key = clock.key(ofCivil: id.civil.secondNumber)
            let name = Times(kind: clock.kind, start: key, end: key)
            if let other = latest[name], !other.isOlder(than: override) { continue }
            latest[name] = override
        }
        return (kept + latest.values.filter { !$0.isAbsent }).sorted { $0.place < $1.place }
    }

    /// Divides a master into the part that it describes itself and one part per THISANDFUTURE override.
    private func cut(_ master: OverrideMatching.Master) {
        let futures = master.futures.count > 1 ? master.futures.sorted { $0.key < $1.key } : master.futures
        if futures.isEmpty {
            return addSegment(
                of: master.candidate,
                master.set,
                master.length,
                through: .max,
                overriddenKeys: master.keys,
                overriddenDays: master.days
            )
        }
        var master = master
        // Each part stores only its own keys, because there may be thousands of parts and thousands of keys.
        master.set.sortExcludedKeys()
        let overriddenKeys = master.keys.sorted()
        func overridden(above lower: Int, through upper: Int) -> Set<Int> {
            Set(overriddenKeys.part(above: lower, through: upper))
        }
        let first = futures[0].key
        addSegment(
            of: master.candidate,
            master.set,
            master.length,
            through: first,
            overriddenKeys: overridden(above: .min, through: first),
            overriddenDays: master.days
        )
        for (index, future) in futures.enumerated() {
            let next = index + 1 < futures.count ? futures[index + 1].key : Int.max
            let segment = segment(
                after: future,
                through: next,
                of: master,
                overriddenKeys: overridden(above: future.key, through: next)
            )
            builder.add(segment, describedBy: future.candidate)
        }
    }

    private func segment(
        after future: OverrideMatching.Future,
        through last: Int,
        of master: OverrideMatching.Master,
        overriddenKeys: Set<Int>
    ) -> Segment {
        let override = future.candidate
        let set = master.set
        if override.schedule.start == nil {
            // The override cancels all following instances at their original times.
            return Segment(
                base: set,
                describedBy: override,
                keys: (above: future.key, through: last),
                length: master.length,
                displayZone: builder.context.displayZone,
                overriddenKeys: overriddenKeys,
                overriddenDays: master.days
            )
        }
        let own = builder.resolver.clock(for: override.start, line: override.schedule.startLine)
        let startKey = own.key(ofCivil: override.start.civil.secondNumber)
        var civil = override.start.civil.secondNumber
        // Converts a start in another zone to the master's zone, in which the shift is measured.
        if set.clock.kind == .zoned, own.kind == .zoned, own.zone != set.clock.zone {
            civil = set.clock.civil(ofKey: startKey)
        }
        let clock = own.kind == set.clock.kind ? set.clock : own
        return Segment(
            base: set,
            describedBy: override,
            keys: (above: future.key, through: last),
            clock: clock,
            output: own.kind == .zoned && clock.kind == .zoned ? own : clock,
            shift: civil - future.civil,
            length: builder.length(of: override, startKey: startKey, clock: own, noting: false),
            displayZone: builder.context.displayZone,
            overriddenKeys: overriddenKeys,
            overriddenDays: master.days
        )
    }
}
