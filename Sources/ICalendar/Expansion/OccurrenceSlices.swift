/// Cuts the occurrences of a window into slices of time, one after the other, each of some thousand rows.
///
/// A stretch of several slices is filled at a time: every stream is drained up to its end before the next one is looked
/// at, since going from stream to stream is what costs. So nothing but the rows of one slice has to be put in order,
/// which ``RowOrder`` does, on another thread if need be. The stretches adapt to how dense the calendar is; a
/// flood of instances costs no memory.
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
    /// The slices of the last stretch that were not given yet, the next one last.
    private var ready: [[OccurrenceRow]] = []
    /// How long the next stretch is, in seconds, and how many rows are wanted of it.
    private var width = 3600
    private var goal = 64
    private let largestGoal: Int

    /// Rows of a slice.
    private static let sliceSize = 4096
    /// Rows of a stretch, unless the streams are more than that: each stretch looks at every stream.
    private static let largestStretch = 1 << 16
    /// Longer than any window and what reaches into it.
    private static let largestWidth = 1 << 40

    init(_ sources: OccurrenceSources, window: OccurrenceWindow) {
        self.sources = sources
        from = window.searchedRange.lowerBound.secondsSince1970
        let to = window.searchedRange.upperBound.secondsSince1970
        includesOngoing = window.includesOngoing
        let count = sources.segments.count
        largestGoal = max(Self.sliceSize, count / 4, min(count * 4, Self.largestStretch))
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
        while true {
            if let slice = ready.popLast() {
                if slice.isEmpty { continue }
                return slice
            }
            guard fill() else { return nil }
        }
    }

    /// Fills the next stretch; false after the last.
    private mutating func fill() -> Bool {
        var first = early.reduce(earliest) { min($0, $1.sortStart) }
        if nextSingle < sources.singles.count { first = min(first, sources.singles[nextSingle].sortStart) }
        guard first < .max else { return false }
        var stretch = Stretch(first: first, width: width, goal: goal, slices: goal / Self.sliceSize)
        early.removeAll { row in
            guard row.sortStart < stretch.end else { return false }
            stretch.append(row)
            return true
        }
        takeSingles(into: &stretch)
        takeInstances(into: &stretch)
        early += stretch.late
        adapt(to: stretch)
        ready = stretch.slices.reversed()
        return true
    }

    /// Makes the next stretch longer or shorter, by what this one gave.
    private mutating func adapt(to stretch: Stretch) {
        let length = stretch.end - stretch.first
        goal = min(goal * 2, largestGoal)
        let wanted = length.multipliedReportingOverflow(by: goal)
        let fitting = wanted.overflow ? length : wanted.partialValue / max(1, stretch.count)
        width = min(max(1, fitting, length / 8), length * 8, Self.largestWidth)
    }

    private mutating func takeSingles(into stretch: inout Stretch) {
        let singles = sources.singles
        while nextSingle < singles.count, singles[nextSingle].sortStart < stretch.end {
            stretch.append(OccurrenceRow(singles[nextSingle], number: nextSingle))
            nextSingle += 1
        }
    }

    private mutating func takeInstances(into stretch: inout Stretch) {
        earliest = .max
        for number in starts.indices {
            if starts[number] < stretch.end { drain(number, into: &stretch) }
            earliest = min(earliest, starts[number])
        }
    }

    private mutating func drain(_ number: Int, into stretch: inout Stretch) {
        var next = waiting[number]
        while let row = next, row.sortStart < stretch.end {
            stretch.append(row)
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

/// A stretch of time while it is filled, in slices of equal length.
private struct Stretch {
    /// The first second.
    let first: Int
    /// The first second after it; moved forward when there are too many rows.
    private(set) var end: Int
    /// The rows of the slices, in the order of time.
    private(set) var slices: [[OccurrenceRow]] = []
    /// How many rows there are in them.
    private(set) var count = 0
    /// Rows that lie behind its end since that was moved.
    private(set) var late: [OccurrenceRow] = []
    /// Seconds from the first one shifted to the right by so many bits are the number of a slice.
    private let shift: Int
    /// As many rows make the stretch shorter, if it is longer than a second.
    private var most: Int

    /// A stretch of `width` seconds, of which `goal` rows are wanted.
    init(first: Int, width: Int, goal: Int, slices: Int) {
        self.first = first
        end = first + width
        most = goal * 4
        let length = max(1, width / max(1, slices))
        shift = Int.bitWidth - 1 - length.leadingZeroBitCount
        let number = (width - 1) >> shift + 1
        for _ in 0..<number {
            self.slices.append([])
            self.slices[self.slices.count - 1].reserveCapacity(goal / number * 5 / 4)
        }
    }

    /// Adds a row that starts in the stretch.
    mutating func append(_ row: OccurrenceRow) {
        slices[max(0, row.sortStart - first) >> shift].append(row)
        count += 1
        if count >= most { shorten() }
    }

    /// Halves the stretch until it has no more than half the rows that it may have.
    private mutating func shorten() {
        while count > most / 2, end - first > 1 {
            end = first + (end - first) / 2
            let last = (end - 1 - first) >> shift
            for slice in slices.dropFirst(last + 1) { late += slice }
            slices.removeSubrange((last + 1)...)
            let end = end
            slices[last].removeAll { row in
                guard row.sortStart >= end else { return false }
                late.append(row)
                return true
            }
            count = slices.reduce(0) { $0 + $1.count }
        }
        // What starts in one second cannot be cut.
        if end - first <= 1 { most = .max }
    }
}
