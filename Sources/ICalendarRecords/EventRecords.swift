#if Records
    public import GRDB
    import ICalendar
    public import ICalendarStore

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// A table of events in an SQLite database, one row an occurrence of a window, kept in step with a store.
    ///
    /// It is for what works on tables: search, statistics, embeddings. A sync compares the store with the rows and changes
    /// only what differs, so that running it again does nothing. Rows of what is gone are flagged and kept.
    ///
    /// ```swift
    /// let records = try EventRecords(path: "/srv/events.sqlite")
    /// let report = try records.sync(with: store, from: monday.date, to: nextMonday.date)
    /// print(report)  // 12 inserted, 1 removed, 230 unchanged
    /// let titles = try records.events(from: monday.date, to: nextMonday.date).map(\.title)
    /// ```
    ///
    /// Work that must follow on each change goes by the numbers of the changes, which are in the rows: see
    /// ``follow(_:limit:checkingEvery:_:)`` and ``pending(for:limit:)``. As they are written in the transaction of the sync, a
    /// crash between the two loses nothing.
    ///
    /// The table is called `eventRecord`, its columns as the properties of ``EventRecord``. Instants are seconds since 1970.
    public final class EventRecords: Sendable {
        /// The database, for queries of one's own.
        ///
        /// ```swift
        /// let count = try await records.database.read { db in try EventRecord.fetchCount(db) }
        /// ```
        public let database: any DatabaseWriter
        private let clock: @Sendable () -> Date
        let signals = ChangeSignals()

        /// Records in a database file, which is made when there is none; any number of processes may have it open.
        ///
        /// A file that has something else in it is refused before anything is written to it; but what a process that was
        /// killed has left half written is rolled back first, as SQLite does. For records beside a
        /// program's own tables, open the database and use ``init(_:)``.
        ///
        /// ```swift
        /// let records = try EventRecords(path: "/srv/events.sqlite")
        /// ```
        ///
        /// - Throws: GRDB's `DatabaseError`; ``RecordsError/Code/laterSchema`` for a file of a later version;
        ///   ``RecordsError/Code/otherDatabase`` for one that is no database of records.
        public convenience init(path: String) throws {
            try self.init(try RecordFile.opened(path), clock: { Date() }, isOwnFile: true)
        }

        /// Records in memory with what a database file has if it is there, to see what a sync would do.
        ///
        /// Throws as ``init(path:)`` does.
        package convenience init(copying path: String) throws {
            try self.init(try RecordFile.copy(of: path))
        }

        /// Records in a database that the program has open, beside its own tables.
        ///
        /// ```swift
        /// let records = try EventRecords(try DatabaseQueue())  // in memory
        /// ```
        ///
        /// Throws as ``init(path:)`` does.
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

        /// Brings the rows of a window into step with a store, in one transaction.
        ///
        /// New occurrences are inserted, changed ones updated, missing ones flagged; rows outside the window stay as they
        /// are, but for those of occurrences that were moved out of it. A window of any width is allowed. A second run
        /// changes nothing; when it fails, or the process is killed, everything is as it was before. One with too many
        /// occurrences is refused before any is looked at.
        ///
        /// What cannot be read at present, such as a calendar without permission, is not taken for removed; neither is
        /// anything in a calendar with a file that is empty or has no end, as another program may be writing it.
        ///
        /// ```swift
        /// let report = try records.sync(with: store, from: monday.date, to: nextMonday.date)
        /// for identifier in report.removed { print("gone:", identifier) }
        /// ```
        ///
        /// - Parameters:
        ///   - store: the store that the rows say.
        ///   - start: where the window begins.
        ///   - end: where it ends; what begins there is not in it.
        ///   - calendars: those to look at, or nil for all; rows of others stay as they are.
        ///   - limit: how many occurrences may be made rows.
        /// - Throws: `StoreError` when the store refuses, ``RecordsError`` when the records are of another store or there are
        ///   more occurrences than the limit, GRDB's `DatabaseError`.
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

        /// Brings what a window has of some items into step with a store, in one transaction; nothing else is looked at.
        ///
        /// For a program that knows what has changed. The slots of the identifiers do not matter: an item is looked at with
        /// all its occurrences.
        ///
        /// ```swift
        /// let changed = ItemIdentifier(calendarIdentifier: "home/studio", uid: "stand-up@studio.example")
        /// try records.sync([changed], with: store, from: monday.date, to: nextMonday.date)
        /// ```
        ///
        /// Throws as ``sync(with:from:to:calendars:limit:)`` does.
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

        /// Says that the store of these records has moved to another folder.
        ///
        /// Without it, syncing with a store in another folder is refused, as all that is not in it would be taken for
        /// removed.
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
