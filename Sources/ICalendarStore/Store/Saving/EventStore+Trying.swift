public import ICalendar

extension EventStore {
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
        var edit = StoreEdit(self, on: pending)
        return try edit.save(event, span: span)?.dropped.map { Event($0) } ?? []
    }
}

extension EventStore {
    /// Returns the files as they would be once an event is saved, with its items alone.
    ///
    /// Writes nothing.
    ///
    /// - Throws: the error that ``save(_:span:commit:)`` would throw.
    package func files(bySaving event: CalendarEvent, span: EventSpan) throws(StoreError) -> [CalendarFile] {
        try require(event.isNew ? .write : .change, .event)
        var edit = StoreEdit(self, on: pending)
        guard try edit.save(event, span: span) != nil else { return [] }
        return try edit.files(withItemsOf: [event.calendarItemExternalIdentifier, edit.newUID])
    }

    /// Returns the files as they would be once a reminder is saved, with its items alone.
    ///
    /// Writes nothing.
    package func files(
        bySaving reminder: Reminder,
        span: EventSpan? = nil
    ) throws(StoreError) -> [CalendarFile] {
        try require(reminder.isNew ? .write : .change, .reminder)
        var edit = StoreEdit(self, on: pending)
        guard try edit.save(reminder, span: span) != nil else { return [] }
        return try edit.files(withItemsOf: [reminder.calendarItemExternalIdentifier, edit.newUID])
    }
}

extension StoreEdit {
    /// Returns the changed files, with the items of these UIDs alone.
    fileprivate func files(withItemsOf uids: [String]) throws(StoreError) -> [CalendarFile] {
        var files: [CalendarFile] = []
        for change in changes {
            guard let content = change.file.content else { continue }
            let stored = StoredFile(change.place, content, nil, limits: limits)
            let file = if let read = change.file.read { read.file } else { try Self.parsed(stored) }
            files.append(file.with(itemsOf: uids))
        }
        return files
    }
}
