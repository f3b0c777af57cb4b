/// The rows of one segment while they are taken, one after the other in the order of their starts.
struct OccurrenceStream: Sendable {
    private var items: SegmentItems
    /// The number of the segment.
    private let number: Int
    /// Rows that start before are left out.
    private let earliest: Int
    /// The row that comes next, or nil after the last.
    private var waiting: OccurrenceRow?
    /// Whether the items are closed after the first row until somebody needs more.
    private var isAsleep = false

    /// The rows of a segment that can overlap the instants `from..<to`.
    init(_ segment: Segment, number: Int, from: Int, to: Int, includesOngoing: Bool) {
        items = segment.items(from: from, to: to)
        self.number = number
        earliest = includesOngoing ? .min : from
        waiting = nextRow()
        if items.isRoomy {
            isAsleep = waiting != nil
            items.close()
        }
    }

    /// When the next row starts, or the end of time after the last.
    var start: Int { waiting?.sortStart ?? .max }

    /// Moves the rows that start before the end of a stretch over to it, and gives when the next one starts.
    mutating func drain(into stretch: inout OccurrenceStretch) -> Int {
        guard var row = waiting else { return .max }
        if isAsleep, row.sortStart < stretch.end { wake() }
        while row.sortStart < stretch.end {
            stretch.append(row)
            guard let next = nextRow() else {
                waiting = nil
                if items.isRoomy { items.close() }
                return .max
            }
            row = next
        }
        waiting = row
        return row.sortStart
    }

    /// Goes to where the first row was taken.
    private mutating func wake() {
        items = items.again
        isAsleep = false
        _ = nextRow()
    }

    @inline(__always)
    private mutating func nextRow() -> OccurrenceRow? {
        while let item = items.next() {
            if item.sortStart >= earliest { return OccurrenceRow(item, segment: number) }
        }
        return nil
    }
}
