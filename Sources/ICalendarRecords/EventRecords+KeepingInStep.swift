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
        ///   - window: the window as it is to be now, asked for before each sync.
        ///   - limit: how many occurrences a sync may make rows of.
        ///   - report: called after each sync.
        /// - Throws: as ``sync(with:from:to:calendars:limit:)``.
        public func keepInStep(
            with store: EventStore,
            window: @Sendable () -> Range<Date>,
            limit: Int = EventRecords.usualLimit,
            reporting report: @Sendable (SyncReport) async -> Void = { _ in }
        ) async throws {
            try await keepInStep(
                with: store,
                following: store.changes.map(\.changedItems),
                window: window,
                limit: limit,
                reporting: report
            )
        }

        /// The same, following any changes: the items that changed, or nil when it is not known which.
        func keepInStep<Changes: AsyncSequence>(
            with store: EventStore,
            following changes: Changes,
            window: @Sendable () -> Range<Date>,
            limit: Int = EventRecords.usualLimit,
            reporting report: @Sendable (SyncReport) async -> Void = { _ in }
        ) async throws where Changes.Element == Set<ItemIdentifier>? {
            let source = StoreRecordSource(store: store)
            // From here on nothing is missed.
            var following = changes.makeAsyncIterator()
            var synced = try Self.window(window())
            await report(try await syncInBackground(.window(synced), with: source, limit: limit))
            while let items = try await following.next() {
                try Task.checkCancellation()
                let now = try Self.window(window())
                let names = items.map { Set($0.map(ItemName.init)) }
                let work = now == synced ? names.map { SyncWork.items($0, now) } : nil
                await report(try await syncInBackground(work ?? .window(now), with: source, limit: limit))
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
