import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension EventStore {
    /// All reminders of some calendars or, with nil, of all, as `EKEventStore.predicateForReminders(in:)`.
    ///
    /// ```swift
    /// let predicate = try store.predicateForReminders()
    /// ```
    public func predicateForReminders(in calendars: [EventCalendar]? = nil) throws(StoreError)
        -> ReminderPredicate
    {
        predicate(.all, calendars)
    }

    /// The reminders that are still to be done and are due from `start` on and before `end`.
    ///
    /// A nil bound is open; if both are nil, reminders without a due time match too. A recurring reminder matches by
    /// its next instance, the open one that is due first, and by instances postponed beyond it.
    ///
    /// ```swift
    /// let overdue = try store.predicateForIncompleteReminders(withDueDateStarting: nil, ending: Date())
    /// ```
    public func predicateForIncompleteReminders(
        withDueDateStarting start: Date?,
        ending end: Date?,
        calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> ReminderPredicate {
        predicate(.incomplete(from: start.map { Instant($0) }, to: end.map { Instant($0) }), calendars)
    }

    /// The reminders that were completed from `start` on and before `end`; nil is no bound.
    ///
    /// ```swift
    /// let done = try store.predicateForCompletedReminders(withCompletionDateStarting: monday.date, ending: nil)
    /// ```
    public func predicateForCompletedReminders(
        withCompletionDateStarting start: Date?,
        ending end: Date?,
        calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> ReminderPredicate {
        predicate(.completed(from: start.map { Instant($0) }, to: end.map { Instant($0) }), calendars)
    }

    /// The reminders of a predicate: those that are due first come first, those that are never due last.
    ///
    /// ```swift
    /// for reminder in try store.reminders(matching: try store.predicateForReminders()) { print(reminder.title) }
    /// ```
    public func reminders(matching predicate: ReminderPredicate) throws(StoreError) -> [Reminder] {
        try require(.read, .reminder)
        guard predicate.store == identity else {
            throw StoreError(.objectBelongsToDifferentStore, nil, "the predicate was made by another store")
        }
        try requireListing(predicate.calendarIdentifiers, .reminder)
        let snapshot = snapshot
        var found: [(due: Instant?, id: String, reminder: Reminder)] = []
        for calendar in snapshot.calendars {
            if let wanted = predicate.calendarIdentifiers, !wanted.contains(calendar.calendarIdentifier) {
                continue
            }
            guard let items = snapshot.items[calendar.calendarIdentifier] else { continue }
            for file in items.files(holding: .todo) {
                for (reminder, due) in reminders(of: file, in: calendar)
                where predicate.includes(reminder, due: due) {
                    found.append((due, reminder.id, reminder))
                }
            }
        }
        found.sort { one, other in
            (one.due ?? .distant, one.id) < (other.due ?? .distant, other.id)
        }
        return found.map(\.reminder)
    }

    /// The same without keeping the caller's thread, as `EKEventStore.fetchReminders(matching:completion:)`; a task that
    /// is cancelled gets the error of that.
    ///
    /// ```swift
    /// let reminders = try await store.fetchReminders(matching: try store.predicateForReminders())
    /// ```
    @concurrent
    public func fetchReminders(matching predicate: ReminderPredicate) async throws -> [Reminder] {
        try Task.checkCancellation()
        return try reminders(matching: predicate)
    }

    private func predicate(
        _ question: ReminderPredicate.Question,
        _ calendars: [EventCalendar]?
    ) -> ReminderPredicate {
        ReminderPredicate(
            store: identity,
            question: question,
            calendarIdentifiers: calendars.map { Set($0.map(\.calendarIdentifier)) }
        )
    }

    /// The reminders of a file, and when they are due.
    func reminders(
        of file: StoredFile,
        in calendar: EventCalendar
    ) -> [(reminder: Reminder, due: Instant?)] {
        reminderEditors(of: file).flatMap { editor in
            editor.reminderInstances.map { instance in
                let reminder = Reminder(instance, of: editor, in: file, calendar, identity)
                return (reminder, reminder.due == nil ? nil : reminder.latest)
            }
        }
    }

    /// Returns the editors for the to-dos of a file, or of one UID: one editor for each to-do, also if several share a
    /// UID.
    func reminderEditors(of file: StoredFile, uid wanted: String? = nil) -> [ItemEditor] {
        var editors: [ItemEditor] = []
        for object in file.calendars {
            // One without a UID cannot be told from others, and so not be edited.
            let todos = object.component.components.filter { $0.name == Todo.componentName }
            let items = Dictionary(grouping: todos) { $0.text("UID").map { ExactText($0) } }
            var seen: Set<ExactText> = []
            for component in todos {
                guard let uid = component.text("UID"), seen.insert(ExactText(uid)).inserted,
                    wanted.map({ ExactText($0) == ExactText(uid) }) ?? true
                else { continue }
                let editor = ItemEditor(
                    calendar: object.with(items[ExactText(uid)] ?? []),
                    uid: uid,
                    kind: Todo.componentName,
                    displayZone: identity.zone,
                    now: .now
                )
                editors += editor.eachStanding
            }
        }
        return editors
    }
}

extension ItemEditor {
    /// The instant of a time that a component says.
    func instant(of time: EventTime?, in component: Component) -> Instant? {
        guard let time, let slots = slots(of: component) else { return nil }
        guard slots.isWall else { return Instant(secondsSince1970: slots.key(of: time)) }
        return displayZone.instant(of: slots.civil(ofKey: slots.key(of: time)))
    }
}

extension Instant {
    /// Later than any time of a calendar.
    fileprivate static let distant = Instant(secondsSince1970: .max)
}
