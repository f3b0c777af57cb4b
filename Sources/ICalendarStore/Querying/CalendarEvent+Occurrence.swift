package import ICalendar

extension CalendarEvent {
    /// The occurrence that the store gave, without what was changed in it since; nil for a new event.
    ///
    /// Unlike ``event`` it costs nothing: the file is not read again.
    package var occurrence: Occurrence? { origin?.occurrence }

    /// A text that stays the same for as long as the file that the event is from is as it was; nil where that cannot be
    /// told without its content, and for a new event.
    package var fileVersion: String? {
        guard let version = origin?.file.version, version.digest == nil else { return nil }
        let stamp = version.stamp
        return "\(stamp.device).\(stamp.inode).\(stamp.size).\(stamp.modified).\(stamp.changed)"
    }
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
