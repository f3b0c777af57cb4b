/// One occurrence as numbers: what is merged, ordered and printed without touching its event.
///
/// Keys are what a clock of the event compares: seconds since 1970 for times with a zone, else what the wall clock
/// shows, counted in seconds from 1970-01-01 00:00:00. See ``OccurrenceSources`` for what they belong to.
package struct OccurrenceRow: Sendable, BitwiseCopyable {
    /// When it starts and ends, in seconds since 1970; by these it is ordered.
    @usableFromInline let sortStart: Int
    @usableFromInline let sortEnd: Int
    /// The original start in seconds since 1970.
    @usableFromInline let sortOriginal: Int
    // How far the keys are ahead of these: nothing for times with a zone, else by what the display zone is ahead of UTC.
    @usableFromInline let startAhead: Int32
    @usableFromInline let endAhead: Int32
    @usableFromInline let originalAhead: Int32
    /// The number of its segment, or the complement of the number of an occurrence that stands for itself.
    @usableFromInline let place: Int32

    /// When it starts and ends, as keys.
    @inlinable @inline(__always) package var startKey: Int { sortStart &+ Int(startAhead) }
    @inlinable @inline(__always) package var endKey: Int { sortEnd &+ Int(endAhead) }
    /// The original start as a key; without meaning when there is none.
    @inlinable @inline(__always) package var originalKey: Int { sortOriginal &+ Int(originalAhead) }

    /// The number of the segment that it is an instance of, or nil when it stands for itself.
    ///
    /// All rows of one number have the same event and the same form of times.
    @inlinable @inline(__always) package var segment: Int? { place >= 0 ? Int(place) : nil }

    /// The number of an occurrence that stands for itself, or nil.
    var single: Int? { place < 0 ? Int(~place) : nil }

    /// An instance of a series.
    init(_ item: SegmentItem, segment: Int) {
        sortStart = item.sortStart
        sortEnd = item.sortEnd
        sortOriginal = item.instance.sort
        startAhead = Self.distance(from: item.sortStart, to: item.startKey)
        endAhead = Self.distance(from: item.sortEnd, to: item.endKey)
        originalAhead = Self.distance(from: item.instance.sort, to: item.instance.key)
        place = Int32(truncatingIfNeeded: segment)
    }

    /// An occurrence that stands for itself.
    init(_ occurrence: SingleOccurrence, number: Int) {
        sortStart = occurrence.sortStart
        sortEnd = occurrence.sortEnd
        sortOriginal = occurrence.sortRecurrenceID
        startAhead = Self.distance(from: occurrence.sortStart, to: occurrence.startKey)
        endAhead = Self.distance(from: occurrence.sortEnd, to: occurrence.endKey)
        originalAhead = Self.distance(from: occurrence.sortRecurrenceID, to: occurrence.originalKey)
        place = ~Int32(truncatingIfNeeded: number)
    }

    /// How far a key is ahead of its instant, which is never more than two days.
    @inline(__always)
    private static func distance(from instant: Int, to key: Int) -> Int32 {
        Int32(truncatingIfNeeded: key &- instant)
    }
}
