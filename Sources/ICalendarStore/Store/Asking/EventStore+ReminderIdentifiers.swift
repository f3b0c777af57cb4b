import ICalendar

extension EventStore {
    /// The reminder of an identifier; nil when it is not there any more.
    ///
    /// ```swift
    /// let reminder = try store.reminder(withIdentifier: "home:plants")
    /// ```
    ///
    /// - Parameter identifier: ``Reminder/id`` for one instance, done or yet to come up, wherever it was put off to; or
    ///   ``Reminder/calendarItemIdentifier`` for what is to be done next.
    /// - Throws: ``StoreError/Code/ambiguousIdentifier`` where several files of the calendar, or several whole to-dos
    ///   of one file, are reminders of the UID.
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

    /// What is to be done next of a reminder, standing for its series: saved with ``EventSpan/allEvents`` it changes what the
    /// series says, and those instances alone that say the same; nil when it is not there any more.
    package func reminderSeries(_ identifier: ItemIdentifier) throws(StoreError) -> Reminder? {
        try require(.read, .reminder)
        guard let items = snapshot.items[identifier.calendarIdentifier] else { return nil }
        return try reminder(identifier, in: items) { $0.seriesReminder }
    }

    /// An instance of the one reminder of an identifier.
    private func reminder(
        _ item: ItemIdentifier,
        in items: CalendarItems,
        _ instance: (ItemEditor) -> ItemEditor.ReminderInstance?
    ) throws(StoreError) -> Reminder? {
        try requireOneReminder(item)
        for file in items.files(ofUID: item.uid) {
            let found = reminderEditors(of: file, uid: item.uid).compactMap { editor in
                instance(editor).map { Reminder($0, of: editor.uid, in: file, items.calendar, identity) }
            }
            try requireOneWhole(item, among: found, file)
            if let reminder = found.last { return reminder }
        }
        return nil
    }

    /// An instance of a series that was done, and is a to-do of its own.
    func reminder(_ completed: CompletedInstance, in items: CalendarItems) -> Reminder? {
        for file in items.files(ofUID: completed.uid) {
            for editor in reminderEditors(of: file, uid: completed.uid) {
                guard let master = editor.master, CompletedInstance(master) == completed,
                    let instance = editor.reminderInstances.last
                else { continue }
                return Reminder(instance, of: editor.uid, in: file, items.calendar, identity)
            }
        }
        return nil
    }
}
