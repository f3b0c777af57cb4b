import ICalendar

extension StoreEdit {
    /// Works out how an event is removed; what is gone already, or was never saved, is left alone.
    mutating func remove(_ event: CalendarEvent, span: EventSpan) throws(StoreError) {
        guard let origin = event.origin else { return }
        guard origin.store == store.identity else {
            throw StoreError(
                .objectBelongsToDifferentStore,
                event.title,
                "the event was given by another store"
            )
        }
        try store.checkWriting(store.present(origin.calendar))
        guard let located = try editable(origin.known) else { return }
        let home = home(of: located, givenIn: origin.calendar)
        if home != origin.calendar { try store.checkWriting(home) }
        let editor = try origin.known.editor(located.file.calendars[located.index], self)
        let outcome = try editor.remove(slot: origin.occurrence.recurrenceID, span: span)
        guard outcome.calendar != editor.calendar else { return }
        takeOut(located, outcome.calendar, subject(event, in: home))
    }
}
