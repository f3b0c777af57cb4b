public import ICalendar

extension EventStore {
    /// Returns the problems in the given calendars and how each one was handled.
    ///
    /// Problems include unreadable folders and files, truncated files, files that are not calendars, events without a
    /// start, unknown time zones, meaningless rules, and UIDs that occur in several files of a calendar. The result
    /// also reports interrupted commits that were completed when the store was opened, and commits that cannot be
    /// completed.
    ///
    /// Queries succeed despite problems, so call this method to find out what is missing from their results. Paths
    /// begin with the folder passed to the initializer. Diagnostics are sorted by calendar, file name, and line. By
    /// default, at most 1000 diagnostics are returned (see ``Options/limits``). An additional diagnostic gives the
    /// number of omitted diagnostics.
    ///
    /// ```swift
    /// for diagnostic in try store.diagnostics(for: .event) {
    ///     print(diagnostic)  // /srv/calendars/home/1.ics:4: warning: unknown time zone "Nowhere"; times read as floating
    /// }
    /// ```
    ///
    /// The store saves diagnostics while reading, so this method does not read files again. Each call compares the UIDs
    /// in the calendars, which takes about 20 milliseconds for 100,000 items. For reminders, each call also decodes all
    /// files with reminders. Problems that do not affect when an event occurs are not included. To find such problems,
    /// validate the file.
    ///
    /// - Parameters:
    ///   - type: Whether to report on events or reminders. A file with unknown contents counts as both.
    ///   - calendars: The calendars to report on, or nil for all. Folders that cannot be listed belong to no calendar,
    ///     so they are reported only for nil.
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` if the program lacks full access to items of this type.
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

    /// Returns a consistent snapshot of a calendar's files, sorted by name, and the number of unreadable files.
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

    /// Returns the files with alarms, grouped by calendar and limited to items that the program may read.
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` if the program lacks full access to events or reminders.
    package func filesWithAlarms(
        in calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> [(calendar: EventCalendar, files: [CalendarFile])] {
        let types = EntityType.allCases.filter { authorizationStatus(for: $0) == .fullAccess }
        if types.isEmpty { try require(.read, .event) }
        let names = types.map { $0 == .event ? Event.componentName : Todo.componentName } + ["VTIMEZONE"]
        let wanted = calendars.map { Set($0.map(\.calendarIdentifier)) }
        let snapshot = snapshot
        return snapshot.calendars.compactMap { calendar in
            guard wanted?.contains(calendar.calendarIdentifier) ?? true else { return nil }
            let stored = snapshot.items[calendar.calendarIdentifier]?.files ?? []
            let files = stored.filter(\.mayHaveAlarms).compactMap { try? $0.file }
            return (calendar, files.map { $0.filtered { names.contains($0.name) } })
        }
    }

    package var folder: CalendarPath { root.folder }

    package var zone: Zone { identity.zone }

    /// Calls `body` for each occurrence of the item with the given UID in a window.
    ///
    /// Does nothing if the calendar does not exist.
    package func forEachOccurrence(
        ofUID uid: String,
        inCalendar calendarIdentifier: String,
        in window: OccurrenceWindow,
        _ body: (Occurrence) throws -> Void
    ) throws {
        // Use the public method, so that access is checked in only one place.
        guard try calendar(withIdentifier: calendarIdentifier) != nil,
            let items = snapshot.items[calendarIdentifier]
        else { return }
        for level in items.levels { try level.forEachOccurrence(ofUID: uid, in: window, body) }
    }

    /// The identifiers of the calendars that could not be read completely.
    ///
    /// Items missing from these calendars may still exist.
    ///
    /// A folder that cannot be listed may be a calendar or contain calendars, so its identifier covers every calendar
    /// below it. The store's own folder has an empty identifier, which covers all calendars. A dangling link is treated
    /// like an unlistable folder. Another program may still be writing an empty or truncated file. If a file is not a
    /// calendar or cannot be read completely, its contents are unknown.
    package var unreadCalendars: Set<String> {
        let snapshot = snapshot
        let unread = snapshot.calendarsWithFailures + snapshot.filesCutShort().map(\.calendar)
        return Set(unread.map(\.calendarIdentifier)).union(snapshot.unlistedIdentifiers)
    }

    /// Returns whether a calendar's folder was replaced by a file, or an item by a folder without items.
    ///
    /// The original calendar or item may reappear.
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

extension StoredFile {
    /// Whether the file may contain an alarm.
    ///
    /// A value of false means that the file certainly contains no alarm.
    fileprivate var mayHaveAlarms: Bool {
        var isFound = false
        UnfoldedLines.forEach(in: bytes, beginningWith: Array("BEGIN".utf8)) { _, line in
            isFound = String(decoding: line, as: UTF8.self).uppercased().contains("VALARM")
            return !isFound
        }
        return isFound
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

    /// The identifiers and identifier prefixes of calendars that may exist.
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
