/// Cuts the occurrences of a window into slices of time, one after the other, each of some thousand rows.
///
/// Every stream is drained up to the end of the slice before the next one is looked at, so that nothing but the rows
/// of one slice has to be put in order, which ``RowOrder`` does, on another thread if need be. The slices adapt
/// to how dense the calendar is; a flood of instances costs no memory.
struct OccurrenceSlices {
    /// What the rows' numbers stand for.
    let sources: OccurrenceSources
    private var streams: [SegmentItems] = []
    /// Of each stream the next row, and its start, or the end of time after the last.
    private var waiting: [OccurrenceRow?] = []
    private var starts: [Int] = []
    private var nextSingle = 0
    /// Rows that were taken from their streams too early.
    private var early: [OccurrenceRow] = []
    /// The earliest start among ``starts``.
    private var earliest = Int.max
    private let from: Int
    private let includesOngoing: Bool
    /// How long the next slice is, in seconds, and how many rows are wanted of it.
    private var width = 3600
    private var goal = 64
    private let largestGoal: Int

    /// Rows of a slice, unless the streams are many: each slice looks at every stream.
    private static let usualGoal = 2048
    /// Longer than any window and what reaches into it.
    private static let largestWidth = 1 << 40

    init(_ sources: OccurrenceSources, window: OccurrenceWindow) {
        self.sources = sources
        from = window.searchedRange.lowerBound.secondsSince1970
        let to = window.searchedRange.upperBound.secondsSince1970
        includesOngoing = window.includesOngoing
        largestGoal = max(Self.usualGoal, sources.segments.count / 4)
        streams.reserveCapacity(sources.segments.count)
        waiting.reserveCapacity(sources.segments.count)
        starts.reserveCapacity(sources.segments.count)
        for (number, segment) in sources.segments.enumerated() {
            streams.append(segment.items(from: from, to: to))
            let row = nextRow(of: number)
            waiting.append(row)
            starts.append(row?.sortStart ?? .max)
        }
        earliest = starts.min() ?? .max
    }

    /// The rows of the next slice in no order, or nil after the last; all of them come before those of later slices.
    mutating func next() -> [OccurrenceRow]? {
        var first = early.reduce(earliest) { min($0, $1.sortStart) }
        if nextSingle < sources.singles.count { first = min(first, sources.singles[nextSingle].sortStart) }
        guard first < .max else { return nil }
        var slice = Slice(first: first, end: first + width, most: goal * 4)
        slice.rows.reserveCapacity(goal * 2)
        early.removeAll { row in
            guard row.sortStart < slice.end else { return false }
            slice.rows.append(row)
            return true
        }
        takeSingles(into: &slice)
        takeInstances(into: &slice)
        early += slice.late
        adapt(to: slice)
        return slice.rows
    }

    /// Makes the next slice longer or shorter, by what this one gave.
    private mutating func adapt(to slice: Slice) {
        let length = slice.end - slice.first
        goal = min(goal * 2, largestGoal)
        let wanted = length.multipliedReportingOverflow(by: goal)
        let fitting = wanted.overflow ? length : wanted.partialValue / max(1, slice.rows.count)
        width = min(max(1, fitting, length / 8), length * 8, Self.largestWidth)
    }

    private mutating func takeSingles(into slice: inout Slice) {
        let singles = sources.singles
        while nextSingle < singles.count, singles[nextSingle].sortStart < slice.end {
            slice.append(OccurrenceRow(singles[nextSingle], number: nextSingle))
            nextSingle += 1
        }
    }

    private mutating func takeInstances(into slice: inout Slice) {
        earliest = .max
        for number in starts.indices {
            if starts[number] < slice.end { drain(number, into: &slice) }
            earliest = min(earliest, starts[number])
        }
    }

    private mutating func drain(_ number: Int, into slice: inout Slice) {
        var next = waiting[number]
        while let row = next, row.sortStart < slice.end {
            slice.append(row)
            next = nextRow(of: number)
        }
        waiting[number] = next
        starts[number] = next?.sortStart ?? .max
    }

    private mutating func nextRow(of number: Int) -> OccurrenceRow? {
        while let item = streams[number].next() {
            if includesOngoing || item.sortStart >= from { return OccurrenceRow(item, segment: number) }
        }
        return nil
    }
}

/// A slice of time while it is filled.
private struct Slice {
    /// The first second.
    let first: Int
    /// The first second after it; moved forward when there are too many rows.
    var end: Int
    /// As many rows make the slice shorter, if it is longer than a second.
    var most: Int
    /// The rows of the slice.
    var rows: [OccurrenceRow] = []
    /// Rows that lie behind its end since that was moved.
    var late: [OccurrenceRow] = []

    init(first: Int, end: Int, most: Int) {
        self.first = first
        self.end = end
        self.most = most
    }

    mutating func append(_ row: OccurrenceRow) {
        rows.append(row)
        if rows.count >= most { shorten() }
    }

    /// Halves the slice until it has no more than half the rows that it may have.
    private mutating func shorten() {
        while rows.count > most / 2, end - first > 1 {
            end = first + (end - first) / 2
            let end = end
            rows.removeAll { row in
                guard row.sortStart >= end else { return false }
                late.append(row)
                return true
            }
        }
        // What starts in one second cannot be cut.
        if end - first <= 1 { most = .max }
    }
}
