/// Cuts the occurrences of a window into slices of time, one after the other, each of some thousand rows.
///
/// A stretch of several slices is filled at a time: every stream is drained up to its end before the next one is looked
/// at, since going from stream to stream is what costs. So nothing but the rows of one slice has to be put in order,
/// which ``RowOrder`` does, on another thread if need be. The stretches adapt to how dense the calendar is; a
/// flood of instances costs no memory.
struct OccurrenceSlices {
    let sources: OccurrenceSources
    /// The streams, ``madeTogether`` in each list but the last: as they were made, since they are too large to be moved.
    private var streams: [[OccurrenceStream]] = []
    /// When the next row of each stream starts, so that a stream is not touched before.
    private var starts: [Int] = []
    private var nextSingle = 0
    private var early: [OccurrenceRow] = []
    /// The earliest start among ``starts``.
    private var earliest = Int.max
    /// The slices of the last stretch that were not given yet, the next one last.
    private var ready: [[OccurrenceRow]] = []
    /// Memory of slices that nobody needs any more.
    private var spare = SpareRows()
    /// How long the next stretch is, in seconds, and how many rows are wanted of it.
    private var width = 3600
    private var goal = 64
    private let largestGoal: Int

    /// Rows of a slice: what is made of them on the way to the output stays in the cache of a processor.
    static let sliceSize = 2048
    /// Rows that a stretch takes of each stream on average: going to a stream costs as much as some rows do.
    private static let rowsAtOnce = 16
    /// Rows of a stretch, unless the streams are four times as many: each stretch looks at every stream, and while one
    /// is gathered the slices of the last keep other threads busy.
    private static let largestStretch = 3 << 14
    /// Longer than any window and what reaches into it.
    private static let largestWidth = 1 << 40

    /// How many streams are one piece of work when they are made.
    private static let madeTogether = 512

    /// Cuts the occurrences of a window; several threads make the streams ready.
    init(_ sources: OccurrenceSources, window: OccurrenceWindow, threads: Int = 1) {
        self.sources = sources
        let (from, to) = (window.seconds.lowerBound, window.seconds.upperBound)
        let count = sources.segments.count
        largestGoal = max(Self.sliceSize, count / 4, min(count * Self.rowsAtOnce, Self.largestStretch))
        streams.reserveCapacity(count / Self.madeTogether + 1)
        starts.reserveCapacity(count)
        let includesOngoing = window.includesOngoing
        Workers.mapParts(
            of: count,
            size: Self.madeTogether,
            threads: threads,
            transform: { numbers in
                numbers.map { number in
                    OccurrenceStream(
                        sources.segments[number],
                        number: number,
                        from: from,
                        to: to,
                        includesOngoing: includesOngoing
                    )
                }
            },
            consume: { (made: [OccurrenceStream]) in
                starts += made.lazy.map(\.start)
                streams.append(made)
            }
        )
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

    /// Takes a slice back whose rows are done with, so that its memory serves another one.
    mutating func useAgain(_ slice: [OccurrenceRow]) {
        spare.add(slice, upTo: Self.largestStretch)
    }

    /// Fills the next stretch; false after the last.
    private mutating func fill() -> Bool {
        var first = early.reduce(earliest) { min($0, $1.sortStart) }
        if nextSingle < sources.singles.count { first = min(first, sources.singles[nextSingle].sortStart) }
        guard first < .max else { return false }
        var stretch = OccurrenceStretch(
            first: first,
            width: width,
            goal: goal,
            slices: goal / Self.sliceSize,
            using: &spare
        )
        early.removeAll { row in
            guard row.sortStart < stretch.end else { return false }
            stretch.append(row)
            return true
        }
        takeSingles(into: &stretch)
        takeInstances(into: &stretch)
        if early.isEmpty { early = stretch.late } else { early += stretch.late }
        adapt(to: stretch)
        ready = stretch.slices.reversed()
        return true
    }

    private mutating func adapt(to stretch: OccurrenceStretch) {
        let length = stretch.end - stretch.first
        goal = min(goal * 4, largestGoal)
        let wanted = length.multipliedReportingOverflow(by: goal)
        let fitting = wanted.overflow ? length : wanted.partialValue / max(1, stretch.count)
        width = min(max(1, fitting, length / 8), length * 8, Self.largestWidth)
    }

    private mutating func takeSingles(into stretch: inout OccurrenceStretch) {
        let singles = sources.singles
        while nextSingle < singles.count, singles[nextSingle].sortStart < stretch.end {
            stretch.append(OccurrenceRow(singles[nextSingle], number: nextSingle))
            nextSingle += 1
        }
    }

    private mutating func takeInstances(into stretch: inout OccurrenceStretch) {
        earliest = .max
        var number = 0
        for list in streams.indices {
            for place in streams[list].indices {
                if starts[number] < stretch.end {
                    starts[number] = streams[list][place].drain(into: &stretch)
                }
                earliest = min(earliest, starts[number])
                number += 1
            }
        }
    }
}

/// The rows of one segment while they are taken, one after the other in the order of their starts.
struct OccurrenceStream: Sendable {
    private var items: SegmentItems
    private let number: Int
    /// Rows that start before are left out.
    private let earliest: Int
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

/// A stretch of time while it is filled, in slices of equal length.
struct OccurrenceStretch {
    let first: Int
    /// The first second after it; moved forward when there are too many rows.
    private(set) var end: Int
    /// The rows of the slices, in the order of time.
    private(set) var slices: [[OccurrenceRow]] = []
    private(set) var count = 0
    /// Rows that lie behind its end since that was moved.
    private(set) var late: [OccurrenceRow] = []
    /// Seconds from the first one shifted to the right by so many bits are the number of a slice.
    private let shift: Int
    /// As many rows make the stretch shorter, if it is longer than a second.
    private var most: Int

    /// A stretch of `width` seconds, of which `goal` rows are wanted; its slices take `spare` memory first.
    init(first: Int, width: Int, goal: Int, slices: Int, using spare: inout SpareRows) {
        self.first = first
        end = first + width
        most = goal * 2
        let length = max(1, width / max(1, slices))
        shift = Int.bitWidth - 1 - length.leadingZeroBitCount
        let number = (width - 1) >> shift + 1
        for _ in 0..<number {
            var slice = spare.take()
            slice.reserveCapacity(goal / number * 5 / 4)
            self.slices.append(slice)
        }
    }

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
            // A flood in one second is moved a slice at a time, so that it is not there twice.
            late.reserveCapacity(late.count + slices.dropFirst(last).reduce(0) { $0 + $1.count })
            while slices.count > last + 1, let slice = slices.popLast() { late += slice }
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

/// Memory of slices that nobody needs any more, so that the next ones need not be cleared by the system first.
struct SpareRows {
    private var slices: [[OccurrenceRow]] = []
    private var room = 0

    /// Takes a slice in, unless there is room for so many rows already: many that held a burst would be a lot of memory.
    mutating func add(_ slice: consuming [OccurrenceRow], upTo most: Int) {
        guard room + slice.capacity <= most else { return }
        room += slice.capacity
        slices.append(slice)
    }

    /// An empty slice, which may have memory already.
    mutating func take() -> [OccurrenceRow] {
        guard var slice = slices.popLast() else { return [] }
        room -= slice.capacity
        slice.removeAll(keepingCapacity: true)
        return slice
    }
}
