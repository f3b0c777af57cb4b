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
    /// A folder that cannot be listed may be a calendar, or hold calendars: it stands for those in it too. A file that
    /// is empty or has no end is one that another program may be writing.
    package var unreadCalendars: Set<String> {
        let snapshot = snapshot
        let unread = snapshot.calendarsWithFailures + snapshot.filesCutShort().map(\.calendar)
        return Set(unread.map(\.calendarIdentifier))
    }

    /// Those of some calendars or, with nil, of all, in which something cannot be read, whatever is missing in it.
    package func calendarsWithFailures(among calendars: [EventCalendar]? = nil) throws(StoreError)
        -> [EventCalendar]
    {
        try require(.read, .event)
        let wanted = calendars.map { Set($0.map(\.calendarIdentifier)) }
        return snapshot.calendarsWithFailures.filter { wanted?.contains($0.calendarIdentifier) ?? true }
    }

    /// The files of some calendars or, with nil, of all, that are empty or have no end.
    package func filesCutShort(in calendars: [EventCalendar]? = nil) throws(StoreError) -> [CalendarPath] {
        try require(.read, .event)
        let wanted = calendars.map { Set($0.map(\.calendarIdentifier)) }
        return snapshot.filesCutShort().filter { wanted?.contains($0.calendar.calendarIdentifier) ?? true }
            .map { root.path(of: $0.file.place) }
    }
}

extension StoreSnapshot {
    /// The calendars in which something is that cannot be read.
    fileprivate var calendarsWithFailures: [EventCalendar] {
        let failed = Set(failures.flatMap { [$0.path, $0.path.parent ?? $0.path] })
        return calendars.filter { !$0.allowsReading || failed.contains($0.path) }
    }
}
