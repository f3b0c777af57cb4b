#if Records
    import GRDB

    /// The tables for records and the migrations from older versions.
    ///
    /// All names begin with `eventRecord`, so the tables can share a database with other tables.
    enum RecordSchema {
        private static let prefix = "ICalendarRecords."
        /// The first migration's identifier, as recorded by GRDB.
        static let firstMigration = prefix + "1"

        /// Migrates a database's tables to the current version in one transaction.
        ///
        /// If several processes migrate at once, the first one creates the tables.
        ///
        /// Migrations are recorded in the same way as in GRDB's `DatabaseMigrator`, which programs use for their own
        /// tables. A file used only for records is validated again, since another program may have started to use it.
        static func prepare(_ database: any DatabaseWriter, isOwnFile: Bool = false) throws {
            try database.barrierWriteWithoutTransaction { db in
                // Upgrading a read transaction to a write would fail if another process wrote to the database after the
                // read.
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
                throw RecordsError(.laterSchema, "the records are from a later version of this library")
            }
            for (name, sql) in migrations where !applied.contains(name) {
                try db.execute(sql: sql)
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
            }
        }

        private static var migrations: [(name: String, sql: String)] {
            [(firstMigration, first), (prefix + "2", second)]
        }

        /// Adds the version of the file that a row was created from.
        ///
        /// With this version, unchanged files need not be read again.
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
            -- Gives the longest duration, so that a search by start finds everything that overlaps a window.
            CREATE INDEX eventRecordByLength ON eventRecord (endDate - startDate);
            CREATE INDEX eventRecordByItem ON eventRecord (uid, calendarIdentifier);
            CREATE UNIQUE INDEX eventRecordByChange ON eventRecord (lastChange);

            -- One row: the store that the records belong to, and the number of the last change.
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

            -- The followers, and the number of the last change that each has processed.
            CREATE TABLE eventRecordFollower (
                name TEXT NOT NULL PRIMARY KEY,
                acknowledged INTEGER NOT NULL
            ) STRICT;
            """
    }
#endif
