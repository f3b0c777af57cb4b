import ICalendar

extension EventStore {
    /// Saves a new event, or what was changed in an occurrence since the store gave it, as
    /// `EKEventStore.save(_:span:commit:)`.
    ///
    /// What was not changed is taken from the disk as it is now, so that another program's edit stays; an event that was
    /// removed meanwhile is made anew. Afterwards `event` is what was saved.
    ///
    /// ```swift
    /// event.event.summary = "Stand-up, short"
    /// try store.save(&event, span: .futureEvents)
    /// ```
    ///
    /// - Parameters:
    ///   - span: how far the change reaches, seen from this occurrence; of no meaning where the event does not recur.
    ///   - commit: whether to write at once; else ``commit()`` does, for all that was gathered.
    public func save(
        _ event: inout CalendarEvent,
        span: EventSpan,
        commit: Bool = true
    ) throws(StoreError) {
        try require(event.isNew ? .write : .change, .event)
        var edit = StoreEdit(self, pending: commit ? PendingChanges() : pending)
        let saved = try edit.save(event, span: span)
        if commit { try self.commit(edit.pending) } else { update { $0.pending = edit.pending } }
        event = saved
    }

    /// Removes an occurrence, it and those that follow, or the whole event, as `EKEventStore.remove(_:span:commit:)`.
    ///
    /// ```swift
    /// try store.remove(event, span: .thisEvent)
    /// ```
    ///
    /// - Parameters:
    ///   - span: how far the removal reaches, seen from this occurrence; of no meaning where the event does not recur.
    ///   - commit: whether to write at once; else ``commit()`` does, for all that was gathered.
    public func remove(_ event: CalendarEvent, span: EventSpan, commit: Bool = true) throws(StoreError) {
        try require(.change, .event)
        var edit = StoreEdit(self, pending: commit ? PendingChanges() : pending)
        try edit.remove(event, span: span)
        if commit { try self.commit(edit.pending) } else { update { $0.pending = edit.pending } }
    }
}
