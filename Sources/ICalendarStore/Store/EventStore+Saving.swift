public import ICalendar

extension EventStore {
    /// Saves a new event, or the changes made since the store returned the occurrence, like
    /// `EKEventStore.save(_:span:commit:)`.
    ///
    /// Unchanged values come from the current file, so edits by other programs are preserved. An event removed in the
    /// meantime is created again, with its whole series as last known. An event without changes is not written.
    /// Afterward, `event` contains the saved event. If this method throws an error, `event` is unchanged.
    ///
    /// ```swift
    /// calendarEvent.title = "Stand-up, short"
    /// try store.save(&calendarEvent, span: .futureEvents)
    /// ```
    ///
    /// With ``EventSpan/futureEvents``, this occurrence and all later ones become a separate series with a new UID. If
    /// the ``CalendarEvent/calendar`` of the event has changed, the whole series moves to that calendar.
    ///
    /// With `commit: true`, this event is written along with pending changes to the same file and to files that were
    /// changed together with it. The rest of the batch remains pending until ``commit()``.
    ///
    /// - Parameters:
    ///   - event: The event to save; afterward, the saved event.
    ///   - span: The occurrences to change, relative to this one. The span has no effect on a nonrecurring event.
    ///   - commit: Whether to write immediately; otherwise, ``commit()`` writes the whole batch.
    /// - Throws: ``StoreError/Code/noCalendar``, ``StoreError/Code/calendarReadOnly``,
    ///   ``StoreError/Code/calendarDoesNotAllowEvents``, ``StoreError/Code/noStartDate``,
    ///   ``StoreError/Code/datesInverted``, ``StoreError/Code/identifierIsTaken`` for a new event with a UID that the
    ///   calendar already contains, ``StoreError/Code/objectBelongsToDifferentStore``, ``StoreError/Code/invalidSpan``
    ///   if the change cannot apply to the span, ``StoreError/Code/startDateCollidesWithOtherOccurrence``,
    ///   ``StoreError/Code/invalidItem`` for a violation of RFC 5545, and ``StoreError/Code/eventNotMutable`` for a
    ///   file that must not be replaced.
    public func save(
        _ event: inout CalendarEvent,
        span: EventSpan,
        commit: Bool = true
    ) throws(StoreError) {
        try require(event.isNew ? .write : .change, .event)
        let given = event
        let saved = try transact(commit: commit) { transaction throws(StoreError) in
            try transaction.save(given, span: span)
        }
        if let saved { event = savedEvent(saved.item, isCommitted: commit) }
    }

    /// Removes this occurrence of an event, this and all later occurrences, or the whole event, like
    /// `EKEventStore.remove(_:span:commit:)`.
    ///
    /// Removing an event that no longer exists, or was never saved, is not an error. The event value itself is
    /// unchanged. Changing and saving the value creates the event again.
    ///
    /// ```swift
    /// try store.remove(calendarEvent, span: .thisEvent)
    /// ```
    ///
    /// - Parameters:
    ///   - event: The event to remove.
    ///   - span: The occurrences to remove, relative to this one. The span has no effect on a nonrecurring event.
    ///   - commit: Whether to write immediately; otherwise, ``commit()`` writes the whole batch.
    public func remove(_ event: CalendarEvent, span: EventSpan, commit: Bool = true) throws(StoreError) {
        try require(.change, .event)
        try transact(commit: commit) { transaction throws(StoreError) in
            try transaction.remove(event, span: span)
        }
    }

    /// Updates an event from disk or the batch but keeps its unsaved changes, like `EKEvent.refresh()`.
    ///
    /// ```swift
    /// if try !store.refresh(&calendarEvent) { print("somebody removed it") }
    /// ```
    ///
    /// - Returns: False, without changing the event, if the occurrence no longer exists; otherwise true, even for a new
    ///   event.
    public func refresh(_ event: inout CalendarEvent) throws(StoreError) -> Bool {
        guard let origin = event.origin else { return true }
        try require(.read, .event)
        guard origin.store == identity else {
            throw StoreError(
                .objectBelongsToDifferentStore,
                event.title,
                "the event belongs to another store"
            )
        }
        // Other threads may save at the same time, so all lookups use the same batch.
        let locator = ItemLocator(store: self, batch: staged)
        guard let reference = event.reference, let located = try locator.located(reference) else {
            return false
        }
        let lookup = OccurrenceLookup(origin.occurrence.uid, in: located.file, zone: identity.zone)
        let slot = origin.occurrence.recurrenceID
        var found = slot.map { lookup.occurrence(slot: $0) } ?? lookup.first
        var series: Occurrence?
        if origin.isSeries {
            let item = try reference.item(in: located.calendar, now: .now)
            series = SeriesLookup(item, zone: identity.zone)?.occurrence(at: slot)
            // A removed instance still identifies the other instances. A series may have become a single event.
            found = found ?? series ?? lookup.first
        }
        guard let now = found else { return false }
        let uncommitted = locator.staged(at: located.place)
        let isCommitted = uncommitted == nil
        let calendar = locator.home(of: located, givenIn: origin.calendar)
        let known = snapshot.items[calendar.calendarIdentifier]?.file(named: located.place.name)
        let content = located.base?.bytes() ?? []
        let file =
            known?.bytes == content && isCommitted
            ? known
            : StoredFile(
                located.place,
                uncommitted?.content ?? content,
                isCommitted ? located.base?.version : nil,
                limits: options.limits
            )
        guard let file else { return false }
        event = event.refreshed(
            with: .init(
                home: calendar == origin.calendar ? origin.home : .init(identity, calendar),
                file: file,
                occurrence: now,
                series: series,
                isCommitted: isCommitted
            )
        )
        return true
    }

    private func savedEvent(_ saved: CalendarEvent.Saved, isCommitted: Bool) -> CalendarEvent {
        var (file, occurrence) = (saved.file, saved.occurrence)
        let items = snapshot.items[saved.calendar.calendarIdentifier]
        if isCommitted, let written = items?.file(named: file.place.name) {
            // The written file may include another program's change.
            if written.bytes != file.bytes, let parsed = try? written.file {
                let lookup = OccurrenceLookup(occurrence.uid, in: parsed, zone: identity.zone)
                occurrence = lookup.occurrence(startingAt: saved.start, slot: saved.slot) ?? occurrence
            }
            file = written
        }
        return CalendarEvent(
            .init(
                home: .init(identity, saved.calendar),
                file: file,
                occurrence: occurrence,
                isCommitted: isCommitted
            )
        )
    }

    /// Returns the overridden occurrences that saving an event would drop, because its rule would no longer generate
    /// them.
    ///
    /// The RECURRENCE-ID of a dropped occurrence would not refer to any instance (RFC 5545 section 3.8.4.4). Nothing is
    /// written. Use this method to warn the user before saving.
    ///
    /// ```swift
    /// calendarEvent.recurrenceRules = [RecurrenceRule(.monthly)]
    /// for override in try store.overridesDropped(bySaving: calendarEvent, span: .allEvents) {
    ///     print("lost: \(override.summary ?? "")")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - event: The event to save.
    ///   - span: The occurrences to change, relative to this one.
    /// - Returns: The overrides as currently stored, in file order. The array is empty for a new event.
    /// - Throws: The same errors as ``save(_:span:commit:)-(CalendarEvent,_,_)``.
    public func overridesDropped(
        bySaving event: CalendarEvent,
        span: EventSpan
    ) throws(StoreError) -> [Event] {
        try require(event.isNew ? .write : .change, .event)
        var transaction = StoreTransaction(self, on: staged)
        return try transaction.save(event, span: span)?.dropped.map { Event($0) } ?? []
    }

    /// Returns the files that saving an event would produce, reduced to that event, without writing them.
    package func files(bySaving event: CalendarEvent, span: EventSpan) throws(StoreError) -> [CalendarFile] {
        try files(bySaving: event, event.calendarItemExternalIdentifier, span)
    }

    package func files(
        bySaving reminder: Reminder,
        span: EventSpan? = nil
    ) throws(StoreError) -> [CalendarFile] {
        let reminder = try reminder.validated(in: zone)
        return try files(bySaving: reminder, reminder.calendarItemExternalIdentifier, span)
    }

    private func files<Item: StoreItem>(
        bySaving item: Item,
        _ uid: String,
        _ span: EventSpan?
    ) throws(StoreError) -> [CalendarFile] {
        try require(item.isNew ? .write : .change, Item.type)
        var transaction = StoreTransaction(self, on: staged)
        guard try transaction.save(item, span: span) != nil else { return [] }
        return try transaction.files(withItemsOf: [uid, transaction.newUID])
    }

    // MARK: - Batches

    /// Writes all pending changes made with `commit: false`, or none of them.
    ///
    /// Changes to items and to the titles and colors of calendars form a single commit. Committing an empty batch has
    /// no effect. If the commit fails, nothing is written and the error identifies the item that caused the failure.
    /// The batch remains pending. Save the item again or call ``discardPendingChanges(withIdentifier:)``, then retry.
    ///
    /// Calendars are then removed one at a time, each in a separate atomic commit. If a removal fails, everything
    /// written or removed so far remains in effect. The affected calendar and all following ones stay pending until the
    /// next ``commit()`` or ``reset()``.
    ///
    /// ```swift
    /// try store.save(&calendarEvent, span: .thisEvent, commit: false)
    /// try store.commit()
    /// ```
    public func commit() throws(StoreError) {
        try exclusively { () throws(StoreError) in
            let calendars = calendarChanges.compactMap(\.saved)
            let changes = staged
            if !calendars.isEmpty || !changes.isEmpty { try commit(changes, and: calendars) }
            update { state in
                state.staged = StagedChanges()
                state.calendarChanges.removeAll { $0.saved != nil }
            }
            try commitCalendars()
        }
    }

    /// Whether there are pending changes made with `commit: false`: `store.hasPendingChanges // false`.
    public var hasPendingChanges: Bool { !staged.isEmpty || !calendarChanges.isEmpty }

    /// Discards the pending changes to an event and related changes, such as the new series split off from it.
    ///
    /// The value itself is unchanged.
    ///
    /// ```swift
    /// try store.save(&calendarEvent, span: .thisEvent, commit: false)
    /// store.discardPendingChanges(of: calendarEvent)
    /// ```
    ///
    /// - Returns: Whether there were any changes to discard.
    @discardableResult
    public func discardPendingChanges(of event: CalendarEvent) -> Bool {
        guard let identifier = event.eventIdentifier else { return false }
        return discardPendingChanges(withIdentifier: identifier)
    }

    /// Discards the pending changes to an item, such as the ``StoreError/itemIdentifier`` of a failed commit.
    ///
    /// ```swift
    /// do {
    ///     try store.commit()
    /// } catch {
    ///     if let identifier = error.itemIdentifier { store.discardPendingChanges(withIdentifier: identifier) }
    ///     try store.commit()
    /// }
    /// ```
    ///
    /// - Returns: Whether there were any changes to discard.
    @discardableResult
    public func discardPendingChanges(withIdentifier identifier: String) -> Bool {
        guard var item = ItemIdentifier(identifier) else { return false }
        item.slot = nil
        let name = item.description
        return exclusively {
            var isFound = false
            update { state in
                let places = state.staged.places(of: name)
                isFound = !places.isEmpty
                _ = state.staged.take(places)
            }
            return isFound
        }
    }

    /// Discards all pending changes made with `commit: false` and reloads the store, like `EKEventStore.reset()`.
    ///
    /// Events that the store returned earlier remain usable.
    ///
    /// ```swift
    /// try store.reset()
    /// ```
    public func reset() throws(StoreError) {
        try exclusively { () throws(StoreError) in
            update { state in
                state.staged = StagedChanges()
                state.calendarChanges = []
            }
            try checkFiles()
        }
    }
}
