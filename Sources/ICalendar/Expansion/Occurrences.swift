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
    private(set) var singles: [SingleOccurrence] = []
    private(set) var segments: [Segment] = []
    private var calendarCount = 0
    /// As many occurrences are given at most.
    private(set) var most = Int.max
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

    /// The occurrences of what was read for this window.
    init(of files: [ScreenedFile], in window: OccurrenceWindow, options: ExpansionOptions, threads: Int?) {
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
    init(of series: Series, in window: OccurrenceWindow, options: ExpansionOptions) {
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
        revisions: RevisionTable = RevisionTable(),
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
        let searched = searchedRange.lowerBound.secondsSince1970..<searchedRange.upperBound.secondsSince1970
        var remarks = DiagnosticList(file: nil, limit: options.limits.diagnostics)
        SearchWork(limit: options.limits.work, searched: searched)
            .cut(&segments, threads: threads, remarks: &remarks)
        let limit = Swift.max(0, options.limits.occurrences)
        if limit < .max, count(upTo: limit + 1, threads: threads) > limit {
            remarks.warn(
                .limit,
                line: nil,
                "there are more than \(limit) occurrences; later ones are left out"
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
        let (from, to) = (
            searchedRange.lowerBound.secondsSince1970, searchedRange.upperBound.secondsSince1970
        )
        let earliest = window.includesOngoing ? Int.min : from
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
                    if let known = segment.count(from: from, to: to, startingFrom: earliest) {
                        count = count.adding(known)
                        continue
                    }
                    var items = segment.items(from: from, to: to)
                    while count < limit, let item = items.nextUnordered() {
                        if item.sortStart >= earliest { count += 1 }
                    }
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
        singles.sort { OrderKey($0) < OrderKey($1) }
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
        Iterator(walk: OccurrenceWalk(sources(), window: window), left: most)
    }

    /// Computes one occurrence after the other.
    ///
    /// ```swift
    /// var iterator: Occurrences.Iterator = occurrences.makeIterator()
    /// let first = iterator.next()
    /// ```
    public struct Iterator: IteratorProtocol {
        var walk: OccurrenceWalk
        /// How many may still be given.
        var left: Int

        /// The next occurrence, or nil after the last.
        ///
        /// ```swift
        /// var iterator = occurrences.makeIterator()
        /// let (first, second) = (iterator.next(), iterator.next())
        /// ```
        public mutating func next() -> Occurrence? {
            guard left > 0 else { return nil }
            left -= 1
            return walk.next()
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

/// Occurrences as rows of numbers in order, all of one slice of time.
package struct OccurrenceRows: Sendable {
    /// What the rows stand for.
    package let sources: OccurrenceSources
    /// The number of the slice, from 0 on, in the order of time.
    package let number: Int
    fileprivate let rows: [OccurrenceRow]
    private let limit: Int

    init(_ rows: [OccurrenceRow], of sources: OccurrenceSources, number: Int, limit: Int) {
        self.rows = rows
        self.number = number
        self.sources = sources
        self.limit = limit
    }

    /// How many rows there are.
    package var count: Int { min(rows.count, limit) }

    /// The rows in order; they are put in order here, so this is to be asked for once.
    package func ordered() -> [OccurrenceRow] {
        RowOrder.places(of: rows, from: sources).prefix(limit).map { rows[Int($0)] }
    }
}

extension Occurrences {
    /// Makes something of the occurrences on several threads, and hands it on in their order.
    ///
    /// `transform` is called by any of the threads, with slices of some thousand rows, and `consume` by the calling
    /// thread alone. So what comes out does not depend on how many threads there are; nor does which slices there
    /// are. No more than `ahead` slices (eight a thread unless it is said) are under way at any time, fewer when many
    /// events start at once, so that memory is bounded, and an error that `consume` throws ends everything. `sources`
    /// says beforehand what the rows' numbers will stand for.
    package func mapRows<Output: Sendable, Failure: Error>(
        of sources: OccurrenceSources,
        threads: Int,
        ahead: Int? = nil,
        limit: Int = .max,
        transform: @escaping @Sendable (OccurrenceRows) -> Output,
        consume: (Output) throws(Failure) -> Void
    ) throws(Failure) {
        var slices = OccurrenceSlices(sources, window: window, threads: threads)
        var room = Swift.min(limit, most)
        var number = 0
        var rowsUnderWay = 0
        let ahead = ahead ?? 8 * threads
        try Workers.mapInOrder(
            threads: threads,
            ahead: ahead,
            hasRoom: { rowsUnderWay < ahead * OccurrenceSlices.sliceSize },
            next: { () throws(Failure) -> OccurrenceRows? in
                guard room > 0, let rows = slices.next() else { return nil }
                let taken = OccurrenceRows(rows, of: sources, number: number, limit: room)
                room -= taken.count
                number += 1
                rowsUnderWay += rows.count
                return taken
            },
            transform: { rows in (output: transform(rows), rows: rows.rows) },
            consume: { (done: (output: Output, rows: [OccurrenceRow])) throws(Failure) in
                rowsUnderWay -= done.rows.count
                slices.useAgain(done.rows)
                try consume(done.output)
            }
        )
    }
}
