#if Records
    import GRDB

    struct RecordTable {
        let db: Database

        /// The columns of a row that are compared with an occurrence.
        struct Known {
            let id: Int64
            let identifier: String
            let calendarIdentifier: String
            let uid: String
            let occurrenceDate: Int
            let startDate: Int
            let endDate: Int
            let isDetached: Bool
            let contentHash: String
            let isRemoved: Bool
            /// The version of the file from which the row was created, or nil if unknown.
            let fileVersion: String?

            /// Returns whether the row is current, decoding the event only if its file differs.
            func says(_ found: FoundOccurrence) -> Bool {
                startDate == found.startDate && endDate == found.endDate
                    && occurrenceDate == found.occurrenceDate && isDetached == found.isDetached
                    && (isOfFile(of: found) || contentHash == found.contentHash)
            }

            func isOfFile(of found: FoundOccurrence) -> Bool {
                fileVersion != nil && fileVersion == found.fileVersion
            }
        }

        private static let compared = """
            SELECT id, identifier, calendarIdentifier, uid, occurrenceDate, startDate, endDate, isDetached, contentHash,
                removedAt IS NOT NULL, fileVersion
            FROM eventRecord
            """

        /// Returns the rows that overlap a range of seconds since 1970, including rows flagged as removed.
        func rows(overlapping range: Range<Int>) throws -> [Known] {
            guard let longest = try longest else { return [] }
            // An event without a duration overlaps a range that contains its start.
            return try fetch(
                "WHERE startDate < ? AND startDate >= ? AND (endDate > ? OR startDate >= ?)",
                [
                    range.upperBound, range.lowerBound.subtractingReportingOverflow(longest).partialValue,
                    range.lowerBound, range.lowerBound,
                ]
            )
        }

        func rows(ofUID uid: String, inCalendar calendar: String) throws -> [Known] {
            try fetch("WHERE uid = ? AND calendarIdentifier = ?", [uid, calendar])
        }

        func row(of identifier: String) throws -> Known? {
            try fetch("WHERE identifier = ?", [identifier]).first
        }

        /// The duration of the longest occurrence in seconds, or nil if there are no occurrences.
        private var longest: Int? {
            get throws {
                try Int.fetchOne(db, sql: "SELECT max(endDate - startDate) FROM eventRecord").map {
                    max($0, 0)
                }
            }
        }

        private func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [Known] {
            let statement = try db.cachedStatement(sql: "\(Self.compared) \(condition)")
            return try Row.fetchCursor(statement, arguments: arguments).map { row in
                Known(
                    id: row[0],
                    identifier: row[1],
                    calendarIdentifier: row[2],
                    uid: row[3],
                    occurrenceDate: row[4],
                    startDate: row[5],
                    endDate: row[6],
                    isDetached: row[7],
                    contentHash: row[8],
                    isRemoved: row[9],
                    fileVersion: row[10]
                )
            }.reduce(into: []) { $0.append($1) }
        }

        /// Inserts a row; returns false if the row already exists.
        func insert(_ found: FoundOccurrence, now: Int, change: Int64) throws -> Bool {
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO eventRecord (\(Self.columns), firstSeen, firstChange)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (identifier) DO NOTHING
                    """
            )
            try statement.execute(arguments: Self.values(of: found, now, change) + [now, change])
            return db.changesCount > 0
        }

        /// Updates a row to match an existing occurrence; `isBack` is true if the row was flagged as removed.
        func update(_ id: Int64, to found: FoundOccurrence, now: Int, change: Int64, isBack: Bool) throws {
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE eventRecord SET (\(Self.columns)) =
                        (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                        removedAt = NULL, returnChange = CASE WHEN ? THEN ? ELSE returnChange END
                    WHERE id = ?
                    """
            )
            try statement.execute(arguments: Self.values(of: found, now, change) + [isBack, change, id])
        }

        /// Records a new file version for a row with unchanged contents and changes nothing else.
        func note(_ id: Int64, fileVersion: String) throws {
            let statement = try db.cachedStatement(sql: "UPDATE eventRecord SET fileVersion = ? WHERE id = ?")
            try statement.execute(arguments: [fileVersion, id])
        }

        func remove(_ id: Int64, now: Int, change: Int64) throws {
            let statement = try db.cachedStatement(
                sql: "UPDATE eventRecord SET removedAt = ?, updatedAt = ?, lastChange = ? WHERE id = ?"
            )
            try statement.execute(arguments: [now, now, change, id])
        }

        private static let columns = """
            identifier, calendarIdentifier, uid, occurrenceDate, title, startDate, endDate, isAllDay, startText, endText,
            timeZone, isDetached, status, location, notes, url, organizer, attendees, contentHash, fileVersion, updatedAt,
            lastChange
            """

        private static func values(of found: FoundOccurrence, _ now: Int, _ change: Int64)
            -> StatementArguments
        {
            [
                found.identifier, found.calendarIdentifier, found.uid, found.occurrenceDate,
                found.content.title,
                found.startDate, found.endDate, found.isAllDay, found.startText, found.endText,
                found.timeZone,
                found.isDetached, found.content.status, found.content.location, found.content.notes,
                found.content.url, found.content.organizer, found.content.attendees, found.contentHash,
                found.fileVersion, now, change,
            ]
        }
    }

    /// All state other than the rows, including the store, the number of the last change, and the windows.
    struct RecordState {
        let db: Database

        /// The location of the store that the records belong to, or nil before the first sync.
        var place: String? {
            get throws { try String.fetchOne(db, sql: "SELECT place FROM eventRecordStore") }
        }

        func setPlace(_ place: String) throws {
            try db.execute(sql: "UPDATE eventRecordStore SET place = ?", arguments: [place])
        }

        var lastChange: Int64 {
            get throws { try Int64.fetchOne(db, sql: "SELECT lastChange FROM eventRecordStore") ?? 0 }
        }

        func setLastChange(_ number: Int64) throws {
            try db.execute(sql: "UPDATE eventRecordStore SET lastChange = ?", arguments: [number])
        }

        /// Records that a window was synced, replacing the windows that it covers.
        func note(_ range: Range<Int>, calendars: String, now: Int) throws {
            try db.execute(
                sql: """
                    DELETE FROM eventRecordWindow
                    WHERE startDate >= ? AND endDate <= ? AND (calendars = ? OR ? = '')
                    """,
                arguments: [range.lowerBound, range.upperBound, calendars, calendars]
            )
            try db.execute(
                sql: "INSERT INTO eventRecordWindow VALUES (?, ?, ?, ?)",
                arguments: [range.lowerBound, range.upperBound, calendars, now]
            )
        }

        func acknowledged(by follower: String) throws -> Int64 {
            try Int64.fetchOne(
                db,
                sql: "SELECT acknowledged FROM eventRecordFollower WHERE name = ?",
                arguments: [follower]
            ) ?? 0
        }

        /// Records that a follower has processed all changes up to a number; the recorded number never decreases.
        func acknowledge(_ number: Int64, by follower: String) throws {
            try db.execute(
                sql: """
                    INSERT INTO eventRecordFollower VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE SET acknowledged = max(acknowledged, excluded.acknowledged)
                    """,
                arguments: [follower, number]
            )
        }
    }
#endif
