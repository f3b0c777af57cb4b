extension EventStore {
    /// The reminders with a text in their titles, whatever its case, in the order of their due times; of one that recurs the
    /// instance that is to be done next or, unless only those that are open are asked for, else the last.
    package func reminders(titled text: String, isOpen: Bool) throws(StoreError) -> [Reminder] {
        let scanner = TitleScanner(text)
        let matching = try reminders(matching: predicateForReminders()).filter { scanner.isMatch($0.title) }
        let open = matching.filter { !$0.isCompleted }
        if isOpen { return open }
        // Instances that were done stand beside the series.
        func series(_ reminder: Reminder) -> String? {
            guard var identifier = ItemIdentifier(reminder.id) else { return nil }
            identifier.slot = nil
            return identifier.description
        }
        var last: [String: Reminder] = [:]
        for reminder in matching { if let name = series(reminder) { last[name] = reminder } }
        for reminder in open.reversed() { if let name = series(reminder) { last[name] = reminder } }
        return matching.filter { reminder in series(reminder).map { last[$0]?.id == reminder.id } ?? true }
    }
}
