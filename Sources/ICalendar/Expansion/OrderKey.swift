/// The order of occurrences: start, end, UID, original start.
struct OrderKey: Comparable {
    var start: Int
    var end: Int
    var uid: String
    var recurrenceID: Int

    init(start: Int, end: Int, uid: String, recurrenceID: Int) {
        self.start = start
        self.end = end
        self.uid = uid
        self.recurrenceID = recurrenceID
    }

    init(_ single: SingleOccurrence) {
        self.init(
            start: single.sortStart,
            end: single.sortEnd,
            uid: single.member.uid,
            recurrenceID: single.sortRecurrenceID
        )
    }

    static func < (left: OrderKey, right: OrderKey) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        // By bytes, as UIDs are not equal for looking equal.
        if !left.uid.utf8.elementsEqual(right.uid.utf8) {
            return precedes(left.uid, right.uid)
        }
        return left.recurrenceID < right.recurrenceID
    }

    /// Whether a UID stands before another in the order of their bytes.
    static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
