/// An index of calendars that answers any number of window queries, each in time proportional to its result.
///
/// Use an index in programs that keep calendars open, such as a server that answers queries for whole months. An
/// index reads every event's rules once, when it is built, whereas ``CalendarContents/occurrences(in:options:)``
/// reads them for each window. Both return the same occurrences in the same order. An index is immutable, so any
/// number of threads can query it at the same time.
///
/// ```swift
/// var builder = OccurrenceIndex.Builder(in: try Zone(identifier: "Europe/Berlin"))
/// for path in try CalendarFolder.files(in: "calendars").paths { try builder.read(contentsOf: path) }
/// let index = builder.build()
/// for occurrence in index.occurrences(in: window) { print(occurrence) }
/// ```
///
/// An index belongs to one display zone, which determines when dates and floating times occur. The cost of a query
/// is:
/// - O(log N) in the number of events and O(n) in the number of occurrences returned;
/// - about half a microsecond for each series with an unusual rule (BYSETPOS, BYWEEKNO, several rules, RDATE in an
///   endless series, other calendars) that is active in the window and may occur in its months.
public struct OccurrenceIndex: Sendable {
    /// The zone used to interpret dates and floating times: `index.zone.identifier`.
    public let zone: Zone
    /// The diagnostics from reading times and rules, as in ``Occurrences/diagnostics``:
    /// `team.ics:7: warning: unknown time zone "Nowhere"; times read as floating`.
    ///
    /// A conflict between the file's and the system's definitions of a zone is detected at event starts, not per
    /// window.
    public let diagnostics: [Diagnostic]
    /// The size of the index and the cost of building it.
    @_spi(Benchmarks) public let statistics: Statistics
    package let parts: OccurrenceIndexParts

    /// The size of an index and the cost of building it.
    @_spi(Benchmarks) public struct Statistics: Sendable, Hashable {
        /// The number of events and overrides that occur once: `DTSTART` without RRULE or RDATE.
        @_spi(Benchmarks) public var singles: Int
        /// The number of series, counting each part separately if overrides for all later instances
        /// (`RANGE=THISANDFUTURE`) divide a series.
        @_spi(Benchmarks) public var series: Int
        /// The number of occurrences stored individually: single events and the instances of short series such as
        /// `RRULE:FREQ=DAILY;COUNT=5`.
        @_spi(Benchmarks) public var laidOut: Int
        /// The number of series found by their position in a week or month, such as `RRULE:FREQ=WEEKLY;BYDAY=MO`.
        @_spi(Benchmarks) public var periodic: Int
        /// The number of series that must be queried individually while they are active, such as
        /// `RRULE:FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1`.
        @_spi(Benchmarks) public var askedOneByOne: Int
        /// The number of bytes that the index uses in addition to the events, their rules, and their dates:
        /// `index.statistics.byteCount / 1024` is KiB.
        @_spi(Benchmarks) public var byteCount: Int
        /// The time to compute the series and build the index, excluding the time to read files:
        /// `index.statistics.buildTime < .milliseconds(50)`.
        @_spi(Benchmarks) public var buildTime: Duration
    }

    /// Creates an index of the events in a file, a calendar, or several files.
    ///
    /// If you do not need the files themselves, a ``Builder`` uses less memory.
    ///
    /// ```swift
    /// let index = OccurrenceIndex(of: file, in: try Zone(identifier: "Europe/Berlin"))
    /// for occurrence in index.occurrences(in: window) { print(occurrence) }
    /// ```
    ///
    /// - Complexity: O(N log N) in the number of events.
    public init(
        of contents: some CalendarContents,
        in zone: Zone,
        options: ExpansionOptions = .init()
    ) {
        var builder = Builder(in: zone, options: options)
        for file in contents.calendarFiles { builder.add(file) }
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

    /// Returns a window's occurrences in order.
    ///
    /// The index uses the window's range but its own zone. For a window in another zone, create an index for that
    /// zone.
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

    /// Returns, in order, the occurrences with a given UID in a window.
    ///
    /// ```swift
    /// let standUps = index.occurrences(ofUID: "stand-up@studio.example", in: window)
    /// print(standUps.count)
    /// ```
    ///
    /// - Complexity: O(log N) to find the series, plus the cost of expanding it, which does not depend on N.
    public func occurrences(ofUID uid: String, in window: OccurrenceWindow) -> IndexedOccurrences {
        index(of: parts.contents.sources(of: uid) { _ in true }).occurrences(in: window)
    }

    /// Returns the first occurrence that starts after an instant, or nil if there is none through the year 9999.
    ///
    /// ```swift
    /// if let next = index.next(after: Instant(Date())) { print("next is", next) }
    /// ```
    ///
    /// - Complexity: O(log N), unless the next occurrence comes from an unusual rule many years later.
    public func next(after instant: Instant) -> Occurrence? {
        guard instant.secondsSince1970 < .max - 1 else { return nil }
        // Nothing occurs before this bound, which keeps sums small.
        var from = max(instant.secondsSince1970 + 1, 2 * RulePlan.firstSecond)
        // The next stored occurrence limits the search for other occurrences.
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

    /// Creates an index of files that were read individually, numbered by position.
    package init(of files: [IndexedFile], in zone: Zone) {
        let clock = ContinuousClock()
        let start = clock.now
        var sources = NumberedSources()
        for (number, file) in files.enumerated() { sources.add(file, number) }
        self.init(sources, in: zone, since: start, clock)
    }

    /// Creates an index by merging selected files of several indexes.
    ///
    /// `numbers` contains the new number of each file in an index, or nil to omit the file. The numbers within an index
    /// must preserve the order of its files.
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

/// Singles and segments with their file numbers, collected for an index.
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

    /// Sorts the sources by file, preserving the order within each file.
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

extension OccurrenceIndex {
    /// Returns the occurrence with a UID and an original start, even if the instance was moved to a different time.
    ///
    /// The result is the override if one exists, otherwise the instance from the series' rules and dates. Returns nil
    /// if there is no such instance or an EXDATE excludes it.
    ///
    /// The original start must have the same form as the series' start: a date does not match a series with times.
    /// Instants match regardless of their zone.
    ///
    /// ```swift
    /// let moved = index.occurrence(ofUID: occurrence.uid, recurrenceID: occurrence.recurrenceID ?? occurrence.start)
    /// ```
    ///
    /// - Complexity: O(log N) to find the series, plus the cost of computing one instance.
    public func occurrence(ofUID uid: String, recurrenceID: OccurrenceTime) -> Occurrence? {
        occurrences(ofUID: uid, recurrenceID: recurrenceID) { _ in true }.first?.occurrence
    }

    /// Returns the first occurrence with a UID, or nil if there is none through the year 9999.
    ///
    /// - Complexity: O(log N) to find the series, plus the cost of computing its beginning.
    package func firstOccurrence(ofUID uid: String) -> Occurrence? {
        firstOccurrence(of: parts.contents.sources(of: uid) { _ in true })
    }

    /// Returns the occurrences with a UID and an original start in the requested files, ordered by file number.
    package func occurrences(
        ofUID uid: String,
        recurrenceID: OccurrenceTime,
        inFiles isWanted: (Int) -> Bool
    ) -> [(occurrence: Occurrence, file: Int)] {
        let contents = parts.contents
        let sources = contents.sources(of: uid, inFiles: isWanted)
        let found = sources.compactMap { source -> (occurrence: Occurrence, file: Int)? in
            let occurrence =
                source < contents.singles.count
                ? contents.singles[source].occurrence(originallyAt: recurrenceID)
                : contents.segment(source).occurrence(originallyAt: recurrenceID)
            return occurrence.map { ($0, contents.file(source)) }
        }
        // Sources list single events first, so within a file, an override precedes the instance that it overrides.
        return found.enumerated().sorted { ($0.element.file, $0.offset) < ($1.element.file, $1.offset) }
            .map(\.element)
    }

    package func firstOccurrence(ofUID uid: String, inFile file: Int) -> Occurrence? {
        firstOccurrence(of: parts.contents.sources(of: uid) { $0 == file })
    }

    /// Returns an index of the UID's components that are in one file and have the given title.
    ///
    /// Use the index to find an occurrence of a series by title without walking through occurrences with other titles.
    package func index(
        ofUID uid: String,
        inFile file: Int,
        titled isWanted: (String) -> Bool
    ) -> OccurrenceIndex {
        let contents = parts.contents
        var known: [ObjectIdentifier: Bool] = [:]
        let sources = contents.sources(of: uid) { $0 == file }.filter { source in
            let member = contents.member(source)
            if let known = known[ObjectIdentifier(member)] { return known }
            let isWanted = isWanted(member.summary ?? "")
            known[ObjectIdentifier(member)] = isWanted
            return isWanted
        }
        return index(of: sources)
    }

    func index(of sources: [Int]) -> OccurrenceIndex {
        let contents = parts.contents
        let own = OccurrenceIndexParts(
            singles: sources.filter { $0 < contents.singles.count }.map { contents.singles[$0] },
            segments: sources.filter { $0 >= contents.singles.count }.map(contents.segment)
        )
        return OccurrenceIndex(own, in: zone, diagnostics: [], buildTime: .zero)
    }

    /// Returns the latest-starting occurrence in a window, or nil if the window has no occurrences.
    ///
    /// If several occurrences start at the same time, the result is the last one in sort order.
    ///
    /// A binary search avoids walking through every occurrence of a dense series.
    package func lastOccurrence(in window: OccurrenceWindow) -> Occurrence? {
        var (from, to) = (window.seconds.lowerBound, window.seconds.upperBound)
        func starting(from: Int, to: Int) -> IndexedOccurrences {
            IndexedOccurrences(
                index: self,
                searchedRange: Instant(secondsSince1970: from)..<Instant(secondsSince1970: to),
                includesOngoing: false
            )
        }
        func isAny(from: Int, to: Int) -> Bool {
            var found = starting(from: from, to: to).makeIterator()
            return found.next() != nil
        }
        guard isAny(from: from, to: to) else {
            return occurrences(in: window).reduce(nil) { $1 }
        }
        while to - from > 1 {
            let middle = from + (to - from) / 2
            if isAny(from: middle, to: to) { from = middle } else { to = middle }
        }
        return starting(from: from, to: to).reduce(nil) { $1 }
    }

    private func firstOccurrence(of sources: [Int]) -> Occurrence? {
        let contents = parts.contents
        var first: (key: OccurrenceKey<UInt32>, occurrence: Occurrence)?
        for source in sources {
            let step: OccurrenceIndexWalk.Step
            if source < contents.singles.count {
                let single = contents.singles[source]
                let (start, end) = (single.sortStart, single.sortEnd)
                step = .hit(OccurrenceIndexHit(start: start, end: end, key: 0, source: source))
            } else {
                // The range extends past the last instance of any rule; the search stops at its work limit.
                let reach = 2 * RulePlan.firstSecond..<4 * RulePlan.lastSecond
                var segments = [contents.segment(source)]
                SearchWork(limit: ReadingLimits.standard.work, searched: reach).cut(&segments) { _ in }
                var items = segments[0].items(from: reach.lowerBound, to: reach.upperBound)
                guard let item = items.next() else { continue }
                step = .item(item, source: source)
            }
            let key = contents.orderKey(of: step)
            if first.map({ key < $0.key }) ?? true { first = (key, contents.occurrence(of: step)) }
        }
        return first?.occurrence
    }
}

extension OccurrenceIndexContents {
    func sources(of uid: String, inFiles isWanted: (Int) -> Bool) -> [Int] {
        names.sources(of: uid) { member($0).uid }.filter { isWanted(file($0)) }
    }
}

extension SingleOccurrence {
    fileprivate func occurrence(originallyAt time: OccurrenceTime) -> Occurrence? {
        guard let clock = frame.originalClock, clock.time(ofKey: originalKey).isSameMoment(as: time) else {
            return nil
        }
        return Occurrence(self)
    }
}

extension Segment {
    /// Returns the instance with an original start, or nil if the segment has no such instance.
    fileprivate func occurrence(originallyAt time: OccurrenceTime) -> Occurrence? {
        guard isRecurring, let key = base.clock.key(of: time), key > keys.above, key <= keys.through,
            let instance = base.keptInstance(withKey: key), !isOverridden(instance)
        else { return nil }
        return Occurrence(SegmentItem(instance, of: self), in: self)
    }
}

extension SeriesClock {
    /// Returns the key of a time, or nil if the time's form differs from the clock's.
    fileprivate func key(of time: OccurrenceTime) -> Int? {
        switch (kind, time) {
        case (.allDay, .date(let date)): date.dayNumber * 86_400
        case (.floating, .floating(let civil)): civil.secondNumber
        case (.zoned, .instant(let instant, _)): instant.secondsSince1970
        default: nil
        }
    }
}

extension OccurrenceTime {
    /// Returns whether both times denote the same day, wall-clock time, or instant, regardless of zone.
    fileprivate func isSameMoment(as other: OccurrenceTime) -> Bool {
        switch (self, other) {
        case (.date(let one), .date(let two)): one == two
        case (.floating(let one), .floating(let two)): one == two
        case (.instant(let one, _), .instant(let two, _)): one == two
        default: false
        }
    }
}
