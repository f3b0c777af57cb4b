#if Records
    import GRDB

    extension EventRecords {
        /// Returns the changes after a given change, oldest first, for programs that track their own position.
        ///
        /// ```swift
        /// var last: Int64 = 0
        /// for change in try records.changes(after: last) { last = change.number }
        /// ```
        ///
        /// - Parameters:
        ///   - number: The number of the last known change, or 0 if there is none.
        ///   - limit: The maximum number of changes to return.
        public func changes(after number: Int64, limit: Int = 1000) throws -> [RecordChange] {
            try database.read { try Self.changes($0, after: number, limit: limit) }
        }

        /// Returns the changes that a follower has not yet acknowledged, oldest first.
        ///
        /// A follower is a named consumer of changes, such as `embedding`, that has its own position in the sequence.
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

        /// Records that a follower has processed a change and all changes before it.
        ///
        /// ```swift
        /// if let last = try records.pending(for: "embedding").last { try records.acknowledge(last, for: "embedding") }
        /// ```
        public func acknowledge(_ change: RecordChange, for follower: String) throws {
            try database.write { try RecordState(db: $0).acknowledge(change.number, by: follower) }
        }

        /// Resets a follower's position.
        ///
        /// The follower then receives all records again, which is useful after the embedding model changes, for
        /// example.
        ///
        /// Records of removed occurrences are included, since the follower may not yet have seen the removal.
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

        /// Calls a closure with batches of changes until the task is canceled, starting with the pending changes and
        /// continuing with the changes from each sync.
        ///
        /// Changes are acknowledged when the closure returns, even if the task was canceled in the meantime. If the
        /// closure throws an error or the process ends, the next task with the same follower receives the same changes
        /// again, so no change is lost. Processing must therefore be idempotent. A follower should be used by only one
        /// task at a time.
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
        ///   - follower: The follower's name.
        ///   - limit: The maximum number of changes per call.
        ///   - interval: The interval at which syncs by other processes are detected. Syncs by this process are
        ///     detected immediately.
        ///   - body: A closure that receives changes in order. The changes are acknowledged when the closure returns.
        /// - Throws: Any error thrown by the closure, GRDB's `DatabaseError`, and `CancellationError` if the task is
        ///   canceled.
        public func follow(
            _ follower: String,
            limit: Int = 500,
            checkingEvery interval: Duration = .seconds(5),
            _ body: @Sendable ([RecordChange]) async throws -> Void
        ) async throws {
            let signal = signals.listen()
            // Syncs in other processes do not send a signal to this one.
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
                    // A separate task is used, since GRDB does not write in a canceled task.
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
