import SystemIO

extension EventStore {
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
        if !commit { return edit { update { $0.calendarChanges.append(change) } } }
        try edit { () throws(StoreError) in try carryOut(change) }
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
        if !commit { return edit { update { $0.calendarChanges.append(.remove(current)) } } }
        try edit { () throws(StoreError) in try carryOut(.remove(current)) }
    }

    /// Carries out what was gathered with `commit: false`, one after the other; what fails stays, and what follows it.
    ///
    /// To be called while editing is locked.
    func commitCalendars() throws(StoreError) {
        while let change = calendarChanges.first {
            try carryOut(change)
            update { $0.calendarChanges.removeFirst() }
        }
    }

    /// Full access to a kind of items that the calendar takes is enough.
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
        let folder = try writeFolders { () throws(StoreError) -> [UInt8] in
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
            try writeFolders { () throws(StoreError) in
                try commit(CalendarAppearance.changes(of: calendar, reader), subject: calendar.title)
            }
        case .remove(let calendar):
            let kept = EntityType.allCases.filter { authorizationStatus(for: $0) != .fullAccess }
            try writeFolders { () throws(StoreError) in try remove(calendar, keeping: kept) }
        }
    }

    /// Removes a calendar, or only what this program may remove of it.
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
        let merging = AppearanceMerging(items: merging)
        do throws(CommitFailure) {
            _ = try Commit(
                to: root,
                files: files,
                merging: merging,
                patience: options.patience,
                notes: notes
            ).run(changes)
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
