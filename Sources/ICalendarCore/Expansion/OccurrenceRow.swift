/// One occurrence as numbers that can be merged, ordered, and printed without touching its event.
///
/// Keys are the values that the event's clock compares: seconds since 1970 for times with a zone, otherwise
/// the wall-clock time in seconds since 1970-01-01 00:00:00. See ``OccurrenceSources`` for the events behind
/// them.
package struct OccurrenceRow: Sendable, BitwiseCopyable {
    /// The start and end in seconds since 1970, which determine the order.
    @usableFromInline package let sortStart: Int
    @usableFromInline package let sortEnd: Int
    /// The original start in seconds since 1970.
    @usableFromInline let sortOriginal: Int
    // The differences between keys and instants: zero for times with a zone, otherwise the display zone's UTC offset.
    @usableFromInline let startAhead: Int32
    @usableFromInline let endAhead: Int32
    @usableFromInline let originalAhead: Int32
    /// The number of the segment, or the bitwise complement of the number of a single occurrence.
    @usableFromInline package let place: Int32

    @inlinable @inline(__always) package var startKey: Int { sortStart &+ Int(startAhead) }
    @inlinable @inline(__always) package var endKey: Int { sortEnd &+ Int(endAhead) }
    /// The original start as a key; meaningless without an original start.
    @inlinable @inline(__always) package var originalKey: Int { sortOriginal &+ Int(originalAhead) }

    /// The number of the segment that the row is an instance of, or nil for a single occurrence.
    ///
    /// All rows with the same number share their event and the form of their times.
    @inlinable @inline(__always) package var segment: Int? { place >= 0 ? Int(place) : nil }

    /// The number of the single occurrence, or nil for an instance of a segment.
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

    /// Returns the difference between a key and its instant, which is at most two days.
    @inline(__always)
    private static func distance(from instant: Int, to key: Int) -> Int32 {
        Int32(truncatingIfNeeded: key &- instant)
    }
}

extension Occurrences {
    /// Transforms the occurrences on several threads, and passes the results on in order.
    ///
    /// Any of the threads may call `transform` with slices of a few thousand rows, numbered from 0, but only the calling
    /// thread calls `consume`. Neither the results nor the slices depend on the number of threads. Memory is bounded,
    /// because at most `ahead` slices (eight per thread by default) are in progress at any time, and fewer if many
    /// events start at once. An error that `consume` throws ends the iteration. The numbers of the rows refer to
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
