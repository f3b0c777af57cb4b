/// Builds the series of one calendar from its components: groups them by UID, picks masters, and matches overrides.
///
/// A class, lent to ``SeriesAssembly`` while a UID is put together, so that what was collected is never copied.
final class SeriesBuilder {
    /// What was guessed or left out, in the order in which it was found.
    private(set) var diagnostics: [Diagnostic] = []
    /// What was put together, in the order in which the UIDs first appear; a list for each UID would cost more than most
    /// have to say.
    private(set) var series = Series()
    /// The first component of each UID, in order.
    private(set) var firstMembers: [SeriesMember] = []

    /// The highest SEQUENCE of whole events that are not here, by UID.
    let revisions: RevisionTable
    let file: String?
    /// What all members of the calendar share.
    let origin: SeriesMember.Origin
    let context: SeriesContext
    var resolver: TimeResolver
    /// Whether it is found out of rules in other calendars (RSCALE) if they have any instance.
    private(set) var looksAhead: Bool
    /// How many steps following the COUNT of one rule may take.
    private(set) var stepsOfRule: Int

    /// Prepares for one calendar and its zones.
    ///
    /// `revisions` names the highest SEQUENCE of whole events that were left out, by UID; `number` says which of the
    /// calendars that are searched together it is.
    init(
        calendar: CalendarObject,
        number: Int = 0,
        file: String?,
        context: SeriesContext,
        revisions: RevisionTable = RevisionTable(),
        resolver: TimeResolver? = nil
    ) {
        self.file = file
        self.context = context
        self.revisions = revisions
        origin = SeriesMember.Origin(
            calendarName: calendar.name ?? Self.baseName(of: file),
            file: file,
            number: number,
            method: calendar.method?.trimmingBlanks
        )
        self.resolver = resolver ?? TimeResolver(calendar: calendar, context: context)
        (looksAhead, stepsOfRule) = (true, .max)
    }

    /// A builder that takes over a part of the work.
    init(_ share: Share) {
        file = share.file
        context = share.context
        revisions = share.revisions
        origin = share.origin
        resolver = share.resolver
        (looksAhead, stepsOfRule) = (share.looksAhead, share.stepsOfRule)
    }

    /// What a builder needs that takes over a part of the work.
    var share: Share {
        Share(
            file: file,
            origin: origin,
            context: context,
            revisions: revisions,
            resolver: resolver.fresh,
            looksAhead: looksAhead,
            stepsOfRule: stepsOfRule
        )
    }

    /// The last part of a path, which names a calendar that does not name itself; nil for standard input.
    private static func baseName(of file: String?) -> String? {
        guard let file, file != "<stdin>" else { return nil }
        let bytes = file.utf8
        guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return nil }
        let start = bytes[...end].lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
        return String(decoding: bytes[(start ?? bytes.startIndex)...end], as: UTF8.self)
    }

    /// Builds the series of these events; what comes out does not depend on how many threads work.
    ///
    /// `absent` are overrides that were left out.
    func build(_ sources: some Sequence<ScheduledEvent>, absent: [ScheduledEvent] = [], threads: Int = 1) {
        var groups = EventGroups()
        forEachCandidate(of: sources, threads: threads) { candidate in
            if groups.add(candidate) { firstMembers.append(candidate.member) }
        }
        for event in absent {
            guard let candidate = standIn(for: event), groups.has(candidate.member.uidHash) else { continue }
            resolver.prepare(for: event)
            _ = groups.add(candidate)
        }
        groups.putTogether()
        stepsOfRule = shareOfSteps(among: groups)
        looksAhead = mayLookAhead(groups)
        assemble(groups, threads: threads)
        for diagnostic in resolver.diagnostics { note(diagnostic) }
    }

    /// Takes over what another builder, which had a part of the work, made and found out.
    func add(_ part: Series, _ diagnostics: [Diagnostic], _ resolver: TimeResolver) {
        series.add(part)
        self.diagnostics += diagnostics
        self.resolver.add(resolver)
    }

    /// Hands over what was put together, of which there is nothing here then.
    func takeSeries() -> Series {
        defer { series = Series() }
        return series
    }

    /// What stands for an override that was left out.
    private func standIn(for event: ScheduledEvent) -> Candidate? {
        guard let start = event.schedule.start ?? cancelledStart(of: event.schedule) else { return nil }
        let uid = event.schedule.uid ?? ""
        let member = SeriesMember(
            event,
            start: start,
            uid: uid,
            uidHash: event.schedule.uidHash,
            origin: origin
        )
        let place = Candidate.Place(line: event.schedule.line ?? 0, number: 0)
        return Candidate(member: member, place: place, isAbsent: true)
    }

    /// What an event is to its series; nil, with a remark, for one without a start.
    func candidate(_ source: ScheduledEvent, place: Int) -> Candidate? {
        if let event = source.event {
            for diagnostic in event.component.addressDiagnostics(file: file) { note(diagnostic) }
        }
        let line = source.schedule.line
        guard let start = source.schedule.start ?? cancelledStart(of: source.schedule) else {
            let why = source.schedule.startLine == nil ? "without DTSTART" : "whose DTSTART cannot be read"
            note(Diagnostic(.warning, .missingProperty, line: line, "an event \(why); left out"))
            return nil
        }
        noteCancellation(of: source.schedule)
        for (name, line) in source.schedule.repeated {
            note(
                Diagnostic(.warning, .badValue, line: line, "duplicate \(name); using the first")
            )
        }
        var uid = source.schedule.uid
        if uid == nil {
            uid = StableIdentifier.uid(for: source.decoded().event.component)
            note(
                Diagnostic(
                    .warning,
                    .missingProperty,
                    line: line,
                    "an event without UID; one is made from its content"
                )
            )
        }
        let member = SeriesMember(
            source,
            start: start,
            uid: uid ?? "",
            uidHash: source.schedule.uidHash,
            origin: origin
        )
        return Candidate(member: member, place: Candidate.Place(line: line ?? place, number: place))
    }

    /// Collects a remark under the file's name.
    func note(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.file = file
        diagnostics.append(diagnostic)
    }

    /// Adds an occurrence that stands for itself.
    func add(_ single: SingleOccurrence) {
        series.singles.append(single)
    }

    /// Adds a segment, with remarks on what it has in the window, and on its end.
    func add(_ segment: Segment, describedBy candidate: Candidate) {
        noteLateEnd(of: segment, candidate.member)
        series.segments.append(segment)
    }

    /// An occurrence that stands for itself.
    ///
    /// `instance` is the one that an override without DTSTART cancels: it stays where it is, and as long as it is.
    func single(
        _ candidate: Candidate,
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
            // In the form of the start that replaces it, where both are instants.
            originalClock = original.kind == .zoned && clock.kind == .zoned ? clock : original
        }
        noteLateEnd(endKey, on: clock, of: candidate.member)
        return SingleOccurrence(
            frame: OccurrenceFrame(
                candidate.member,
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

    /// Warns where the instances in the window are ones that the file and the system read differently.
    func checkRival(of candidate: Candidate, set: RecurrenceSet) {
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

    /// The length of a component; its mends are noted where this is the first time that it is asked for.
    func length(
        of candidate: Candidate,
        startKey: Int,
        clock: SeriesClock,
        noting: Bool = true
    ) -> OccurrenceLength {
        OccurrenceLength(
            of: candidate.member,
            startKey: startKey,
            clock: clock,
            remark: { if noting { note($0) } },
            key: { resolver.key(of: $0, on: clock, line: candidate.schedule.endLine) }
        )
    }
}

/// What times, which have no place in an all-day series, are read as.
extension SeriesBuilder {
    /// Warns of EXDATEs and RDATEs in UTC that are read as the next day of an all-day series.
    func noteNextDays(of schedule: EventSchedule) {
        noteNextDays("EXDATE", schedule.exclusions.lazy.map { ($0.value, $0.line) })
        noteNextDays("RDATE", schedule.dates.lazy.map { ($0.value.start, $0.line) })
    }

    private func noteNextDays(_ name: String, _ times: some Sequence<(EventTime, Int?)>) {
        var first: (time: EventTime, line: Int?)?
        var count = 0
        for (time, line) in times where time.isMidnightInUTC {
            if first == nil { first = (time, line) }
            count += 1
        }
        guard let (time, line) = first else { return }
        let others = count > 1 ? ", and \(count - 1) more like it" : ""
        note(Diagnostic(.warning, .badValue, line: line, "\(name): \(time.readAsNextDay)\(others)"))
    }

    /// Warns of RDATEs that are one instance of an all-day series, as they fall on one day.
    func noteSharedDays(_ count: Int, _ first: EventSchedule.Located<RecurrenceDate>) {
        let others = count > 1 ? ", and \(count - 1) more like it" : ""
        let day = RuleText.format(until: .date(first.value.start.dayOfAllDaySeries))
        note(
            Diagnostic(
                .warning,
                .series,
                line: first.line,
                "RDATE: several values on \(day) in an all-day series; read as one\(others)"
            )
        )
    }
}

extension EventTime {
    /// What is said of a time in UTC that is read as the next day of an all-day series.
    var readAsNextDay: String {
        "'\(RuleText.format(until: self))' is a UTC time in an all-day series;"
            + " read as \(RuleText.format(until: .date(dayOfAllDaySeries)))"
    }
}

/// What METHOD and overrides without DTSTART cancel.
extension SeriesBuilder {
    /// Where an override starts that has no DTSTART: at its RECURRENCE-ID, if it cancels its instance.
    ///
    /// Google sends no more of a cancelled occurrence, and RFC 5546 section 3.2.5 asks for no more.
    func cancelledStart(of schedule: EventSchedule) -> EventTime? {
        schedule.isCancelled || origin.isCancellation ? schedule.recurrenceID : nil
    }

    /// Says what is guessed about a component that is cancelled.
    func noteCancellation(of schedule: EventSchedule) {
        if schedule.start == nil {
            let why = schedule.startLine == nil ? "without DTSTART" : "whose DTSTART cannot be read"
            let message = "cancelled override \(why); read as the instance at its RECURRENCE-ID"
            note(Diagnostic(.warning, .missingProperty, line: schedule.line, message))
        }
        if origin.isCancellation, schedule.hasOtherStatus {
            let message = "STATUS is not CANCELLED, but METHOD is CANCEL; read as CANCELLED"
            note(Diagnostic(.warning, .badValue, line: schedule.line, message))
        }
    }
}

extension SeriesBuilder {
    /// A component that may be a master or an override.
    struct Candidate: Sendable {
        let member: SeriesMember
        /// Its place in the file.
        let place: Place
        /// Whether it was left out, and only takes the place of others.
        var isAbsent = false

        /// A place in a file: the line, and the place among the events that were given, as a whole jCal may be one line.
        struct Place: Hashable, Comparable {
            let line: Int
            let number: Int

            static func < (left: Place, right: Place) -> Bool {
                (left.line, left.number) < (right.line, right.number)
            }
        }

        var schedule: EventSchedule { member.schedule }
        var start: EventTime { member.start }

        /// Orders revisions of one thing: SEQUENCE, then DTSTAMP, then the place in the file.
        static func isOlder(_ left: Candidate, than right: Candidate) -> Bool {
            if left.schedule.sequence != right.schedule.sequence {
                return left.schedule.sequence < right.schedule.sequence
            }
            if left.schedule.stamp != right.schedule.stamp {
                return left.schedule.stamp < right.schedule.stamp
            }
            return left.place < right.place
        }
    }
}

extension EventSchedule {
    /// Whether more than DTSTART decides when the component happens.
    var needsSet: Bool { isRecurring || hasUnreadableRule || !exclusions.isEmpty || !exclusionRules.isEmpty }

    /// Whether an override is a series where its master is missing.
    var isSeriesByItself: Bool { isOverride && appliesToFuture && isRecurring && start != nil }
}
