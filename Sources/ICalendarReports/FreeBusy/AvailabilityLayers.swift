import ICalendarCore

/// The unavailable times from calendars' VAVAILABILITY components (RFC 7953).
///
/// Within a component's range, time outside its AVAILABLE parts is unavailable (BUSY-UNAVAILABLE by default). Where
/// components overlap, the one with the highest PRIORITY takes precedence. The highest is 1, followed by 2 to 9 and
/// then 0 or none. If overlapping components have the same priority, time is unavailable if any of the components makes
/// it unavailable.
struct AvailabilityLayers {
    private let window: OccurrenceWindow
    private let options: ExpansionOptions
    private let limit: Int
    /// The components by priority: 1 to 9, or 10 for components without a priority.
    private var levels: [Int: Level] = [:]
    /// The time at which the result ends because there are too many available times, or nil if it is complete.
    private(set) var cut: Int?
    let budget: SearchBudget

    private struct Level {
        var ranges: [Range<Int>] = []
        var taken: [BusyPeriod.FreeBusyType: [Range<Int>]] = [:]

        mutating func add(_ part: Part) {
            ranges.append(part.range)
            taken[part.kind, default: []] += TimeRanges([part.range]).subtracting(part.available).ranges
        }
    }

    private struct Part {
        var range: Range<Int>
        var kind: BusyPeriod.FreeBusyType
        var priority: Int
        var available = TimeRanges()
    }

    init(_ window: OccurrenceWindow, _ options: ExpansionOptions, limit: Int) {
        self.window = window
        self.options = options
        self.limit = max(1, limit)
        budget = SearchBudget(options.limits)
    }

    /// Adds a calendar's components and reports problems with them.
    mutating func add(
        _ calendar: CalendarObject,
        judgedBy judge: BusyJudge,
        _ remarks: inout DiagnosticList
    ) {
        let components = calendar.component.components.filter { component in
            guard component.name == Availability.componentName else { return false }
            let isOwn = judge.isAboutOwner(component)
            if !isOwn { remarks.add(othersTime: component) }
            return isOwn
        }
        guard !components.isEmpty else { return }
        var times = PropertyTimes(calendar, window, options, budget)
        let bounds = window.seconds
        var parts: [Part] = []
        var events: [Component] = []
        for component in components {
            let range = times.range(of: component, &remarks).clamped(to: bounds)
            // Components outside the window are skipped.
            guard !range.isEmpty else { continue }
            let kind: BusyPeriod.FreeBusyType? = component.keyword("BUSYTYPE")
            let number = component[integer: "PRIORITY"] ?? 0
            let priority = (1...9).contains(number) ? number : 10
            events += AvailabilityLayers.events(of: component, number: parts.count, &remarks)
            parts.append(
                Part(
                    range: range,
                    kind: kind == .free ? .unavailable : kind ?? .unavailable,
                    priority: priority
                )
            )
        }
        for diagnostic in times.diagnostics { remarks.append(diagnostic.named(remarks.file)) }
        expand(events, of: calendar, into: &parts, &remarks)
        for part in parts {
            // Update the level in place to avoid copying all busy times for each part.
            levels[part.priority, default: Level()].add(part)
        }
    }

    /// Returns a component's AVAILABLE parts as events.
    ///
    /// The events' UIDs start with the component's number.
    private static func events(
        of component: Component,
        number: Int,
        _ remarks: inout DiagnosticList
    ) -> [Component] {
        component.components.filter { $0.name == "AVAILABLE" }.compactMap { available in
            guard available[time: "DTSTART"] != nil else {
                let reason = SeriesBuilder.missingStart(isWritten: available.first("DTSTART") != nil)
                remarks.add(.error, .missingProperty, line: available.line, "AVAILABLE skipped: \(reason)")
                return nil
            }
            var event = Component(
                name: "VEVENT",
                properties: available.properties,
                components: [],
                line: available.line
            )
            if available.text("UID") == nil {
                let message = "AVAILABLE has no UID; using one derived from its content"
                remarks.warn(.missingProperty, line: available.line, message)
            }
            let uid = available.text("UID") ?? StableIdentifier.uid(for: event)
            event.set("UID", to: Property("UID", .text("\(number) \(uid)")))
            return event
        }
    }

    private mutating func expand(
        _ events: [Component],
        of calendar: CalendarObject,
        into parts: inout [Part],
        _ remarks: inout DiagnosticList
    ) {
        guard !events.isEmpty else { return }
        let calendar = calendar.replacingItems(by: events)
        let context = SeriesContext(window, options, budget: budget)
        let builder = SeriesBuilder(calendar: calendar, file: remarks.file, context: context)
        builder.build(calendar.events.lazy.map(ScheduledEvent.init))
        var count = 0
        var visits = 0
        var numbers: [ObjectIdentifier: Int] = [:]
        var series = builder.takeSeries()
        var cuts = DiagnosticList(file: remarks.file, limit: options.diagnosticLimit)
        budget.cut(&series.segments, searched: window.seconds, remarks: &cuts)
        var options = options
        options.limits.work = .max
        let occurrences = Occurrences(of: series, in: window, options: options)
        for diagnostic in builder.diagnostics + cuts.all + occurrences.diagnostics {
            // The diagnostic refers to an event, which represents an AVAILABLE part.
            var diagnostic = diagnostic.named(remarks.file)
            if diagnostic.code != .timeZone { diagnostic.message = "AVAILABLE: " + diagnostic.message }
            remarks.append(diagnostic)
        }
        // The limit is the remaining budget for all calendars, raised to a minimum.
        let mostVisits = max(budget.visits.left, occurrences.mostVisits - options.limits.visits)
        defer { budget.visits.take(visits) }
        for occurrence in occurrences {
            let range = occurrence.seconds(in: window.zone)
            let identity = occurrence.eventIdentity
            guard let number = numbers[identity] ?? Self.number(of: occurrence),
                parts.indices.contains(number)
            else { continue }
            numbers[identity] = number
            let before = parts[number].available.ranges.count
            parts[number].available.append(range)
            count += parts[number].available.ranges.count - before
            visits += 1
            // Adjacent times are merged, so the number of periods alone does not reveal an excessive number of
            // occurrences.
            if count > limit || visits > mostVisits {
                cut = min(cut ?? .max, range.lowerBound)
                break
            }
        }
    }

    private static func number(of occurrence: Occurrence) -> Int? {
        occurrence.uid.split(separator: " ").first.flatMap { Int($0) }
    }

    func apply(to timeline: inout BusyTimeline) {
        var taken: [BusyPeriod.FreeBusyType: TimeRanges] = [:]
        for priority in levels.keys.sorted(by: >) {
            guard let level = levels[priority] else { continue }
            let range = TimeRanges(level.ranges)
            for kind in BusyPeriod.FreeBusyType.taken {
                let own = TimeRanges(level.taken[kind] ?? [])
                taken[kind] = (taken[kind] ?? TimeRanges()).subtracting(range).union(own)
            }
        }
        for (kind, ranges) in taken {
            for range in ranges.ranges { timeline.add(range, kind) }
        }
        if let cut { timeline.end(at: cut) }
    }
}

extension Diagnostic {
    fileprivate func named(_ file: String?) -> Diagnostic {
        var diagnostic = self
        diagnostic.file = file
        return diagnostic
    }
}
