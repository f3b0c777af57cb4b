#if Records
    import GRDB
    import ICalendar
    public import ICalendarStore

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    extension EventRecords {
        /// Keeps the rows of a window in step with a store, until the task is cancelled.
        ///
        /// The window is synced as a whole once, and again when it has moved or it is not known what has changed; else only
        /// the items that changed are looked at. The changes are listened to before the first sync, so that none is missed.
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
        ///   - store: the store that the rows say.
        ///   - window: the window as it is to be now, asked for before each sync and as often as the interval says.
        ///   - limit: how many occurrences a sync may make rows of.
        ///   - interval: how often to look whether the window has moved while nothing changes.
        ///   - report: called after each sync.
        /// - Throws: as ``sync(with:from:to:calendars:limit:)``.
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
            // From here on nothing is missed; what was before is synced as a whole.
            needs.note(nil)
            while let change = await changes.next() { needs.note(change.changedItems) }
        }

        /// The same with another way to hear of changes, which first asks for everything, and ends when it returns.
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
            // Nobody tells that a window moves.
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
                // Before everything was asked for, changes might be missed.
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
        /// The items that changed; nil when it is not known which.
        fileprivate var changedItems: Set<ItemIdentifier>? {
            let hasOthers = isEverything || isAccessChanged || !insertedCalendars.isEmpty
            guard !hasOthers, updatedCalendars.isEmpty, deletedCalendars.isEmpty else { return nil }
            return inserted.union(updated).union(deleted)
        }
    }
#endif
