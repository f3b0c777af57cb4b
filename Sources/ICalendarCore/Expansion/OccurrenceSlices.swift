/// The occurrences in a window, divided into consecutive time slices of a few thousand rows each.
///
/// Each pass fills a stretch of several slices. It drains each stream up to the end of the stretch before it turns to
/// the next stream, because switching between streams is the main cost. Only the rows within each slice then need
/// sorting (``OccurrenceSources/order(of:)``), on another thread if necessary. The length of a stretch adapts to the
/// density of the calendar, so even a huge number of instances uses little memory.
struct OccurrenceSlices {
    let sources: OccurrenceSources
    /// The streams, in lists of ``madeTogether`` (the last list may be shorter).
    ///
    /// Streams remain where they were created, because moving them would be too expensive.
    private var streams: [[Stream]] = []
    /// The start of each stream's next row, which determines when the stream must be read again.
    private var starts: [Int] = []
    private var nextSingle = 0
    private var early: [OccurrenceRow] = []
    /// The earliest time in ``starts``.
    private var earliest = Int.max
    /// The remaining slices of the last stretch, in reverse order.
    private var ready: [[OccurrenceRow]] = []
    /// The memory of discarded slices, for reuse.
    private var spare = SpareRows()
    /// The length of the next stretch in seconds, and its target number of rows.
    private var width = 3600
    private var goal = 64
    private let largestGoal: Int

    /// The number of rows in a slice, small enough for the slice's output to fit in the processor cache.
    static let sliceSize = 2048
    /// The average number of rows to take from each stream, because switching streams costs as much as several rows.
    private static let rowsAtOnce = 16
    /// The maximum number of rows in a stretch, unless there are more than four times as many streams.
    ///
    /// Each stretch examines every stream. While one stretch is being filled, the slices of the previous stretch keep
    /// other threads busy.
    private static let largestStretch = 3 << 14
    /// The maximum length of a stretch in seconds, longer than any window including the events that extend into it.
    private static let largestWidth = 1 << 40

    /// The number of streams created as one unit of work.
    private static let madeTogether = 512

    /// Creates the slices of a window, preparing the streams on several threads.
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
                    Stream(
                        sources.segments[number],
                        number: number,
                        from: from,
                        to: to,
                        includesOngoing: includesOngoing
                    )
                }
            },
            consume: { (made: [Stream]) in
                starts += made.lazy.map(\.start)
                streams.append(made)
            }
        )
        earliest = starts.min() ?? .max
    }

    /// Returns the unsorted rows of the next slice, or nil after the last.
    ///
    /// All rows precede the rows of later slices.
    mutating func next() -> [OccurrenceRow]? {
        while true {
            if let slice = ready.popLast() {
                if slice.isEmpty { continue }
                return slice
            }
            guard fill() else { return nil }
        }
    }

    /// Reuses the memory of a slice that is no longer needed.
    mutating func useAgain(_ slice: [OccurrenceRow]) {
        spare.add(slice, upTo: Self.largestStretch)
    }

    /// Fills the next stretch; returns false after the last.
    private mutating func fill() -> Bool {
        var first = early.reduce(earliest) { min($0, $1.sortStart) }
        if nextSingle < sources.singles.count { first = min(first, sources.singles[nextSingle].sortStart) }
        guard first < .max else { return false }
        var stretch = Stretch(
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

    private mutating func adapt(to stretch: Stretch) {
        let length = stretch.end - stretch.first
        goal = min(goal * 4, largestGoal)
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

extension Occurrences {
    /// Transforms the occurrences on several threads, and passes the results to `consume` in order.
    ///
    /// Any thread may call `transform` with slices of a few thousand rows, numbered from 0, but only the calling
    /// thread calls `consume`. Neither the results nor the slices depend on the number of threads. Memory use is
    /// bounded, because at most `ahead` slices (eight per thread by default) are in progress at any time, and fewer
    /// if many events start at once. An error that `consume` throws ends the iteration. The row numbers refer to
    /// `sources`.
    package func mapRows<Output: Sendable, Failure: Error>(
        of sources: OccurrenceSources,
        threads: Int,
        ahead: Int? = nil,
        limit: Int = .max,
        transform: @escaping @Sendable (_ rows: [OccurrenceRow], _ slice: Int) -> Output,
        consume: (Output) throws(Failure) -> Void
    ) throws(Failure) {
        var slices = OccurrenceSlices(sources, window: window, threads: threads)
        var room = Swift.min(limit, most)
        var number = 0
        var rowsUnderWay = 0
        let ahead = ahead ?? 8 * threads
        try Workers.mapInOrder(
            threads: threads,
            ahead: ahead,
            hasRoom: { rowsUnderWay < ahead * OccurrenceSlices.sliceSize },
            next: { () throws(Failure) -> (rows: [OccurrenceRow], number: Int, limit: Int)? in
                guard room > 0, let rows = slices.next() else { return nil }
                let taken = (rows, number, limit: room)
                room -= Swift.min(rows.count, room)
                number += 1
                rowsUnderWay += rows.count
                return taken
            },
            transform: { (rows: [OccurrenceRow], number: Int, limit: Int) in
                let places = sources.order(of: rows).prefix(limit)
                return (output: transform(places.map { rows[Int($0)] }, number), rows: rows)
            },
            consume: { (done: (output: Output, rows: [OccurrenceRow])) throws(Failure) in
                rowsUnderWay -= done.rows.count
                slices.useAgain(done.rows)
                try consume(done.output)
            }
        )
    }
}

extension OccurrenceSlices {
    /// The rows of one segment, read in order of their starts.
    struct Stream: Sendable {
        private let segment: Segment
        private let number: Int
        private let from: Int
        private let to: Int
        /// The earliest start of a row to include.
        private let earliest: Int
        /// The rows after the waiting one, or nil after the last row and while the stream is asleep.
        private var items: SegmentItems?
        private var waiting: OccurrenceRow?
        /// The instant before which no row starts while the stream is asleep.
        ///
        /// A sleeping stream keeps no rows in memory, because a series can have thousands of consecutive parts, each
        /// with waiting rows.
        private var sleepsUntil = Int.max

        /// Creates a stream of the rows of a segment that can overlap the instants `from..<to`.
        init(_ segment: Segment, number: Int, from: Int, to: Int, includesOngoing: Bool) {
            (self.segment, self.number, self.from, self.to) = (segment, number, from, to)
            earliest = includesOngoing ? .min : from
            if let start = segment.earliestStart, start > from {
                if start < to { sleepsUntil = start }
                return
            }
            wake()
            if segment.isRoomy { (sleepsUntil, waiting, items) = (start, nil, nil) }
        }

        /// An instant before which no row starts.
        ///
        /// For a sleeping stream, the instant is a lower bound. Otherwise, it is the start of the next row, or the end
        /// of time after the last row.
        var start: Int { waiting?.sortStart ?? sleepsUntil }

        /// Moves the rows that start before the end of a stretch into the stretch, and returns the start of the next
        /// row.
        mutating func drain(into stretch: inout Stretch) -> Int {
            if waiting == nil, sleepsUntil < stretch.end { wake() }
            guard var row = waiting else { return sleepsUntil }
            while row.sortStart < stretch.end {
                stretch.append(row)
                guard let next = nextRow() else {
                    (waiting, items) = (nil, nil)
                    return .max
                }
                row = next
            }
            waiting = row
            return row.sortStart
        }

        private mutating func wake() {
            items = segment.items(from: from, to: to)
            sleepsUntil = .max
            waiting = nextRow()
        }

        @inline(__always)
        private mutating func nextRow() -> OccurrenceRow? {
            while let item = items?.next() {
                if item.sortStart >= earliest { return OccurrenceRow(item, segment: number) }
            }
            return nil
        }
    }

    /// A stretch of time that is being filled, divided into slices of equal length.
    struct Stretch {
        let first: Int
        /// The first second after the stretch, moved earlier if there are too many rows.
        private(set) var end: Int
        /// The rows of the slices, in chronological order.
        private(set) var slices: [[OccurrenceRow]] = []
        private(set) var count = 0
        /// The rows that start after the end of the shortened stretch.
        private(set) var late: [OccurrenceRow] = []
        /// The number of bits by which to shift the seconds since ``first`` to the right to get the slice number.
        private let shift: Int
        /// The number of rows at which a stretch of more than one second is shortened.
        private var most: Int

        /// Creates a stretch of `width` seconds with a target of `goal` rows, reusing `spare` memory for its slices
        /// where possible.
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

        /// Halves the stretch until it has at most half of the allowed rows.
        private mutating func shorten() {
            while count > most / 2, end - first > 1 {
                end = first + (end - first) / 2
                let last = (end - 1 - first) >> shift
                // A burst in one second is moved slice by slice, so it is never in memory twice.
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
            // A single second cannot be divided.
            if end - first <= 1 { most = .max }
        }
    }

    /// The memory of discarded slices, kept so that the system need not clear new memory.
    struct SpareRows {
        private var slices: [[OccurrenceRow]] = []
        private var room = 0

        /// Adds a slice unless the total would exceed `most` rows, because slices from a burst use a lot of memory.
        mutating func add(_ slice: consuming [OccurrenceRow], upTo most: Int) {
            guard room + slice.capacity <= most else { return }
            room += slice.capacity
            slices.append(slice)
        }

        /// Returns an empty slice, which may already have memory reserved.
        mutating func take() -> [OccurrenceRow] {
            guard var slice = slices.popLast() else { return [] }
            room -= slice.capacity
            slice.removeAll(keepingCapacity: true)
            return slice
        }
    }
}
