import ICalendarCore

/// An explainer for a calendar's components with the same UID.
///
/// An explanation uses the same series as an expansion.
struct SeriesExplainer {
    let file: CalendarFile
    let calendar: CalendarObject
    let events: [Event]
    let window: OccurrenceWindow
    let options: ExpansionOptions
    let uid: String
    let builder: SeriesBuilder
    let series: Series

    /// Builds the series with a UID, or returns nil if the calendar has no event with this UID.
    init?(
        uid: String,
        calendar: CalendarObject,
        file: CalendarFile,
        window: OccurrenceWindow,
        options: ExpansionOptions,
        budget: SearchBudget
    ) {
        // UIDs are compared byte by byte, as in the series builder.
        let exact = ExactText(uid)
        events = calendar.events.filter { ExactText($0.seriesUID) == exact }
        guard !events.isEmpty else { return nil }
        self.uid = uid
        self.file = file
        self.calendar = calendar
        self.window = window
        self.options = options
        builder = SeriesBuilder(
            calendar: calendar,
            file: file.name,
            context: SeriesContext(window, options, budget: budget)
        )
        builder.build(events.map { ScheduledEvent($0) })
        series = builder.series
    }

    /// Returns the explanation with a limited number of instances.
    ///
    /// - Parameters:
    ///   - isSecond: Whether exactly one earlier calendar has the UID.
    ///   - changesLeft: The remaining number of clock changes to examine.
    func explanation(
        limit: Int,
        isSecond: Bool,
        _ budget: SearchBudget,
        changesLeft: inout Int
    ) -> SeriesExplanation {
        let provenances = provenances
        var cuts = DiagnosticList(file: file.name, limit: options.diagnosticLimit)
        let (instances, isCut) = instances(provenances, limit: limit, budget, &cuts)
        let parts = ExplainedParts(self, provenances.compactMap { $0 }).parts
        let (clockChanges, cutChanges) = clockChanges(provenances, left: &changesLeft)
        return SeriesExplanation(
            summary: events.lazy.compactMap(\.summary).first,
            calendarName: calendar.name,
            file: file.name,
            method: builder.origin.method,
            components: parts,
            instances: instances,
            isCut: isCut,
            clockChanges: clockChanges,
            diagnostics: diagnostics(isSecond: isSecond, cuts.all + [cutChanges].compactMap(\.self))
        )
    }

    /// The provenance of each segment's set, or nil for a segment that shares the previous segment's set.
    private var provenances: [SetProvenance?] {
        series.segments.map { segment in
            guard !segment.isDetached else { return nil }
            let component = segment.member.event.component
            let schedule = EventSchedule(properties: component.properties, line: component.line)
            return SetProvenance(segment.base, of: schedule, builder: builder)
        }
    }

    /// Returns, in order, the clock changes that affect the rules, and a remark if some changes were not examined.
    private func clockChanges(
        _ provenances: [SetProvenance?],
        left: inout Int
    ) -> (changes: [SeriesExplanation.ClockChange], remark: Diagnostic?) {
        var changes: [SeriesExplanation.ClockChange] = []
        var remark: Diagnostic?
        var current: (provenance: SetProvenance, rules: [RecurrenceRule])?
        for (segment, provenance) in zip(series.segments, provenances) {
            if let provenance {
                let properties = segment.member.event.component.all("RRULE")
                let schedule = EventSchedule(properties: properties, line: nil)
                current = (provenance, schedule.rules.map(\.value))
            }
            guard let (provenance, rules) = current else { continue }
            let search = ClockChangeSearch(segment: segment, range: window.seconds, left: left)
            left -= search.visits
            if remark == nil, let message = search.remark {
                let line = segment.member.schedule.startLine ?? segment.member.line
                remark = Diagnostic(.warning, .limit, file: file.name, line: line, message)
            }
            // In a series with thousands of parts, almost no part contains a clock change.
            if search.isEmpty { continue }
            for (rule, number) in provenance.numberedRules where rules.indices.contains(number - 1) {
                let isSubDaily = rules[number - 1].frequency.isSubDaily
                changes += search.changes(for: rule, number: number, isSubDaily: isSubDaily)
            }
        }
        return (changes.sorted { ($0.instant, $0.rule) < ($1.instant, $1.rule) }, remark)
    }

    /// Returns the diagnostics from decoding these components and the calendar's own properties, such as METHOD, and
    /// from assembling the series.
    private func diagnostics(isSecond: Bool, _ cuts: [Diagnostic]) -> [Diagnostic] {
        let ranges = events.compactMap { $0.component.lines }
        let own = Set(calendar.component.properties.compactMap(\.line))
        var remarks = DiagnosticList(file: file.name, limit: options.diagnosticLimit)
        for diagnostic in file.diagnostics {
            guard let line = diagnostic.line,
                own.contains(line) || ranges.contains(where: { $0.contains(line) })
            else { continue }
            remarks.append(diagnostic)
        }
        for diagnostic in builder.diagnostics { remarks.append(diagnostic) }
        for cut in cuts { remarks.append(cut) }
        // A single note for each UID is enough.
        if isSecond {
            remarks.add(
                .note,
                .series,
                line: events.first?.component.line,
                "UID \"\(uid)\" is also in another calendar; read as separate series"
            )
        }
        return remarks.all
    }

    /// An instance that may be listed.
    ///
    /// Entries are created only for the first candidates.
    private enum Candidate {
        case single(SingleOccurrence)
        /// An item of a segment, and the index of the master's provenance.
        case item(SegmentItem, of: Segment, master: Int)
    }

    /// Returns the instances in the window, including dropped ones, and whether there are more than `limit`.
    func instances(
        _ provenances: [SetProvenance?],
        limit: Int,
        _ budget: SearchBudget,
        _ remarks: inout DiagnosticList
    ) -> (entries: [SeriesExplanation.Entry], isCut: Bool) {
        var found: [(key: OccurrenceKey<ExactText>, candidate: Candidate)] = []
        for single in series.singles where window.includes(single) {
            found.append((OccurrenceKey(single), .single(single)))
        }
        // Excluded instances are listed as well.
        var unfiltered = series.segments.map(\.unfiltered)
        budget.cut(&unfiltered, searched: window.seconds, remarks: &remarks)
        var master: Int?
        // The latest start that can still be among the first instances.
        var latest = Int.max
        var isCut = false
        for (place, segment) in series.segments.enumerated() {
            if provenances[place] != nil { master = place }
            guard let master else { continue }
            for item in items(of: unfiltered[place], atMost: limit, through: latest) {
                let key = OccurrenceKey(
                    start: item.sortStart,
                    end: item.sortEnd,
                    uid: ExactText(""),
                    original: item.instance.sort
                )
                found.append((key, .item(item, of: segment, master: master)))
            }
            // Thousands of events can have the same UID, so candidates beyond the limit are dropped early.
            if found.count > limit.multiplied(by: 2).adding(64) {
                found = Array(Self.sorted(found).prefix(limit.adding(1)))
                latest = found.last?.key.start ?? latest
                isCut = true
            }
        }
        let listed = Self.sorted(found).prefix(limit)
        return (entries(for: listed.map(\.candidate), provenances), isCut || found.count > limit)
    }

    private func entries(
        for candidates: [Candidate],
        _ provenances: [SetProvenance?]
    ) -> [SeriesExplanation.Entry] {
        let places = series.segments.first.map {
            OverridePlaces(series.singles, on: $0.base.clock, builder: builder)
        }
        var entries = [SeriesExplanation.Entry?](repeating: nil, count: candidates.count)
        var ofMasters: [Int: [Int]] = [:]
        for (place, candidate) in candidates.enumerated() {
            switch candidate {
            case .single(let single): entries[place] = entry(for: single)
            case .item(_, of: _, let master): ofMasters[master, default: []].append(place)
            }
        }
        for (master, candidatePlaces) in ofMasters {
            guard let provenance = provenances[master], let places else { continue }
            // A hundred rules may generate the same instance, so equal lists of sources share memory.
            var sources: [SeriesExplanation.Source] = []
            // Masters are processed one at a time, since the caches for their rules take up memory.
            provenance.set.remembering {
                for place in candidatePlaces {
                    guard case .item(let item, of: let segment, _) = candidates[place] else { continue }
                    let own = provenance.sources(of: item.instance)
                    if own != sources { sources = own }
                    entries[place] = entry(for: item, of: segment, from: sources, provenance, places)
                }
            }
        }
        return entries.compactMap(\.self)
    }

    /// Returns the candidates sorted by key in a stable order.
    private static func sorted(
        _ found: [(key: OccurrenceKey<ExactText>, candidate: Candidate)]
    ) -> [(key: OccurrenceKey<ExactText>, candidate: Candidate)] {
        found.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            .map(\.element)
    }

    /// Returns up to `limit` instances of a segment that overlap the window, plus one more if the limit is exceeded.
    private func items(of segment: Segment, atMost limit: Int, through latest: Int) -> [SegmentItem] {
        let (from, to) = (window.seconds.lowerBound, window.seconds.upperBound)
        if let earliest = segment.earliestStart, earliest > latest { return [] }
        var walk = segment.items(from: from, to: to)
        var items: [SegmentItem] = []
        while items.count <= limit, let item = walk.next(), item.sortStart <= latest {
            if item.sortStart < from, !window.includesOngoing { continue }
            items.append(item)
        }
        return items
    }

    private func entry(for single: SingleOccurrence) -> SeriesExplanation.Entry {
        let line = single.member.event.component.line
        return SeriesExplanation.Entry(
            start: single.start,
            end: single.end,
            originalStart: single.recurrenceID == single.start ? nil : single.recurrenceID,
            sources: single.isDetached ? [.override(line: line)] : [.start],
            fate: fate(of: single.member.event),
            line: line
        )
    }

    private func entry(
        for item: SegmentItem,
        of segment: Segment,
        from sources: [SeriesExplanation.Source],
        _ provenance: SetProvenance,
        _ places: OverridePlaces
    ) -> SeriesExplanation.Entry {
        let instance = item.instance
        var fate = fate(of: segment.member.event)
        if segment.isOverridden(instance), let override = places.override(of: instance) {
            fate = .replaced(line: override.member.event.component.line, start: override.start)
        } else if let exclusion = provenance.exclusion(of: instance) {
            fate = exclusion
        }
        let start = segment.output.time(ofKey: item.startKey)
        let original = segment.base.clock.time(ofKey: instance.key)
        let isMoved = segment.shift != 0 || segment.clock.kind != segment.base.clock.kind
        return SeriesExplanation.Entry(
            start: start,
            end: segment.output.time(ofKey: item.endKey),
            originalStart: isMoved ? original : nil,
            sources: sources,
            fate: fate,
            line: segment.member.event.component.line
        )
    }

    private func fate(of event: Event) -> SeriesExplanation.Fate {
        event.status == .cancelled ? .cancelled(isHidden: options.hidesCancelled) : .shown
    }
}

extension Component {
    /// The file lines from BEGIN to END, estimated from the properties, or nil if the component was not read from a
    /// file.
    var lines: ClosedRange<Int>? {
        guard let line else { return nil }
        var last = line
        for property in properties {
            let folds = property.sourceBytes?.filter { $0 == UInt8(ascii: "\n") }.count ?? 1
            last = max(last, (property.line ?? line) + max(0, folds - 1))
        }
        for component in components { last = max(last, component.lines?.upperBound ?? last) }
        return line...(last + 1)
    }
}

extension Segment {
    fileprivate var unfiltered: Segment {
        var set = base
        set.exclusionRules = []
        set.excludedKeys = []
        set.excludedDays = []
        return of(set, keepsOverrides: false)
    }
}
