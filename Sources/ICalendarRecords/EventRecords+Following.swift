#if Records
    import GRDB
    import ICalendarStore

    extension EventRecords {
        /// What was changed after a change, oldest first, for a program that remembers by itself how far it came.
        ///
        /// ```swift
        /// var last: Int64 = 0
        /// for change in try records.changes(after: last) { last = change.number }
        /// ```
        ///
        /// - Parameters:
        ///   - number: the number of the last change that is known, 0 for none.
        ///   - limit: how many changes to give at most.
        public func changes(after number: Int64, limit: Int = 1000) throws -> [RecordChange] {
            try database.read { try Self.changes($0, after: number, limit: limit) }
        }

        /// What was changed and a follower has not acknowledged yet, oldest first.
        ///
        /// A follower is a name for one kind of work, such as `embedding`; each name has its own place in the changes.
        ///
        /// ```swift
        /// for change in try records.pending(for: "embedding") {
        ///     print(change.kind, change.record.title ?? "")
        ///     try records.acknowledge(change, for: "embedding")
        /// }
        /// ```
        public func pending(for follower: String, limit: Int = 1000) throws -> [RecordChange] {
            try database.read { try Self.pending($0, follower, limit) }
        }

        /// Notes that a follower has dealt with a change and all before it.
        ///
        /// ```swift
        /// if let last = try records.pending(for: "embedding").last { try records.acknowledge(last, for: "embedding") }
        /// ```
        public func acknowledge(_ change: RecordChange, for follower: String) throws {
            try database.write { try RecordState(db: $0).acknowledge(change.number, by: follower) }
        }

        /// Forgets what a follower has acknowledged, so that all records are given to it again, such as after a new model for
        /// embeddings.
        ///
        /// Those of what is gone are given too, as removed: the follower may not have dealt with that yet.
        ///
        /// ```swift
        /// try records.startOver(for: "embedding")
        /// ```
        public func startOver(for follower: String) throws {
            try database.write { db in
                try db.execute(sql: "DELETE FROM eventRecordFollower WHERE name = ?", arguments: [follower])
            }
            signals.send()
        }

        /// Calls a closure with what was changed, at once with what is pending and then after every sync, until the task is
        /// cancelled.
        ///
        /// What the closure was given is acknowledged when it returns, also when the task was cancelled meanwhile. When it
        /// throws, or the process ends, the same is given again to the next who follows by that name, so that nothing is
        /// lost; the work must therefore bear being done twice. Only one task at a time should follow by a name.
        ///
        /// ```swift
        /// let following = Task {
        ///     try await records.follow("embedding") { changes in
        ///         for change in changes where change.kind != .removed { print("embed", change.record.title ?? "") }
        ///     }
        /// }
        /// following.cancel()
        /// ```
        ///
        /// - Parameters:
        ///   - follower: the name of the work.
        ///   - limit: how many changes to give at once, at most.
        ///   - interval: how often to look for what another process has synced; syncs of this process are seen at once.
        ///   - body: called with changes in their order; when it returns, they are done with.
        /// - Throws: what the closure throws, and GRDB's `DatabaseError`; `CancellationError` when the task is cancelled.
        public func follow(
            _ follower: String,
            limit: Int = 500,
            checkingEvery interval: Duration = .seconds(5),
            _ body: @Sendable ([RecordChange]) async throws -> Void
        ) async throws {
            let signal = signals.listen()
            // Another process' syncs are not told of.
            let looking = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: interval)
                    signal.nudge()
                }
            }
            defer { looking.cancel() }
            signal.nudge()
            for await _ in signal.stream {
                while true {
                    try Task.checkCancellation()
                    let changes = try await database.read { try Self.pending($0, follower, limit) }
                    guard let last = changes.last?.number else { break }
                    try await body(changes)
                    // In a task of its own, as GRDB writes nothing in one that was cancelled meanwhile.
                    let acknowledging = Task { [database] in
                        try await database.write { try RecordState(db: $0).acknowledge(last, by: follower) }
                    }
                    try await acknowledging.value
                }
            }
            try Task.checkCancellation()
        }

        private static func pending(_ db: Database, _ follower: String, _ limit: Int) throws -> [RecordChange]
        {
            try changes(db, after: RecordState(db: db).acknowledged(by: follower), limit: limit)
        }

        private static func changes(_ db: Database, after number: Int64, limit: Int) throws -> [RecordChange]
        {
            try EventRecord.fetchAll(
                db,
                sql: "SELECT * FROM eventRecord WHERE lastChange > ? ORDER BY lastChange LIMIT ?",
                arguments: [number, max(limit, 1)]
            ).map { RecordChange($0, after: number) }
        }
    }
#endif
