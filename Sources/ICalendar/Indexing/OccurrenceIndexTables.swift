/// The series of an index that happen at fixed places of weeks and months, in tables by these places.
struct OccurrenceIndexTables: Sendable {
    private var patterns: [OccurrenceIndexPattern] = []
    private var tables: [OccurrenceIndexTable] = []
    /// How many occurrences the tables have in an average second.
    private(set) var rate = 0.0

    private var places: [OccurrenceIndexTable.Key: Int] = [:]

    /// Takes a segment in; false when it has no pattern.
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

    /// Puts the tables in order, once all segments are there, and the patterns in the order in which they come up.
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

    /// The segments, as they lie in memory.
    var sources: [Int] { patterns.map(\.source) }

    /// Gives the sources other numbers.
    mutating func renumber(_ numbers: [Int]) {
        for index in patterns.indices { patterns[index].source = numbers[patterns[index].source] }
    }

    /// How many series there are.
    var count: Int { patterns.count }
    /// Bytes in memory.
    var byteCount: Int {
        tables.reduce(patterns.capacity * MemoryLayout<OccurrenceIndexPattern>.stride) { $0 + $1.byteCount }
            + tables.capacity * MemoryLayout<OccurrenceIndexTable>.stride
    }

    /// How long it takes a turn to come again, in seconds.
    private static func seconds(of turn: OccurrenceIndexPattern.Turn) -> Double {
        switch turn {
        case .cycle(let length): Double(length)
        case .month(0, _), .weekday(_, 0, _): 30.44 * 86_400
        case .month, .weekday: 365.25 * 86_400
        }
    }

    /// The occurrences that start in a range of instants, and those before that reach into it, in order.
    func hits(
        in range: Range<Int>,
        includesOngoing: Bool,
        of contents: OccurrenceIndexContents
    ) -> [OccurrenceIndexHit] {
        // No rule has anything outside these years, and sums stay small.
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

    /// An instance that a gap moves on another one of its series is one with it.
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
