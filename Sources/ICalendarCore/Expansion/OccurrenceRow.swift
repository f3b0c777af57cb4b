/// One occurrence as numbers: what is merged, ordered and printed without touching its event.
///
/// Keys are what a clock of the event compares: seconds since 1970 for times with a zone, else what the wall clock
/// shows, counted in seconds from 1970-01-01 00:00:00. See ``OccurrenceSources`` for what they belong to.
package struct OccurrenceRow: Sendable, BitwiseCopyable {
    /// When it starts and ends, in seconds since 1970; by these it is ordered.
    @usableFromInline package let sortStart: Int
    @usableFromInline package let sortEnd: Int
    /// The original start in seconds since 1970.
    @usableFromInline let sortOriginal: Int
    // How far the keys are ahead of these: nothing for times with a zone, else by what the display zone is ahead of UTC.
    @usableFromInline let startAhead: Int32
    @usableFromInline let endAhead: Int32
    @usableFromInline let originalAhead: Int32
    /// The number of its segment, or the complement of the number of an occurrence that stands for itself.
    @usableFromInline package let place: Int32

    @inlinable @inline(__always) package var startKey: Int { sortStart &+ Int(startAhead) }
    @inlinable @inline(__always) package var endKey: Int { sortEnd &+ Int(endAhead) }
    /// The original start as a key; without meaning when there is none.
    @inlinable @inline(__always) package var originalKey: Int { sortOriginal &+ Int(originalAhead) }

    /// The number of the segment that it is an instance of, or nil when it stands for itself.
    ///
    /// All rows of one number have the same event and the same form of times.
    @inlinable @inline(__always) package var segment: Int? { place >= 0 ? Int(place) : nil }

    /// The number of an occurrence that stands for itself, or nil.
    package var single: Int? { place < 0 ? Int(~place) : nil }

    init(_ item: SegmentItem, segment: Int) {
        sortStart = item.sortStart
        sortEnd = item.sortEnd
        sortOriginal = item.instance.sort
        startAhead = Self.distance(from: item.sortStart, to: item.startKey)
        endAhead = Self.distance(from: item.sortEnd, to: item.endKey)
        originalAhead = Self.distance(from: item.instance.sort, to: item.instance.key)
        place = Int32(truncatingIfNeeded: segment)
    }

    init(_ occurrence: SingleOccurrence, number: Int) {
        sortStart = occurrence.sortStart
        sortEnd = occurrence.sortEnd
        sortOriginal = occurrence.sortRecurrenceID
        startAhead = Self.distance(from: occurrence.sortStart, to: occurrence.startKey)
        endAhead = Self.distance(from: occurrence.sortEnd, to: occurrence.endKey)
        originalAhead = Self.distance(from: occurrence.sortRecurrenceID, to: occurrence.originalKey)
        place = ~Int32(truncatingIfNeeded: number)
    }

    func orderKey<UID>(_ uid: UID) -> OccurrenceKey<UID> {
        OccurrenceKey(
            start: sortStart,
            end: sortEnd,
            uid: uid,
            original: sortOriginal,
            place: segment ?? -1
        )
    }

    /// How far a key is ahead of its instant, which is never more than two days.
    @inline(__always)
    private static func distance(from instant: Int, to key: Int) -> Int32 {
        Int32(truncatingIfNeeded: key &- instant)
    }
}

/// Occurrences as rows of numbers in order, all of one slice of time.
package struct OccurrenceRows: Sendable {
    package let sources: OccurrenceSources
    /// The number of the slice, from 0 on, in the order of time.
    package let number: Int
    fileprivate let rows: [OccurrenceRow]
    private let limit: Int

    init(_ rows: [OccurrenceRow], of sources: OccurrenceSources, number: Int, limit: Int) {
        self.rows = rows
        self.number = number
        self.sources = sources
        self.limit = limit
    }

    package var count: Int { min(rows.count, limit) }

    /// The rows in order; they are put in order here, so this is to be asked for once.
    package func ordered() -> [OccurrenceRow] {
        RowOrder.places(of: rows, from: sources).prefix(limit).map { rows[Int($0)] }
    }
}

extension Occurrences {
    /// Makes something of the occurrences on several threads, and hands it on in their order.
    ///
    /// `transform` is called by any of the threads, with slices of some thousand rows, and `consume` by the calling
    /// thread alone. So what comes out does not depend on how many threads there are; nor does which slices there
    /// are. No more than `ahead` slices (eight a thread unless it is said) are under way at any time, fewer when many
    /// events start at once, so that memory is bounded, and an error that `consume` throws ends everything. `sources`
    /// says beforehand what the rows' numbers will stand for.
    package func mapRows<Output: Sendable, Failure: Error>(
        of sources: OccurrenceSources,
        threads: Int,
        ahead: Int? = nil,
        limit: Int = .max,
        transform: @escaping @Sendable (OccurrenceRows) -> Output,
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
            next: { () throws(Failure) -> OccurrenceRows? in
                guard room > 0, let rows = slices.next() else { return nil }
                let taken = OccurrenceRows(rows, of: sources, number: number, limit: room)
                room -= taken.count
                number += 1
                rowsUnderWay += rows.count
                return taken
            },
            transform: { rows in (output: transform(rows), rows: rows.rows) },
            consume: { (done: (output: Output, rows: [OccurrenceRow])) throws(Failure) in
                rowsUnderWay -= done.rows.count
                slices.useAgain(done.rows)
                try consume(done.output)
            }
        )
    }
}
