/// The immutable storage of an index, shared by all copies of the index.
package final class OccurrenceIndexParts: Sendable {
    let contents: OccurrenceIndexContents
    let entries: OccurrenceIndexEntries
    /// The series with a fixed position in weeks or months.
    let tables: OccurrenceIndexTables
    let streams: OccurrenceIndexStreams

    /// The maximum number of instances in a finite series to store individually.
    private static let mostInstances = 256
    private static let mostInstancesPerEvent = 8

    /// Distributes single events and segments, given in file order, among the search structures.
    ///
    /// `files` contains the sources' file numbers, single events first; it is empty if the index does not number files.
    init(singles: [SingleOccurrence], segments: [Segment], files: [UInt32] = []) {
        var contents = OccurrenceIndexContents(singles: singles, segments: segments, files: files)
        var hits = singles.enumerated().map { source, single in
            OccurrenceIndexHit(start: single.sortStart, end: single.sortEnd, key: 0, source: source)
        }
        var room = Self.mostInstancesPerEvent * (singles.count + segments.count)
        var tables = OccurrenceIndexTables()
        var extents: [OccurrenceIndexExtent] = []
        var idle: [Int] = []
        for (place, segment) in segments.enumerated() {
            let source = singles.count + place
            if let found = Self.instances(of: segment, source: source, upTo: min(Self.mostInstances, room)) {
                room -= found.count
                hits += found
                if found.isEmpty { idle.append(source) }
            } else if !tables.add(segment, source: source, rank: contents.names.rank(source)) {
                extents.append(OccurrenceIndexExtent(segment, source: source))
            }
        }
        hits.sort { contents.precedes($0, $1) }
        tables.sort()
        // Stores sources that are found together close together in memory.
        let order = Self.order(of: hits, singles.count, tables.sources + extents.map(\.source) + idle)
        contents.reorder(order)
        var numbers = order
        for (source, old) in order.enumerated() { numbers[old] = source }
        for place in hits.indices { hits[place].source = numbers[hits[place].source] }
        for place in extents.indices { extents[place].source = numbers[extents[place].source] }
        tables.renumber(numbers)
        self.contents = contents
        self.tables = tables
        entries = OccurrenceIndexEntries(hits)
        streams = OccurrenceIndexStreams(extents)
    }

    /// Returns the sources sorted by first reference in the hits, single events first, followed by unreferenced
    /// sources.
    private static func order(of hits: [OccurrenceIndexHit], _ singles: Int, _ others: [Int]) -> [Int] {
        var order: [Int] = []
        var met: [Int] = []
        var isMet: Set<Int> = []
        for hit in hits {
            if hit.source < singles {
                order.append(hit.source)
            } else if isMet.insert(hit.source).inserted {
                met.append(hit.source)
            }
        }
        return order + met + others
    }

    /// Returns all instances of a segment, or nil if there are too many or hits cannot represent them.
    private static func instances(of segment: Segment, source: Int, upTo limit: Int) -> [OccurrenceIndexHit]?
    {
        let set = segment.base
        guard segment.shift == 0, segment.clock.kind == set.clock.kind,
            set.rules.allSatisfy({ $0.count != nil || $0.lastKey != .max }),
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

    /// The number of bytes used in addition to the events, their rules, and their dates.
    var byteCount: Int {
        entries.byteCount + tables.byteCount + streams.byteCount + contents.byteCount
    }
}

extension BoundedRule {
    /// Returns whether the rule is known, without a walk, to have at most `limit` instances.
    fileprivate func isShort(_ limit: Int, on clock: SeriesClock) -> Bool {
        // In other calendars, expanding a rule to its end can take a long time.
        if case .scale = plan.engine { return false }
        if let count { return count <= limit }
        // The margin is slightly larger than any zone's offset.
        let end = min(lastKey, RulePlan.lastSecond) + 100_000
        return plan.lastSecond(countedIn: RulePlan.fewSteps, upTo: .max) >= min(end, RulePlan.lastSecond)
            && plan.count(before: end) <= limit + 2
    }
}
