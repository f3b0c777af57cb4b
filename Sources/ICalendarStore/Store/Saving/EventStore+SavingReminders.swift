import ICalendar

extension EventStore {
    /// Saves a new reminder, or what was changed in one since the store gave it, as `EKEventStore.save(_:commit:)`.
    ///
    /// What was not changed is taken from the disk as it is now, and a reminder that was removed meanwhile is made anew.
    /// Of one that recurs, completing it concerns this instance, after which the next one comes up; another rule holds from
    /// this instance on, which becomes a reminder of its own where others were before it; every other change concerns all
    /// instances. Afterwards `reminder` is what was saved.
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

    /// The reminder of an identifier; nil when it is not there any more.
    ///
    /// ```swift
    /// let reminder = try store.reminder(withIdentifier: "home:plants")
    /// ```
    ///
    /// - Parameter identifier: ``Reminder/id`` for one instance, or ``Reminder/calendarItemIdentifier`` for what is to be
    ///   done next.
    /// - Throws: ``StoreError/Code/ambiguousIdentifier`` where several files of the calendar, or several whole to-dos
    ///   of one file, are reminders of the UID.
    public func reminder(withIdentifier identifier: String) throws(StoreError) -> Reminder? {
        try require(.read, .reminder)
        guard let item = ItemIdentifier(identifier),
            let items = snapshot.items[item.calendarIdentifier]
        else { return nil }
        try requireOneReminder(item)
        for file in items.files(ofUID: item.uid) {
            let own = reminders(of: file, in: items.calendar).map(\.reminder)
                .filter { $0.calendarItemExternalIdentifier == item.uid }
            let named = item.slot == nil ? own : own.filter { $0.id == identifier }
            try requireOneWhole(item, among: named, file)
            // The one to be done next is the last.
            if let found = item.slot == nil ? named.last : named.first { return found }
        }
        return nil
    }
}
