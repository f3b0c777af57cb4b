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
    }

    /// Forgets everything that was saved or removed with `commit: false`, and reads the store anew, as
    /// `EKEventStore.reset()`.
    ///
    /// ```swift
    /// store.reset()
    /// ```
    public func reset() throws(StoreError) {
        try refreshSourcesIfNecessary()
        update { $0.pending = PendingChanges() }
    }

    /// Writes changes, and takes in what files are then.
    func commit(_ pending: PendingChanges) throws(StoreError) {
        let commit = Commit(to: root, files: files, merging: merging, patience: options.patience)
        try write { () throws(StoreError) in
            do throws(CommitFailure) {
                return try commit.run(pending.changes)
            } catch {
                throw StoreError(error, subject: error.place.flatMap { pending[$0]?.subject })
            }
        }
    }
}
