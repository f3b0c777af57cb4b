import ICalendar
import SystemIO

extension EventStore {
    /// The changes that any program makes from now on, each with its inserted, updated, and deleted items.
    ///
    /// Each commit by this store is reported exactly once. Changes by other programs are noticed as they happen, even
    /// if those programs do not use a store. Changes are collected briefly before they are reported, so a commit by
    /// another store arrives as a single change. A query made after a change reflects that change or a later state.
    ///
    /// A program without full access to events or reminders is only notified that something changed.
    ///
    /// Each loop over the sequence receives all changes. While at least one loop is running, a background thread
    /// watches the store.
    ///
    /// ```swift
    /// let task = Task {
    ///     for await change in store.changes {
    ///         for item in change.inserted.union(change.updated) { print("look at", item) }
    ///         for item in change.deleted { print("forget", item) }
    ///     }
    /// }
    /// task.cancel()
    /// ```
    public var changes: StoreChanges {
        StoreChanges(feed: feed, store: self, isWatched: options.isWatched)
    }

    /// A sequence that produces one value, without details, for each change, like EventKit's
    /// `EKEventStoreChanged`.
    ///
    /// ```swift
    /// let task = Task {
    ///     for await _ in store.storeChanged { print("ask again") }
    /// }
    /// task.cancel()
    /// ```
    public var storeChanged: some AsyncSequence<Void, Never> & Sendable {
        changes.map { _ in }
    }

    /// Checks all files for changes by other programs before returning, like
    /// `EKEventStore.refreshSourcesIfNecessary()`.
    ///
    /// With a watched store (see ``Options/isWatched``), call this method only if the next query must include changes
    /// from the last 50 milliseconds. If ``Options/refreshSources`` is set, this method also starts a synchronization,
    /// unless one is still running. Changes from synchronization are reported like changes by other programs.
    ///
    /// ```swift
    /// try store.refreshSourcesIfNecessary()
    /// ```
    public func refreshSourcesIfNecessary() throws(StoreError) {
        try checkFiles()
        guard let refresh = options.refreshSources else { return }
        let isRunning = isRefreshing.withLock { isRunning in
            defer { isRunning = true }
            return isRunning
        }
        if isRunning { return }
        Task { [weak self] in
            await refresh()
            self?.isRefreshing.withLock { $0 = false }
            // A watched store notices the changes automatically.
            guard let self, !options.isWatched else { return }
            try? await BlockingWork.run { [weak self] in try self?.checkFiles() }
        }
    }

    func checkFiles() throws(StoreError) {
        try upkeep.withLock { upkeep throws(StoreError) in
            upkeep.distrust()
            try look(&upkeep, patience: options.patience)
        }
    }

    /// Calls `body` to commit changes, then updates the snapshot and reports the changes.
    ///
    /// All writes use this method, which keeps snapshots and reports in the order of the writes. `body` must not query
    /// the store.
    func commitFiles(
        of changes: StagedChanges,
        _ body: () throws(StoreError) -> [CommittedFile]
    ) throws(StoreError) {
        try requireWriting()
        try upkeep.withLock { upkeep throws(StoreError) in
            upkeep.gather()
            let committed = try body()
            note(committed, &upkeep)
            let old = known
            var new = old
            let difference = new.apply(committed, read: changes.read, limits: options.limits)
            update { $0.snapshot = new }
            if feed.isRead { tell(committed, difference, from: old, to: new) }
        }
    }

    /// Calls `body` to change folders, then updates the snapshot.
    ///
    /// `body` must not query the store.
    func changeFolders<Result: Sendable>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try requireWriting()
        return try upkeep.withLock { upkeep throws(StoreError) in
            try? look(&upkeep, patience: .zero)
            let result = try body()
            upkeep.distrust()
            try? look(&upkeep, patience: options.patience, origin: .own)
            return result
        }
    }

    private func requireWriting() throws(StoreError) {
        guard options.isReadOnly else { return }
        throw StoreError(.calendarReadOnly, nil, "the store was opened read-only")
    }

    /// Marks committed files as known, so that they are not read again.
    ///
    /// Does nothing if there are many committed files.
    private func note(_ committed: [CommittedFile], _ upkeep: inout Upkeep) {
        let most = 32
        guard committed.count <= most else { return }
        let contents = Dictionary(committed.map { ($0.place, $0.content) }) { _, last in last }
        upkeep.gather(except: committed.map(\.place)) { place in
            let path = root.path(of: place)
            do throws(FileFailure) {
                guard let content = contents[place] ?? nil else {
                    return try files.stamp(of: path, followingLinks: false) == nil
                }
                return try files.contents(of: path).bytes == content
            } catch {
                return false
            }
        }
    }

    /// Checks for possible changes by other programs, unless the previous check was very recent.
    ///
    /// If nothing has changed, the check takes one system call. This method never blocks. While any store is writing,
    /// the last known state remains in use.
    func lookIfDue() {
        guard options.isWatched else { return }
        let isPolling = upkeep.withLockIfAvailable { upkeep -> Bool in
            if upkeep.watch?.isPolling == true {
                return ContinuousClock.now - upkeep.looked > Upkeep.interval
            }
            upkeep.gather()
            if !upkeep.due.isEmpty, ContinuousClock.now - upkeep.looked > ChangePump.delay {
                try? look(&upkeep, patience: .zero)
            }
            return false
        }
        // A program that makes one query and exits needs no thread. A long-running program needs one to avoid checking
        // all files on each query.
        guard isPolling == true, feed.lookAfter(self) else { return }
        _ = upkeep.withLockIfAvailable { upkeep in
            upkeep.distrust()
            try? look(&upkeep, patience: .zero)
        }
    }

    /// Checks for changes that other programs have made so far.
    ///
    /// Files that cannot be read keep their last known contents.
    func lookNow() {
        upkeep.withLock { upkeep in
            if upkeep.watch?.isPolling != false { upkeep.distrust() }
            try? look(&upkeep, patience: options.patience)
        }
    }

    private func look(
        _ upkeep: inout Upkeep,
        patience: Duration,
        origin: StoreChange.Origin = .foreign
    ) throws(StoreError) {
        let start = ContinuousClock.now
        // If another program keeps the store locked, read it anyway after a while.
        let reader = reader.waiting(
            patience,
            goesOn: patience > .zero || start - upkeep.looked > Upkeep.busy,
            // The known state is consistent. Do not replace it with an inconsistent one.
            takesTorn: false
        )
        upkeep.gather()
        if upkeep.due.isEmpty { return }
        let old = known
        do {
            let (new, difference) = try reader.read { _ in
                // All commits so far have been reported, so the check never sees part of a commit.
                upkeep.gather()
                let folders = upkeep.due.isEverything ? nil : upkeep.due.folders
                return try old.refreshed(folders: folders, named: upkeep.due.named, reader)
            }
            upkeep.finish(since: start, new)
            update { state in
                state.snapshot = new
                state.moves.merge(difference.moves) { _, new in new }
            }
            if !difference.isEmpty, feed.isRead {
                tell(StoreChange(difference, from: old, to: new, origin: origin))
            }
        } catch {
            throw StoreError(caught: error)
        }
    }

    /// Reports a commit by this store.
    ///
    /// Merged changes from other programs are reported separately.
    private func tell(
        _ committed: [CommittedFile],
        _ difference: SnapshotDifference,
        from old: StoreSnapshot,
        to new: StoreSnapshot
    ) {
        let merged = Set(committed.filter(\.isMerged).map(\.place))
        for isMerged in [true, false] {
            let files = difference.files.filter { merged.contains($0.place) == isMerged }
            let origin: StoreChange.Origin = isMerged ? .foreign : .own
            tell(StoreChange(SnapshotDifference(files: files), from: old, to: new, origin: origin))
        }
    }

    /// Reports a change.
    ///
    /// Without read access, reports only that something changed.
    private func tell(_ change: StoreChange) {
        let known = known
        let permitted = SystemAccess(known.calendars, isListed: known.failures.isEmpty)
        let record = gate.record
        if change.isEmpty
            || EntityType.allCases.contains(where: { record.status(for: $0, permitted) == .fullAccess })
        {
            return feed.tell(change)
        }
        tellEverything(change.origin)
    }

    private func tellEverything(_ origin: StoreChange.Origin) {
        var change = StoreChange(origin: origin)
        change.isEverything = true
        feed.tell(change)
    }
}

extension EventStore: LookedAfter {
    func lookInBackground() -> ChangePump.Wait {
        let interval = feed.isRead ? gate.interval : nil
        if interval != nil { tellForeignDecisions() }
        return lookAtFiles(atLeastEvery: interval)
    }

    private func lookAtFiles(atLeastEvery interval: Duration?) -> ChangePump.Wait {
        upkeep.withLock { upkeep in
            // This thread must be able to end even if another program keeps the store locked.
            let patience = min(options.patience, .seconds(1))
            if upkeep.watch?.isPolling == true { upkeep.distrust() }
            do throws(StoreError) {
                try look(&upkeep, patience: patience)
                return upkeep.wait(isDone: true, atMost: interval)
            } catch {
                let isThere = (try? files.stamp(of: root.folder, followingLinks: true)) != nil
                if !isThere, upkeep.lose() { tellEverything(.foreign) }
                return upkeep.wait(isDone: false, atMost: interval)
            }
        }
    }
}
