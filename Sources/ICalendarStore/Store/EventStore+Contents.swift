public import ICalendar

extension EventStore {
    /// What cannot be used of some calendars or, with nil, of all, and what was done about it: folders and files that
    /// cannot be read, what is no calendar or was cut off, events without a start, unknown time zones, rules that mean
    /// nothing, and UIDs that stand in several files of a calendar.
    ///
    /// What became of commits that were interrupted is among it as long as the store is open, and that one cannot be finished.
    ///
    /// Nothing of this costs a query its answer, so a program that shows calendars asks here what is missing in it. Files
    /// are named by paths that begin with the store's folder as it was given; the order is that of the calendars, the
    /// files' names and the lines. There are at most as many as ``Options/limits`` allow, usually 1000, and a last one that
    /// counts the others.
    ///
    /// ```swift
    /// for diagnostic in try store.diagnostics(for: .event) {
    ///     print(diagnostic)  // /srv/calendars/home/1.ics:4: warning: unknown time zone "Nowhere": its times are read as floating
    /// }
    /// ```
    ///
    /// What reading the files found is at hand; nothing is read again. The UIDs of the calendars are compared at each call,
    /// which takes some twenty milliseconds for 100,000 items. For reminders all files with reminders are decoded. What
    /// is wrong with properties that say nothing of when an event happens is not among it; validating the file finds that.
    ///
    /// - Parameters:
    ///   - type: whether to ask about events or about reminders; a file of which nobody knows what it holds counts for both.
    ///   - calendars: those to ask about; nil for all. Folders that cannot be listed belong to no calendar, and are named
    ///     with nil only.
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without full access to items of the kind.
    public func diagnostics(
        for type: EntityType,
        in calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> [Diagnostic] {
        try require(.read, type)
        return snapshot.diagnostics(
            for: type,
            in: calendars.map { Set($0.map(\.calendarIdentifier)) },
            notes: notes.remarks,
            limit: max(0, options.limits.diagnostics)
        )
    }

    package var recoveryRemarks: [Diagnostic] { notes.remarks.map { Diagnostic(.warning, .framing, $0) } }

    /// What is stored in a calendar at one moment, file by file in the order of their names, and how many cannot be
    /// read.
    package func contents(
        of calendar: EventCalendar
    ) throws(StoreError) -> (files: [CalendarFile], unreadable: Int) {
        try require(.read, .event)
        let snapshot = snapshot
        var unreadable = snapshot.readingFailures[calendar.calendarIdentifier]?.count ?? 0
        var files: [CalendarFile] = []
        for stored in snapshot.items[calendar.calendarIdentifier]?.files ?? [] {
            do throws(CalendarError) {
                files.append(try stored.file)
            } catch {
                unreadable += 1
            }
        }
        return (files, unreadable)
    }

    package var folder: CalendarPath { root.folder }

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

    package func calendarsWithFailures(among calendars: [EventCalendar]? = nil) throws(StoreError)
        -> [EventCalendar]
    {
        try require(.read, .event)
        let wanted = calendars.map { Set($0.map(\.calendarIdentifier)) }
        return snapshot.calendarsWithFailures.filter { wanted?.contains($0.calendarIdentifier) ?? true }
    }

    package func filesCutShort(in calendars: [EventCalendar]? = nil) throws(StoreError) -> [CalendarPath] {
        try require(.read, .event)
        let wanted = calendars.map { Set($0.map(\.calendarIdentifier)) }
        return snapshot.filesCutShort().filter { wanted?.contains($0.calendar.calendarIdentifier) ?? true }
            .map { root.path(of: $0.file.place) }
    }

    package func holds(_ uid: String, in calendar: EventCalendar) -> Bool {
        snapshot.items[calendar.calendarIdentifier]?.files(ofUID: uid).isEmpty == false
    }

    package func path(of event: CalendarEvent) -> CalendarPath? {
        event.origin.map { root.path(of: $0.file.place) }
    }

    package func path(of reminder: Reminder) -> CalendarPath? {
        reminder.origin.map { root.path(of: $0.file.place) }
    }
}

extension StoreSnapshot {
    fileprivate var calendarsWithFailures: [EventCalendar] {
        let failed = Set(failures.flatMap { [$0.path, $0.path.parent ?? $0.path] })
        return calendars.filter { calendar in
            !calendar.allowsReading || failed.contains(calendar.path) || hidesItems(calendar)
                || hasDamage(calendar)
        }
    }

    private func hasDamage(_ calendar: EventCalendar) -> Bool {
        (items[calendar.calendarIdentifier]?.remarkedFiles ?? []).contains { file in
            let framing = file.diagnostics.filter { $0.code == .framing }
            if framing.isEmpty || file.isCutShort { return false }
            guard let read = try? file.file else { return true }
            return LostLines.first(of: file.bytes, in: read) != nil
        }
    }

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
