/// A matching of a UID's overrides to the master instances that they replace.
struct OverrideMatching {
    private let builder: SeriesBuilder

    private(set) var masters: [Master] = []
    /// Whether to look up each override in all masters instead of stopping at the first master that has its instance.
    private var asksAllMasters = true
    /// The maximum number of rule lookups per UID when searching for the masters that contain an override's instance.
    private static let mostQuestions = 10_000
    /// The remaining lookups in masters other than the first.
    ///
    /// Once no lookups remain, only the first master is searched. Each override adds twenty lookups to the limit, so it
    /// is reached only if almost no master has an override's instance.
    private var questions = Meter(0)

    private var namesOfDays: [Int: Name] = [:]

    struct Master {
        var candidate: SeriesMember
        var set: RecurrenceSet
        var length: OccurrenceLength
        var keys: Set<Int> = []
        var days: Set<Int> = []
        var futures: [Future] = []
        /// The results of earlier lookups: the instances at the keys, or on the days, that overrides specify.
        var known: [Name: Instance?] = [:]
    }

    struct Future {
        var key: Int
        var civil: Int
        var candidate: SeriesMember
    }

    init(masters candidates: [SeriesMember], builder: SeriesBuilder) {
        self.builder = builder
        for candidate in candidates {
            let set = SetAssembly(of: candidate, builder: builder).set()
            let length = builder.length(of: candidate, startKey: set.start.key, clock: set.clock)
            masters.append(Master(candidate: candidate, set: set, length: length))
        }
    }

    /// Matches the overrides while the rules of all masters cache their results.
    mutating func match(_ overrides: [SeriesMember]) {
        let memories = masters.flatMap { $0.set.rules.compactMap(\.plan.memory) }
        for memory in memories { memory.begin() }
        matchEach(overrides)
        for memory in memories { memory.end() }
    }

    private mutating func matchEach(_ overrides: [SeriesMember]) {
        let groups = overrides.isEmpty ? [] : groups(of: overrides)
        // The work grows with the number of masters times the number of overrides, and a file with thousands of
        // copies of one event must still be cheap.
        let rules = masters.reduce(0) { $0 + $1.set.questionCost }
        asksAllMasters = rules.multiplied(by: groups.count) <= Self.mostQuestions
        questions = Meter(Self.mostQuestions + 20 * groups.count)
        if !asksAllMasters, let line = masters.dropFirst().first?.candidate.schedule.line {
            let message =
                "limit reached: \(masters.count) events and \(groups.count) overrides share one UID;"
                + " each override replaces its instance in the first matching event only"
            builder.warn(.limit, line: line, message)
        }
        seek(groups)
        for revisions in groups { place(revisions) }
    }

    package enum Name: Hashable {
        case key(Int)
        case day(Int)
        case nothing(place: SeriesMember.Place)
    }

    /// Returns the overrides grouped by the instance that they replace; groups and their members are in file order.
    private mutating func groups(of overrides: [SeriesMember]) -> [[SeriesMember]] {
        var order: [Name] = []
        var groups: [Name: [SeriesMember]] = [:]
        let names = overrides.map { name(of: $0) }
        seekDays(names)
        for (override, name) in zip(overrides, names) {
            let name = nameOfOne(name)
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(override)
        }
        return order.compactMap { groups[$0] }
    }

    private mutating func name(of override: SeriesMember) -> Name {
        guard let clock = masters.first?.set.clock else { return .nothing(place: override.place) }
        return name(of: override, on: clock)
    }

    private func name(of override: SeriesMember, on clock: SeriesClock) -> Name {
        guard let id = override.schedule.recurrenceID else { return .nothing(place: override.place) }
        if id.isDate != (clock.kind == .allDay) { return .day(id.dayOfAllDaySeries.dayNumber) }
        return .key(builder.resolver.key(of: id, on: clock, line: override.schedule.recurrenceIDLine))
    }

    /// Adds the latest revision of one instance, and removes the original instance from its masters.
    private mutating func place(_ revisions: [SeriesMember]) {
        guard var latest = revisions.first else { return }
        for revision in revisions where latest.isOlder(than: revision) {
            latest = revision
        }
        let schedule = latest.schedule
        if latest.isAbsent {
            // A screened-out override removes its instance from the series, but has nothing to display or report.
            if match(latest, revisions, byDay: false) == nil { _ = match(latest, revisions, byDay: true) }
            return
        }
        builder.warnOfRules(in: latest)
        if schedule.recurrenceID == nil {
            builder.add(builder.single(latest, recurrenceID: nil, isDetached: true))
            return
        }
        if let match = match(latest, revisions, byDay: false) {
            add(latest, at: match)
        } else if let match = match(latest, revisions, byDay: true) {
            if let id = schedule.recurrenceID {
                warn(schedule, id.matchedByDay(inAllDaySeries: match.clock.kind == .allDay))
            }
            add(latest, at: match)
        } else {
            let range = schedule.appliesToFuture ? ", RANGE ignored" : ""
            warn(
                schedule,
                "RECURRENCE-ID does not match an instance of its series; kept as a separate event\(range)"
            )
            builder.add(builder.orphan(latest))
        }
    }

    private struct Match {
        let key: Int
        let clock: SeriesClock
        let length: OccurrenceLength
    }

    private func add(_ override: SeriesMember, at match: Match) {
        let cancelled = override.schedule.start == nil ? (match.key, match.clock, match.length) : nil
        builder.add(
            builder.single(
                override,
                recurrenceID: (match.key, match.clock),
                isDetached: true,
                cancelling: cancelled
            )
        )
    }

    /// Matches an override with the masters that have its instance, if they have the value type of its RECURRENCE-ID.
    ///
    /// If `byDay` is true, matches the override with masters of the other value type that have an instance on the day
    /// of the RECURRENCE-ID.
    private mutating func match(
        _ override: SeriesMember,
        _ revisions: [SeriesMember],
        byDay: Bool
    ) -> Match? {
        var match: Match?
        for index in masters.indices {
            let set = masters[index].set
            if !asksAllMasters, index > 0, !mayAsk(set.questionCost, for: override) { break }
            let instance: Instance
            switch name(of: override, on: set.clock) {
            case .key(let key) where !byDay:
                guard let found = masters[index].instance(withKey: key) else { continue }
                masters[index].keys.insert(key)
                if set.excludesByDate(found) { warnExcluded(override) }
                instance = written(override.schedule.recurrenceID, for: found, on: set.clock)
            case .day(let day) where byDay:
                guard let found = masters[index].firstInstance(onDay: day) else { continue }
                masters[index].days.insert(day)
                if set.excludedDays.contains(day) { warnExcluded(override) }
                instance = found
            default: continue
            }
            let length = instance.period >= 0 ? set.periods[Int(instance.period)] : masters[index].length
            match = match ?? Match(key: instance.key, clock: set.clock, length: length)
            addFuture(revisions, naming: instance, of: index)
            if !asksAllMasters { break }
        }
        return match
    }

    /// Returns whether the remaining lookups are enough to search one more master with the given number of rules.
    ///
    /// Without a limit, an override with no matching instance would be looked up in thousands of masters.
    private mutating func mayAsk(_ questions: Int, for override: SeriesMember) -> Bool {
        let before = self.questions.left
        self.questions.take(questions)
        if before > 0, self.questions.left == 0 {
            let message =
                "limit reached: this and later overrides are matched against the first event of their UID only"
            builder.warn(.limit, line: override.schedule.line, message)
        }
        return self.questions.left > 0
    }

    /// Returns the instance with its wall-clock time as written in RECURRENCE-ID, if that time is in the master's
    /// zone.
    private func written(_ id: EventTime?, for instance: Instance, on clock: SeriesClock) -> Instance {
        guard let id, clock.key(ofCivil: id.civil.secondNumber) == instance.key else { return instance }
        var instance = instance
        instance.civil = id.civil.secondNumber
        return instance
    }

    private mutating func addFuture(
        _ revisions: [SeriesMember],
        naming instance: Instance,
        of index: Int
    ) {
        var latest: SeriesMember?
        for revision in revisions where revision.schedule.appliesToFuture {
            if let other = latest, !other.isOlder(than: revision) { continue }
            latest = revision
        }
        guard let latest else { return }
        masters[index].futures.append(Future(key: instance.key, civil: instance.civil, candidate: latest))
    }

    private mutating func warnExcluded(_ override: SeriesMember) {
        guard !override.isAbsent else { return }
        warn(override.schedule, "instance has both an EXDATE and an override; using the override")
    }

    private mutating func warn(_ schedule: EventSchedule, _ message: String) {
        builder.warn(.series, line: schedule.recurrenceIDLine ?? schedule.line, message)
    }

    // Rules in other calendars (RSCALE) cache the days around the last lookup (``ScaleMemory``), so chronological
    // lookups are faster. Thousands of overrides may be in any order, and each may be looked up in a hundred rules.

    /// Counts, in chronological order, the instances on each day that overrides specify.
    private mutating func seekDays(_ names: [Name]) {
        guard masters.first?.set.rules.contains(where: { $0.plan.memory != nil }) == true else { return }
        var days: Set<Int> = []
        for case .day(let day) in names { days.insert(day) }
        for day in days.sorted() { _ = nameOfOne(.day(day)) }
    }

    /// Returns the name of a day's only instance, or the given name if the day has none or several.
    ///
    /// Revisions that specify the instance differently are then recognized as revisions of the same instance.
    private mutating func nameOfOne(_ name: Name) -> Name {
        guard case .day(let day) = name, !masters.isEmpty else { return name }
        if let known = namesOfDays[day] { return known }
        let first = masters[0].firstInstance(onDay: day)
        // The result is needed again when the overrides are matched.
        masters[0].known[name] = .some(first)
        var own = name
        if let first, masters[0].set.isAlone(first, onDay: day) { own = .key(first.key) }
        namesOfDays[day] = own
        return own
    }

    private mutating func seek(_ groups: [[SeriesMember]]) {
        for index in masters.indices where index == 0 || asksAllMasters {
            let set = masters[index].set
            guard groups.count > 1, set.rules.contains(where: { $0.plan.memory != nil }) else { continue }
            var keys: Set<Int> = []
            var days: Set<Int> = []
            for override in groups.joined() {
                switch name(of: override, on: set.clock) {
                case .key(let key): keys.insert(key)
                case .day(let day): days.insert(day)
                case .nothing: continue
                }
            }
            for key in keys.sorted() { masters[index].known[.key(key)] = .some(set.instance(withKey: key)) }
            for day in days.sorted() where masters[index].known.index(forKey: .day(day)) == nil {
                masters[index].known[.day(day)] = .some(set.firstInstance(onDay: day))
            }
        }
    }
}

extension OverrideMatching.Master {
    func instance(withKey key: Int) -> Instance? { known[.key(key)] ?? set.instance(withKey: key) }

    /// Returns the first instance on a local day, or nil if the master has none on that day.
    func firstInstance(onDay day: Int) -> Instance? { known[.day(day)] ?? set.firstInstance(onDay: day) }
}

extension RecurrenceSet {
    /// Performs work while the rules cache their results.
    package func remembering(_ work: () -> Void) {
        let memories = (rules + exclusionRules).compactMap(\.plan.memory)
        for memory in memories { memory.begin() }
        work()
        for memory in memories { memory.end() }
    }
}

extension RulePlan {
    /// The rule's cache, or nil if lookups need no cache.
    package var memory: ScaleMemory? {
        guard case .scale(let plan) = engine, plan.rule.frequency < .weekly else { return nil }
        return plan.memory
    }
}

extension EventTime {
    /// Returns the message about a RECURRENCE-ID whose value type differs from DTSTART's.
    package func matchedByDay(inAllDaySeries isAllDay: Bool) -> String {
        if isAllDay, isMidnightInUTC { return "RECURRENCE-ID: " + readAsNextDay }
        return
            "RECURRENCE-ID is a \(isAllDay ? "time" : "date"), but the series' DTSTART is not; matched by day"
    }
}
