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
        if left.uid != right.uid { return left.uid < right.uid }
        return left.recurrenceID < right.recurrenceID
    }
}
