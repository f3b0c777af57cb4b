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
    /// - Throws: what ``save(_:span:commit:)-(CalendarEvent,_,_)`` would refuse it with.
    public func overridesDropped(
        bySaving event: CalendarEvent,
        span: EventSpan
    ) throws(StoreError) -> [Event] {
        try require(event.isNew ? .write : .change, .event)
        var edit = StoreEdit(self, on: pending)
        return try edit.save(event, span: span)?.dropped.map { Event($0) } ?? []
    }
}
