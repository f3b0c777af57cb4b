package import ICalendar

extension EventStore {
    /// The store's folder.
    package var folder: CalendarPath { root.folder }

    /// The zone in which whole days and floating times take their place.
    package var zone: Zone { identity.zone }

    /// The occurrences of one UID in a calendar that overlap a window, in order; none where there is no such calendar.
    package func occurrences(
        ofUID uid: String,
        inCalendar calendarIdentifier: String,
        in window: OccurrenceWindow
    ) throws(StoreError) -> [Occurrence] {
        try items(ofCalendar: calendarIdentifier)?.occurrences(ofUID: uid, in: window) ?? []
    }

    /// The occurrence of an identifier wherever it was moved to; nil when there is none any longer.
    ///
    /// - Parameter originalStart: its original start, or what that was in another display zone.
    package func occurrence(
        withIdentifier identifier: String,
        originalStart: Instant
    ) throws(StoreError) -> Occurrence? {
        guard let item = ItemIdentifier(identifier) else { return nil }
        return try items(ofCalendar: item.calendarIdentifier)?.occurrence(
            ofUID: item.uid,
            originalStart: originalStart
        ) { $0.identifier(inCalendar: item.calendarIdentifier) == identifier }
    }

    /// The calendars that are there, but of which not all could be read: what is not found in them may still be there.
    package var unreadCalendars: Set<String> {
        let snapshot = snapshot
        let failed = Set(snapshot.failures.flatMap { [$0.path, $0.path.parent ?? $0.path] })
        return Set(
            snapshot.calendars.filter { !$0.allowsReading || failed.contains($0.path) }.map(
                \.calendarIdentifier
            )
        )
    }

    private func items(ofCalendar identifier: String) throws(StoreError) -> CalendarItems? {
        // Asked for, so that access is seen to in one place.
        guard try calendar(withIdentifier: identifier) != nil else { return nil }
        return snapshot.items[identifier]
    }
}
