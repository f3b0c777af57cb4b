#if Records
    public import EssentialFoundation
    import ICalendar
    public import ICalendarStore

    extension EventRecords {
        /// Keeps the rows of a window in sync with a store until the task is canceled.
        ///
        /// The entire window is synced at the start, when the window has moved, and when the set of changed items is
        /// unknown. Otherwise, only changed items are synced. Changes are observed from before the first sync, so none
        /// is missed.
        ///
        /// ```swift
        /// let day: TimeInterval = 86_400
        /// try await records.keepInStep(with: store) {
        ///     let today = (Date().timeIntervalSince1970 / day).rounded(.down) * day
        ///     return Date(timeIntervalSince1970: today - 30 * day)..<Date(timeIntervalSince1970: today + 365 * day)
        /// } reporting: { report in
        ///     if !report.isEmpty { print(report) }
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - store: The store to keep the rows in sync with.
        ///   - window: A closure that returns the current window and is called before each sync and at each interval.
        ///   - limit: The maximum number of occurrences to convert to rows in a sync.
        ///   - interval: The interval at which to check whether the window has moved if there are no changes.
        ///   - report: A closure that is called after each sync.
        /// - Throws: The same errors as ``sync(with:from:to:calendars:limit:)``.
        public func keepInStep(
            with store: EventStore,
            window: @Sendable () -> Range<Date>,
            limit: Int = EventRecords.usualLimit,
            checkingEvery interval: Duration = .seconds(60),
            reporting report: @Sendable (SyncReport) async -> Void = { _ in }
        ) async throws {
            try await keepInStep(
                with: store,
                following: { await EventRecords.listen(to: store, $0) },
                window: window,
                limit: limit,
                checkingEvery: interval,
                reporting: report
            )
        }

        private static func listen(to store: EventStore, _ needs: SyncNeeds) async {
            var changes = store.changes.makeAsyncIterator()
            // From here on, all changes are detected; a full sync covers earlier ones.
            needs.note(nil)
            while let change = await changes.next() { needs.note(change.changedItems) }
        }

        /// Keeps the rows in sync by using another source of changes.
        ///
        /// The source first requests a full sync, and syncing ends when the source returns.
        func keepInStep(
            with store: EventStore,
            following listen: @escaping @Sendable (SyncNeeds) async -> Void,
            window: @Sendable () -> Range<Date>,
            limit: Int = EventRecords.usualLimit,
            checkingEvery interval: Duration = .seconds(60),
            reporting report: @Sendable (SyncReport) async -> Void = { _ in }
        ) async throws {
            let source = StoreRecordSource(store: store)
            let needs = SyncNeeds()
            let listening = Task {
                await listen(needs)
                needs.end()
            }
            // There is no signal when the window moves, so the window is checked at intervals.
            let looking = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: interval)
                    needs.nudge()
                }
            }
            defer {
                listening.cancel()
                looking.cancel()
            }
            var synced: Range<Instant>?
            for await _ in needs.signals {
                try Task.checkCancellation()
                let need = needs.take()
                // Changes may be missed until a full sync has been requested.
                if synced == nil, case .nothing = need { continue }
                let now = try Self.window(window())
                let work: SyncWork
                switch need {
                case .items(let items) where now == synced: work = .items(items, now)
                case .nothing where now == synced: continue
                default: work = .window(now)
                }
                await report(try await syncInBackground(work, with: source, limit: limit))
                synced = now
            }
            try Task.checkCancellation()
        }
    }

    extension StoreChange {
        /// The changed items, or nil if they are unknown.
        fileprivate var changedItems: Set<ItemIdentifier>? {
            let hasOthers = isEverything || isAccessChanged || !insertedCalendars.isEmpty
            guard !hasOthers, updatedCalendars.isEmpty, deletedCalendars.isEmpty else { return nil }
            return inserted.union(updated).union(deleted)
        }
    }
#endif
