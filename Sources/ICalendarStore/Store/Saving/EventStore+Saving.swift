import ICalendar

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
        let saved = try perform(commit: commit) { edit throws(StoreError) in try edit.save(given, span: span)
        }
        if let saved { event = savedEvent(saved, isCommitted: commit) }
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
        try perform(commit: commit) { edit throws(StoreError) in try edit.remove(event, span: span) }
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
        // Others may edit meanwhile, so everything is asked of one batch.
        let edit = StoreEdit(self, on: pending)
        guard let located = try edit.located(origin.known) else { return false }
        let lookup = OccurrenceLookup(origin.occurrence.uid, in: located.file, zone: identity.zone)
        let slot = origin.occurrence.recurrenceID
        var found = slot.map { lookup.occurrence(slot: $0) } ?? lookup.first
        var series: Occurrence?
        if origin.isSeries {
            let editor = try origin.known.editor(located.file.calendars[located.index], edit)
            series = SeriesLookup(editor, zone: identity.zone)?.occurrence(at: slot)
            // What was taken out meanwhile still says where the others are; a series may be a single event now.
            found = found ?? series ?? lookup.first
        }
        guard let now = found else { return false }
        let uncommitted = edit.pending(at: located.place)
        let isCommitted = uncommitted == nil
        let calendar = edit.home(of: located, givenIn: origin.calendar)
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

    /// What was saved, as a value.
    private func savedEvent(_ saved: StoreEdit.Saved, isCommitted: Bool) -> CalendarEvent {
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
}
