package import ICalendar

extension EventStore {
    /// The store's folder.
    package var folder: CalendarPath { root.folder }

    /// The zone in which whole days and floating times take their place.
    package var zone: Zone { identity.zone }

    /// Gives the occurrences of one UID in a calendar that overlap a window, one after the other; none where there is no
    /// such calendar.
    package func forEachOccurrence(
        ofUID uid: String,
        inCalendar calendarIdentifier: String,
        in window: OccurrenceWindow,
        _ body: (Occurrence) throws -> Void
    ) throws {
        // Asked for, so that access is seen to in one place.
        guard try calendar(withIdentifier: calendarIdentifier) != nil,
            let items = snapshot.items[calendarIdentifier]
        else { return }
        for level in items.levels { try level.forEachOccurrence(ofUID: uid, in: window, body) }
    }

    /// The calendars that are there, but of which not all could be read: what is not found in them may still be there.
    ///
    /// A folder that cannot be listed may be a calendar, or hold calendars: it stands for those in it too.
    package var unreadCalendars: Set<String> {
        let snapshot = snapshot
        let failed = Set(snapshot.failures.flatMap { [$0.path, $0.path.parent ?? $0.path] })
        return Set(
            snapshot.calendars.filter { !$0.allowsReading || failed.contains($0.path) }.map(
                \.calendarIdentifier
            )
        )
    }
}
