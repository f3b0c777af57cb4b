import ICalendar

extension EventStore {
    /// Saves a new reminder, or what was changed in one since the store gave it, as `EKEventStore.save(_:commit:)`.
    ///
    /// What was not changed is taken from the disk as it is now, and a reminder that was removed meanwhile is made anew.
    /// Of one that recurs, completing it concerns this instance, after which the next one comes up; another rule holds from
    /// this instance on, which becomes a reminder of its own where others were before it; every other change concerns all
    /// instances, or this one alone where it was changed before. Use ``save(_:span:commit:)-(Reminder,_,_)`` to choose
    /// how far a change reaches. Afterwards `reminder` is what was saved.
    ///
    /// A completed instance becomes a to-do of its own, and its series then starts at the next one, unless
    /// ``EventStore/Options/completedInstances`` says otherwise.
    ///
    /// ```swift
    /// reminder.isCompleted = true
    /// try store.save(&reminder)
    /// ```
    ///
    /// - Parameters:
    ///   - reminder: the reminder to save, which is then what was saved.
    ///   - commit: whether to write at once; else ``commit()`` does, for all that was gathered.
    /// - Throws: ``StoreError/Code/noCalendar``, ``StoreError/Code/calendarReadOnly``,
    ///   ``StoreError/Code/calendarDoesNotAllowReminders``, ``StoreError/Code/priorityIsInvalid``,
    ///   ``StoreError/Code/recurringReminderRequiresDueDate``, ``StoreError/Code/datesInverted``,
    ///   ``StoreError/Code/identifierIsTaken``, ``StoreError/Code/objectBelongsToDifferentStore``,
    ///   ``StoreError/Code/invalidItem`` for what RFC 5545 forbids.
    public func save(_ reminder: inout Reminder, commit: Bool = true) throws(StoreError) {
        try require(reminder.isNew ? .write : .change, .reminder)
        let given = reminder
        let saved = try perform(commit: commit) { edit throws(StoreError) in try edit.save(given) }
        if let saved { reminder = saved }
    }

    /// Saves a reminder and applies the changes to this instance alone (for example to postpone it once), to it and all
    /// later ones, or to all instances.
    ///
    /// Completing always applies to this instance alone. The span has no effect on a reminder that does not recur.
    ///
    /// ```swift
    /// reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 5)
    /// try store.save(&reminder, span: .thisEvent)
    /// ```
    ///
    /// - Parameters:
    ///   - reminder: the reminder to save, which is then what was saved.
    ///   - span: the instances to change, relative to this one.
    ///   - commit: whether to write at once; else ``commit()`` does, for all that was gathered.
    /// - Throws: what ``save(_:commit:)`` throws, and ``StoreError/Code/invalidSpan`` if the change cannot apply to the
    ///   span.
    public func save(
        _ reminder: inout Reminder,
        span: EventSpan,
        commit: Bool = true
    ) throws(StoreError) {
        try require(reminder.isNew ? .write : .change, .reminder)
        let given = reminder
        let saved = try perform(commit: commit) { edit throws(StoreError) in
            try edit.save(given, span: span)
        }
        if let saved { reminder = saved }
    }
}
