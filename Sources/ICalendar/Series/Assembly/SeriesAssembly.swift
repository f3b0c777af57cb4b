/// Puts the overrides of one UID to the instances of its masters that they name.
struct SeriesAssembly {
    /// The builder, lent for its zones and remarks, to which what was put together is added.
    let builder: SeriesBuilder

    var masters: [Master] = []
    /// Whether each override is sought in all masters, and not only until one has its instance.
    private(set) var asksAllMasters = true
    /// How many questions whether a master has an override's instance are asked of one UID, each of one rule.
    private static let mostQuestions = 10_000
    /// How many more are asked of masters other than the first, before overrides are sought in that alone; twenty more
    /// for each override, so that they are few only where nearly no master has the instance.
    private var questionsLeft = 0

    /// What days name, as thousands of overrides may name one.
    var namesOfDays: [Int: Name] = [:]

    /// A master on the way to its segments.
    struct Master {
        var candidate: SeriesBuilder.Candidate
        var set: RecurrenceSet
        var length: OccurrenceLength
        var keys: Set<Int> = []
        var days: Set<Int> = []
        var futures: [Future] = []
        /// What it was asked for beforehand: the instances with the keys, or on the days, that overrides name.
        var known: [Name: Instance?] = [:]
    }

    /// An override for all instances from one on.
    struct Future {
        var key: Int
        var civil: Int
        var candidate: SeriesBuilder.Candidate
    }

    init(masters candidates: [SeriesBuilder.Candidate], builder: SeriesBuilder) {
        self.builder = builder
        for candidate in candidates {
            let set = self.builder.recurrenceSet(of: candidate)
            let length = self.builder.length(of: candidate, startKey: set.start.key, clock: set.clock)
            masters.append(Master(candidate: candidate, set: set, length: length))
        }
    }

    /// Matches the overrides and cuts the masters into segments.
    mutating func match(_ overrides: [SeriesBuilder.Candidate]) {
        remembering { $0.matchEach(overrides) }
        for master in masters { cut(master) }
    }

    private mutating func matchEach(_ overrides: [SeriesBuilder.Candidate]) {
        let groups = overrides.isEmpty ? [] : groups(of: overrides)
        // Work grows with both; thousands of copies of one event must stay cheap.
        let rules = masters.reduce(0) { $0 + $1.set.questionCost }
        asksAllMasters = rules.multiplied(by: groups.count) <= Self.mostQuestions
        questionsLeft = Self.mostQuestions + 20 * groups.count
        if !asksAllMasters, let line = masters.dropFirst().first?.candidate.schedule.line {
            let message =
                "\(masters.count) events share one UID, and \(groups.count) overrides do;"
                + " each override takes its instance out of the first event that has it, not out of all"
            builder.note(Diagnostic(.warning, .limit, line: line, message))
        }
        seek(groups)
        for revisions in groups { place(revisions) }
    }

    /// What a RECURRENCE-ID names on a master's clock.
    enum Name: Hashable {
        case key(Int)
        case day(Int)
        case nothing(place: SeriesBuilder.Candidate.Place)
    }

    /// Overrides by the instance that they name, each group and the groups in the order of the file.
    private mutating func groups(of overrides: [SeriesBuilder.Candidate]) -> [[SeriesBuilder.Candidate]] {
        var order: [Name] = []
        var groups: [Name: [SeriesBuilder.Candidate]] = [:]
        let names = overrides.map { name(of: $0) }
        seekDays(names)
        for (override, name) in zip(overrides, names) {
            let name = nameOfOne(name)
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(override)
        }
        return order.compactMap { groups[$0] }
    }

    private mutating func name(of override: SeriesBuilder.Candidate) -> Name {
        guard let clock = masters.first?.set.clock else { return .nothing(place: override.place) }
        return name(of: override, on: clock)
    }

    func name(of override: SeriesBuilder.Candidate, on clock: SeriesClock) -> Name {
        guard let id = override.schedule.recurrenceID else { return .nothing(place: override.place) }
        if id.isDate != (clock.kind == .allDay) { return .day(id.dayOfAllDaySeries.dayNumber) }
        return .key(builder.resolver.key(of: id, on: clock, line: override.schedule.recurrenceIDLine))
    }

    /// Emits the latest revision of one instance, and takes the instance out of its masters.
    private mutating func place(_ revisions: [SeriesBuilder.Candidate]) {
        guard var latest = revisions.first else { return }
        for revision in revisions where SeriesBuilder.Candidate.isOlder(latest, than: revision) {
            latest = revision
        }
        let schedule = latest.schedule
        if latest.isAbsent {
            // It takes its instance out of the series, and has nothing to show or to be remarked on.
            if match(latest, revisions, byDay: false) == nil { _ = match(latest, revisions, byDay: true) }
            return
        }
        builder.warnOfRules(in: latest.member)
        if schedule.recurrenceID == nil {
            builder.add(builder.single(latest, recurrenceID: nil, isDetached: true))
            return
        }
        if let match = match(latest, revisions, byDay: false) {
            add(latest, at: match)
        } else if let match = match(latest, revisions, byDay: true) {
            warn(schedule, matchedByDay(schedule.recurrenceID, on: match.clock))
            add(latest, at: match)
        } else {
            let range = schedule.appliesToFuture ? ", and its RANGE is ignored" : ""
            warn(
                schedule,
                "RECURRENCE-ID names no instance of its series; kept as an event of its own\(range)"
            )
            builder.add(builder.orphan(latest))
        }
    }

    /// An instance that an override names.
    private struct Match {
        let key: Int
        let clock: SeriesClock
        let length: OccurrenceLength
    }

    /// Adds an override of one instance.
    private func add(_ override: SeriesBuilder.Candidate, at match: Match) {
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

    /// Matches an override with the masters that have the instance it names, all of a kind with its RECURRENCE-ID; or,
    /// `byDay`, with those of another kind that have an instance on the day it names.
    private mutating func match(
        _ override: SeriesBuilder.Candidate,
        _ revisions: [SeriesBuilder.Candidate],
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

    /// Whether one more master of so many rules may be asked; an override that none of thousands has would be sought in all
    /// of them.
    private mutating func mayAsk(_ questions: Int, for override: SeriesBuilder.Candidate) -> Bool {
        let before = questionsLeft
        questionsLeft -= questions
        if before > 0, questionsLeft <= 0 {
            let message = "this override and those after it are sought in the first event of their UID alone"
            builder.note(Diagnostic(.warning, .limit, line: override.schedule.line, message))
        }
        // Below zero it stays below.
        questionsLeft = max(-1, questionsLeft)
        return questionsLeft > 0
    }

    /// The instance with the wall-clock time of its RECURRENCE-ID as written, where that is in the master's zone.
    private func written(_ id: EventTime?, for instance: Instance, on clock: SeriesClock) -> Instance {
        guard let id, clock.key(ofCivil: id.civil.secondNumber) == instance.key else { return instance }
        var instance = instance
        instance.civil = id.civil.secondNumber
        return instance
    }

    private mutating func addFuture(
        _ revisions: [SeriesBuilder.Candidate],
        naming instance: Instance,
        of index: Int
    ) {
        var latest: SeriesBuilder.Candidate?
        for revision in revisions where revision.schedule.appliesToFuture {
            if let other = latest, !SeriesBuilder.Candidate.isOlder(other, than: revision) { continue }
            latest = revision
        }
        guard let latest else { return }
        masters[index].futures.append(Future(key: instance.key, civil: instance.civil, candidate: latest))
    }

    /// What is said of a RECURRENCE-ID of another kind than DTSTART.
    private func matchedByDay(_ id: EventTime?, on clock: SeriesClock) -> String {
        if let id, clock.kind == .allDay, id.isMidnightInUTC { return "RECURRENCE-ID: " + id.readAsNextDay }
        return
            "RECURRENCE-ID is a \(clock.kind == .allDay ? "time" : "date") and DTSTART of the series is not;"
            + " matched by its day"
    }

    private mutating func warnExcluded(_ override: SeriesBuilder.Candidate) {
        guard !override.isAbsent else { return }
        warn(override.schedule, "an instance has both an EXDATE and an override; the override stays")
    }

    private mutating func warn(_ schedule: EventSchedule, _ message: String) {
        builder.note(Diagnostic(.warning, .series, line: schedule.recurrenceIDLine ?? schedule.line, message))
    }
}

/// Series whose rules are better asked about many instances in the order of time.
///
/// Rules in other calendars (RSCALE) remember the days around the last one (``ScaleMemory``). Overrides come in any
/// order, thousands of them, and each asks up to a hundred rules.
extension SeriesAssembly {
    /// Lets the rules of all masters remember while something is done.
    mutating func remembering(_ work: (inout SeriesAssembly) -> Void) {
        let memories = masters.flatMap { $0.set.rules.compactMap(\.plan.memory) }
        for memory in memories { memory.begin() }
        work(&self)
        for memory in memories { memory.end() }
    }

    /// Finds out in order how many instances the days have that overrides name.
    mutating func seekDays(_ names: [Name]) {
        guard masters.first?.set.rules.contains(where: { $0.plan.memory != nil }) == true else { return }
        var days: Set<Int> = []
        for case .day(let day) in names { days.insert(day) }
        for day in days.sorted() { _ = nameOfOne(.day(day)) }
    }

    /// A day that has one instance names that instance, so that revisions which name it in other words meet here.
    mutating func nameOfOne(_ name: Name) -> Name {
        guard case .day(let day) = name, !masters.isEmpty else { return name }
        if let known = namesOfDays[day] { return known }
        let first = masters[0].firstInstance(onDay: day)
        // It is asked for again when the overrides are matched.
        masters[0].known[name] = .some(first)
        var own = name
        if let first, masters[0].set.isAlone(first, onDay: day) { own = .key(first.key) }
        namesOfDays[day] = own
        return own
    }

    /// Asks the masters in order for all instances that overrides name.
    mutating func seek(_ groups: [[SeriesBuilder.Candidate]]) {
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

extension SeriesAssembly.Master {
    /// The instance with a key; nil when the master has none.
    func instance(withKey key: Int) -> Instance? { known[.key(key)] ?? set.instance(withKey: key) }

    /// The first instance of a local day; nil when the master has none.
    func firstInstance(onDay day: Int) -> Instance? { known[.day(day)] ?? set.firstInstance(onDay: day) }
}

extension RecurrenceSet {
    /// Lets the rules remember while something is done.
    func remembering(_ work: () -> Void) {
        let memories = (rules + exclusionRules).compactMap(\.plan.memory)
        for memory in memories { memory.begin() }
        work()
        for memory in memories { memory.end() }
    }
}

extension RulePlan {
    /// What the rule can remember between questions; nil where they cost nothing.
    var memory: ScaleMemory? {
        guard case .scale(let plan) = engine, plan.rule.frequency < .weekly else { return nil }
        return plan.memory
    }
}
