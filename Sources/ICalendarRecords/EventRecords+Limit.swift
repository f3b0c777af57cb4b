#if Records
    public import ICalendarStore

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    extension EventRecords {
        /// As many occurrences a sync makes rows of, unless it is told of another limit.
        ///
        /// A rule of a hundred bytes can have a hundred million in four years.
        ///
        /// ```swift
        /// EventRecords.usualLimit  // 4194304
        /// ```
        public static let usualLimit = 4_194_304

        /// Throws what ``sync(with:from:to:calendars:limit:)`` would throw of a window with too many occurrences.
        ///
        /// For a program that is not to make a database in vain.
        ///
        /// ```swift
        /// try EventRecords.checkSize(of: store, from: monday.date, to: nextMonday.date)
        /// let records = try EventRecords(path: "/srv/events.sqlite")
        /// ```
        ///
        /// - Throws: ``RecordsError/Code/tooManyOccurrences``; `StoreError` when the store refuses.
        public static func checkSize(
            of store: EventStore,
            from start: Date,
            to end: Date,
            calendars: [EventCalendar]? = nil,
            limit: Int = EventRecords.usualLimit
        ) throws {
            try StoreRecordSource(store: store).refuseFlood(
                in: window(start, end),
                calendars: calendars.map { Set($0.map(\.calendarIdentifier)) },
                limit: limit
            )
        }
    }
#endif
