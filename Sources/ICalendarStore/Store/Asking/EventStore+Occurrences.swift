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
    /// A folder that cannot be listed may be a calendar, or hold calendars: it stands for those in it too, and the store's
    /// own, which has an empty name, for all. So does a link that leads to nothing. A file that is empty or has no end is
    /// one that another program may be writing; of one that is no calendar, or of which a part cannot be read, nobody knows
    /// what it held.
    package var unreadCalendars: Set<String> {
        let snapshot = snapshot
        let unread = snapshot.calendarsWithFailures + snapshot.filesCutShort().map(\.calendar)
        return Set(unread.map(\.calendarIdentifier)).union(snapshot.unlistedIdentifiers)
    }

    /// Whether a file stands where a calendar had its folder, or a folder without items where it had an item: what was there
    /// may come back.
    package func isHidden(calendar identifier: String) -> Bool {
        guard let folder = CalendarIdentifier.bytes(identifier.utf8), !folder.isEmpty else { return false }
        let path = root.path(ofFolder: folder)
        let isCalendar = snapshot.calendars.contains { $0.calendarIdentifier == identifier }
        let stamp = isCalendar ? nil : try? files.stamp(of: path, followingLinks: true)
        if stamp?.kind == .regular { return true }
        let names = (try? files.names(in: path)) ?? []
        return names.contains { found in
            guard found.kind == .folder, ItemName.isItem(found.name) else { return false }
            let inner = (try? files.names(in: path.appending(found.name))) ?? []
            return !inner.contains { $0.kind == .regular && ItemName.isItem($0.name) }
        }
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
        return calendars.filter { calendar in
            !calendar.allowsReading || failed.contains(calendar.path) || hidesItems(calendar)
                || hasDamage(calendar)
        }
    }

    /// Whether a file of a calendar is no calendar, or has parts that cannot be read.
    private func hasDamage(_ calendar: EventCalendar) -> Bool {
        (items[calendar.calendarIdentifier]?.remarkedFiles ?? []).contains { file in
            let framing = file.diagnostics.filter { $0.code == .framing }
            if framing.isEmpty || file.isCutShort { return false }
            guard let read = try? file.file else { return true }
            return LostLines.first(of: file.bytes, in: read) != nil
        }
    }

    /// Whether something else stands in a calendar's folder where an item may have stood.
    private func hidesItems(_ calendar: EventCalendar) -> Bool {
        unread[calendar.folder]?.contains { $0.reason.mayHide && ItemName.isItem($0.name) } ?? false
    }

    /// The identifiers that calendars have, or those in them begin with, of which nobody knows whether they are there.
    fileprivate var unlistedIdentifiers: [String] {
        let start = place.folder.appending([]).bytes
        let failed = listingFailures.map { failure in
            failure.path.bytes.starts(with: start) ? Array(failure.path.bytes.dropFirst(start.count)) : []
        }
        let names = unread.flatMap { folder, names in
            names.filter(\.reason.mayHide).map { name in
                folder.isEmpty ? name.name : folder + [UInt8(ascii: "/")] + name.name
            }
        }
        return (failed + names).map { CalendarIdentifier.text(of: $0) }
    }
}
