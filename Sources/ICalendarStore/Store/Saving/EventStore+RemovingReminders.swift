import ICalendar

extension EventStore {
    /// Removes a reminder, as `EKEventStore.remove(_:commit:)`; of one that recurs all of it.
    ///
    /// An instance that was done is removed alone. What is gone already, or was never saved, is no error.
    ///
    /// ```swift
    /// try store.remove(reminder)
    /// ```
    ///
    /// - Parameters:
    ///   - reminder: the reminder to remove.
    ///   - commit: whether to write at once; else ``commit()`` does, for all that was gathered.
    public func remove(_ reminder: Reminder, commit: Bool = true) throws(StoreError) {
        let wasDone = reminder.origin.map { Todo($0.instance.component).isDone }
        try remove(reminder, span: wasDone == true ? .thisEvent : .allEvents, commit: commit)
    }

    /// Removes one instance of a reminder, that and all later ones, or the whole reminder.
    ///
    /// Removing a reminder that no longer exists, or was never saved, is not an error. ``EventSpan/allEvents`` also
    /// removes completed instances that are to-dos of their own in the same calendar.
    ///
    /// ```swift
    /// try store.remove(reminder, span: .thisEvent)
    /// ```
    ///
    /// - Parameters:
    ///   - reminder: the reminder to remove.
    ///   - span: the instances to remove if the reminder recurs.
    ///   - commit: whether to write at once; else ``commit()`` does, for all that was gathered.
    public func remove(_ reminder: Reminder, span: EventSpan, commit: Bool = true) throws(StoreError) {
        try require(.change, .reminder)
        try perform(commit: commit) { edit throws(StoreError) in try edit.remove(reminder, span: span) }
    }
}
