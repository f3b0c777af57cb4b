#if Records
    import GRDB

    /// The tables of records, and how older ones become the present ones.
    ///
    /// Their names begin with `eventRecord`, so that they can stand in a database that has others.
    enum RecordSchema {
        private static let prefix = "ICalendarRecords."
        /// What GRDB notes in a database that has the tables.
        static let firstMigration = prefix + "1"

        /// Brings the tables of a database to what this version needs, in one transaction: of several processes that come at
        /// once the first makes them, and the others find them.
        ///
        /// What is done is noted as GRDB's `DatabaseMigrator` does, with which programs have their own tables made. A file
        /// that is for records alone is looked at once more, as another program may have come to use it.
        static func prepare(_ database: any DatabaseWriter, isOwnFile: Bool = false) throws {
            try database.barrierWriteWithoutTransaction { db in
                // To read first and be granted the right to write later fails where another one came between.
                try db.inTransaction(.immediate) {
                    if isOwnFile, try !RecordFile.isOfRecords(db) { throw RecordFile.refusal }
                    try migrate(db)
                    return .commit
                }
            }
        }

        private static func migrate(_ db: Database) throws {
            try db.execute(
                sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
            )
            let applied = Set(try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations"))
            guard applied.filter({ $0.hasPrefix(prefix) }).isSubset(of: migrations.map(\.name)) else {
                throw RecordsError(.laterSchema, "the records were made by a later version of this library")
            }
            for (name, sql) in migrations where !applied.contains(name) {
                try db.execute(sql: sql)
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
            }
        }

        private static var migrations: [(name: String, sql: String)] {
            [(firstMigration, first), (prefix + "2", second)]
        }

        /// What a file was that a row was made from, so that one that is as it was need not be read again.
        private static let second = "ALTER TABLE eventRecord ADD COLUMN fileVersion TEXT"

        private static let first = """
            CREATE TABLE eventRecord (
                id INTEGER PRIMARY KEY,
                identifier TEXT NOT NULL UNIQUE,
                calendarIdentifier TEXT NOT NULL,
                uid TEXT NOT NULL,
                occurrenceDate INTEGER NOT NULL,
                title TEXT,
                startDate INTEGER NOT NULL,
                endDate INTEGER NOT NULL,
                isAllDay INTEGER NOT NULL,
                startText TEXT NOT NULL,
                endText TEXT NOT NULL,
                timeZone TEXT,
                isDetached INTEGER NOT NULL,
                status TEXT,
                location TEXT,
                notes TEXT,
                url TEXT,
                organizer TEXT,
                attendees TEXT NOT NULL,
                contentHash TEXT NOT NULL,
                firstSeen INTEGER NOT NULL,
                updatedAt INTEGER NOT NULL,
                removedAt INTEGER,
                firstChange INTEGER NOT NULL,
                returnChange INTEGER NOT NULL DEFAULT 0,
                lastChange INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX eventRecordByStart ON eventRecord (startDate);
            -- Tells how long the longest is, so that what overlaps a window is found by its start.
            CREATE INDEX eventRecordByLength ON eventRecord (endDate - startDate);
            CREATE INDEX eventRecordByItem ON eventRecord (uid, calendarIdentifier);
            CREATE UNIQUE INDEX eventRecordByChange ON eventRecord (lastChange);

            -- One row: the store that the records are of, and the last number that a change was given.
            CREATE TABLE eventRecordStore (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                place TEXT,
                lastChange INTEGER NOT NULL
            ) STRICT;
            INSERT INTO eventRecordStore (id, place, lastChange) VALUES (1, NULL, 0);

            -- The windows that were synced as a whole, and when; calendars is a JSON array, or empty for all.
            CREATE TABLE eventRecordWindow (
                startDate INTEGER NOT NULL,
                endDate INTEGER NOT NULL,
                calendars TEXT NOT NULL,
                syncedAt INTEGER NOT NULL,
                PRIMARY KEY (startDate, endDate, calendars)
            ) STRICT;

            -- Who follows the changes, and up to which number they have dealt with them.
            CREATE TABLE eventRecordFollower (
                name TEXT NOT NULL PRIMARY KEY,
                acknowledged INTEGER NOT NULL
            ) STRICT;
            """
    }
#endif
