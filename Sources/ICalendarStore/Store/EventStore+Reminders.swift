public import EssentialFoundation
import ICalendar

extension EventStore {
    /// Returns a predicate for all reminders in the given calendars, or in all calendars if nil, like
    /// `EKEventStore.predicateForReminders(in:)`.
    ///
    /// ```swift
    /// let predicate = try store.predicateForReminders()
    /// ```
    public func predicateForReminders(in calendars: [EventCalendar]? = nil) throws(StoreError)
        -> ReminderPredicate
    {
        predicate(.all, calendars)
    }

    /// Returns a predicate for incomplete reminders that are due from `start` up to, but not including, `end`.
    ///
    /// A nil bound is open. If both bounds are nil, reminders without a due time match as well. For a recurring
    /// reminder, only the next instance (the open instance with the earliest due time) and instances postponed beyond
    /// it can match.
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

    /// Returns a predicate for reminders completed from `start` up to, but not including, `end`.
    ///
    /// A nil bound is open.
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

    /// Returns the reminders that match a predicate, sorted by due time.
    ///
    /// Reminders without a due time come last.
    ///
    /// ```swift
    /// for reminder in try store.reminders(matching: try store.predicateForReminders()) { print(reminder.title) }
    /// ```
    public func reminders(matching predicate: ReminderPredicate) throws(StoreError) -> [Reminder] {
        try require(.read, .reminder)
        guard predicate.store == identity else {
            throw StoreError(.objectBelongsToDifferentStore, nil, "the predicate belongs to another store")
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

    /// Returns the reminders that match a predicate without blocking the caller's thread, like
    /// `EKEventStore.fetchReminders(matching:completion:)`.
    ///
    /// If the task is canceled, this method throws `CancellationError`.
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

    func reminders(
        of file: StoredFile,
        in calendar: EventCalendar
    ) -> [(reminder: Reminder, due: Instant?)] {
        reminderEditors(of: file).flatMap { item in
            item.reminderInstances.map { instance in
                let reminder = Reminder(instance, of: item, in: file, calendar, identity)
                return (reminder, reminder.due == nil ? nil : reminder.latest)
            }
        }
    }

    /// Returns an editor for each to-do in a file, or for each to-do with the given UID, even if several share it.
    func reminderEditors(of file: StoredFile, uid wanted: String? = nil) -> [StoredItem] {
        var editors: [StoredItem] = []
        for object in file.calendars {
            // A to-do without a UID cannot be identified, so it cannot be edited.
            let todos = object.component.components.filter { $0.name == Todo.componentName }
            let items = Dictionary(grouping: todos) { $0.text("UID").map { ExactText($0) } }
            var seen: Set<ExactText> = []
            for component in todos {
                guard let uid = component.text("UID"), seen.insert(ExactText(uid)).inserted,
                    wanted.map({ ExactText($0) == ExactText(uid) }) ?? true
                else { continue }
                let item = StoredItem(
                    calendar: object.with(items[ExactText(uid)] ?? []),
                    uid: uid,
                    kind: Todo.componentName,
                    displayZone: identity.zone
                )
                editors += item.eachStanding
            }
        }
        return editors
    }

    /// Returns the reminder with the given identifier, or nil if it no longer exists.
    ///
    /// ```swift
    /// let reminder = try store.reminder(withIdentifier: "home:plants")
    /// ```
    ///
    /// - Parameter identifier: The ``Reminder/id`` of one instance (completed, open, or postponed), or the
    ///   ``Reminder/calendarItemIdentifier`` for the next instance or, if all instances are canceled, the last one.
    /// - Throws: ``StoreError/Code/ambiguousIdentifier`` if several reminders in the calendar share the UID.
    public func reminder(withIdentifier identifier: String) throws(StoreError) -> Reminder? {
        try require(.read, .reminder)
        guard let item = ItemIdentifier(identifier), let items = snapshot.items[item.calendarIdentifier]
        else {
            return nil
        }
        guard let slot = item.slot else { return try reminder(item, in: items) { $0.namedReminder } }
        guard let time = ItemIdentifier.time(ofSlot: slot) else { return nil }
        if let found = try reminder(item, in: items, { $0.reminderInstance(at: time) }) { return found }
        // A completed instance may be a separate to-do.
        return reminder(CompletedInstance(slot: slot, series: item.uid), in: items)
    }

    /// Returns the next instance of a reminder as a representative of its series.
    ///
    /// Saving the result with ``EventSpan/allEvents`` changes all instances.
    package func reminderSeries(_ identifier: ItemIdentifier) throws(StoreError) -> Reminder? {
        try require(.read, .reminder)
        guard let items = snapshot.items[identifier.calendarIdentifier] else { return nil }
        return try reminder(identifier, in: items) { $0.seriesReminder }
    }

    private func reminder(
        _ item: ItemIdentifier,
        in items: CalendarItems,
        _ instance: (StoredItem) -> ReminderInstance?
    ) throws(StoreError) -> Reminder? {
        try requireOneReminder(item)
        for file in items.files(ofUID: item.uid) {
            let found = reminderEditors(of: file, uid: item.uid).compactMap { item in
                instance(item).map { Reminder($0, of: item, in: file, items.calendar, identity) }
            }
            try requireOneWhole(item, among: found, file)
            if let reminder = found.last { return reminder }
        }
        return nil
    }

    func reminder(_ completed: CompletedInstance, in items: CalendarItems) -> Reminder? {
        for file in items.files(ofUID: completed.uid) {
            for item in reminderEditors(of: file, uid: completed.uid) {
                guard let master = item.master, CompletedInstance(master) == completed,
                    let instance = item.reminderInstances.last
                else { continue }
                return Reminder(instance, of: item, in: file, items.calendar, identity)
            }
        }
        return nil
    }

    /// Returns the reminders with `text` in their titles (case-insensitive), sorted by due time.
    ///
    /// A recurring reminder is represented by its next open instance. If there is no open instance, the last instance
    /// represents the reminder, unless only open reminders are requested.
    package func reminders(titled text: String, isOpen: Bool) throws(StoreError) -> [Reminder] {
        let scanner = TitleScanner(text)
        let matching = try reminders(matching: predicateForReminders()).filter { scanner.isMatch($0.title) }
        let open = matching.filter { !$0.isCompleted }
        // The matches also contain completed and postponed instances of a series.
        var named: [String: Reminder] = [:]
        for reminder in matching { named[reminder.seriesIdentifier] = reminder }
        for reminder in open.reversed() { named[reminder.seriesIdentifier] = reminder }
        return (isOpen ? open : matching).filter { named[$0.seriesIdentifier]?.id == $0.id }
    }

    /// Updates a reminder from disk but keeps its unsaved changes, like `EKObject.refresh()`.
    ///
    /// - Returns: False, without changing the reminder, if it no longer exists; otherwise true, even for a new
    ///   reminder.
    package func refresh(_ reminder: inout Reminder) throws(StoreError) -> Bool {
        guard !reminder.isNew else { return true }
        guard let now = try self.reminder(withIdentifier: reminder.id) else { return false }
        reminder = reminder.refreshed(with: now)
        return true
    }

    /// Saves a new reminder, or the changes made since the store returned the reminder, like
    /// `EKEventStore.save(_:commit:)`.
    ///
    /// Unchanged values come from the current file. A reminder removed in the meantime is created again. Afterward,
    /// `reminder` contains the saved reminder.
    ///
    /// Completing a recurring reminder completes only this instance, and the next one becomes current. A new rule
    /// applies from this instance onward. If there are earlier instances, this and all later ones become a separate
    /// reminder. Any other change affects all instances, unless this instance was already changed separately. To choose
    /// which instances a change affects, use ``save(_:span:commit:)-(Reminder,_,_)``.
    ///
    /// By default, a completed instance becomes a separate to-do, and the series then starts at the next instance. See
    /// ``EventStore/Options/completedInstances``.
    ///
    /// ```swift
    /// reminder.isCompleted = true
    /// try store.save(&reminder)
    /// ```
    ///
    /// - Parameters:
    ///   - reminder: The reminder to save; afterward, the saved reminder.
    ///   - commit: Whether to write immediately; otherwise, ``commit()`` writes the whole batch.
    /// - Throws: ``StoreError/Code/noCalendar``, ``StoreError/Code/calendarReadOnly``,
    ///   ``StoreError/Code/calendarDoesNotAllowReminders``, ``StoreError/Code/priorityIsInvalid``,
    ///   ``StoreError/Code/recurringReminderRequiresDueDate``, ``StoreError/Code/datesInverted``,
    ///   ``StoreError/Code/identifierIsTaken``, ``StoreError/Code/objectBelongsToDifferentStore``,
    ///   and ``StoreError/Code/invalidItem`` for a violation of RFC 5545.
    public func save(_ reminder: inout Reminder, commit: Bool = true) throws(StoreError) {
        try saveReminder(&reminder, span: nil, commit: commit)
    }

    /// Saves a reminder, applying the changes to this instance, to this and all later instances, or to all instances.
    ///
    /// Use ``EventSpan/thisEvent`` to postpone one instance, for example. Completion always applies to this instance
    /// alone. The span has no effect on a nonrecurring reminder.
    ///
    /// ```swift
    /// reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 5)
    /// try store.save(&reminder, span: .thisEvent)
    /// ```
    ///
    /// - Parameters:
    ///   - reminder: The reminder to save; afterward, the saved reminder.
    ///   - span: The instances to change, relative to this one.
    ///   - commit: Whether to write immediately; otherwise, ``commit()`` writes the whole batch.
    /// - Throws: The errors of ``save(_:commit:)``, and ``StoreError/Code/invalidSpan`` if the change cannot be applied
    ///   to the span.
    public func save(
        _ reminder: inout Reminder,
        span: EventSpan,
        commit: Bool = true
    ) throws(StoreError) {
        try saveReminder(&reminder, span: span, commit: commit)
    }

    private func saveReminder(
        _ reminder: inout Reminder,
        span: EventSpan?,
        commit: Bool
    ) throws(StoreError) {
        try require(reminder.isNew ? .write : .change, .reminder)
        let given = reminder
        let saved = try transact(commit: commit) { transaction throws(StoreError) in
            try transaction.save(given.validated(in: transaction.zone), span: span)
        }
        if let saved { reminder = saved.item }
    }

    /// Removes a reminder with all its instances, like `EKEventStore.remove(_:commit:)`.
    ///
    /// If the reminder is a completed instance, only this instance is removed. Removing a reminder that no longer
    /// exists, or was never saved, is not an error.
    ///
    /// ```swift
    /// try store.remove(reminder)
    /// ```
    ///
    /// - Parameters:
    ///   - reminder: The reminder to remove.
    ///   - commit: Whether to write immediately; otherwise, ``commit()`` writes the whole batch.
    public func remove(_ reminder: Reminder, commit: Bool = true) throws(StoreError) {
        let wasDone = reminder.origin.map { Todo($0.instance.component).isDone }
        try remove(reminder, span: wasDone == true ? .thisEvent : .allEvents, commit: commit)
    }

    /// Removes this instance of a reminder, this and all later instances, or the whole reminder.
    ///
    /// Removing a reminder that no longer exists, or was never saved, is not an error. ``EventSpan/allEvents`` also
    /// removes completed instances that are separate to-dos in the same calendar.
    ///
    /// ```swift
    /// try store.remove(reminder, span: .thisEvent)
    /// ```
    ///
    /// - Parameters:
    ///   - reminder: The reminder to remove.
    ///   - span: The instances to remove if the reminder recurs.
    ///   - commit: Whether to write immediately; otherwise, ``commit()`` writes the whole batch.
    public func remove(_ reminder: Reminder, span: EventSpan, commit: Bool = true) throws(StoreError) {
        try require(.change, .reminder)
        try transact(commit: commit) { transaction throws(StoreError) in
            try transaction.remove(reminder, span: span)
        }
    }
}

extension StoredItem {
    func instant(of time: EventTime?, in component: Component) -> Instant? {
        guard let time, let slots = slots(of: component) else { return nil }
        guard slots.isWall else { return Instant(secondsSince1970: slots.key(of: time)) }
        return displayZone.instant(of: slots.civil(ofKey: slots.key(of: time)))
    }
}

extension Instant {
    fileprivate static let distant = Instant(secondsSince1970: .max)
}

extension Reminder {
    /// The ``calendarItemIdentifier`` of the series.
    ///
    /// If a completed instance is a separate to-do, the value differs from the reminder's own identifier.
    package var seriesIdentifier: String {
        guard let origin, let completed = CompletedInstance(origin.instance.source) else {
            return calendarItemIdentifier
        }
        return origin.calendar.identifier(ofItem: completed.series).description
    }

    /// Whether the reminder represents its series rather than one instance; see ``EventStore/reminderSeries(_:)``.
    package var isSeries: Bool { origin?.instance.isSeries ?? false }

    /// Whether the reminder is one of several instances; if so, the span matters.
    package var isInstance: Bool { origin?.instance.slot != nil }
}
