/// The rows of one segment while they are taken, one after the other in the order of their starts.
struct OccurrenceStream: Sendable {
    private var items: SegmentItems
    /// The number of the segment.
    private let number: Int
    /// Rows that start before are left out.
    private let earliest: Int
    /// The row that comes next, or nil after the last.
    private var waiting: OccurrenceRow?
    /// Whether the items are closed until somebody needs more: a series can have thousands of parts, one after the other,
    /// each with rows that wait for others.
    private var isAsleep = false
    /// No row of what is asleep starts before.
    private var sleepsUntil = Int.max

    /// The rows of a segment that can overlap the instants `from..<to`.
    init(_ segment: Segment, number: Int, from: Int, to: Int, includesOngoing: Bool) {
        self.number = number
        earliest = includesOngoing ? .min : from
        if let start = segment.earliestStart, start > from {
            items = SegmentItems(closed: segment, from: from, to: to)
            isAsleep = start < to
            if isAsleep { sleepsUntil = start }
            return
        }
        items = segment.items(from: from, to: to)
        waiting = nextRow()
        if items.isRoomy { fallAsleep() }
    }

    /// An instant before which no row starts; the start of the next row unless it is asleep, and the end of time after
    /// the last.
    var start: Int { isAsleep ? sleepsUntil : waiting?.sortStart ?? .max }

    /// Moves the rows that start before the end of a stretch over to it, and gives when the next one starts.
    mutating func drain(into stretch: inout OccurrenceStretch) -> Int {
        if isAsleep {
            guard sleepsUntil < stretch.end else { return sleepsUntil }
            wake()
        }
        guard var row = waiting else {
            if items.isRoomy { items.close() }
            return .max
        }
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

    /// Gives back what it takes to go on behind the first row.
    private mutating func fallAsleep() {
        isAsleep = waiting != nil
        sleepsUntil = waiting?.sortStart ?? .max
        waiting = nil
        items.close()
    }

    /// Opens the items, and takes the first row.
    private mutating func wake() {
        items = items.again
        isAsleep = false
        sleepsUntil = .max
        waiting = nextRow()
    }

    @inline(__always)
    private mutating func nextRow() -> OccurrenceRow? {
        while let item = items.next() {
            if item.sortStart >= earliest { return OccurrenceRow(item, segment: number) }
        }
        return nil
    }
}
