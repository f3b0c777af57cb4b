import ICalendar

extension EventStore {
    /// Returns the reminder with an identifier, or nil if it no longer exists.
    ///
    /// ```swift
    /// let reminder = try store.reminder(withIdentifier: "home:plants")
    /// ```
    ///
    /// - Parameter identifier: ``Reminder/id`` for one instance, whether completed, open or postponed; or
    ///   ``Reminder/calendarItemIdentifier`` for the next instance.
    /// - Throws: ``StoreError/Code/ambiguousIdentifier`` if several reminders of the calendar have the UID.
    public func reminder(withIdentifier identifier: String) throws(StoreError) -> Reminder? {
        try require(.read, .reminder)
        guard let item = ItemIdentifier(identifier), let items = snapshot.items[item.calendarIdentifier]
        else {
            return nil
        }
        guard let slot = item.slot else { return try reminder(item, in: items) { $0.reminderInstances.last } }
        guard let time = ItemIdentifier.time(ofSlot: slot) else { return nil }
        if let found = try reminder(item, in: items, { $0.reminderInstance(at: time) }) { return found }
        // One that was done may be a to-do of its own.
        return reminder(CompletedInstance(slot: slot, of: item.uid), in: items)
    }

    /// Returns the next instance of a reminder, which represents its series, or nil if it no longer exists.
    ///
    /// Saving it with ``EventSpan/allEvents`` changes the series and the overrides that do not differ from it.
    package func reminderSeries(_ identifier: ItemIdentifier) throws(StoreError) -> Reminder? {
        try require(.read, .reminder)
        guard let items = snapshot.items[identifier.calendarIdentifier] else { return nil }
        return try reminder(identifier, in: items) { $0.seriesReminder }
    }

    /// Returns an instance of the reminder with an identifier.
    private func reminder(
        _ item: ItemIdentifier,
        in items: CalendarItems,
        _ instance: (ItemEditor) -> ItemEditor.ReminderInstance?
    ) throws(StoreError) -> Reminder? {
        try requireOneReminder(item)
        for file in items.files(ofUID: item.uid) {
            let found = reminderEditors(of: file, uid: item.uid).compactMap { editor in
                instance(editor).map { Reminder($0, of: editor, in: file, items.calendar, identity) }
            }
            try requireOneWhole(item, among: found, file)
            if let reminder = found.last { return reminder }
        }
        return nil
    }

    /// Returns a completed instance that is a to-do of its own.
    func reminder(_ completed: CompletedInstance, in items: CalendarItems) -> Reminder? {
        for file in items.files(ofUID: completed.uid) {
            for editor in reminderEditors(of: file, uid: completed.uid) {
                guard let master = editor.master, CompletedInstance(master) == completed,
                    let instance = editor.reminderInstances.last
                else { continue }
                return Reminder(instance, of: editor, in: file, items.calendar, identity)
            }
        }
        return nil
    }
}
