import ICalendar

extension EventStore {
    /// Writes everything that was saved or removed with `commit: false`: all of it or nothing.
    ///
    /// With nothing to write it does nothing. When it fails, nothing was written, the error names the item that it failed
    /// over, and the batch stays as it is, to be mended and committed again.
    ///
    /// ```swift
    /// try store.save(&event, span: .thisEvent, commit: false)
    /// try store.commit()
    /// ```
    public func commit() throws(StoreError) {
        let pending = pending
        try commit(pending)
        update { $0.pending = PendingChanges() }
        try commitCalendars()
    }

    /// Forgets everything that was saved or removed with `commit: false`, and reads the store anew, as
    /// `EKEventStore.reset()`.
    ///
    /// ```swift
    /// store.reset()
    /// ```
    public func reset() throws(StoreError) {
        let snapshot = try StoreSnapshot(reader, zone: identity.zone, limits: options.limits)
        update { state in
            state.snapshot = snapshot
            state.pending = PendingChanges()
            state.calendarChanges = []
        }
    }

    /// Writes changes, and takes in what files are then.
    func commit(_ pending: PendingChanges) throws(StoreError) {
        let commit = Commit(to: root, files: files, merging: merging, patience: options.patience)
        let committed: [CommittedFile]
        do throws(CommitFailure) {
            committed = try commit.run(pending.changes)
        } catch {
            throw StoreError(error, subject: error.place.flatMap { pending[$0]?.subject })
        }
        update { $0.snapshot.apply(committed, limits: options.limits) }
    }
}
