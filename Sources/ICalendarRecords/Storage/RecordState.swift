#if Records
    import GRDB

    /// What is remembered beside the rows: the store, the number of the last change, and the windows.
    struct RecordState {
        let db: Database

        /// Where the store of the records is; nil before the first sync.
        var place: String? {
            get throws { try String.fetchOne(db, sql: "SELECT place FROM eventRecordStore") }
        }

        func setPlace(_ place: String) throws {
            try db.execute(sql: "UPDATE eventRecordStore SET place = ?", arguments: [place])
        }

        /// The last number that a change was given.
        var lastChange: Int64 {
            get throws { try Int64.fetchOne(db, sql: "SELECT lastChange FROM eventRecordStore") ?? 0 }
        }

        func setLastChange(_ number: Int64) throws {
            try db.execute(sql: "UPDATE eventRecordStore SET lastChange = ?", arguments: [number])
        }

        /// Notes that a window was synced, in place of those that it covers.
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

        /// Up to which change a follower has dealt with them.
        func acknowledged(by follower: String) throws -> Int64 {
            try Int64.fetchOne(
                db,
                sql: "SELECT acknowledged FROM eventRecordFollower WHERE name = ?",
                arguments: [follower]
            ) ?? 0
        }

        /// Notes that a follower has dealt with all changes up to a number; it never goes back.
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
