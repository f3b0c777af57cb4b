import ICalendar
import SystemIO

extension EventStore {
    /// What changes from now on, whoever changes it, each time with the items that came, became different, or went.
    ///
    /// This store's own commits are told too, once. Other programs' changes are noticed as they happen, also those that
    /// know nothing of this store; they are gathered for a moment, and what another store commits at once is told at
    /// once. A query made after a change was told answers from what was told, or from something newer.
    ///
    /// A program without full access to events or reminders is told that something changed, but not what.
    ///
    /// Each loop gets all changes, and has the store looked after in the background by a thread, which ends with the
    /// last loop.
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

    /// That something changed, without what: what EventKit posts as `EKEventStoreChanged`.
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

    /// Looks at all files now, and returns when what other programs changed is known, as
    /// `EKEventStore.refreshSourcesIfNecessary()`.
    ///
    /// A store that is watched, see ``Options/isWatched``, needs that only when the next query shall know what was
    /// written in the last twentieth of a second.
    ///
    /// ```swift
    /// try store.refreshSourcesIfNecessary()
    /// ```
    public func refreshSourcesIfNecessary() throws(StoreError) {
        try upkeep.withLock { upkeep throws(StoreError) in
            upkeep.distrust()
            try look(&upkeep, patience: options.patience)
        }
    }

    /// Lets a function commit changes, and takes in what files are then, as this store's own doing.
    ///
    /// What stands in the snapshot and what is told keep the order of what is written, so everything that writes does so
    /// in here. The function must not query the store.
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

    /// Lets a function, which must not query the store, change folders, and takes in what is there then.
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
        throw StoreError(.calendarReadOnly, nil, "the store was opened to be read only")
    }

    /// Has what was just committed not be looked at again, unless it is much.
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

    /// Looks at what other programs changed, where there may be anything; a moment later, when the last look was a moment
    /// ago.
    ///
    /// With nothing changed this costs one call of the system. It waits for nobody: while this store or another one
    /// writes, what was known before is good enough.
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
        // A program that asks once and ends needs no thread. One that goes on would have to look at all files each time.
        guard isPolling == true, feed.lookAfter(self) else { return }
        _ = upkeep.withLockIfAvailable { upkeep in
            upkeep.distrust()
            try? look(&upkeep, patience: .zero)
        }
    }

    /// Looks at what other programs changed up to this moment; what cannot be looked at stays as it was known.
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
        // A store that stays locked by others is looked at all the same, after a while.
        let reader = reader.waiting(
            patience,
            goesOn: patience > .zero || start - upkeep.looked > Upkeep.busy,
            // What was known before is whole.
            takesTorn: false
        )
        upkeep.gather()
        if upkeep.due.isEmpty { return }
        let old = known
        do {
            let (new, difference) = try reader.read { _ in
                // Everything that was committed before this moment has been told by now, so that no commit is seen by
                // halves.
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

    /// Tells what this store committed; what went into it of another program's change is told as that program's.
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

    /// Tells a change; to a program that may not read, only that there was one.
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
            // A program that keeps the store locked for long must not keep this thread from ending.
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
