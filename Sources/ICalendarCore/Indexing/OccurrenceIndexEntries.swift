/// Individually stored occurrences in order, from single events and short series.
struct OccurrenceIndexEntries: Sendable {
    private let starts: [Int]
    private let ends: OccurrenceIndexEndTree
    private let keys: [Int]
    private let sources: [UInt32]

    init(_ hits: [OccurrenceIndexHit]) {
        starts = hits.map(\.start)
        ends = OccurrenceIndexEndTree(hits.map(\.end))
        keys = hits.map(\.key)
        sources = hits.map { UInt32(truncatingIfNeeded: $0.source) }
    }

    var count: Int { starts.count }

    func hit(_ place: Int) -> OccurrenceIndexHit {
        OccurrenceIndexHit(
            start: starts[place],
            end: ends.ends[place],
            key: keys[place],
            source: Int(sources[place])
        )
    }

    func sources(at places: Range<Int>) -> some Sequence<Int> { sources[places].lazy.map { Int($0) } }

    func places(startingIn range: Range<Int>) -> Range<Int> {
        let first = starts.firstPlace { $0 < range.lowerBound }
        return first..<max(first, starts.firstPlace { $0 < range.upperBound })
    }

    func places(before place: Int, endingAfter instant: Int) -> [Int] {
        ends.places(before: place, endingAfter: instant)
    }

    var byteCount: Int {
        (starts.capacity + keys.capacity) * MemoryLayout<Int>.stride + ends.byteCount
            + sources.capacity * MemoryLayout<UInt32>.stride
    }
}

/// A tree of maxima over blocks of 16.
///
/// In a list sorted by start, the tree finds the items that end after an instant.
///
/// The tree uses half a byte per item, and a query costs log N plus the number of items found.
struct OccurrenceIndexEndTree: Sendable {
    /// The ends in start order, in seconds since 1970.
    let ends: [Int]
    /// The maximum of each block of 16 elements in the level below; the first level covers ``ends``.
    private let levels: [[Int]]

    private static let width = 16

    init(_ ends: [Int]) {
        var levels: [[Int]] = []
        var below = ends
        while below.count > Self.width {
            below = stride(from: 0, to: below.count, by: Self.width).map { first in
                below[first..<min(first + Self.width, below.count)].reduce(Int.min, max)
            }
            levels.append(below)
        }
        self.ends = ends
        self.levels = levels
    }

    /// Returns, in order, the indices less than `limit` whose ends are after `instant`.
    func places(before limit: Int, endingAfter instant: Int) -> [Int] {
        var found: [Int] = []
        visit(levels.count - 1, 0..<(levels.last?.count ?? ends.count), limit, instant, &found)
        return found
    }

    var byteCount: Int { (levels.reduce(ends.capacity) { $0 + $1.capacity }) * MemoryLayout<Int>.stride }

    /// Visits a range of blocks on a level, or a range of ends if the level is -1.
    private func visit(_ level: Int, _ range: Range<Int>, _ limit: Int, _ instant: Int, _ found: inout [Int])
    {
        if level < 0 {
            for place in range.clamped(to: 0..<limit) where ends[place] > instant { found.append(place) }
            return
        }
        // The number of ends in a block, which is 16 to the power of its level, counted from 1.
        let span = 1 << (4 * (level + 1))
        let below = level == 0 ? ends.count : levels[level - 1].count
        for block in range where levels[level][block] > instant {
            if block * span >= limit { return }
            let first = block * Self.width
            visit(level - 1, first..<min(first + Self.width, below), limit, instant, &found)
        }
    }
}
