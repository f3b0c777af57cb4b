import ICalendar

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
            if calendars.isEmpty { try write(pending) } else { try write(pending, and: calendars) }
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
    private func edit<Result: Sendable>(_ body: () -> Result) -> Result {
        editing.withLock { _ in body() }
    }

    /// What shall become of a file that is not committed; nil when nothing was done with it.
    func pending(at place: FilePlace) -> PendingChanges.File? { withPending { $0[place] } }

    /// The file in the batch that has an item.
    func pendingPlace(ofUID uid: String, in folder: [UInt8]) -> FilePlace? {
        withPending { $0.place(ofUID: uid, in: folder) }
    }

    /// Writes what an edit made, with what belongs to it of the batch, or adds it to the batch.
    func finish(_ changes: [(place: FilePlace, file: PendingChanges.File)], commit: Bool) throws(StoreError) {
        guard !changes.isEmpty else { return }
        guard commit else { return update { $0.pending.add(changes) } }
        var all = pending
        all.add(changes)
        let places = changes.map(\.place)
        try write(all.take(places))
        update { $0.pending = all }
    }

    /// Writes changes, and takes in what files are then.
    private func write(_ pending: PendingChanges) throws(StoreError) {
        try write { () throws(StoreError) in try run(pending) }
        update { pending.note(in: &$0.moves) }
    }

    /// Writes changes of items and what calendars are called and coloured in one commit, and looks at what is there then.
    private func write(_ pending: PendingChanges, and calendars: [EventCalendar]) throws(StoreError) {
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
            _ = try run(pending, and: sorted, titles)
        }
        update { pending.note(in: &$0.moves) }
    }

    /// Has changes carried out; `titles` says what those beside the items are about.
    private func run(
        _ pending: PendingChanges,
        and others: [FileChange] = [],
        _ titles: [FilePlace: String] = [:]
    ) throws(StoreError) -> [CommittedFile] {
        let merging = AppearanceMerging(items: merging)
        let commit = Commit(to: root, files: files, merging: merging, patience: options.patience)
        do throws(CommitFailure) {
            return try commit.run(pending.changes + others)
        } catch {
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
