public import ICalendar

extension EventStore {
    /// Saves a new event, or what was changed in an occurrence since the store gave it, as
    /// `EKEventStore.save(_:span:commit:)`.
    ///
    /// What was not changed is taken from the disk as it is now, so that another program's edit stays; an event that was
    /// removed meanwhile is made anew, with all of its series as it was known. An event without changes is not written.
    /// Afterwards `event` is what was saved; when this throws, it is as it was.
    ///
    /// ```swift
    /// calendarEvent.title = "Stand-up, short"
    /// try store.save(&calendarEvent, span: .futureEvents)
    /// ```
    ///
    /// With ``EventSpan/futureEvents`` what follows becomes a series of its own, with another UID. An event in another
    /// ``CalendarEvent/calendar`` than before moves there, with all of its series.
    ///
    /// With `commit: true` only this event is written, and what a batch holds for the same file, or for one that was changed
    /// together with it; the rest of the batch waits for ``commit()``.
    ///
    /// - Parameters:
    ///   - event: the event to save, which is then what was saved.
    ///   - span: how far the change reaches, seen from this occurrence; of no meaning where the event does not recur.
    ///   - commit: whether to write at once; else ``commit()`` does, for all that was gathered.
    /// - Throws: ``StoreError/Code/noCalendar``, ``StoreError/Code/calendarReadOnly``,
    ///   ``StoreError/Code/calendarDoesNotAllowEvents``, ``StoreError/Code/noStartDate``,
    ///   ``StoreError/Code/datesInverted``, ``StoreError/Code/identifierIsTaken`` for a new event whose UID the
    ///   calendar has, ``StoreError/Code/objectBelongsToDifferentStore``, ``StoreError/Code/invalidSpan`` for what cannot be
    ///   done to so many, ``StoreError/Code/startDateCollidesWithOtherOccurrence``, ``StoreError/Code/invalidItem`` for what
    ///   RFC 5545 forbids, ``StoreError/Code/eventNotMutable`` for a file that may not be replaced.
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

    /// Removes an occurrence, it and those that follow, or the whole event, as `EKEventStore.remove(_:span:commit:)`.
    ///
    /// What is gone already, or was never saved, is no error. The value stays as it was, and saving it after a change makes
    /// the event anew.
    ///
    /// ```swift
    /// try store.remove(calendarEvent, span: .thisEvent)
    /// ```
    ///
    /// - Parameters:
    ///   - event: the event to remove.
    ///   - span: how far the removal reaches, seen from this occurrence; of no meaning where the event does not recur.
    ///   - commit: whether to write at once; else ``commit()`` does, for all that was gathered.
    public func remove(_ event: CalendarEvent, span: EventSpan, commit: Bool = true) throws(StoreError) {
        try require(.change, .event)
        try transact(commit: commit) { transaction throws(StoreError) in
            try transaction.remove(event, span: span)
        }
    }

    /// Takes in what the event is now, on the disk or in the batch, but for what was changed in it, as
    /// `EKEvent.refresh()`.
    ///
    /// ```swift
    /// if try !store.refresh(&calendarEvent) { print("somebody removed it") }
    /// ```
    ///
    /// - Returns: false, with nothing changed, when the occurrence is not there any more; true for a new event.
    public func refresh(_ event: inout CalendarEvent) throws(StoreError) -> Bool {
        guard let origin = event.origin else { return true }
        try require(.read, .event)
        guard origin.store == identity else {
            throw StoreError(
                .objectBelongsToDifferentStore,
                event.title,
                "the event was given by another store"
            )
        }
        // Others may save meanwhile, so everything is asked of one batch.
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
            // What was taken out meanwhile still says where the others are; a series may be a single event now.
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
            // Another program's change may have gone into it.
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

    /// The changed occurrences that saving an event would drop, as another rule, or none, has no slot for them (their
    /// RECURRENCE-ID names nothing then, RFC 5545 section 3.8.4.4).
    ///
    /// Nothing is written. Who shows people what an edit does can tell them before it is done.
    ///
    /// ```swift
    /// calendarEvent.recurrenceRules = [RecurrenceRule(.monthly)]
    /// for override in try store.overridesDropped(bySaving: calendarEvent, span: .allEvents) {
    ///     print("is lost: \(override.summary ?? "")")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - event: the event as it would be saved.
    ///   - span: how far the change would reach, seen from this occurrence.
    /// - Returns: the overrides as they are now, in the order of their file; none for a new event.
    /// - Throws: the error that ``save(_:span:commit:)-(CalendarEvent,_,_)`` would throw.
    public func overridesDropped(
        bySaving event: CalendarEvent,
        span: EventSpan
    ) throws(StoreError) -> [Event] {
        try require(event.isNew ? .write : .change, .event)
        var transaction = StoreTransaction(self, on: staged)
        return try transaction.save(event, span: span)?.dropped.map { Event($0) } ?? []
    }

    /// The files as they would be once an event is saved, with its items alone; nothing is written.
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

    /// Writes everything that was saved or removed with `commit: false`: all items or none.
    ///
    /// Items, and what calendars are called and coloured, are one commit. With nothing to write it does nothing. When it
    /// fails, nothing was written, the error names the item that it failed over, and the batch stays as it is, to be mended
    /// (by saving that item again, or with ``discardPendingChanges(withIdentifier:)``) and committed again.
    ///
    /// Calendars that are to go do so after that, one after the other: each is a commit of its own, whole or not at all for
    /// every reader. When one cannot be removed, what was written and removed before stays so, and that calendar and those
    /// after it wait for the next ``commit()`` or ``reset()``.
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

    /// Whether there is something that was saved or removed with `commit: false` and is not committed:
    /// `store.hasPendingChanges // false`.
    public var hasPendingChanges: Bool { !staged.isEmpty || !calendarChanges.isEmpty }

    /// Takes what was done to an event out of the batch, and what was done to others together with it, such as the
    /// continuation of a series.
    ///
    /// The value stays as it is.
    ///
    /// ```swift
    /// try store.save(&calendarEvent, span: .thisEvent, commit: false)
    /// store.discardPendingChanges(of: calendarEvent)
    /// ```
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    public func discardPendingChanges(of event: CalendarEvent) -> Bool {
        guard let identifier = event.eventIdentifier else { return false }
        return discardPendingChanges(withIdentifier: identifier)
    }

    /// Takes what was done to an item out of the batch, as of a failed commit's ``StoreError/itemIdentifier``.
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
    /// - Returns: whether there was anything.
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

    /// Forgets everything that was saved or removed with `commit: false`, and reads the store anew, as
    /// `EKEventStore.reset()`.
    ///
    /// Events that the store gave before can still be used.
    ///
    /// ```swift
    /// try store.reset()
    /// ```
    public func reset() throws(StoreError) {
        try exclusively { () throws(StoreError) in
            try refreshSourcesIfNecessary()
            update { state in
                state.staged = StagedChanges()
                state.calendarChanges = []
            }
        }
    }
}
