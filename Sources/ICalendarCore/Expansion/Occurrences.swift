/// The occurrences of one or more calendars in a window, sorted by start, end, UID, and original start.
///
/// Creating this lazy sequence reads the times and rules of every event. Iterating over it computes one occurrence at
/// a time, so even a huge number of instances uses little memory, and the work stops when the loop does.
///
/// ```swift
/// let occurrences = file.occurrences(in: window)
/// for occurrence in occurrences.prefix(10) { print(occurrence) }
/// for diagnostic in occurrences.diagnostics { print(diagnostic) }
/// ```
public struct Occurrences: Sendable {
    /// The window passed to the search: `occurrences.window.zone`.
    public let window: OccurrenceWindow
    /// The problems found in times and rules, such as
    /// `team.ics:7: warning: unknown time zone "Nowhere"; times read as floating`.
    ///
    /// For problems found while reading the file, see ``CalendarFile/diagnostics``.
    public private(set) var diagnostics: [Diagnostic] = []
    /// The coverage of single events, including those outside the window.
    private var coverageOfSingles = Coverage()
    package private(set) var singles: [SingleOccurrence] = []
    package private(set) var segments: [Segment] = []
    private var calendarCount = 0
    /// The maximum number of occurrences to return.
    package private(set) var most = Int.max
    private let options: ExpansionOptions
    private let threads: Int
    private let context: SeriesContext
    private var repeatedUIDs = RepeatedUIDs()

    /// Creates the occurrences of the events in the given files.
    ///
    /// At most `threads` threads are used, by default one per processor; the results do not depend on the number of
    /// threads.
    package init(
        of files: [CalendarFile],
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init(),
        threads: Int? = nil
    ) {
        self.init(in: window, options: options, threads: threads)
        for file in files {
            for calendar in file.calendars {
                add(calendar.events.lazy.map(ScheduledEvent.init), of: calendar, file: file.name)
            }
        }
        sortSingles()
        applyLimits()
    }

    package init(
        of files: [ScreenedFile],
        in window: OccurrenceWindow,
        options: ExpansionOptions,
        threads: Int?
    ) {
        self.init(in: window, options: options, threads: threads)
        for file in files {
            for calendar in file.calendars {
                add(
                    calendar.events,
                    of: calendar.object,
                    file: file.name,
                    revisions: calendar.revisions,
                    absent: calendar.absentOverrides
                )
                coverageOfSingles.include(calendar.coverage)
            }
        }
        sortSingles()
        applyLimits()
    }

    /// Creates the occurrences of series that were already assembled for a longer time span.
    package init(of series: Series, in window: OccurrenceWindow, options: ExpansionOptions) {
        self.init(in: window, options: options, threads: 1)
        singles = series.singles.filter { window.includes($0) }
        segments = series.segments
        sortSingles()
        applyLimits()
    }

    private init(in window: OccurrenceWindow, options: ExpansionOptions, threads: Int?) {
        self.window = window
        self.threads = Swift.max(1, threads ?? Workers.usualCount)
        self.options = options
        context = SeriesContext(window, options)
    }

    /// The time span of all occurrences in the calendars, regardless of the window: `occurrences.coverage.first`.
    package var coverage: Coverage {
        segments.reduce(into: coverageOfSingles) { $0.include($1) }
    }

    private mutating func add(
        _ sources: some Sequence<ScheduledEvent>,
        of calendar: CalendarObject,
        file: String?,
        revisions: UIDTable = UIDTable(),
        absent: [ScheduledEvent] = []
    ) {
        let builder = SeriesBuilder(
            calendar: calendar,
            number: calendarCount,
            file: file,
            context: context,
            revisions: revisions
        )
        calendarCount += 1
        builder.build(sources, absent: absent, threads: threads)
        diagnostics += repeatedUIDs.diagnostics(of: builder, limit: options.diagnosticLimit)
        let series = builder.takeSeries()
        for single in series.singles {
            coverageOfSingles.include(from: single.sortStart, through: single.sortEnd)
            if window.includes(single) { singles.append(single) }
        }
        // There is nearly always only one calendar, and copying the array would retain each of its series again.
        if segments.isEmpty { segments = series.segments } else { segments += series.segments }
    }

    /// Shortens series that would take too many steps, limits the number of occurrences, and adds a diagnostic for
    /// each change.
    private mutating func applyLimits() {
        var remarks = DiagnosticList(file: nil, limit: options.limits.diagnostics)
        SearchWork(limit: options.limits.work, searched: window.seconds)
            .cut(&segments, threads: threads) { remarks.append($0) }
        let limit = Swift.max(0, options.limits.occurrences)
        if limit < .max, count(upTo: limit + 1, threads: threads) > limit {
            remarks.add(
                .error,
                .limit,
                line: nil,
                "limit reached: \(limit) occurrences; later ones skipped"
            )
        }
        most = limit
        diagnostics += remarks.all
    }

    /// The maximum number of occurrences to examine one by one for queries such as conflicts.
    ///
    /// For large calendars, the number exceeds ``ReadingLimits/visits``.
    package var mostVisits: Int {
        options.limits.visits.adding((segments.count + singles.count).multiplied(by: 64))
    }

    /// Returns the number of occurrences, at most `limit`.
    ///
    /// Counting is faster than iterating, because nothing is sorted. Several threads share the series.
    ///
    /// ```swift
    /// let occurrences = file.occurrences(in: window)
    /// let all = occurrences.count()
    /// let isBusy = occurrences.count(upTo: 100) == 100
    /// ```
    public func count(upTo limit: Int = .max) -> Int { count(upTo: limit, threads: Workers.usualCount) }

    /// Returns the number of occurrences, at most `limit`, counted on the given number of threads.
    package func count(upTo limit: Int = .max, threads: Int) -> Int {
        let limit = Swift.min(limit, most)
        let hides = options.hidesCancelled
        var count = hides ? singles.count { !$0.member.isCancelled } : singles.count
        var next = 0
        let searched = window.seconds
        let earliest = window.includesOngoing ? Int.min : searched.lowerBound
        Workers.mapInOrder(
            threads: threads,
            next: { () throws(Never) -> ArraySlice<Segment>? in
                guard next < segments.count, count < limit else { return nil }
                let part = segments[next..<Swift.min(next + Self.countedTogether, segments.count)]
                next = part.endIndex
                return part
            },
            transform: { part in
                var count = 0
                for segment in part where !hides || !segment.member.isCancelled {
                    let left = limit - Swift.min(count, limit)
                    count = count.adding(segment.count(in: searched, startingFrom: earliest, upTo: left))
                }
                return count
            },
            consume: { (part: Int) throws(Never) in
                count = Swift.min(count, limit - Swift.min(part, limit)) + part
            }
        )
        return Swift.min(count, limit)
    }

    /// The number of segments that a thread counts at a time.
    private static let countedTogether = 128

    /// Returns the numbered sources of all visible occurrences.
    package func sources(threads: Int = 1) -> OccurrenceSources {
        guard options.hidesCancelled else {
            return OccurrenceSources(segments: segments, singles: singles, threads: threads)
        }
        return OccurrenceSources(
            segments: segments.filter { !$0.member.isCancelled },
            singles: singles.filter { !$0.member.isCancelled },
            threads: threads
        )
    }

    private mutating func sortSingles() {
        singles.sort { OccurrenceKey($0) < OccurrenceKey($1) }
    }
}

extension Coverage {
    /// Extends the span by the possible instances of a segment, without expanding it.
    fileprivate mutating func include(_ segment: Segment) {
        let set = segment.base
        for date in [set.dates.first, set.dates.last].compactMap({ $0 }) {
            include(from: date.sort, through: date.sort)
        }
        for rule in set.rules {
            if let last = rule.lastCivil(on: set.clock) {
                include(from: set.start.sort, through: set.clock.instance(atCivil: last).sort)
            } else {
                include(endlessFrom: set.start.sort)
            }
        }
    }
}

extension Occurrences: Sequence {
    /// Returns an iterator over the occurrences in order, as used by a `for` loop.
    ///
    /// ```swift
    /// var iterator = occurrences.makeIterator()
    /// while let occurrence = iterator.next() { print(occurrence) }
    /// ```
    public func makeIterator() -> Iterator {
        Iterator(OccurrenceSlices(sources(), window: window), atMost: most)
    }

    /// An iterator that computes one occurrence at a time.
    ///
    /// ```swift
    /// var iterator: Occurrences.Iterator = occurrences.makeIterator()
    /// let first = iterator.next()
    /// ```
    public struct Iterator: IteratorProtocol {
        private var slices: OccurrenceSlices
        private var rows: [OccurrenceRow] = []
        private var order: [UInt32] = []
        private var given = 0
        private var left: Int

        fileprivate init(_ slices: OccurrenceSlices, atMost most: Int) {
            self.slices = slices
            left = most
        }

        /// Returns the next occurrence, or nil after the last.
        ///
        /// ```swift
        /// var iterator = occurrences.makeIterator()
        /// let (first, second) = (iterator.next(), iterator.next())
        /// ```
        public mutating func next() -> Occurrence? {
            guard left > 0 else { return nil }
            left -= 1
            while given == order.count {
                guard let rows = slices.next() else { return nil }
                self.rows = rows
                order = slices.sources.order(of: rows)
                given = 0
            }
            given += 1
            return slices.sources.occurrence(rows[Int(order[given - 1])])
        }
    }
}

extension CalendarContents {
    /// Returns the occurrences of all events in a window in order.
    ///
    /// ```swift
    /// for occurrence in file.occurrences(in: window) {
    ///     print(occurrence.start, occurrence.summary ?? "")
    /// }
    /// for calendar in file.calendars {
    ///     print(calendar.name ?? "unnamed", calendar.occurrences(in: window).count())
    /// }
    /// ```
    public func occurrences(
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init()
    ) -> Occurrences {
        Occurrences(of: calendarFiles, in: window, options: options)
    }
}

/// The UIDs of all calendars so far, used to warn once about each UID found in two calendars.
struct RepeatedUIDs: Sendable {
    private var seen: [ExactText: Bool] = [:]
    /// The members of the first calendar, whose UIDs are needed only if there is a second calendar.
    private var first: [SeriesMember]?

    /// Returns the diagnostics from building a calendar's series, sorted by line.
    ///
    /// The result includes a warning for each UID that also occurs in an earlier calendar.
    mutating func diagnostics(of builder: SeriesBuilder, limit: Int) -> [Diagnostic] {
        // Zones, series, and rules are examined in turn; the list sorts the remarks by line and limits their number.
        var remarks = DiagnosticList(file: builder.file, limit: limit)
        for diagnostic in builder.diagnostics { remarks.append(diagnostic) }
        guard let known = first else {
            first = builder.firstMembers
            return remarks.all
        }
        if seen.isEmpty { for member in known { seen[ExactText(member.uid)] = false } }
        for member in builder.firstMembers {
            let uid = ExactText(member.uid)
            let isWarnedOf = seen[uid]
            seen[uid] = isWarnedOf != nil
            guard isWarnedOf == false else { continue }
            remarks.add(
                .note,
                .series,
                line: member.line,
                "UID \"\(uid.text)\" is also in another calendar; read as separate series"
            )
        }
        return remarks.all
    }
}
