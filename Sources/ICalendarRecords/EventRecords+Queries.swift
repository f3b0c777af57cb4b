#if Records
    import GRDB
    import ICalendar
    import ICalendarStore

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    extension EventRecords {
        /// The records that overlap a window, in the order of their starts.
        ///
        /// They say what the store had at the last sync that looked at them.
        ///
        /// ```swift
        /// for record in try records.events(from: monday.date, to: nextMonday.date, calendars: ["home/studio"]) {
        ///     print(record.startText, record.title ?? "")
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - start: where the window begins.
        ///   - end: where it ends; what begins there is not in it.
        ///   - calendars: the identifiers of the calendars to look at, or nil for all.
        ///   - includingRemoved: whether those are given that are gone from the store.
        public func events(
            from start: Date,
            to end: Date,
            calendars: Set<String>? = nil,
            includingRemoved: Bool = false
        ) throws -> [EventRecord] {
            let range = try Self.window(start, end).seconds
            let longest = "(SELECT max(0, max(endDate - startDate)) FROM eventRecord)"
            var condition =
                "startDate < ? AND startDate >= ? - \(longest) AND (endDate > ? OR startDate >= ?)"
            var arguments: StatementArguments = [
                range.upperBound, range.lowerBound, range.lowerBound, range.lowerBound,
            ]
            if let calendars {
                condition += " AND calendarIdentifier IN (\(databaseQuestionMarks(count: calendars.count)))"
                arguments += StatementArguments(calendars.sorted())
            }
            if !includingRemoved { condition += " AND removedAt IS NULL" }
            return try database.read { [condition, arguments] db in
                try EventRecord.fetchAll(
                    db,
                    sql: """
                        SELECT * FROM eventRecord WHERE \(condition)
                        ORDER BY startDate, endDate, identifier
                        """,
                    arguments: arguments
                )
            }
        }

        /// The record of an occurrence, or nil when there never was one.
        ///
        /// ```swift
        /// let record = try records.record(withIdentifier: "home/studio:stand-up%40studio.example/RID=20260330T071500Z")
        /// ```
        public func record(withIdentifier identifier: String) throws -> EventRecord? {
            try database.read { db in
                try EventRecord.fetchOne(
                    db,
                    sql: "SELECT * FROM eventRecord WHERE identifier = ?",
                    arguments: [identifier]
                )
            }
        }
    }
#endif
