/// An index of calendars: made once, it answers one window after the other in the time that it takes to say the answer.
///
/// For programs that keep calendars open, such as a server that answers with months. ``CalendarFile/occurrences(in:options:)``
/// reads every event's rules anew for each window; an index has done so when it was made. It gives the same occurrences
/// in the same order. It never changes, so that any number of threads can ask it at once.
///
/// ```swift
/// var builder = OccurrenceIndex.Builder(in: try Zone(identifier: "Europe/Berlin"))
/// for path in try CalendarFolder.files(in: "calendars").paths { try builder.read(contentsOf: path) }
/// let index = builder.build()
/// for occurrence in try index.occurrences(from: monday, to: nextMonday) { print(occurrence) }
/// ```
///
/// An index belongs to one display zone, as dates and floating times take their places by it. What a question costs:
/// - to find what happens: O(log N) in the number of events, and O(n) in the number of occurrences that are returned;
/// - for series of odd rules (BYSETPOS, BYWEEKNO, several rules, RDATE in an endless series, other calendars) about half
///   a microsecond each, if they are alive in the window and may happen in its months.
public struct OccurrenceIndex: Sendable {
    /// The zone in which dates and floating times take their place: `index.zone.identifier`.
    public let zone: Zone
    /// What was guessed or left out while reading times and rules, as ``Occurrences/diagnostics``:
    /// `team.ics:7: warning: unknown time zone "Nowhere": its times are read as floating`.
    ///
    /// That a file's own definition of a zone contradicts the system's is found where events start, not in every
    /// window.
    public let diagnostics: [Diagnostic]
    /// What the index holds, and what it cost: `index.statistics.byteCount`.
    public let statistics: Statistics
    package let parts: OccurrenceIndexParts

    /// What an index holds, and what it cost.
    ///
    /// ```swift
    /// let statistics = index.statistics
    /// print("\(statistics.series) series and \(statistics.singles) singles in \(statistics.buildTime)")
    /// ```
    public struct Statistics: Sendable, Hashable {
        /// Events and overrides that happen once: `DTSTART` without RRULE and RDATE.
        public var singles: Int
        /// Series, counting each part of one that an override for all later instances (`RANGE=THISANDFUTURE`) has
        /// cut.
        public var series: Int
        /// Occurrences that are laid out one by one: the singles, and the instances of short series such as
        /// `RRULE:FREQ=DAILY;COUNT=5`.
        public var laidOut: Int
        /// Series found by their places in weeks and months, such as `RRULE:FREQ=WEEKLY;BYDAY=MO`.
        public var periodic: Int
        /// Series that are asked one by one where they are alive, such as
        /// `RRULE:FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1`.
        public var askedOneByOne: Int
        /// Bytes that the index takes beyond the events, their rules and their dates:
        /// `index.statistics.byteCount / 1024` is KiB.
        public var byteCount: Int
        /// How long it took to work out the series and to build the index, without reading files:
        /// `index.statistics.buildTime < .milliseconds(50)`.
        public var buildTime: Duration
    }

    /// An index of the events of these files.
    ///
    /// A program that does not need the files themselves has less to keep with a ``Builder``.
    ///
    /// ```swift
    /// let index = OccurrenceIndex(of: [file], in: try Zone(identifier: "Europe/Berlin"))
    /// for occurrence in index.occurrences(in: window) { print(occurrence) }
    /// ```
    ///
    /// - Complexity: O(N log N) in the number of events.
    public init(of files: [CalendarFile], in zone: Zone, options: ExpansionOptions = .init()) {
        var builder = Builder(in: zone, options: options)
        for file in files { builder.add(file) }
        self = builder.build()
    }

    init(_ parts: OccurrenceIndexParts, in zone: Zone, diagnostics: [Diagnostic], buildTime: Duration) {
        self.zone = zone
        self.diagnostics = diagnostics
        self.parts = parts
        statistics = Statistics(
            singles: parts.contents.singles.count,
            series: parts.contents.segments.count,
            laidOut: parts.entries.count,
            periodic: parts.tables.count,
            askedOneByOne: parts.streams.count,
            byteCount: parts.byteCount,
            buildTime: buildTime
        )
    }

    /// The occurrences in a window, in order.
    ///
    /// The window's range counts, and the index's own zone; a window in another zone needs an index of that zone.
    ///
    /// ```swift
    /// for occurrence in index.occurrences(in: window) { print(occurrence.start, occurrence.summary ?? "") }
    /// ```
    ///
    /// - Complexity: O(log N + n) for N events and n occurrences.
    public func occurrences(in window: OccurrenceWindow) -> IndexedOccurrences {
        IndexedOccurrences(
            index: self,
            searchedRange: window.searchedRange,
            includesOngoing: window.includesOngoing
        )
    }

    /// The occurrences between two instants, in order.
    ///
    /// ```swift
    /// let now = Instant(Date())
    /// let week = try index.occurrences(from: now, to: now.adding(seconds: 7 * 86_400))
    /// for occurrence in week { print(occurrence) }
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidWindow`` when `to` is not after `from`.
    public func occurrences(from: Instant, to: Instant) throws(CalendarError) -> IndexedOccurrences {
        occurrences(in: try OccurrenceWindow(from: from, to: to, in: zone))
    }

    /// How many occurrences there are in a window.
    ///
    /// ```swift
    /// print("\(index.count(in: window)) appointments")
    /// ```
    ///
    /// - Complexity: O(log N), and O(n) over what endless and long series give.
    public func count(in window: OccurrenceWindow) -> Int {
        occurrences(in: window).count
    }

    /// The occurrences of one UID in a window, in order.
    ///
    /// ```swift
    /// let standUps = index.occurrences(ofUID: "stand-up@studio.example", in: window)
    /// print(standUps.count)
    /// ```
    ///
    /// - Complexity: O(log N) to find the series, and what it takes to work it out; N plays no further part.
    public func occurrences(ofUID uid: String, in window: OccurrenceWindow) -> IndexedOccurrences {
        index(of: parts.contents.sources(of: uid) { _ in true }).occurrences(in: window)
    }

    /// The first occurrence that starts after an instant, or nil when none does up to the year 9999.
    ///
    /// ```swift
    /// if let next = index.next(after: Instant(Date())) { print("next is", next) }
    /// ```
    ///
    /// - Complexity: O(log N), unless what comes next is an odd rule's after many years.
    public func next(after instant: Instant) -> Occurrence? {
        guard instant.secondsSince1970 < .max - 1 else { return nil }
        // Nothing is as early as that, and sums stay small.
        var from = max(instant.secondsSince1970 + 1, 2 * RulePlan.firstSecond)
        // The next one that is laid out bounds the search for the others.
        let places = parts.entries.places(startingIn: from..<Int.max)
        let known = places.isEmpty ? nil : parts.entries.hit(places.lowerBound).start
        let end = known ?? RulePlan.lastSecond + 400 * 86_400
        var width = 3600
        while from <= end {
            let to = end - from < width ? end + 1 : from + width
            var walk = OccurrenceIndexWalk(parts, in: from..<to, includesOngoing: false)
            if let occurrence = walk.nextOccurrence() { return occurrence }
            from = to
            width *= 4
        }
        return nil
    }

    /// An index of files that were read one by one; the number of each is its place among them.
    package init(of files: [IndexedFile], in zone: Zone) {
        let clock = ContinuousClock()
        let start = clock.now
        var sources = NumberedSources()
        for (number, file) in files.enumerated() { sources.add(file, number) }
        self.init(sources, in: zone, since: start, clock)
    }

    /// One index of what some files of others hold.
    ///
    /// `numbers` gives each index's files their new numbers, and nil to those that are left out. Those of one index must
    /// stay in their order.
    package init(merging indexes: [(index: OccurrenceIndex, numbers: [Int?])], in zone: Zone) {
        let clock = ContinuousClock()
        let start = clock.now
        var sources = NumberedSources()
        for (index, numbers) in indexes { sources.add(index.parts.contents, numbers) }
        sources.sort()
        self.init(sources, in: zone, since: start, clock)
    }

    private init(
        _ sources: NumberedSources,
        in zone: Zone,
        since start: ContinuousClock.Instant,
        _ clock: ContinuousClock
    ) {
        let parts = OccurrenceIndexParts(
            singles: sources.singles.map(\.single),
            segments: sources.segments.map(\.segment),
            files: sources.singles.map(\.file) + sources.segments.map(\.file)
        )
        self.init(parts, in: zone, diagnostics: [], buildTime: clock.now - start)
    }
}

/// Singles and segments with the numbers of their files, on the way into an index.
private struct NumberedSources {
    var singles: [(file: UInt32, single: SingleOccurrence)] = []
    var segments: [(file: UInt32, segment: Segment)] = []

    mutating func add(_ file: IndexedFile, _ number: Int) {
        let number = UInt32(truncatingIfNeeded: number)
        for single in file.singles { singles.append((number, single)) }
        for segment in file.segments { segments.append((number, segment)) }
    }

    mutating func add(_ contents: OccurrenceIndexContents, _ numbers: [Int?]) {
        for source in contents.sourcesAsRead {
            guard let number = numbers[contents.file(source)] else { continue }
            let file = UInt32(truncatingIfNeeded: number)
            if source < contents.singles.count {
                singles.append((file, contents.singles[source]))
            } else {
                segments.append((file, contents.segment(source)))
            }
        }
    }

    /// Puts what came from several indexes in the order of the files; those of one file stay as they were.
    mutating func sort() {
        singles = Self.sorted(singles, by: \.file)
        segments = Self.sorted(segments, by: \.file)
    }

    private static func sorted<Source>(_ sources: [Source], by file: (Source) -> UInt32) -> [Source] {
        let order = sources.enumerated().map { (file: UInt64(file($0.element)), place: UInt64($0.offset)) }
            .map { $0.file << 32 | $0.place }
        return order.sorted().map { sources[Int($0 & 0xFFFF_FFFF)] }
    }
}
