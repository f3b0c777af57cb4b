package import ICalendar

extension CalendarEvent {
    /// The occurrence that the store gave, without what was changed in it since; nil for a new event.
    ///
    /// Unlike ``event`` it costs nothing: the file is not read again.
    package var occurrence: Occurrence? { origin?.occurrence }
}

extension Occurrence {
    /// The text of what names it in a calendar of a store, as ``CalendarEvent/occurrenceIdentifier``.
    package func identifier(inCalendar calendarIdentifier: String) -> String {
        ItemIdentifier(
            calendarIdentifier: calendarIdentifier,
            uid: uid,
            slot: ItemIdentifier.slot(of: self)
        ).description
    }
}
