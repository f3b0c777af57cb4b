#if Records
    import ICalendarStore

    /// What names an item in a store, without its occurrences.
    struct ItemName: Hashable, Comparable {
        let calendar: String
        let uid: String

        init(_ identifier: ItemIdentifier) {
            calendar = identifier.calendarIdentifier
            uid = identifier.uid
        }

        static func < (left: ItemName, right: ItemName) -> Bool {
            (left.calendar, left.uid) < (right.calendar, right.uid)
        }
    }
#endif
