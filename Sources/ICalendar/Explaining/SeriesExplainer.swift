/// Explains the components of one UID in one calendar, by asking the series that the expansion itself uses.
struct SeriesExplainer {
    let file: CalendarFile
    let calendar: CalendarObject
    let events: [Event]
    let window: OccurrenceWindow
    let options: ExpansionOptions
    let uid: String
    let builder: SeriesBuilder
    let series: Series

    /// Builds the series of a UID; nil when the calendar has no event of that UID.
    init?(
        uid: String,
        calendar: CalendarObject,
        file: CalendarFile,
        window: OccurrenceWindow,
        options: ExpansionOptions,
        budget: SeriesBudget
    ) {
        // UIDs are compared byte by byte, as the series are built.
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

    /// The explanation, with at most so many instances; `isSecond` tells that one other calendar had the UID before.
    ///
    /// - Parameter changesLeft: how many changes of the clocks may still be looked at.
    func explanation(
        limit: Int,
        isSecond: Bool,
        _ budget: inout SearchBudget,
        changesLeft: inout Int
    ) -> SeriesExplanation {
        let provenances = provenances
        var cuts = DiagnosticList(file: file.name, limit: options.diagnosticLimit)
        let (instances, isCut) = instances(provenances, limit: limit, &budget, &cuts)
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

    /// The provenance of each segment's set, nil for a segment that shares the set of the one before it.
    private var provenances: [SetProvenance?] {
        series.segments.map { segment in
            guard !segment.isDetached else { return nil }
            let component = segment.member.event.component
            let schedule = EventSchedule(properties: component.properties, line: component.line)
            return SetProvenance(segment.base, of: schedule, builder: builder)
        }
    }

    /// The changes of the clocks that the rules' times fall into, in order; and what there is to be said, once, where not
    /// all of them were looked at.
    private func clockChanges(
        _ provenances: [SetProvenance?],
        left: inout Int
    ) -> (changes: [SeriesExplanation.ClockChange], remark: Diagnostic?) {
        let searched = window.searchedRange
        let range = searched.lowerBound.secondsSince1970..<searched.upperBound.secondsSince1970
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
            let search = ClockChangeSearch(segment: segment, range: range, left: left)
            left -= search.visits
            if remark == nil, let message = search.remark {
                let line = segment.member.schedule.startLine ?? segment.member.line
                remark = Diagnostic(.warning, .limit, file: file.name, line: line, message)
            }
            // Of a series in thousands of parts nearly all have no change in them, whatever the rules are.
            if search.isEmpty { continue }
            for (rule, number) in provenance.numberedRules where rules.indices.contains(number - 1) {
                let isSubDaily = rules[number - 1].frequency.isSubDaily
                changes += search.changes(for: rule, number: number, isSubDaily: isSubDaily)
            }
        }
        return (changes.sorted { ($0.instant, $0.rule) < ($1.instant, $1.rule) }, remark)
    }

    /// What was found while reading these components, and while putting them together.
    private func diagnostics(isSecond: Bool, _ cuts: [Diagnostic]) -> [Diagnostic] {
        let ranges = events.compactMap { $0.component.lines }
        var remarks = DiagnosticList(file: file.name, limit: options.diagnosticLimit)
        for diagnostic in file.diagnostics {
            guard let line = diagnostic.line, ranges.contains(where: { $0.contains(line) }) else { continue }
            remarks.append(diagnostic)
        }
        for diagnostic in builder.diagnostics { remarks.append(diagnostic) }
        for cut in cuts { remarks.append(cut) }
        // Once a UID is enough.
        if isSecond {
            remarks.warn(
                .series,
                line: events.first?.component.line,
                "the UID \"\(uid)\" stands in another calendar too; the two are separate series"
            )
        }
        return remarks.all
    }
}

extension Component {
    /// The lines of the file from BEGIN to END, as far as the properties show them; nil when it was not read.
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
