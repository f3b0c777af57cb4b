/// A builder for the series of one calendar, which groups components by UID, selects masters, and matches overrides.
///
/// The builder is a class that ``SeriesAssembly`` uses while assembling a UID, so collected data is never copied.
package final class SeriesBuilder {
    /// The diagnostics about guesses and omissions, in order of discovery.
    package private(set) var diagnostics: [Diagnostic] = []
    /// The assembled series, sorted by the first appearance of their UIDs.
    ///
    /// A single list is cheaper than one list per UID.
    package private(set) var series = Series()
    private(set) var firstMembers: [SeriesMember] = []

    /// The highest SEQUENCE among screened-out whole events, by UID.
    package let revisions: UIDTable
    package let file: String?
    package let origin: SeriesMember.Origin
    package let context: SeriesContext
    package var resolver: TimeResolver
    package private(set) var steps: RuleSteps

    /// Creates a builder for one calendar and its zones.
    ///
    /// - Parameters:
    ///   - number: The calendar's number within the search.
    ///   - revisions: The highest SEQUENCE among screened-out whole events, by UID.
    ///   - endName: The name that messages use for a component's end property.
    package init(
        calendar: CalendarObject,
        number: Int = 0,
        file: String?,
        context: SeriesContext,
        revisions: UIDTable = UIDTable(),
        resolver: TimeResolver? = nil,
        endName: String = "DTEND"
    ) {
        self.file = file
        self.context = context
        self.revisions = revisions
        origin = SeriesMember.Origin(
            calendarName: calendar.name ?? Self.baseName(of: file),
            calendarColor: calendar.color ?? calendar.appleColor,
            file: file,
            number: number,
            method: calendar.method?.trimmingBlanks,
            endName: endName
        )
        self.resolver = resolver ?? TimeResolver(calendar: calendar, context: context)
        steps = RuleSteps(in: context)
    }

    private struct Share: Sendable {
        let file: String?
        let origin: SeriesMember.Origin
        let context: SeriesContext
        let revisions: UIDTable
        let resolver: TimeResolver
        let steps: RuleSteps
    }

    private init(_ share: Share) {
        file = share.file
        context = share.context
        revisions = share.revisions
        origin = share.origin
        resolver = share.resolver
        steps = share.steps
    }

    private var share: Share {
        Share(
            file: file,
            origin: origin,
            context: context,
            revisions: revisions,
            resolver: resolver.fresh,
            steps: steps
        )
    }

    /// Returns the last part of a path, used as an unnamed calendar's name, or nil for standard input.
    private static func baseName(of file: String?) -> String? {
        guard let file, file != "<stdin>" else { return nil }
        let bytes = file.utf8
        guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return nil }
        let start = bytes[...end].lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
        return String(decoding: bytes[(start ?? bytes.startIndex)...end], as: UTF8.self)
    }

    /// Builds the series from the given events; the result does not depend on the number of threads.
    ///
    /// - Parameter absent: The overrides that were screened out.
    package func build(
        _ sources: some Sequence<ScheduledEvent>,
        absent: [ScheduledEvent] = [],
        threads: Int = 1
    ) {
        var groups = EventGroups()
        forEachCandidate(of: sources, threads: threads) { candidate in
            if groups.add(candidate) { firstMembers.append(candidate) }
        }
        for event in absent {
            guard let candidate = standIn(for: event), groups.has(candidate.uidHash) else { continue }
            resolver.prepare(for: event)
            _ = groups.add(candidate)
        }
        groups.putTogether()
        steps.share(among: groups.all, &resolver)
        assemble(groups, threads: threads)
        for diagnostic in resolver.diagnostics { note(diagnostic) }
    }

    /// The number of events, and the number of UIDs, in one unit of work.
    private static let (eventsOfShare, groupsOfShare) = (1024, 512)

    /// Calls `body` with a candidate for each event in file order, and looks up zones in that order.
    ///
    /// The order of zones therefore does not depend on which event needs a zone first.
    private func forEachCandidate(
        of sources: some Sequence<ScheduledEvent>,
        threads: Int,
        _ body: (SeriesMember) -> Void
    ) {
        let events = Array(sources)
        guard threads > 1, events.count > 2 * Self.eventsOfShare else {
            for (place, event) in events.enumerated() {
                guard let candidate = candidate(event, place: place) else { continue }
                resolver.prepare(for: event)
                body(candidate)
            }
            return
        }
        let share = share
        Workers.mapParts(
            of: events.count,
            size: Self.eventsOfShare,
            threads: threads,
            transform: { (places: Range<Int>) in
                let builder = SeriesBuilder(share)
                var zones = FirstZoneUses()
                var candidates: [SeriesMember] = []
                candidates.reserveCapacity(places.count)
                for place in places {
                    guard let candidate = builder.candidate(events[place], place: place) else { continue }
                    zones.add(events[place])
                    candidates.append(candidate)
                }
                return (candidates, zones, builder.diagnostics)
            },
            consume: { (part: ([SeriesMember], FirstZoneUses, [Diagnostic])) in
                for diagnostic in part.2 { note(diagnostic) }
                resolver.prepare(for: part.1)
                for candidate in part.0 { body(candidate) }
            }
        )
    }

    /// Assembles the series for each UID.
    ///
    /// The order of series and remarks does not depend on the number of threads.
    private func assemble(_ groups: EventGroups, threads: Int) {
        guard threads > 1, groups.count > 2 * Self.groupsOfShare else {
            for number in 0..<groups.count { SeriesAssembly(of: groups[number], builder: self).assemble() }
            return
        }
        let share = share
        Workers.mapParts(
            of: groups.count,
            size: Self.groupsOfShare,
            threads: threads,
            transform: { (numbers: Range<Int>) in
                let builder = SeriesBuilder(share)
                for number in numbers {
                    SeriesAssembly(of: groups[number], builder: builder).assemble()
                }
                return (builder.takeSeries(), builder.diagnostics, builder.resolver)
            },
            consume: { (part: (Series, [Diagnostic], TimeResolver)) in
                series.add(part.0)
                diagnostics += part.1
                resolver.add(part.2)
            }
        )
    }

    /// Returns the assembled series and removes them from the builder.
    package func takeSeries() -> Series {
        defer { series = Series() }
        return series
    }

    private func standIn(for event: ScheduledEvent) -> SeriesMember? {
        guard let start = event.schedule.start ?? cancelledStart(of: event.schedule) else { return nil }
        return SeriesMember(
            event,
            start: start,
            uid: event.schedule.uid ?? "",
            uidHash: event.schedule.uidHash,
            origin: origin,
            isAbsent: true
        )
    }

    /// Returns the candidate for an event, or adds a remark and returns nil if the event has no start.
    private func candidate(_ source: ScheduledEvent, place: Int) -> SeriesMember? {
        if let event = source.event {
            for diagnostic in event.component.addressDiagnostics(file: file) { note(diagnostic) }
        }
        let line = source.schedule.line
        guard let start = source.schedule.start ?? cancelledStart(of: source.schedule) else {
            let why = Self.missingStart(isWritten: source.schedule.startLine != nil)
            let event = source.decoded().event
            let name = Words.event(event.summary, uid: event.uid, kind: origin.kind)
            note(Diagnostic(.error, .missingProperty, line: line, "\(name) skipped: \(why)"))
            return nil
        }
        noteCancellation(of: source.schedule)
        for (name, line) in source.schedule.repeated {
            warn(.badValue, line: line, "duplicate \(name); using the first")
        }
        var uid = source.schedule.uid
        if uid == nil {
            uid = StableIdentifier.uid(for: source.decoded().event.component)
            let message = "\(origin.kind) has no UID; using one derived from its content"
            warn(.missingProperty, line: line, message)
        }
        return SeriesMember(
            source,
            start: start,
            uid: uid ?? "",
            uidHash: source.schedule.uidHash,
            origin: origin,
            number: place
        )
    }

    /// Returns the reason for skipping a component without a valid start.
    package static func missingStart(isWritten: Bool) -> String {
        isWritten ? "DTSTART is not a valid date" : "no DTSTART"
    }

    package func note(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.file = file
        diagnostics.append(diagnostic)
    }

    package func warn(_ code: Diagnostic.Code, line: Int?, _ message: String) {
        note(Diagnostic(.warning, code, line: line, message))
    }

    package func add(_ single: SingleOccurrence) {
        series.singles.append(single)
    }

    package func add(_ segment: Segment, describedBy candidate: SeriesMember) {
        noteLateEnd(of: segment, candidate)
        series.segments.append(segment)
    }

    /// Creates a single occurrence.
    ///
    /// - Parameter instance: The instance that an override without DTSTART cancels, which provides its time and
    ///   length.
    package func single(
        _ candidate: SeriesMember,
        recurrenceID: (key: Int, clock: SeriesClock)?,
        isDetached: Bool,
        cancelling instance: (key: Int, clock: SeriesClock, length: OccurrenceLength)? = nil
    ) -> SingleOccurrence {
        let clock =
            instance?.clock ?? resolver.clock(for: candidate.start, line: candidate.schedule.startLine)
        let key = instance?.key ?? clock.key(ofCivil: candidate.start.civil.secondNumber)
        let length = instance?.length ?? length(of: candidate, startKey: key, clock: clock)
        let endKey = length.end(ofKey: key, on: clock)
        resolver.checkRival(of: candidate.start, line: candidate.schedule.startLine)
        var originalClock: SeriesClock?
        if let original = recurrenceID?.clock {
            // If both starts are instants, uses the format of the new start instead of the original one.
            originalClock = original.kind == .zoned && clock.kind == .zoned ? clock : original
        }
        noteLateEnd(endKey, on: clock, of: candidate)
        return SingleOccurrence(
            frame: OccurrenceFrame(
                candidate,
                clock: clock,
                originalClock: originalClock,
                isDetached: isDetached,
                displayZone: context.displayZone
            ),
            sortStart: clock.sort(ofKey: key),
            sortEnd: max(clock.sort(ofKey: key), clock.sort(ofKey: endKey)),
            startKey: key,
            endKey: endKey,
            originalKey: recurrenceID?.key ?? 0,
            sortRecurrenceID: recurrenceID.map { $0.clock.sort(ofKey: $0.key) } ?? .min
        )
    }

    /// Warns if the file's and the system's zone definitions yield different instants for instances in the window.
    func checkRival(of candidate: SeriesMember, set: RecurrenceSet) {
        let line = candidate.schedule.startLine
        resolver.checkRival(of: candidate.start, line: line)
        resolver.checkRival(
            of: set,
            startingAs: candidate.start,
            from: context.searched.lowerBound,
            to: context.searched.upperBound,
            line: line
        )
    }

    /// Returns a component's length, and adds remarks about repairs if `noting` is true.
    package func length(
        of candidate: SeriesMember,
        startKey: Int,
        clock: SeriesClock,
        noting: Bool = true
    ) -> OccurrenceLength {
        OccurrenceLength(
            of: candidate,
            startKey: startKey,
            clock: clock,
            remark: { if noting { note($0) } },
            key: { resolver.key(of: $0, on: clock, line: candidate.schedule.endLine) }
        )
    }

    /// Returns the occurrence of an override whose master is missing or lacks the instance.
    ///
    /// The result is the same if a master without instances in the window was screened out.
    package func orphan(_ candidate: SeriesMember) -> SingleOccurrence {
        var key: (Int, SeriesClock)?
        if let id = candidate.schedule.recurrenceID {
            let clock = resolver.clock(for: id, line: candidate.schedule.recurrenceIDLine)
            key = (clock.key(ofCivil: id.civil.secondNumber), clock)
        }
        return single(candidate, recurrenceID: key, isDetached: true)
    }

    /// Returns the instance that an RDATE value specifies; in a timed series, a date gets DTSTART's time of day.
    package func instance(of date: EventSchedule.Located<RecurrenceDate>, in set: RecurrenceSet) -> Instance {
        let clock = set.clock
        let start = date.value.start
        if start.isDate, clock.kind != .allDay {
            let timeOfDay = floorModulo(set.start.civil, 86_400)
            return clock.instance(atCivil: start.civil.secondNumber + timeOfDay)
        }
        return clock.instance(atKey: resolver.key(of: start, on: clock, line: date.line))
    }
}
