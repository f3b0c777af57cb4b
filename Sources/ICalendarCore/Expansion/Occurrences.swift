/// The occurrences of one or more calendars in a window: lazy, and strictly ordered by start, end, UID and original
/// start.
///
/// Making it reads every event's times and rules; going through it computes one occurrence at a time, so a flood of
/// instances costs no memory and stops when the loop does.
///
/// ```swift
/// let occurrences = Occurrences(of: [file], in: window)
/// for occurrence in occurrences.prefix(10) { print(occurrence) }
/// for diagnostic in occurrences.diagnostics { print(diagnostic) }
/// ```
public struct Occurrences: Sendable {
    /// The window, as given: `occurrences.window.zone`.
    public let window: OccurrenceWindow
    /// What was guessed or left out while reading times and rules, such as
    /// `team.ics:7: warning: unknown time zone "Nowhere": its times are read as floating`; what reading the file
    /// found is in ``CalendarFile/diagnostics``.
    public private(set) var diagnostics: [Diagnostic] = []
    /// What the single events cover, those outside the window too.
    private var coverageOfSingles = Coverage()
    package private(set) var singles: [SingleOccurrence] = []
    package private(set) var segments: [Segment] = []
    private var calendarCount = 0
    /// As many occurrences are given at most.
    package private(set) var most = Int.max
    private let options: ExpansionOptions
    private let threads: Int
    private let context: SeriesContext
    private var repeatedUIDs = RepeatedUIDs()

    /// The occurrences of the events of these files.
    ///
    /// At most so many threads work on it (one a processor unless it is said); what comes out does not depend on it.
    ///
    /// ```swift
    /// let files = [try CalendarFile(contentsOf: "team.ics"), try CalendarFile(contentsOf: "holidays.ics")]
    /// let occurrences = Occurrences(of: files, in: window)
    /// ```
    public init(
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

    /// The occurrences of series that were put together before, for a longer stretch of time.
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

    /// The range that is searched: `occurrences.searchedRange.upperBound` is where to go on when the window was
    /// shortened.
    public var searchedRange: Range<Instant> { window.searchedRange }
    /// Whether the range asked for is wider than four years and only its beginning is searched:
    /// `occurrences.isShortened == window.isShortened`.
    public var isShortened: Bool { window.isShortened }

    /// The stretch of time in which the calendars have anything at all, whatever the window:
    /// `occurrences.coverage.first`.
    public var coverage: Coverage {
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
        // Nearly always there is one calendar, and copying would count each of its series once more.
        if segments.isEmpty { segments = series.segments } else { segments += series.segments }
    }

    /// Cuts what would take too many steps, and what there is too much of, and says so.
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

    /// As many occurrences are looked at by questions that need them one by one.
    ///
    /// Large calendars may ask for more than ``ReadingLimits/visits``.
    package var mostVisits: Int {
        options.limits.visits.adding((segments.count + singles.count).multiplied(by: 64))
    }

    /// How many threads serve best, as many as there are processors for this process: `Occurrences.usualThreads` is
    /// at least 1.
    public static var usualThreads: Int { Workers.usualCount }

    /// The number of occurrences, at most `limit`.
    ///
    /// It costs less than going through them: nothing is put in order. Several threads share the series.
    ///
    /// ```swift
    /// let occurrences = file.occurrences(in: window)
    /// let all = occurrences.count()
    /// let isBusy = occurrences.count(upTo: 100) == 100
    /// ```
    public func count(upTo limit: Int = .max, threads: Int = usualThreads) -> Int {
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

    /// As many segments are counted by one thread before it takes others.
    private static let countedTogether = 128

    /// What the occurrences come from, numbered; what is hidden is left out.
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

extension Occurrences: Sequence {
    /// Goes through the occurrences in order; a `for` loop calls it.
    ///
    /// ```swift
    /// var iterator = occurrences.makeIterator()
    /// while let occurrence = iterator.next() { print(occurrence) }
    /// ```
    public func makeIterator() -> Iterator {
        Iterator(OccurrenceSlices(sources(), window: window), atMost: most)
    }

    /// Computes one occurrence after the other.
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

        /// The next occurrence, or nil after the last.
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
                order = RowOrder.places(of: rows, from: slices.sources)
                given = 0
            }
            given += 1
            return slices.sources.occurrence(rows[Int(order[given - 1])])
        }
    }
}

extension CalendarFile {
    /// The occurrences of all events of the file in a window, in order.
    ///
    /// ```swift
    /// for occurrence in file.occurrences(in: window) {
    ///     print(occurrence.start, occurrence.summary ?? "")
    /// }
    /// ```
    public func occurrences(
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init()
    ) -> Occurrences {
        Occurrences(of: [self], in: window, options: options)
    }
}

extension CalendarObject {
    /// The occurrences of all events of the calendar in a window, in order.
    ///
    /// ```swift
    /// for calendar in file.calendars {
    ///     print(calendar.name ?? "unnamed", calendar.occurrences(in: window).count())
    /// }
    /// ```
    public func occurrences(
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init()
    ) -> Occurrences {
        Occurrences(of: [CalendarFile(calendars: [self])], in: window, options: options)
    }
}

/// The UIDs of all calendars so far: one that stands in two of them is worth a warning, once.
struct RepeatedUIDs: Sendable {
    private var seen: [ExactText: Bool] = [:]
    /// The UIDs of the first calendar, which are of no interest until there is a second.
    private var first: [SeriesMember]?

    /// What was found while a calendar's series were built, by the lines of its file, with a warning of each UID that
    /// an earlier calendar has too.
    mutating func diagnostics(of builder: SeriesBuilder, limit: Int) -> [Diagnostic] {
        // Zones, series and rules are looked at in turns; a list sorts the remarks by their lines, and is bounded.
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
