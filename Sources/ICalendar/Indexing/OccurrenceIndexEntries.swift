/// Occurrences that are known one by one, in order: those that stand for themselves, and the instances of short series.
struct OccurrenceIndexEntries: Sendable {
    /// The instants at which they start, sorted.
    private let starts: [Int]
    /// The instants at which they end.
    private let ends: OccurrenceIndexEndTree
    /// What their instances are matched by.
    private let keys: [Int]
    /// What describes them.
    private let sources: [UInt32]

    /// Takes occurrences in order.
    init(_ hits: [OccurrenceIndexHit]) {
        starts = hits.map(\.start)
        ends = OccurrenceIndexEndTree(hits.map(\.end))
        keys = hits.map(\.key)
        sources = hits.map { UInt32(truncatingIfNeeded: $0.source) }
    }

    /// How many there are.
    var count: Int { starts.count }

    /// The occurrence at a place.
    func hit(_ place: Int) -> OccurrenceIndexHit {
        OccurrenceIndexHit(
            start: starts[place],
            end: ends.ends[place],
            key: keys[place],
            source: Int(sources[place])
        )
    }

    /// The sources at some places.
    func sources(at places: Range<Int>) -> some Sequence<Int> { sources[places].lazy.map { Int($0) } }

    /// The places of those that start in a range of instants.
    func places(startingIn range: Range<Int>) -> Range<Int> {
        let first = starts.firstPlace { $0 < range.lowerBound }
        return first..<max(first, starts.firstPlace { $0 < range.upperBound })
    }

    /// The places of those that start before the one at a place and end after an instant, in order.
    func places(before place: Int, endingAfter instant: Int) -> [Int] {
        ends.places(before: place, endingAfter: instant)
    }

    /// Bytes in memory.
    var byteCount: Int {
        (starts.capacity + keys.capacity) * MemoryLayout<Int>.stride + ends.byteCount
            + sources.capacity * MemoryLayout<UInt32>.stride
    }
}
