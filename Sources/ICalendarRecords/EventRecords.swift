#if Records
    public import EssentialFoundation
    public import GRDB
    import ICalendar
    public import ICalendarStore

    /// A table of events in an SQLite database, kept in sync with a store.
    ///
    /// The table has one row for each occurrence in a window.
    ///
    /// Use this class for tasks that benefit from tables, such as search, statistics, and embeddings. A sync compares
    /// the store with the rows and writes only the differences, so syncing again without changes writes nothing. The
    /// rows of removed occurrences are flagged and kept.
    ///
    /// ```swift
    /// let records = try EventRecords(path: "/srv/events.sqlite")
    /// let report = try records.sync(with: store, from: monday.date, to: nextMonday.date)
    /// print(report)  // 12 inserted, 1 removed, 230 unchanged
    /// let titles = try records.events(from: monday.date, to: nextMonday.date).map(\.title)
    /// ```
    ///
    /// To process each change, use the change numbers in the rows with ``follow(_:limit:checkingEvery:_:)`` or
    /// ``pending(for:limit:)``. The numbers are written in the same transaction as the rows, so a crash loses none of
    /// them.
    ///
    /// The table is named `eventRecord`, and its columns are named after the properties of ``EventRecord``. Instants
    /// are seconds since 1970.
    public final class EventRecords: Sendable {
        /// The database, for running custom queries.
        ///
        /// ```swift
        /// let count = try await records.database.read { db in try EventRecord.fetchCount(db) }
        /// ```
        public let database: any DatabaseWriter
        private let clock: @Sendable () -> Date
        let signals = ChangeSignals()

        /// Opens records in a database file, creating the file if it does not exist.
        ///
        /// Several processes can have the file open at the same time.
        ///
        /// A file that contains anything else is rejected before anything is written to it. However, SQLite first rolls
        /// back any incomplete transaction that a killed process left behind. To keep records next to a program's own
        /// tables, open the database and use ``init(_:)``.
        ///
        /// ```swift
        /// let records = try EventRecords(path: "/srv/events.sqlite")
        /// ```
        ///
        /// - Throws: GRDB's `DatabaseError`; ``RecordsError/Code/laterSchema`` if a later version created the file;
        ///   ``RecordsError/Code/otherDatabase`` if the file is not a database of records.
        public convenience init(path: String) throws {
            try self.init(try RecordFile.opened(path), clock: { Date() }, isOwnFile: true)
        }

        /// Opens an in-memory copy of a database file, or an empty database, for a dry run of a sync.
        ///
        /// Throws the same errors as ``init(path:)``.
        package convenience init(copying path: String) throws {
            try self.init(try RecordFile.copy(of: path))
        }

        /// Opens records in a database that the program already uses for its own tables.
        ///
        /// ```swift
        /// let records = try EventRecords(try DatabaseQueue())  // in memory
        /// ```
        ///
        /// Throws the same errors as ``init(path:)``.
        public convenience init(_ database: any DatabaseWriter) throws {
            try self.init(database, clock: { Date() })
        }

        init(
            _ database: any DatabaseWriter,
            clock: @escaping @Sendable () -> Date,
            isOwnFile: Bool = false
        ) throws {
            try RecordSchema.prepare(database, isOwnFile: isOwnFile)
            self.database = database
            self.clock = clock
        }

        /// Syncs the rows of a window with a store in one transaction.
        ///
        /// New occurrences are inserted, changed ones are updated, and missing ones are flagged. Rows outside the
        /// window are unchanged, except those of occurrences that were moved out of it. The window can have any width.
        /// If the store has not changed, a second sync changes nothing. If a sync fails or the process is killed,
        /// nothing is changed either. A window with too many occurrences is rejected before any of them is examined.
        ///
        /// Temporarily unreadable content, such as a calendar without read permission, is not treated as removed. The
        /// same applies to a calendar with an empty or truncated file, since another program may still be writing that
        /// file.
        ///
        /// ```swift
        /// let report = try records.sync(with: store, from: monday.date, to: nextMonday.date)
        /// for identifier in report.removed { print("gone:", identifier) }
        /// ```
        ///
        /// - Parameters:
        ///   - store: The store to sync with.
        ///   - start: The start of the window.
        ///   - end: The end of the window, exclusive.
        ///   - calendars: The calendars to sync, or nil for all. The rows of other calendars are unchanged.
        ///   - limit: The maximum number of occurrences to convert to rows.
        /// - Throws: `StoreError` if the store cannot be queried, ``RecordsError`` if the records belong to another
        ///   store or the number of occurrences exceeds the limit, and GRDB's `DatabaseError`.
        @discardableResult
        public func sync(
            with store: EventStore,
            from start: Date,
            to end: Date,
            calendars: [EventCalendar]? = nil,
            limit: Int = EventRecords.usualLimit
        ) throws -> SyncReport {
            let calendars = calendars.map { Set($0.map(\.calendarIdentifier)) }
            return try sync(
                .window(Self.window(start, end), calendars: calendars),
                with: StoreRecordSource(store: store),
                limit: limit
            )
        }

        /// Syncs the rows of some items in a window with a store in one transaction.
        ///
        /// Use this method if you know which items have changed. If an identifier names an occurrence, all occurrences
        /// of its item are synced.
        ///
        /// ```swift
        /// let changed = ItemIdentifier(calendarIdentifier: "home/studio", uid: "stand-up@studio.example")
        /// try records.sync([changed], with: store, from: monday.date, to: nextMonday.date)
        /// ```
        ///
        /// Throws the same errors as ``sync(with:from:to:calendars:limit:)``.
        @discardableResult
        public func sync(
            _ items: Set<ItemIdentifier>,
            with store: EventStore,
            from start: Date,
            to end: Date,
            limit: Int = EventRecords.usualLimit
        ) throws -> SyncReport {
            try sync(
                .items(Set(items.map(ItemName.init)), Self.window(start, end)),
                with: StoreRecordSource(store: store),
                limit: limit
            )
        }

        /// Records that the store has moved to another folder.
        ///
        /// Without this call, a sync with a store in another folder is rejected, since it would treat all occurrences
        /// missing there as removed.
        ///
        /// ```swift
        /// try records.adopt(store)
        /// ```
        public func adopt(_ store: EventStore) throws {
            let place = StoreRecordSource(store: store).place
            try database.write { try RecordState(db: $0).setPlace(place) }
        }

        func sync(
            _ work: SyncWork,
            with source: some RecordSource,
            limit: Int = EventRecords.usualLimit
        ) throws -> SyncReport {
            let report = try database.write { try self.report(of: work, source, $0, limit) }
            if !report.isEmpty { signals.send() }
            return report
        }

        func syncInBackground(
            _ work: SyncWork,
            with source: some RecordSource,
            limit: Int
        ) async throws -> SyncReport {
            let report = try await database.write { try self.report(of: work, source, $0, limit) }
            if !report.isEmpty { signals.send() }
            return report
        }

        private func report(
            of work: SyncWork,
            _ source: some RecordSource,
            _ db: Database,
            _ limit: Int
        ) throws -> SyncReport {
            var pass = try SyncPass(db, source, now: Int(clock().timeIntervalSince1970), limit: limit)
            return try pass.run(work)
        }

        static func window(_ range: Range<Date>) throws -> Range<Instant> {
            try window(range.lowerBound, range.upperBound)
        }

        static func window(_ start: Date, _ end: Date) throws -> Range<Instant> {
            let (from, to) = (Instant(start), Instant(end))
            guard from < to else {
                let kind = from == to ? "empty" : "inverted"
                throw StoreError(.invalidWindow, nil, "the window is \(kind): from \(from) to \(to)")
            }
            return from..<to
        }

        /// Returns the records that overlap a window, sorted by start.
        ///
        /// The records reflect the store as of the last sync that covered them.
        ///
        /// ```swift
        /// for record in try records.events(from: monday.date, to: nextMonday.date, calendars: ["home/studio"]) {
        ///     print(record.startText, record.title ?? "")
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - start: The start of the window.
        ///   - end: The end of the window, exclusive.
        ///   - calendars: The identifiers of the calendars to include, or nil for all.
        ///   - includingRemoved: Whether to include records of removed occurrences.
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

        /// Returns the record of an occurrence, or nil if it was never recorded.
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

        /// The default maximum number of occurrences that a sync converts to rows.
        ///
        /// The limit is needed because a hundred-byte rule can have a hundred million occurrences in four years.
        ///
        /// ```swift
        /// EventRecords.usualLimit  // 4194304
        /// ```
        public static let usualLimit = 4_194_304

        /// Throws the same error as ``sync(with:from:to:calendars:limit:)`` if a window has too many occurrences.
        ///
        /// Call this method before creating a database, so that a failed sync does not leave an empty database behind.
        ///
        /// ```swift
        /// try EventRecords.checkSize(of: store, from: monday.date, to: nextMonday.date)
        /// let records = try EventRecords(path: "/srv/events.sqlite")
        /// ```
        ///
        /// - Throws: ``RecordsError/Code/tooManyOccurrences``; `StoreError` if the store cannot be queried.
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
