#if Records
    import GRDB
    import ICalendar
    import ICalendarStore

    /// A database file that somebody named for records, looked at before anything is written to it.
    enum RecordFile {
        /// For how many seconds one is waited for that has the file locked.
        private static let longestWait = 30.0
        /// How long another process is waited for that has just begun to make the database, in steps of some milliseconds.
        private static let mostAttempts = 50

        /// Opens a file that ``check(_:)`` does not refuse.
        ///
        /// While another process makes the file a database with a log, SQLite does not wait as it does otherwise, and
        /// says that the file is locked, or cannot be opened.
        static func opened(_ path: String) throws -> DatabasePool {
            let path = plain(path)
            var configuration = Configuration()
            configuration.busyMode = .timeout(longestWait)
            let start = ContinuousClock.now
            var attempts = 0
            while true {
                do {
                    try check(path)
                    return try DatabasePool(path: path, configuration: configuration)
                } catch let error as DatabaseError {
                    attempts += 1
                    let most =
                        switch error.resultCode {
                        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: mostAttempts
                        // More likely it stays so.
                        case .SQLITE_CANTOPEN, .SQLITE_READONLY: 4
                        default: 0
                        }
                    // Who holds the file was waited for by SQLite itself.
                    let hasWaited = ContinuousClock.now - start >= .seconds(longestWait)
                    guard attempts < most, !hasWaited else { throw error }
                    SystemFiles.sleep(.milliseconds(20))
                }
            }
        }

        /// A database in memory with what a file has that ``check(_:)`` does not refuse; an empty one where there is no file,
        /// but one could be made.
        static func copy(of path: String) throws -> DatabaseQueue {
            let path = plain(path)
            let copy = try DatabaseQueue()
            try check(path)
            guard let identity = try? CalendarPath(path).identity() else {
                let folder = CalendarPath(path).parent ?? CalendarPath(".")
                guard SystemFiles().permissions(of: folder).isSuperset(of: [.write, .enter]) else {
                    throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "unable to open database file")
                }
                return copy
            }
            guard identity.size > 0 else { return copy }
            var configuration = Configuration()
            configuration.busyMode = .timeout(longestWait)
            do {
                // One that is opened to be read alone leaves the files of its log behind.
                try DatabaseQueue(path: path, configuration: configuration).backup(to: copy)
            } catch let error as DatabaseError
                where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
            {
                configuration.readonly = true
                try DatabaseQueue(path: path, configuration: configuration).backup(to: copy)
            }
            return copy
        }

        /// The path of a file, also of one whose name SQLite would take for an address.
        private static func plain(_ path: String) -> String {
            path.hasPrefix("file:") ? "./\(path)" : path
        }

        /// Refuses a file that is there, has something in it, and is no database of records.
        ///
        /// A database of records has their tables, whose first migration GRDB has noted; other tables may stand beside them.
        /// One without any table and any number of its own is as good as a new one, and so is one that was just being made
        /// when the process ended, and has GRDB's table of migrations, empty, alone.
        static func check(_ path: String) throws {
            guard !path.isEmpty, path != ":memory:" else {
                throw RecordsError(.otherDatabase, "it is no name of a file")
            }
            // What cannot be looked at cannot be opened either.
            guard let identity = try? CalendarPath(path).identity() else { return }
            guard identity.kind == .regular else {
                throw RecordsError(.otherDatabase, "it is no file, so that there can be no database in it")
            }
            guard identity.size > 0 else { return }
            // SQLite takes a file of one byte for an empty one; the smallest database has one page of this size.
            guard identity.size >= 512 else { throw noDatabase }
            do {
                if try isOfRecords(path) { return }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
                throw noDatabase
            }
            throw refusal
        }

        private static var noDatabase: RecordsError {
            RecordsError(.otherDatabase, "it is no database, and was left alone; name another file")
        }

        static var refusal: RecordsError {
            RecordsError(
                .otherDatabase,
                "it is a database of something else, and was left alone; name another file"
            )
        }

        /// Whether a database file has records, or nothing at all.
        ///
        /// It is only read, unless a process was killed in the midst of a transaction: nobody can read the file then before
        /// what is half written is rolled back, which whoever opens it for writing does.
        private static func isOfRecords(_ path: String) throws -> Bool {
            var configuration = Configuration()
            configuration.busyMode = .timeout(longestWait)
            configuration.readonly = true
            do {
                return try DatabaseQueue(path: path, configuration: configuration).read(isOfRecords)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
                configuration.readonly = false
                return try DatabaseQueue(path: path, configuration: configuration).read(isOfRecords)
            }
        }

        static func isOfRecords(_ db: Database) throws -> Bool {
            let names = Set(
                try String.fetchAll(
                    db,
                    sql: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
                )
            ).filter { !$0.hasPrefix("sqlite_") }
            if names.isEmpty {
                let number = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                return number == 0 && version == 0
            }
            if names == ["grdb_migrations"] {
                return try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations") == 0
            }
            guard names.isSuperset(of: ["eventRecordStore", "eventRecord", "grdb_migrations"]) else {
                return false
            }
            return try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM grdb_migrations WHERE identifier = ?)",
                arguments: [RecordSchema.firstMigration]
            ) ?? false
        }
    }
#endif
