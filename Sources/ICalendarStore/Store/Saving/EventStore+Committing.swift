import ICalendar
import SystemIO

extension EventStore {
    /// Writes everything that was saved or removed with `commit: false`: all items or none.
    ///
    /// Items, and what calendars are called and coloured, are one commit. With nothing to write it does nothing. When it
    /// fails, nothing was written, the error names the item that it failed over, and the batch stays as it is, to be mended
    /// (by saving that item again, or with ``discardPendingChanges(withIdentifier:)``) and committed again.
    ///
    /// Calendars that are to go do so after that, one after the other: each is a commit of its own, whole or not at all for
    /// every reader. When one cannot be removed, what was written and removed before stays so, and that calendar and those
    /// after it wait for the next ``commit()`` or ``reset()``.
    ///
    /// ```swift
    /// try store.save(&calendarEvent, span: .thisEvent, commit: false)
    /// try store.commit()
    /// ```
    public func commit() throws(StoreError) {
        try edit { () throws(StoreError) in
            let calendars = calendarChanges.compactMap(\.saved)
            if !calendars.isEmpty {
                try write(pending, and: calendars)
            } else if !pending.isEmpty {
                try write(pending)
            }
            update { state in
                state.pending = PendingChanges()
                state.calendarChanges.removeAll { $0.saved != nil }
            }
            try commitCalendars()
        }
    }

    /// Whether there is something that was saved or removed with `commit: false` and is not committed:
    /// `store.hasPendingChanges // false`.
    public var hasPendingChanges: Bool { !pending.isEmpty || !calendarChanges.isEmpty }

    /// Takes what was done to an event out of the batch, and what was done to others together with it, such as the
    /// continuation of a series.
    ///
    /// The value stays as it is.
    ///
    /// ```swift
    /// try store.save(&calendarEvent, span: .thisEvent, commit: false)
    /// store.discardPendingChanges(of: calendarEvent)
    /// ```
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    public func discardPendingChanges(of event: CalendarEvent) -> Bool {
        guard let identifier = event.eventIdentifier else { return false }
        return discardPendingChanges(withIdentifier: identifier)
    }

    /// Takes what was done to an item out of the batch, as of a failed commit's ``StoreError/itemIdentifier``.
    ///
    /// ```swift
    /// do {
    ///     try store.commit()
    /// } catch {
    ///     if let identifier = error.itemIdentifier { store.discardPendingChanges(withIdentifier: identifier) }
    ///     try store.commit()
    /// }
    /// ```
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    public func discardPendingChanges(withIdentifier identifier: String) -> Bool {
        guard var item = ItemIdentifier(identifier) else { return false }
        item.slot = nil
        let name = item.description
        return edit {
            var isFound = false
            update { state in
                let places = state.pending.places(of: name)
                isFound = !places.isEmpty
                _ = state.pending.take(places)
            }
            return isFound
        }
    }

    /// Forgets everything that was saved or removed with `commit: false`, and reads the store anew, as
    /// `EKEventStore.reset()`.
    ///
    /// Events that the store gave before can still be used.
    ///
    /// ```swift
    /// try store.reset()
    /// ```
    public func reset() throws(StoreError) {
        try edit { () throws(StoreError) in
            try refreshSourcesIfNecessary()
            update { state in
                state.pending = PendingChanges()
                state.calendarChanges = []
            }
        }
    }

    /// Lets nobody else edit through this store meanwhile; queries go on.
    func edit<Result: Sendable>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try editing.withLock { _ throws(StoreError) in try body() }
    }

    /// The same for what cannot fail.
    func edit<Result: Sendable>(_ body: () -> Result) -> Result {
        editing.withLock { _ in body() }
    }

    /// What shall become of a file that is not committed; nil when nothing was done with it.
    func pending(at place: FilePlace) -> PendingChanges.File? { withPending { $0[place] } }

    /// The file in the batch that has an item.
    func pendingPlace(ofUID uid: String, in folder: [UInt8]) -> FilePlace? {
        withPending { $0.place(ofUID: uid, in: folder) }
    }

    /// Carries an edit out: works out what files shall be, and writes that, or adds it to the batch.
    ///
    /// Where another process changed one of the files before that was written, or while it was, the edit is worked out
    /// again, so that what comes out is what one after the other would have given.
    func perform<Result: Sendable>(
        commit: Bool,
        _ work: @escaping @Sendable (inout StoreEdit) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try edit { () throws(StoreError) -> Result in
            let newUID = UniqueIdentifier.random()
            let latest = Lock<Result?>(nil)
            // A batch keeps its edits, and a store that is gone has none to carry out.
            let edit = PendingChanges.Edit { [weak self] batch throws(StoreError) in
                guard let self else { return [] }
                var edit = StoreEdit(self, on: batch, newUID: newUID)
                let result = try work(&edit)
                latest.withLock { $0 = result }
                return edit.changes
            }
            // Nobody else edits now, so the store's own batch stays as it is and need not be copied.
            try finish(edit.changes(nil), by: edit, commit: commit)
            guard let result = latest.withLock({ $0 }) else {
                throw StoreError(.internalFailure, nil, "nothing came of the edit")
            }
            return result
        }
    }

    /// Writes what an edit made, with what belongs to it of the batch, or adds it to the batch.
    private func finish(
        _ changes: PendingChanges.Changes,
        by edit: PendingChanges.Edit,
        commit: Bool
    ) throws(StoreError) {
        guard !changes.isEmpty else { return }
        guard commit else { return update { $0.pending.add(changes, by: edit) } }
        var all = pending
        all.add(changes, by: edit)
        let written = try write(all.take(changes.map(\.place)))
        _ = all.take(written.places)
        update { $0.pending = all }
    }

    /// Writes changes, and takes in what files are then; gives what was written.
    @discardableResult
    private func write(_ pending: PendingChanges) throws(StoreError) -> PendingChanges {
        try writeUpToDate(pending) { pending, isLast throws(StoreError) in
            var isDone = false
            try write { () throws(StoreError) in
                let committed = try run(pending, strictly: !isLast)
                isDone = committed != nil
                return committed ?? []
            }
            return isDone
        }
    }

    /// Writes changes of items and what calendars are called and coloured in one commit, and looks at what is there then.
    private func write(_ pending: PendingChanges, and calendars: [EventCalendar]) throws(StoreError) {
        try writeUpToDate(pending) { pending, isLast throws(StoreError) in
            try writeFolders { () throws(StoreError) in
                var changes: [FilePlace: FileChange] = [:]
                var titles: [FilePlace: String] = [:]
                // Of several for one file the last one stands.
                for calendar in calendars {
                    for change in try CalendarAppearance.changes(of: calendar, reader) {
                        changes[change.place] = change
                        titles[change.place] = calendar.title
                    }
                }
                let sorted = changes.values.sorted { $0.place.description < $1.place.description }
                return try run(pending, and: sorted, titles, strictly: !isLast) != nil
            }
        }
    }

    /// Writes changes of a batch, whose edits are worked out again as long as files change before that; gives what was
    /// written.
    ///
    /// `attempt` says whether it wrote; the last one merges what others wrote, so that a store that is written to all the
    /// time is written to here too, or throws.
    @discardableResult
    private func writeUpToDate(
        _ pending: PendingChanges,
        _ attempt: (PendingChanges, _ isLast: Bool) throws(StoreError) -> Bool
    ) throws(StoreError) -> PendingChanges {
        var pending = pending
        for _ in 0..<Self.mostAttempts {
            if try attempt(pending, false) {
                update { pending.note(in: &$0.moves) }
                return pending
            }
            pending = try workedOutAgain(pending)
        }
        _ = try attempt(pending, true)
        update { pending.note(in: &$0.moves) }
        return pending
    }

    /// So often an edit is worked out again.
    private static let mostAttempts = 32

    /// What the edits of a batch make of the files as they are now.
    ///
    /// The store's own batch stays whole meanwhile: whoever asks for it does not wait for edits.
    private func workedOutAgain(_ stale: PendingChanges) throws(StoreError) -> PendingChanges {
        lookNow()
        var worked = pending
        _ = worked.take(stale.places)
        var places: [FilePlace] = []
        for edit in stale.edits {
            let changes: PendingChanges.Changes
            do throws(StoreError) {
                changes = try edit.changes(worked)
            } catch {
                var named = error
                named.itemIdentifier = named.itemIdentifier ?? edit.identifiers.min()
                throw named
            }
            places += changes.map(\.place)
            worked.add(changes, by: edit)
        }
        return worked.take(places)
    }

    /// Has changes carried out; nil, with nothing done, when a file is not what it was and it was to be done strictly.
    ///
    /// `titles` says what those beside the items are about.
    private func run(
        _ pending: PendingChanges,
        and others: [FileChange] = [],
        _ titles: [FilePlace: String] = [:],
        strictly: Bool
    ) throws(StoreError) -> [CommittedFile]? {
        let merging = AppearanceMerging(items: merging)
        var commit = Commit(
            to: root,
            files: files,
            merging: merging,
            patience: options.patience,
            notes: notes
        )
        commit.knownFolders = snapshot.stamps
        // What calendars are called goes from no file to another.
        let others = others.map { change in
            var change = change
            change.group = PendingChanges.noGroup
            return change
        }
        // What calendars are called is merged: there is nothing to be worked out. A removal cannot be merged with a
        // change: whoever asks for it is told when another program does not cease to change the file.
        let strictPlaces = pending.places.filter { strictly || pending[$0]?.content == nil }
        let named = Set(others.map(\.place))
        let marks = marks(ofCalendarsEmptiedBy: pending).filter { !named.contains($0.place) }
        do throws(CommitFailure) {
            let committed = try commit.run(
                pending.changes + others + marks,
                strictlyAt: Set(strictPlaces + marks.map(\.place))
            )
            return committed.filter { file in !marks.contains { $0.place == file.place } }
        } catch {
            if case .changed = error.reason, strictly, error.undoing == nil { return nil }
            let subject = error.place.flatMap { pending[$0]?.subject }
            throw StoreError(
                error,
                subject: subject?.text ?? error.place.flatMap { titles[$0] },
                identifiers: subject?.identifiers ?? [],
                isProtected: error.place.map { isProtected($0) } ?? false
            )
        }
    }

    /// Whether a file is there and may not be replaced.
    private func isProtected(_ place: FilePlace) -> Bool {
        let path = root.path(of: place)
        guard (try? files.stamp(of: path, followingLinks: true)) != nil else { return false }
        return !files.permissions(of: path).contains(.write)
    }
}
