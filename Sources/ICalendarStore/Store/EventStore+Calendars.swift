import SystemIO

extension EventStore {
    /// Returns the calendars that accept items of a type, sorted by path, like `EKEventStore.calendars(for:)`.
    ///
    /// With write-only access, returns only a virtual calendar that represents the user's choice.
    ///
    /// ```swift
    /// for calendar in try store.calendars(for: .event) { print(calendar.title) }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` if the program has no access to items of this type.
    public func calendars(for type: EntityType) throws(StoreError) -> [EventCalendar] {
        try require(.look, type)
        if authorizationStatus(for: type) == .writeOnly { return [virtualCalendar(type)] }
        return snapshot.calendars.filter { $0.allowedEntityTypes.contains(EntityTypes(type)) }
    }

    /// Returns the calendar with the given identifier, or nil if it does not exist.
    ///
    /// ```swift
    /// let calendar = try store.calendar(withIdentifier: "home/studio")
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` if the program has no access to events or reminders.
    public func calendar(withIdentifier identifier: String) throws(StoreError) -> EventCalendar? {
        guard let type = try typeForLooking() else {
            let found = snapshot.calendar(withIdentifier: identifier)
            return found.flatMap { isVisible($0) ? $0 : nil }
        }
        let calendar = virtualCalendar(type)
        return identifier == calendar.calendarIdentifier ? calendar : nil
    }

    /// The sources of the calendars, without duplicates, like `EKEventStore.sources`.
    ///
    /// The store's own folder comes first.
    ///
    /// With write-only access, the only source is virtual.
    ///
    /// ```swift
    /// for source in try store.sources { print(source.title) }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` if the program has no access to events or reminders.
    public var sources: [EventSource] {
        get throws(StoreError) {
            if let type = try typeForLooking() { return [virtualCalendar(type).source] }
            var seen: Set<EventSource> = []
            let all = [EventSource(of: root)] + snapshot.calendars.map(\.source)
            return all.filter { seen.insert($0).inserted }
        }
    }

    /// The delegate sources, like `EKEventStore.delegateSources`.
    ///
    /// The array is always empty, since folders have no delegates.
    ///
    /// ```swift
    /// let none = try store.delegateSources.isEmpty
    /// ```
    public var delegateSources: [EventSource] {
        get throws(StoreError) {
            _ = try typeForLooking()
            return []
        }
    }

    /// The calendar for new events that do not specify one.
    ///
    /// The value is the calendar set with ``setDefaultCalendar(_:for:)`` or, if none was set, the first calendar that
    /// accepts events. If no calendar accepts events, the value is nil. With write-only access, the value is the
    /// virtual calendar.
    ///
    /// ```swift
    /// let title = try store.defaultCalendarForNewEvents?.title
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` if the program has no access to events.
    public var defaultCalendarForNewEvents: EventCalendar? {
        get throws(StoreError) { try shownDefault(.event) }
    }

    /// The calendar for new reminders that do not specify one, chosen in the same way as
    /// ``defaultCalendarForNewEvents``.
    ///
    /// ```swift
    /// let title = try store.defaultCalendarForNewReminders?.title
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` if the program has no access to reminders.
    public var defaultCalendarForNewReminders: EventCalendar? {
        get throws(StoreError) { try shownDefault(.reminder) }
    }

    /// Sets the calendar for new items that do not specify one.
    ///
    /// Pass nil to let the store choose.
    ///
    /// The choice applies to all of the user's programs. It is saved in the user's state folder, not with the
    /// calendars.
    ///
    /// ```swift
    /// try store.setDefaultCalendar(eventCalendar, for: .event)
    /// ```
    ///
    /// - Throws: ``StoreError/Code/calendarReadOnly``, ``StoreError/Code/calendarDoesNotAllowEvents``, or
    ///   ``StoreError/Code/calendarDoesNotAllowReminders`` if the calendar does not accept such items,
    ///   ``StoreError/Code/noCalendar`` if it is not in the store, and ``StoreError/Code/eventStoreNotAuthorized``
    ///   if the program does not have full access.
    public func setDefaultCalendar(_ calendar: EventCalendar?, for type: EntityType) throws(StoreError) {
        try require(.change, type)
        if let calendar { try check(present(calendar), type) }
        do throws(FileFailure) {
            try defaults.set(calendar?.calendarIdentifier, for: type)
        } catch {
            throw StoreError(caught: error)
        }
    }

    private func shownDefault(_ type: EntityType) throws(StoreError) -> EventCalendar? {
        try require(.look, type)
        return authorizationStatus(for: type) == .writeOnly ? virtualCalendar(type) : usualCalendar(type)
    }

    /// Returns nil if the program may see calendars, or the item type to which it has write-only access.
    private func typeForLooking() throws(StoreError) -> EntityType? {
        let all = EntityType.allCases
        if all.contains(where: { authorizationStatus(for: $0) == .fullAccess }) { return nil }
        if let type = all.first(where: { authorizationStatus(for: $0) == .writeOnly }) { return type }
        try require(.look, .event)
        return nil
    }

    private func isVisible(_ calendar: EventCalendar) -> Bool {
        EntityType.allCases.contains {
            calendar.allowedEntityTypes.contains(EntityTypes($0))
                && authorizationStatus(for: $0) == .fullAccess
        }
    }

    /// Creates a calendar, or saves the title and color of an existing calendar, like
    /// `EKEventStore.saveCalendar(_:commit:)`.
    ///
    /// A new calendar gets a folder named after its title, with the files `displayname` and `color`. The folder and its
    /// files appear atomically. For an existing calendar, only changed values are written. Afterward, `calendar`
    /// contains the stored values.
    ///
    /// ```swift
    /// var pottery = EventCalendar(title: "Pottery", color: CalendarColor("#CC6633"), source: try store.sources[0])
    /// try store.saveCalendar(&pottery)
    /// ```
    ///
    /// - Parameters:
    ///   - calendar: The calendar to save.
    ///   - commit: Whether to write immediately; otherwise, ``commit()`` writes the calendar together with all items.
    ///     A new calendar's folder is always created immediately, since items in the batch may be saved in it, and
    ///     ``reset()`` keeps it.
    /// - Throws: ``StoreError/Code/calendarIsImmutable``; ``StoreError/Code/sourceDoesNotAllowCalendarAddDelete`` if no
    ///   folder can be created; ``StoreError/Code/noCalendar`` if the calendar no longer exists;
    ///   ``StoreError/Code/eventStoreNotAuthorized`` if the program lacks full access to any type that it accepts.
    public func saveCalendar(_ calendar: inout EventCalendar, commit: Bool = true) throws(StoreError) {
        try requireChange(of: calendar)
        if calendar.isNew { return try add(&calendar) }
        let current = try present(calendar)
        guard !current.isImmutable else { throw .immutable(current) }
        let change = CalendarChange.save(calendar)
        if !commit { return exclusively { update { $0.calendarChanges.append(change) } } }
        try exclusively { () throws(StoreError) in try carryOut(change) }
        calendar = try present(calendar)
    }

    /// Removes a calendar and everything in it, like `EKEventStore.removeCalendar(_:commit:)`.
    ///
    /// If the program lacks full access to some of the items, only the other items are removed and the calendar
    /// remains. Removing a calendar that no longer exists, or was never saved, is not an error.
    ///
    /// ```swift
    /// try store.removeCalendar(eventCalendar)
    /// ```
    ///
    /// - Parameters:
    ///   - calendar: The calendar to remove.
    ///   - commit: Whether to remove the calendar immediately; otherwise, ``commit()`` removes it after all items.
    /// - Throws: ``StoreError/Code/calendarIsImmutable``; ``StoreError/Code/sourceDoesNotAllowCalendarAddDelete`` if
    ///   the enclosing folder is not writable; ``StoreError/Code/internalFailure`` if the calendar contains folders;
    ///   ``StoreError/Code/eventStoreNotAuthorized`` if the program lacks full access to any type that it accepts.
    public func removeCalendar(_ calendar: EventCalendar, commit: Bool = true) throws(StoreError) {
        try requireChange(of: calendar)
        guard let current = snapshot.calendar(withIdentifier: calendar.calendarIdentifier) else { return }
        guard !current.isImmutable else {
            // Even a writable folder cannot be removed unless its parent is writable.
            guard current.allowsContentModifications else { throw .immutable(current) }
            throw .noAddDelete(current.source.title)
        }
        if !commit { return exclusively { update { $0.calendarChanges.append(.remove(current)) } } }
        try exclusively { () throws(StoreError) in try carryOut(.remove(current)) }
    }

    /// Performs the pending changes to calendars while saving is locked.
    ///
    /// If a change fails, it and all later changes remain pending.
    func commitCalendars() throws(StoreError) {
        while let change = calendarChanges.first {
            try carryOut(change)
            update { $0.calendarChanges.removeFirst() }
        }
    }

    private func requireChange(of calendar: EventCalendar) throws(StoreError) {
        let types = EntityType.allCases.filter { calendar.allowedEntityTypes.contains(EntityTypes($0)) }
        if types.contains(where: { authorizationStatus(for: $0) == .fullAccess }) { return }
        try require(.change, types.first ?? .event)
    }

    private func add(_ calendar: inout EventCalendar) throws(StoreError) {
        let source = calendar.source
        guard try sources.contains(source) else {
            throw StoreError(
                .objectBelongsToDifferentStore,
                source.title,
                "the source belongs to another store"
            )
        }
        let outer = root.path(ofFolder: source.folder)
        guard source.sourceType != .subscribed, files.permissions(of: outer).contains([.write, .enter]) else {
            throw .noAddDelete(source.title)
        }
        var contents: [[UInt8]: [UInt8]] = [:]
        let line = calendar.title.trimmedOnOneLine
        if !line.isEmpty { contents[ItemName.displayName] = Array("\(line)\n".utf8) }
        if let color = calendar.color { contents[ItemName.color] = Array("\(color)\n".utf8) }
        contents[CollectionProperties.name] = CollectionProperties.bytes(
            allowing: calendar.allowedEntityTypes
        )
        let title = calendar.title
        let folder = try changeFolders { () throws(StoreError) -> [UInt8] in
            do throws(FileFailure) {
                return try folderChange("add the calendar \(title)").make(
                    in: source.folder,
                    named: { CalendarFolderName.forTitle(title, attempt: $0) },
                    with: contents
                )
            } catch {
                throw StoreError(.internalFailure, title, error.description)
            }
        }
        guard let made = snapshot.calendars.first(where: { $0.folder == folder }) else {
            throw StoreError(.noCalendar, title, "another program has already removed the calendar")
        }
        calendar = made
    }

    private func carryOut(_ change: CalendarChange) throws(StoreError) {
        switch change {
        case .save(let calendar):
            try changeFolders { () throws(StoreError) in
                try commit(
                    CalendarAppearance.changes(of: calendar, reader),
                    subject: calendar.title,
                    "change the calendar \(calendar.title)"
                )
            }
        case .remove(let calendar):
            let kept = EntityType.allCases.filter { authorizationStatus(for: $0) != .fullAccess }
            try changeFolders { () throws(StoreError) in try remove(calendar, keeping: kept) }
        }
    }

    private func remove(_ calendar: EventCalendar, keeping kept: [EntityType]) throws(StoreError) {
        let accessible = AccessibleItems(keeping: kept, options.limits)
        if let changes = try accessible.removal(from: calendar, reader) {
            return try commit(changes, subject: calendar.title, "remove items of \(calendar.title)")
        }
        do throws(FileFailure) {
            try folderChange("remove the calendar \(calendar.title)").remove(calendar.folder)
        } catch {
            // Another program removed the calendar first.
            if error.error.isMissing { return }
            throw StoreError(.internalFailure, calendar.title, error.description)
        }
    }

    func folderChange(_ summary: String) -> CalendarFolderChange {
        CalendarFolderChange(in: root, files: files, patience: options.patience, note: note(summary))
    }

    private func commit(
        _ changes: [FileChange],
        subject: String,
        _ summary: String
    ) throws(StoreError) {
        do throws(CommitFailure) {
            _ = try newCommit(summary).run(changes)
        } catch {
            throw StoreError(error, subject: subject)
        }
    }
}

extension StoreError {
    fileprivate static func immutable(_ calendar: EventCalendar) -> StoreError {
        StoreError(
            .calendarIsImmutable,
            calendar.title,
            "the calendar cannot be renamed, recolored, or removed"
        )
    }

    fileprivate static func noAddDelete(_ source: String) -> StoreError {
        StoreError(
            .sourceDoesNotAllowCalendarAddDelete,
            source,
            "calendars cannot be created or removed here; the folder is not writable"
        )
    }
}
