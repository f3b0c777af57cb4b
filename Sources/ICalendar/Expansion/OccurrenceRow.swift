/// One occurrence as numbers: what is merged, ordered and printed without touching its event.
///
/// Keys are what a clock of the event compares: seconds since 1970 for times with a zone, else what the wall clock
/// shows, counted in seconds from 1970-01-01 00:00:00. See ``OccurrenceSources`` for what they belong to.
package struct OccurrenceRow: Sendable, BitwiseCopyable {
    /// When it starts and ends, as keys.
    package let startKey: Int
    package let endKey: Int
    /// The original start as a key; 0 when there is none.
    package let originalKey: Int
    /// When it starts and ends, in seconds since 1970; by these it is ordered.
    let sortStart: Int
    let sortEnd: Int
    /// The original start in seconds since 1970.
    let sortOriginal: Int
    /// The number of its segment, or the complement of the number of an occurrence that stands for itself.
    private let place: Int

    /// The number of the segment that it is an instance of, or nil when it stands for itself.
    ///
    /// All rows of one number have the same event and the same form of times.
    package var segment: Int? { place >= 0 ? place : nil }

    /// The number of an occurrence that stands for itself, or nil.
    var single: Int? { place < 0 ? ~place : nil }

    /// An instance of a series.
    init(_ item: SegmentItem, segment: Int) {
        startKey = item.startKey
        endKey = item.endKey
        originalKey = item.instance.key
        sortStart = item.sortStart
        sortEnd = item.sortEnd
        sortOriginal = item.instance.sort
        place = segment
    }

    /// An occurrence that stands for itself.
    init(_ occurrence: SingleOccurrence, number: Int) {
        startKey = occurrence.startKey
        endKey = occurrence.endKey
        originalKey = occurrence.originalKey
        sortStart = occurrence.sortStart
        sortEnd = occurrence.sortEnd
        sortOriginal = occurrence.sortRecurrenceID
        place = ~number
    }
}
