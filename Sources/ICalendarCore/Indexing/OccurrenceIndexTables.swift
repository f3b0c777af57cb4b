/// Tables of the series that have fixed positions in weeks and months, organized by those positions.
struct OccurrenceIndexTables: Sendable {
    private var patterns: [OccurrenceIndexPattern] = []
    private var tables: [OccurrenceIndexTable] = []
    private(set) var rate = 0.0

    private var places: [OccurrenceIndexTable.Key: Int] = [:]

    mutating func add(_ segment: Segment, source: Int, rank: UInt32) -> Bool {
        var phases: [OccurrenceIndexPattern.Phase] = []
        guard let pattern = OccurrenceIndexPattern(segment, source: source, phases: &phases) else {
            return false
        }
        for phase in phases {
            let key = OccurrenceIndexTable.Key(phase.turn, pattern.length, on: segment.clock)
            let place = places[key] ?? tables.count
            if place == tables.count {
                places[key] = place
                tables.append(OccurrenceIndexTable(key))
            }
            tables[place].add(phase.second, of: pattern, at: patterns.count, rank: rank)
        }
        patterns.append(pattern)
        return true
    }

    /// Sorts the tables after all segments have been added, and arranges the patterns in table order.
    mutating func sort() {
        var numbers = [UInt32](repeating: .max, count: patterns.count)
        var sorted: [OccurrenceIndexPattern] = []
        sorted.reserveCapacity(patterns.count)
        for index in tables.indices {
            tables[index].sort()
            for entry in tables[index].entries where numbers[Int(entry.pattern)] == .max {
                numbers[Int(entry.pattern)] = UInt32(truncatingIfNeeded: sorted.count)
                sorted.append(patterns[Int(entry.pattern)])
            }
            tables[index].renumber(numbers)
        }
        patterns = sorted
        rate = tables.reduce(0) { $0 + Double($1.count) / Self.seconds(of: $1.turn) }
        places = [:]
    }

    /// The segments in memory order.
    var sources: [Int] { patterns.map(\.source) }

    mutating func renumber(_ numbers: [Int]) {
        for index in patterns.indices { patterns[index].source = numbers[patterns[index].source] }
    }

    var count: Int { patterns.count }
    var byteCount: Int {
        tables.reduce(patterns.capacity * MemoryLayout<OccurrenceIndexPattern>.stride) { $0 + $1.byteCount }
            + tables.capacity * MemoryLayout<OccurrenceIndexTable>.stride
    }

    /// Returns the time in seconds between repetitions of a turn.
    private static func seconds(of turn: OccurrenceIndexPattern.Turn) -> Double {
        switch turn {
        case .cycle(let length): Double(length)
        case .month(0, _), .weekday(_, 0, _): 30.44 * 86_400
        case .month, .weekday: 365.25 * 86_400
        }
    }

    /// Returns, in order, the occurrences that start in a range of instants and earlier ones that extend into it.
    func hits(
        in range: Range<Int>,
        includesOngoing: Bool,
        of contents: OccurrenceIndexContents
    ) -> [OccurrenceIndexHit] {
        // No rule has instances outside these years, and the bounds keep sums small.
        let limits = RulePlan.firstSecond - 400 * 86_400..<RulePlan.lastSecond + 400 * 86_400
        let range = range.clamped(to: limits)
        var hits: [OccurrenceIndexHit] = []
        guard !range.isEmpty else { return hits }
        for table in tables where table.isAlive(in: range) {
            gather(from: table, in: range, includesOngoing: includesOngoing, of: contents, &hits)
        }
        hits.sort { contents.precedes($0, $1) }
        removeTwins(&hits)
        return hits
    }

    /// Removes each instance that a gap moves onto another instance of the same series.
    private func removeTwins(_ hits: inout [OccurrenceIndexHit]) {
        var kept = 0
        for index in hits.indices {
            if kept > 0, hits[kept - 1].source == hits[index].source, hits[kept - 1].key == hits[index].key {
                continue
            }
            if kept < index { hits[kept] = hits[index] }
            kept += 1
        }
        hits.removeLast(hits.count - kept)
    }

    private func gather(
        from table: OccurrenceIndexTable,
        in range: Range<Int>,
        includesOngoing: Bool,
        of contents: OccurrenceIndexContents,
        _ hits: inout [OccurrenceIndexHit]
    ) {
        let (from, to) = (range.lowerBound, range.upperBound)
        let clock = table.clock
        let civil = table.civilRange(of: (includesOngoing ? from - table.longest : from)..<to)
        var cursor = clock.zone.cursor()
        var endCursor = cursor
        let isWall = clock.isWall
        table.forEachTurn(in: civil) { base, own, month, entries in
            for entry in entries {
                let second = base + entry.second
                let pattern = patterns[Int(entry.pattern)]
                guard pattern.civil.contains(second), own.contains(second), pattern.isActive(inMonth: month)
                else { continue }
                let start = cursor.instant(ofCivil: second)
                let key = isWall ? second : start
                guard start < to, key > pattern.keys.above, key <= pattern.keys.through else { continue }
                var end = pattern.length.end(ofKey: key, on: clock)
                if isWall { end = max(start, endCursor.instant(ofCivil: end)) }
                guard start >= from || includesOngoing && end > from else { continue }
                let instance = Instance(sort: start, key: key, civil: second)
                if pattern.mayTakeOut(instance), contents.isTakenOut(instance, of: pattern.source) {
                    continue
                }
                hits.append(OccurrenceIndexHit(start: start, end: end, key: key, source: pattern.source))
            }
        }
    }
}

/// The instances of many series in one zone, sorted by their positions in a week, a month, or a cycle.
///
/// A query uses binary search to find the first position in each turn of its range, which skips series that do not
/// occur there.
struct OccurrenceIndexTable: Sendable {
    package struct Key: Hashable {
        var turn: OccurrenceIndexPattern.Turn
        package var kind: SeriesClock.Kind
        package var zone: Zone
        /// Whether the events are long.
        ///
        /// For short events, a query need not search as far into the past.
        package var isLong: Bool

        package init(_ turn: OccurrenceIndexPattern.Turn, _ length: OccurrenceLength, on clock: SeriesClock) {
            (self.turn, kind, zone) = (turn, clock.kind, clock.zone)
            isLong = length.upperBound > 4 * 3600
        }
    }

    package struct Entry: Sendable {
        /// The civil seconds from the start of the turn.
        package var second: Int
        var pattern: UInt32
        /// The rank of the UID, which orders entries with the same start.
        package var rank: UInt32
    }

    let turn: OccurrenceIndexPattern.Turn
    let clock: SeriesClock
    private(set) var entries: [Entry] = []
    /// The maximum event length in the table, in seconds.
    private(set) var longest = 0
    /// The first and last civil seconds at which any series is active.
    private var alive = (first: Int.max, last: Int.min)

    init(_ key: Key) {
        turn = key.turn
        clock = SeriesClock(kind: key.kind, zone: key.zone)
    }

    mutating func add(_ second: Int, of pattern: OccurrenceIndexPattern, at place: Int, rank: UInt32) {
        entries.append(Entry(second: second, pattern: UInt32(truncatingIfNeeded: place), rank: rank))
        longest = max(longest, pattern.length.upperBound)
        alive = (min(alive.first, pattern.civil.lowerBound), max(alive.last, pattern.civil.upperBound))
    }

    mutating func sort() {
        entries.sort { ($0.second, $0.rank, $0.pattern) < ($1.second, $1.rank, $1.pattern) }
    }

    mutating func renumber(_ numbers: [UInt32]) {
        for place in entries.indices { entries[place].pattern = numbers[Int(entries[place].pattern)] }
    }

    var count: Int { entries.count }
    var byteCount: Int { entries.capacity * MemoryLayout<Entry>.stride }

    /// Returns whether any series can overlap a range of instants; the margin of two days exceeds any offset.
    func isAlive(in range: Range<Int>) -> Bool {
        range.lowerBound - longest - 172_800 <= alive.last && range.upperBound + 172_800 > alive.first
    }

    /// Returns the range of civil seconds that this clock may show in a range of instants, including times in gaps.
    func civilRange(of instants: Range<Int>) -> Range<Int> {
        let table = clock.zone.table
        let reach = table.largestGap + 1
        var span = table.span(atInstant: instants.lowerBound - reach)
        var (least, greatest) = (span.offset, span.offset)
        while span.high < instants.upperBound + reach {
            span = table.span(atInstant: span.high)
            (least, greatest) = (min(least, span.offset), max(greatest, span.offset))
        }
        return instants.lowerBound + least..<instants.upperBound + greatest
    }

    /// Calls a closure with the entries of each turn in a range of civil seconds.
    ///
    /// The closure receives the turn's base, range of civil seconds, month number, and entries.
    @inline(__always)
    func forEachTurn(
        in civil: Range<Int>,
        _ body: (_ base: Int, _ own: Range<Int>, _ month: Int, _ entries: ArraySlice<Entry>) -> Void
    ) {
        switch turn {
        case .cycle(let length):
            var base = floorDivide(civil.lowerBound, length) * length
            while base < civil.upperBound {
                body(base, base..<base + length, 0, places(in: civil, from: base))
                base += length
            }
        case .month(let wanted, let isFromEnd):
            forEachMonth(in: civil, wanted) { month, own in
                let base = isFromEnd ? own.upperBound : own.lowerBound
                body(base, own, month, places(in: civil.clamped(to: own), from: base))
            }
        case .weekday(let weekday, let wanted, let isFromEnd):
            forEachMonth(in: civil, wanted) { month, own in
                let firstDay = own.lowerBound / 86_400
                let lastDay = own.upperBound / 86_400 - 1
                let first = firstDay + (weekday - CivilDate.weekdayIndex(ofDayNumber: firstDay) + 7) % 7
                let last = lastDay - (CivilDate.weekdayIndex(ofDayNumber: lastDay) - weekday + 7) % 7
                let base = (isFromEnd ? last : first) * 86_400
                body(base, own, month, places(in: civil.clamped(to: own), from: base))
            }
        }
    }

    @inline(__always)
    private func forEachMonth(in civil: Range<Int>, _ wanted: Int, _ body: (Int, Range<Int>) -> Void) {
        var (year, month, _) = CivilDate(dayNumber: floorDivide(civil.lowerBound, 86_400)).fields
        var start = CivilDate.dayNumber(year: year, month: month, day: 1) * 86_400
        while start < civil.upperBound {
            let end = start + CivilDate.daysInMonth(month, ofYear: year) * 86_400
            if wanted == 0 || wanted == month { body(year * 12 + month - 1, start..<end) }
            start = end
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
    }

    private func places(in civil: Range<Int>, from base: Int) -> ArraySlice<Entry> {
        let (low, high) = (civil.lowerBound - base, civil.upperBound - base)
        let first = entries.firstPlace { $0.second < low }
        var end = first
        // Either only a few positions match, or all of the following positions do.
        if let last = entries.last, last.second < high {
            end = entries.count
        } else {
            while end < entries.count, entries[end].second < high { end += 1 }
        }
        return entries[first..<end]
    }
}
