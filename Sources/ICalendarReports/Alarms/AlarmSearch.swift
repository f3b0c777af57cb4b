import ICalendarCore

/// A search for a limited number of alarms that fire in a window.
struct AlarmSearch {
    private(set) var diagnostics: [Diagnostic] = []
    private let window: OccurrenceWindow
    private let options: ExpansionOptions
    private let limit: Int
    /// The searched range in seconds since 1970.
    ///
    /// The end of the range moves earlier once enough alarms are found.
    private var range: Range<Int>
    private var found: [AlarmTime] = []
    private var said: Set<Diagnostic> = []
    private let budget: SearchBudget
    private var isLimited = false
    /// The titles of the components with absolute triggers, by UID.
    private var titles: [ExactText?: Set<String>] = [:]
    /// The evaluator that recognizes items that the owner declined, delegated or completed.
    private let judge: BusyJudge

    /// Creates a search for at most `limit` alarm times that excludes items that the owner declined, delegated or
    /// completed.
    init(_ window: OccurrenceWindow, _ options: ExpansionOptions, owner: String?, limit: Int) {
        self.window = window
        self.options = options
        self.limit = max(0, limit)
        judge = BusyJudge(BusyOptions(owner: owner))
        budget = SearchBudget(options.limits)
        range = window.seconds
    }

    mutating func add(_ calendar: CalendarObject, of file: String?) {
        let components = calendar.component.components
        // All items share one resolver, since a calendar can define as many as twenty thousand zones.
        var resolver: TimeResolver?
        var zones = addRemarks(on: calendar, of: file)
        let events = components.filter { $0.name == Event.componentName }.map { zones.inUTC($0) }
        add(events, areTodos: false, of: calendar, file, &resolver)
        let todos = components.filter { $0.name == Todo.componentName }.map { zones.inUTC($0) }
        add(todos.compactMap(TodoEvents.event), areTodos: true, of: calendar, file, &resolver)
    }

    /// Reports problems with a calendar's alarms and returns the zones of the alarm triggers.
    @discardableResult
    mutating func addRemarks(on calendar: CalendarObject, of file: String?) -> PropertyZones {
        let zones = PropertyZones(calendar, SeriesContext(window, options, budget: budget))
        let components = calendar.component.components
        say(AlarmRemarks.diagnostics(of: components, in: file, limit: options.diagnosticLimit, zones))
        return zones
    }

    /// Reports guesses about the times of to-dos with alarms, which nothing else uses.
    mutating func addTimeRemarks(on calendar: CalendarObject, of file: String?) {
        let todos = calendar.component.components.filter { item in
            item.name == Todo.componentName && !TodoEvents.isOver(item, isTodo: true)
                && item.components.contains { $0.name == Alarm.componentName }
        }
        guard !todos.isEmpty else { return }
        let events = calendar.replacingItems(by: todos.compactMap(TodoEvents.event))
        let context = SeriesContext(window, options, budget: budget)
        let builder = SeriesBuilder(calendar: events, file: file, context: context, endName: "DUE")
        builder.build(events.events.lazy.map(ScheduledEvent.init))
        var remarks = DiagnosticList(file: file, limit: options.diagnosticLimit)
        for diagnostic in builder.diagnostics { remarks.append(diagnostic) }
        say(remarks.all)
    }

    private mutating func add(
        _ items: [Component],
        areTodos: Bool,
        of calendar: CalendarObject,
        _ file: String?,
        _ resolver: inout TimeResolver?
    ) {
        var reaches: [ExactText?: AlarmReach] = [:]
        for item in items where !item.components.isEmpty {
            reaches[Self.key(item), default: AlarmReach()].include(item, window: range)
        }
        if reaches.values.contains(where: \.isCut) { sayWhatIsTooFar(in: file) }
        // Items with a short reach are searched separately and first, since their ranges are narrow.
        var groups: [AlarmReach.Width: [Component]] = [:]
        for item in items {
            guard let own = reaches[Self.key(item)], own.hasAlarms else { continue }
            groups[own.width, default: []].append(item)
        }
        for (_, items) in groups.sorted(by: { $0.key < $1.key }) {
            search(calendar.replacingItems(by: items), of: file, reaches, areTodos: areTodos, &resolver)
        }
    }

    /// Returns the key under which an item's reach is stored.
    ///
    /// All parts of a series have the same key.
    private static func key(_ item: Component) -> ExactText? { item.text("UID").map(ExactText.init) }

    private mutating func search(
        _ calendar: CalendarObject,
        of file: String?,
        _ reaches: [ExactText?: AlarmReach],
        areTodos: Bool,
        _ resolver: inout TimeResolver?
    ) {
        var absolute = AbsoluteTriggers(in: window.zone)
        titles = [:]
        for item in calendar.events.lazy.map(\.component) where AlarmPlan.hasAbsolute(item) {
            titles[Self.key(item), default: []].insert(AlarmPlan.title(of: item))
        }
        look(at: calendar, of: file, reaches, areTodos: areTodos, &absolute, &resolver)
        // A series may end long before the window or have a gap around it.
        let missed = missed(among: calendar, absolute)
        if !missed.isEmpty {
            let items = calendar.events.map(\.component).filter { missed[Self.key($0)] != nil }
            let rest = calendar.replacingItems(by: items)
            look(at: rest, of: file, missed, areTodos: areTodos, onlyAbsolute: true, &absolute, &resolver)
            let isCut = missed.values.contains(where: \.isCut)
            if isCut, !self.missed(among: rest, absolute).isEmpty { sayWhatIsTooFar(in: file) }
        }
        keep(absolute, areTodos: areTodos, of: file)
    }

    /// Returns the recurring items with an absolute trigger for which no occurrence was found, along with their
    /// occurrences' reach.
    private func missed(among calendar: CalendarObject, _ absolute: AbsoluteTriggers) -> [ExactText?:
        AlarmReach]
    {
        var missed: [ExactText?: AlarmReach] = [:]
        for item in calendar.events.lazy.map(\.component)
        where (item.first("RRULE") != nil || item.first("RDATE") != nil) && AlarmPlan.hasAbsolute(item) {
            let alarms = plan(of: item).alarms.filter { AlarmReach.isDue($0, in: range) }
            guard alarms.contains(where: { !absolute.hasFound($0, of: item) }) else { continue }
            missed[Self.key(item), default: AlarmReach()].includeAll(of: item, through: range)
        }
        return missed
    }

    /// Searches a calendar's occurrences for relative alarm times, and collects absolute triggers.
    private mutating func look(
        at calendar: CalendarObject,
        of file: String?,
        _ reaches: [ExactText?: AlarmReach],
        areTodos: Bool,
        onlyAbsolute: Bool = false,
        _ absolute: inout AbsoluteTriggers,
        _ resolver: inout TimeResolver?
    ) {
        var reach = AlarmReach()
        for item in calendar.events { if let own = reaches[Self.key(item.component)] { reach.include(own) } }
        let reached = reach.occurrences(of: range)
        guard !reached.isEmpty else { return }
        // The visit limit bounds this search. The window is not split, since that would restart the rules every four
        // years.
        let wide = OccurrenceWindow(unbounded: reached, in: window.zone)
        let context = SeriesContext(window, options, searched: reached, budget: budget)
        let builder = SeriesBuilder(
            calendar: calendar,
            file: file,
            context: context,
            resolver: resolver,
            endName: areTodos ? "DUE" : "DTEND"
        )
        builder.build(calendar.events.lazy.map(ScheduledEvent.init))
        resolver = builder.resolver.fresh
        var remarks = DiagnosticList(file: file, limit: options.diagnosticLimit)
        for diagnostic in builder.diagnostics { remarks.append(diagnostic) }
        // All calendars share one budget.
        var series = builder.takeSeries()
        budget.cut(&series.segments, searched: reached, remarks: &remarks)
        var options = options
        options.limits.work = .max
        say(remarks.all)
        // The limit is the remaining budget for all calendars, raised to a minimum.
        let mostVisits = max(budget.visits.left, 64 * (series.segments.count + series.singles.count))
        var visits = 0
        defer { budget.visits.take(visits) }
        var plans: [ObjectIdentifier: SearchedAlarms] = [:]
        let occurrences = Occurrences(of: series, in: wide, options: options)
        say(occurrences.diagnostics)
        for occurrence in occurrences {
            let start = occurrence.start.instant(in: window.zone).secondsSince1970
            // Once enough times have been found, the range ends earlier, so later occurrences no longer matter.
            if start >= reach.occurrences(of: range).upperBound { break }
            let identity = occurrence.eventIdentity
            let plan = plans[identity] ?? plan(of: occurrence, reaches, isTodo: areTodos)
            plans[identity] = plan
            let end = occurrence.end.instant(in: window.zone).secondsSince1970
            // Parts of the range that only other items need are skipped.
            let isSearched =
                start < plan.searched.upperBound
                && (start >= plan.searched.lowerBound || end > plan.searched.lowerBound)
            let alarms = isSearched ? plan.alarms : []
            // An event can have thousands of alarms, each with millions of repetitions, so alarms count as visits too.
            visits += 1 + alarms.count
            for alarm in alarms where visits <= mostVisits {
                // An absolute trigger is counted only once, since it fires at the same time for every occurrence.
                if case .absolute(let instant) = alarm.trigger {
                    absolute.add(alarm, at: instant.secondsSince1970, of: occurrence)
                } else if !onlyAbsolute {
                    // Allow one more than the limit so that the check below detects the excess.
                    let most = (mostVisits - visits).adding(1)
                    visits += keep(alarm, of: occurrence, isTodo: areTodos, mostRepetitions: most)
                }
            }
            guard visits <= mostVisits else { return sayWhatWasLeftOut(of: file) }
        }
    }

    /// A component's alarms and the range in which to search its occurrences, in seconds since 1970.
    private struct SearchedAlarms {
        let alarms: [PlannedAlarm]
        let searched: Range<Int>
    }

    private func plan(
        of occurrence: Occurrence,
        _ reaches: [ExactText?: AlarmReach],
        isTodo: Bool
    ) -> SearchedAlarms {
        let event = occurrence.event.component
        let reach = reaches[Self.key(event)] ?? AlarmReach()
        let isOver =
            occurrence.member.isCancelled || TodoEvents.isOver(event, isTodo: isTodo)
            || judge.isSettled(occurrence.event)
        let alarms = isOver ? [] : plan(of: event).alarms
        return SearchedAlarms(alarms: alarms, searched: reach.occurrences(of: window.seconds))
    }

    private func plan(of item: Component) -> AlarmPlan {
        AlarmPlan(item, titles: titles[Self.key(item)] ?? [])
    }

    private mutating func say(_ more: [Diagnostic]) {
        diagnostics += more.filter { said.insert($0).inserted }
    }

    private mutating func sayWhatIsTooFar(in file: String?) {
        let message = "alarms more than 100 years before or after their event skipped"
        say([Diagnostic(.error, .limit, file: file, message)])
    }

    private mutating func sayWhatWasLeftOut(of file: String?) {
        isLimited = true
        let message =
            "limit reached: \(options.limits.visits) occurrences with alarms (ReadingLimits.visits); later ones skipped"
        say([Diagnostic(.error, .limit, file: file, message)])
    }

    private mutating func keep(_ time: AlarmTime) {
        guard range.contains(time.instant.secondsSince1970) else { return }
        found.append(time)
        if found.count > limit.adding(limit / 4 + 64) { narrow() }
    }

    /// Records an occurrence's alarm times and returns the number of repetitions.
    private mutating func keep(
        _ alarm: PlannedAlarm,
        of occurrence: Occurrence,
        isTodo: Bool,
        mostRepetitions: Int
    ) -> Int {
        let times = alarm.times(of: occurrence, in: range, limit: min(limit, mostRepetitions).adding(1))
        for (repetition, second) in times {
            keep(alarm.time(repetition, at: second, of: occurrence, isTodo: isTodo))
        }
        return max(0, times.count - 1)
    }

    /// Records each absolute trigger's times once per event, even if only one of several equal alarms repeats.
    private mutating func keep(_ absolute: AbsoluteTriggers, areTodos: Bool, of file: String?) {
        var fired: Set<AbsoluteTriggers.Firing> = []
        var mostFired = 4096
        var visits = 0
        defer { budget.visits.take(visits) }
        let mostVisits = max(budget.visits.left, 64 * absolute.count)
        for trigger in absolute.nearestFirst {
            // Discard times beyond the limit.
            if fired.count > mostFired {
                fired = fired.filter { range.contains($0.second) }
                mostFired = max(mostFired, 2 * fired.count)
            }
            let (alarm, occurrence) = (trigger.alarm, trigger.occurrence)
            let most = min(limit, mostVisits - visits).adding(1)
            for (repetition, second) in alarm.times(of: occurrence, in: range, limit: most) {
                visits += 1
                let firing = AbsoluteTriggers.Firing(of: trigger, at: second)
                guard fired.insert(firing).inserted else { continue }
                keep(alarm.time(repetition, at: second, of: occurrence, isTodo: areTodos))
            }
            guard visits <= mostVisits else { return sayWhatWasLeftOut(of: file) }
        }
    }

    /// Removes all but the first `limit` times, except that times equal to the last one may be kept.
    private mutating func narrow() {
        guard limit > 0 else { return cut() }
        let seconds = found.map(\.instant.secondsSince1970).sorted()
        let last = seconds[limit - 1]
        found.removeAll { $0.instant.secondsSince1970 > last }
        // If there are many equal times, a full sort is needed to break the ties.
        if found.count > limit.adding(limit / 8) { return cut() }
        isLimited = true
        range = range.lowerBound..<max(range.lowerBound, min(range.upperBound, last + 1))
    }

    /// Keeps only the first `limit` times and ends the search range at the last of them.
    private mutating func cut() {
        sort()
        guard found.count > limit else { return }
        isLimited = true
        found.removeLast(found.count - limit)
        let end = found.last.map { $0.instant.secondsSince1970 + 1 } ?? range.lowerBound
        range = range.lowerBound..<max(range.lowerBound, min(range.upperBound, end))
    }

    private mutating func sort() {
        let zone = window.zone
        // The UIDs are ranked once, since comparing thousands of very long UIDs during the sort would be slow.
        var uids: [UIDHash: String] = [:]
        for time in found { uids[time.occurrence.member.uidHash] = time.occurrence.uid }
        let ordered = uids.sorted { ExactText($0.value) < ExactText($1.value) }
        let ranks = Dictionary(uniqueKeysWithValues: zip(ordered.map(\.key), ordered.indices))
        var keyed = found.enumerated().map { place, time in
            (
                second: time.instant.secondsSince1970, rank: ranks[time.occurrence.member.uidHash] ?? 0,
                start: time.occurrence.start.instant(in: zone).secondsSince1970, repetition: time.repetition,
                place: place
            )
        }
        keyed.sort { $0 < $1 }
        found.reorder(by: keyed.map(\.place))
    }

    /// Returns the times in order and whether the limit excluded any of them.
    mutating func finished() -> (times: [AlarmTime], isLimited: Bool) {
        cut()
        return (found, isLimited)
    }
}
