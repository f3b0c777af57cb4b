/// Cuts the occurrences of a window into slices of time, one after the other, each of some thousand rows.
///
/// A stretch of several slices is filled at a time: every stream is drained up to its end before the next one is looked
/// at, since going from stream to stream is what costs. So nothing but the rows of one slice has to be put in order,
/// which ``RowOrder`` does, on another thread if need be. The stretches adapt to how dense the calendar is; a
/// flood of instances costs no memory.
struct OccurrenceSlices {
    /// What the rows' numbers stand for.
    let sources: OccurrenceSources
    /// The streams, ``madeTogether`` in each list but the last: as they were made, since they are too large to be moved.
    private var streams: [[OccurrenceStream]] = []
    /// When the next row of each stream starts, so that a stream is not touched before.
    private var starts: [Int] = []
    private var nextSingle = 0
    /// Rows that were taken from their streams too early.
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
        let from = window.searchedRange.lowerBound.secondsSince1970
        let to = window.searchedRange.upperBound.secondsSince1970
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

    /// Makes the next stretch longer or shorter, by what this one gave.
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
