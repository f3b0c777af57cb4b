/// The sort key of occurrences: start, end, UID bytes, and original start.
///
/// The UID is represented by its text or, if all UIDs have been sorted, by its rank.
package struct OccurrenceKey<UID: Comparable>: Comparable {
    /// The start and end in seconds since 1970, the same unit as the original start.
    package let start: Int
    package let end: Int
    package let uid: UID
    package let original: Int
    /// The tiebreakers: the source's position, then the instance's key.
    package var place = 0
    package var key = 0

    package init(start: Int, end: Int, uid: UID, original: Int, place: Int = 0, key: Int = 0) {
        self.start = start
        self.end = end
        self.uid = uid
        self.original = original
        self.place = place
        self.key = key
    }

    package static func < (left: OccurrenceKey, right: OccurrenceKey) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.uid != right.uid { return left.uid < right.uid }
        if left.original != right.original { return left.original < right.original }
        return left.place != right.place ? left.place < right.place : left.key < right.key
    }
}

extension OccurrenceKey<ExactText> {
    package init(_ single: SingleOccurrence) {
        self.init(
            start: single.sortStart,
            end: single.sortEnd,
            uid: ExactText(single.member.uid),
            original: single.sortRecurrenceID
        )
    }
}

extension SegmentItem {
    func orderKey<UID>(_ uid: UID, place: Int = 0) -> OccurrenceKey<UID> {
        OccurrenceKey(
            start: sortStart,
            end: sortEnd,
            uid: uid,
            original: instance.sort,
            place: place,
            // A skipped floating time is read as a time after the gap, so both times have the same instant.
            key: instance.key
        )
    }
}
