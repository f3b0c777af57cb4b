import ICalendar
import SystemIO

extension EventStore {
    /// The calendars that take items of a kind, in the order of their paths, as `EKEventStore.calendars(for:)`.
    ///
    /// With write-only access there is one virtual calendar, which stands for the one that a person chose.
    ///
    /// ```swift
    /// for calendar in try store.calendars(for: .event) { print(calendar.title) }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to items of the kind.
    public func calendars(for type: EntityType) throws(StoreError) -> [EventCalendar] {
        try require(.look, type)
        if authorizationStatus(for: type) == .writeOnly { return [virtualCalendar(type)] }
        return snapshot.calendars.filter { $0.allowedEntityTypes.contains(EntityTypes(type)) }
    }

    /// The calendar of an identifier, or nil when there is none (any longer).
    ///
    /// ```swift
    /// let calendar = try store.calendar(withIdentifier: "home/studio")
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to events or reminders.
    public func calendar(withIdentifier identifier: String) throws(StoreError) -> EventCalendar? {
        guard let type = try typeForLooking() else {
            let found = snapshot.calendar(withIdentifier: identifier)
            return found.flatMap { isVisible($0) ? $0 : nil }
        }
        let calendar = virtualCalendar(type)
        return identifier == calendar.calendarIdentifier ? calendar : nil
    }

    /// Where the calendars come from, each once, as `EKEventStore.sources`: the store's own folder first.
    ///
    /// With write-only access there is one virtual source.
    ///
    /// ```swift
    /// for source in try store.sources { print(source.title) }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to events or reminders.
    public var sources: [EventSource] {
        get throws(StoreError) {
            if let type = try typeForLooking() { return [virtualCalendar(type).source] }
            var seen: Set<EventSource> = []
            let all = [EventSource(of: root)] + snapshot.calendars.map(\.source)
            return all.filter { seen.insert($0).inserted }
        }
    }

    /// Sources that act for somebody else, as `EKEventStore.delegateSources`: a folder has none.
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

    /// The calendar for events that name none: what ``setDefaultCalendar(_:for:)`` remembered, or else the first that
    /// takes them; nil when none does.
    ///
    /// With write-only access it is the virtual one.
    ///
    /// ```swift
    /// let title = try store.defaultCalendarForNewEvents?.title
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to events.
    public var defaultCalendarForNewEvents: EventCalendar? {
        get throws(StoreError) { try shownDefault(.event) }
    }

    /// The calendar for reminders that name none, in the same way as for events.
    ///
    /// ```swift
    /// let title = try store.defaultCalendarForNewReminders?.title
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to reminders.
    public var defaultCalendarForNewReminders: EventCalendar? {
        get throws(StoreError) { try shownDefault(.reminder) }
    }

    /// Chooses the calendar for new items that name none, or with nil leaves it to the store again.
    ///
    /// It is remembered in the user's state folder, for all programs of the user, and never among the calendars.
    ///
    /// ```swift
    /// try store.setDefaultCalendar(eventCalendar, for: .event)
    /// ```
    ///
    /// - Throws: ``StoreError/Code/calendarReadOnly``, ``StoreError/Code/calendarDoesNotAllowEvents`` or
    ///   ``StoreError/Code/calendarDoesNotAllowReminders`` for a calendar that takes no such items,
    ///   ``StoreError/Code/noCalendar`` for one that is not in the store, and
    ///   ``StoreError/Code/eventStoreNotAuthorized`` without full access.
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

    /// Nil when calendars may be seen; else the kind of items for which there is write-only access.
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

    /// Makes a new calendar, or writes its title and its colour, as `EKEventStore.saveCalendar(_:commit:)`.
    ///
    /// A new one gets a folder named after its title, with the files `displayname` and `color`, at once for every reader.
    /// Afterwards `calendar` is what the store has. Of one that is there only what was changed since the store gave it is
    /// written.
    ///
    /// ```swift
    /// var pottery = EventCalendar(title: "Pottery", color: CalendarColor("#CC6633"), source: try store.sources[0])
    /// try store.saveCalendar(&pottery)
    /// ```
    ///
    /// - Parameters:
    ///   - calendar: the calendar.
    ///   - commit: whether to write at once; else ``commit()`` does, together with all items. The folder of a new calendar is made
    ///     at once even so, as items of the batch may be saved in it, and ``reset()`` leaves it.
    /// - Throws: ``StoreError/Code/calendarIsImmutable``; ``StoreError/Code/sourceDoesNotAllowCalendarAddDelete`` where no
    ///   folder can be made; ``StoreError/Code/noCalendar`` for a calendar that is gone;
    ///   ``StoreError/Code/eventStoreNotAuthorized`` without full access to anything that it takes.
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

    /// Removes a calendar with everything in it, as `EKEventStore.removeCalendar(_:commit:)`.
    ///
    /// Of a calendar that holds items of a kind to which there is no full access only the others are removed, and it
    /// stays. One that is gone, or was never saved, is no error.
    ///
    /// ```swift
    /// try store.removeCalendar(eventCalendar)
    /// ```
    ///
    /// - Parameters:
    ///   - calendar: the calendar.
    ///   - commit: whether to remove it at once; else ``commit()`` does, after all items.
    /// - Throws: ``StoreError/Code/calendarIsImmutable``; ``StoreError/Code/sourceDoesNotAllowCalendarAddDelete`` where the
    ///   folder around it may not be written; ``StoreError/Code/internalFailure`` for one with folders in it;
    ///   ``StoreError/Code/eventStoreNotAuthorized`` without full access to anything that it takes.
    public func removeCalendar(_ calendar: EventCalendar, commit: Bool = true) throws(StoreError) {
        try requireChange(of: calendar)
        guard let current = snapshot.calendar(withIdentifier: calendar.calendarIdentifier) else { return }
        guard !current.isImmutable else {
            // A folder that may itself be written is held by the one around it.
            guard current.allowsContentModifications else { throw .immutable(current) }
            throw .noAddDelete(current.source.title)
        }
        if !commit { return exclusively { update { $0.calendarChanges.append(.remove(current)) } } }
        try exclusively { () throws(StoreError) in try carryOut(.remove(current)) }
    }

    /// Carries out what was gathered, while saving is locked; what fails stays, and what follows it.
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
            throw StoreError(.objectBelongsToDifferentStore, source.title, "the source is not of this store")
        }
        let outer = root.path(ofFolder: source.folder)
        guard source.sourceType == .local, files.permissions(of: outer).contains([.write, .enter]) else {
            throw .noAddDelete(source.title)
        }
        var contents: [[UInt8]: [UInt8]] = [:]
        let line = calendar.title.trimmedOnOneLine
        if !line.isEmpty { contents[ItemName.displayName] = Array("\(line)\n".utf8) }
        if let color = calendar.color { contents[ItemName.color] = Array("\(color)\n".utf8) }
        let title = calendar.title
        let folder = try changeFolders { () throws(StoreError) -> [UInt8] in
            do throws(FileFailure) {
                return try CalendarFolderChange(in: root, files: files, patience: options.patience).make(
                    in: source.folder,
                    named: { CalendarFolderName.forTitle(title, attempt: $0) },
                    with: contents
                )
            } catch {
                throw StoreError(.internalFailure, title, error.description)
            }
        }
        guard let made = snapshot.calendars.first(where: { $0.folder == folder }) else {
            throw StoreError(.noCalendar, title, "another program took the calendar away at once")
        }
        calendar = made
    }

    private func carryOut(_ change: CalendarChange) throws(StoreError) {
        switch change {
        case .save(let calendar):
            try changeFolders { () throws(StoreError) in
                try commit(CalendarAppearance.changes(of: calendar, reader), subject: calendar.title)
            }
        case .remove(let calendar):
            let kept = EntityType.allCases.filter { authorizationStatus(for: $0) != .fullAccess }
            try changeFolders { () throws(StoreError) in try remove(calendar, keeping: kept) }
        }
    }

    private func remove(_ calendar: EventCalendar, keeping kept: [EntityType]) throws(StoreError) {
        let accessible = AccessibleItems(keeping: kept, options.limits)
        if let changes = try accessible.removal(from: calendar, reader) {
            return try commit(changes, subject: calendar.title)
        }
        do throws(FileFailure) {
            try CalendarFolderChange(in: root, files: files, patience: options.patience).remove(
                calendar.folder
            )
        } catch {
            // Another program was faster.
            if error.error.isMissing { return }
            throw StoreError(.internalFailure, calendar.title, error.description)
        }
    }

    private func commit(_ changes: [FileChange], subject: String) throws(StoreError) {
        do throws(CommitFailure) {
            _ = try newCommit().run(changes)
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
            "the calendar cannot be renamed, coloured or removed"
        )
    }

    fileprivate static func noAddDelete(_ source: String) -> StoreError {
        StoreError(
            .sourceDoesNotAllowCalendarAddDelete,
            source,
            "no calendar can be made or removed here, as the folder may not be written"
        )
    }
}
