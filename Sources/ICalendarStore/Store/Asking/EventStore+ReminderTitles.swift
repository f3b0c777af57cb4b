extension EventStore {
    /// The reminders with a text in their titles, whatever its case, in the order of their due times; of one that recurs the
    /// instance that is to be done next or, unless only those that are open are asked for, else the last.
    package func reminders(titled text: String, isOpen: Bool) throws(StoreError) -> [Reminder] {
        let scanner = TitleScanner(text)
        let matching = try reminders(matching: predicateForReminders()).filter { scanner.isMatch($0.title) }
        let open = matching.filter { !$0.isCompleted }
        // Instances that were done stand beside the series, and so do those that were put off.
        var named: [String: Reminder] = [:]
        for reminder in matching { named[reminder.seriesIdentifier] = reminder }
        for reminder in open.reversed() { named[reminder.seriesIdentifier] = reminder }
        return (isOpen ? open : matching).filter { named[$0.seriesIdentifier]?.id == $0.id }
    }
}

extension Reminder {
    /// ``calendarItemIdentifier`` of the series that it is from: another one for an instance that was done, and is a to-do of
    /// its own.
    package var seriesIdentifier: String {
        guard let origin, let completed = CompletedInstance(origin.instance.source) else {
            return calendarItemIdentifier
        }
        return ItemIdentifier(
            calendarIdentifier: origin.calendar.calendarIdentifier,
            uid: completed.series
        ).description
    }

    /// Whether it stands for its series, see ``EventStore/reminderSeries(_:)``, and not for the instance.
    package var isSeries: Bool { origin?.instance.isSeries ?? false }

    /// Whether it is one of several instances, so that a span has a meaning.
    package var isInstance: Bool { origin?.instance.slot != nil }
}
