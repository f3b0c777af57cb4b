/// What an index is made of, shared by all its copies and never changed.
final class OccurrenceIndexParts: Sendable {
    /// What the occurrences are made of.
    let contents: OccurrenceIndexContents
    /// Single occurrences, and the instances of short series.
    let entries: OccurrenceIndexEntries
    /// Series at fixed places of weeks and months.
    let tables: OccurrenceIndexTables
    /// Series that are asked one by one.
    let streams: OccurrenceIndexStreams
    /// Sources by the hashes of their UIDs.
    let names: OccurrenceIndexNames

    /// A series with no more instances than this, if it ends, is laid out one by one.
    private static let mostInstances = 256
    /// How many such instances there may be for each event, on average.
    private static let mostInstancesPerEvent = 8

    /// Puts singles and segments to where they are found.
    init(_ contents: OccurrenceIndexContents) {
        self.contents = contents
        var hits: [OccurrenceIndexHit] = []
        hits.reserveCapacity(contents.singles.count)
        for (source, single) in contents.singles.enumerated() {
            hits.append(
                OccurrenceIndexHit(start: single.sortStart, end: single.sortEnd, key: 0, source: source)
            )
        }
        var room = Self.mostInstancesPerEvent * (contents.singles.count + contents.segments.count)
        var tables = OccurrenceIndexTables()
        var extents: [OccurrenceIndexExtent] = []
        for (place, segment) in contents.segments.enumerated() {
            let source = contents.singles.count + place
            if let found = Self.instances(of: segment, source: source, upTo: min(Self.mostInstances, room)) {
                room -= found.count
                hits += found
            } else if !tables.add(segment, source: source) {
                extents.append(OccurrenceIndexExtent(segment, source: source))
            }
        }
        tables.sort()
        self.tables = tables
        entries = OccurrenceIndexEntries(hits, of: contents)
        streams = OccurrenceIndexStreams(extents)
        names = OccurrenceIndexNames(contents)
    }

    /// All instances of a segment, or nil when they are too many or not to be written down as hits.
    private static func instances(of segment: Segment, source: Int, upTo limit: Int) -> [OccurrenceIndexHit]? {
        let set = segment.base
        guard segment.shift == 0, segment.clock.kind == set.clock.kind, !set.isEndless,
            set.periods.isEmpty || !set.clock.isWall, set.dates.count <= limit,
            set.rules.allSatisfy({ $0.isShort(limit, on: set.clock) })
        else { return nil }
        var hits: [OccurrenceIndexHit] = []
        var items = segment.items(from: RulePlan.firstSecond * 2, to: RulePlan.lastSecond * 4)
        while let item = items.next() {
            if hits.count == limit { return nil }
            hits.append(
                OccurrenceIndexHit(
                    start: item.sortStart,
                    end: item.sortEnd,
                    key: item.instance.key,
                    source: source
                )
            )
        }
        return hits
    }

    /// Bytes in memory beyond what the events, their rules and their dates take.
    var byteCount: Int {
        entries.byteCount + tables.byteCount + streams.byteCount + names.byteCount
    }
}

extension BoundedRule {
    /// Whether the rule has no more instances than this, as far as that is known without going through them.
    fileprivate func isShort(_ limit: Int, on clock: SeriesClock) -> Bool {
        // In other calendars, following a rule to its end may take long.
        if case .scale = plan.engine { return false }
        if let count { return count <= limit }
        // Some seconds more than the zone can differ by.
        return plan.count(before: min(lastKey, RulePlan.lastSecond) + 100_000) <= limit + 2
    }
}
