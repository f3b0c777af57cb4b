#if Records
    import GRDB
    import ICalendar
    import ICalendarStore

    /// A database file for records.
    ///
    /// A file is validated before anything is written to it.
    enum RecordFile {
        /// The maximum time to wait for another process to release its lock, in seconds.
        private static let longestWait = 30.0
        /// The maximum number of attempts, at short intervals, while another process is creating the database.
        private static let mostAttempts = 50

        /// Opens a file that passes ``check(_:)``.
        ///
        /// While another process enables write-ahead logging, SQLite does not wait as it usually does. Instead, it
        /// reports that the file is locked or cannot be opened.
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
                        // These errors are more likely than the others to be permanent.
                        case .SQLITE_CANTOPEN, .SQLITE_READONLY: 4
                        default: 0
                        }
                    // SQLite itself has already waited for the lock.
                    let hasWaited = ContinuousClock.now - start >= .seconds(longestWait)
                    guard attempts < most, !hasWaited else { throw error }
                    SystemFiles.sleep(.milliseconds(20))
                }
            }
        }

        /// Returns an in-memory copy of a file that passes ``check(_:)``, or an empty database if the file does not
        /// exist but could be created.
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
                // A read-only connection would leave write-ahead log files behind.
                try DatabaseQueue(path: path, configuration: configuration).backup(to: copy)
            } catch let error as DatabaseError
                where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
            {
                configuration.readonly = true
                try DatabaseQueue(path: path, configuration: configuration).backup(to: copy)
            }
            return copy
        }

        /// Returns the path of a file, even if SQLite would interpret its name as a URI.
        private static func plain(_ path: String) -> String {
            path.hasPrefix("file:") ? "./\(path)" : path
        }

        /// Rejects an existing file that is not a record database.
        ///
        /// A record database has its tables and GRDB's entry for the first migration; other tables are allowed. A
        /// database that has no tables, application ID, or user version counts as new. A database with only an empty
        /// migration table from GRDB also counts as new, because its creation was interrupted.
        static func check(_ path: String) throws {
            guard !path.isEmpty, path != ":memory:" else {
                throw RecordsError(.otherDatabase, "not a file name")
            }
            // A file whose metadata cannot be read cannot be opened either.
            guard let identity = try? CalendarPath(path).identity() else { return }
            guard identity.kind == .regular else {
                throw RecordsError(.otherDatabase, "not a regular file, so it cannot contain a database")
            }
            guard identity.size > 0 else { return }
            // SQLite treats a one-byte file as empty, but the smallest database is one page of 512 bytes.
            guard identity.size >= 512 else { throw noDatabase }
            do {
                if try isOfRecords(path) { return }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
                throw noDatabase
            }
            throw refusal
        }

        private static var noDatabase: RecordsError {
            RecordsError(
                .otherDatabase,
                "the file is not a database and was left unchanged; use another file"
            )
        }

        static var refusal: RecordsError {
            RecordsError(
                .otherDatabase,
                "the database contains other data and was left unchanged; use another file"
            )
        }

        /// Returns whether a database file contains records or is empty.
        ///
        /// The file is opened read-only, unless a process was killed during a transaction. In that case, the incomplete
        /// transaction must be rolled back first, which requires opening the file for writing.
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
