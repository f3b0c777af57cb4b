import ICalendar

extension EventStore {
    /// The first occurrence of an event, as `EKEventStore.event(withIdentifier:)`; nil when it is not there any more.
    ///
    /// ```swift
    /// let event = try store.event(withIdentifier: "home/studio:stand-up%40studio.example")
    /// ```
    ///
    /// A span counts from the occurrence that is saved or removed: with the first one, ``EventSpan/futureEvents`` is the
    /// whole series. ``event(withOccurrenceIdentifier:)`` finds another one.
    ///
    /// - Throws: ``StoreError/Code/ambiguousIdentifier`` where several files of the calendar have an event of the UID.
    public func event(withIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        try ItemIdentifier(identifier).flatMap { item throws(StoreError) in try first(item) }
    }

    private func first(_ identifier: ItemIdentifier) throws(StoreError) -> CalendarEvent? {
        var item = identifier
        item.slot = nil
        return try event(item)
    }

    /// One occurrence of a series, wherever it was moved to; nil when it is not there any more.
    ///
    /// ```swift
    /// let identifier = "home/studio:stand-up%40studio.example/RID=20260330T073000Z"
    /// if let event = try store.event(withOccurrenceIdentifier: identifier) {
    ///     try store.remove(event, span: .thisEvent)
    /// }
    /// ```
    ///
    /// - Parameter identifier: ``CalendarEvent/occurrenceIdentifier``; for an event that happens once, also
    ///   ``CalendarEvent/eventIdentifier``.
    /// - Throws: ``StoreError/Code/ambiguousIdentifier`` where several files of the calendar have an occurrence of that UID
    ///   and original start.
    public func event(withOccurrenceIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        guard let item = ItemIdentifier(identifier) else { return nil }
        return try event(item)
    }

    /// The first occurrence of an event, standing for all of its series: the one that ``event(withIdentifier:)`` gives, at the
    /// same times, but with what the series says where that occurrence says something of its own; nil where there is no
    /// whole event, but only occurrences of one.
    ///
    /// Saved with ``EventSpan/allEvents`` it changes the series, and those overrides alone that say the same as the series; its
    /// times are those of the first occurrence, which goes along.
    package func series(_ identifier: ItemIdentifier) throws(StoreError) -> CalendarEvent? {
        guard let first = try first(identifier), let origin = first.origin else { return nil }
        let editor = origin.home.item(of: origin.occurrence, in: origin.file).editor
        guard editor.master != nil else { return nil }
        guard !SeriesLookup.isOverruled(origin.occurrence),
            let series = SeriesLookup(editor, zone: zone)?.occurrence(at: origin.occurrence.recurrenceID)
        else { return first }
        return CalendarEvent(
            .init(home: origin.home, file: origin.file, occurrence: origin.occurrence, series: series)
        )
    }

    /// The first occurrence of an event, as `EKEventStore.calendarItem(withIdentifier:)`.
    ///
    /// ```swift
    /// let item = try store.calendarItem(withIdentifier: "home/studio:stand-up%40studio.example")
    /// ```
    public func calendarItem(withIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        try event(withIdentifier: identifier)
    }

    /// The first occurrences of the events of a UID, one a file that has it, as
    /// `EKEventStore.calendarItems(withExternalIdentifier:)`; in the order of the calendars and the files.
    ///
    /// ```swift
    /// let items = try store.calendarItems(withExternalIdentifier: "stand-up@studio.example")
    /// ```
    public func calendarItems(withExternalIdentifier uid: String) throws(StoreError) -> [CalendarEvent] {
        try require(.read, .event)
        var found: [CalendarEvent] = []
        for calendar in snapshot.calendars where calendar.allowsReading {
            found += try events(uid, slot: nil, in: calendar.calendarIdentifier)
        }
        return found
    }

    /// The occurrences of an identifier: one of each file that has it, which are several where files share a UID.
    package func events(withOccurrenceIdentifier identifier: String) throws(StoreError) -> [CalendarEvent] {
        guard let item = ItemIdentifier(identifier) else { return [] }
        return try events(item.uid, slot: item.slot, in: item.calendarIdentifier)
    }

    /// Refuses an identifier that reminders of several files have, so that nobody changes another one than is meant.
    package func requireOneReminder(_ identifier: ItemIdentifier) throws(StoreError) {
        let uid = ExactText(identifier.uid)
        let all = snapshot.items[identifier.calendarIdentifier]?.files(ofUID: identifier.uid) ?? []
        let files = all.filter { file in
            file.items?.contains { $0.kind == Todo.componentName && ExactText($0.uid) == uid } ?? false
        }
        guard files.count > 1 else { return }
        throw .ambiguous(identifier, files)
    }

    /// Refuses an identifier that several whole to-dos of one file have.
    func requireOneWhole(
        _ identifier: ItemIdentifier,
        among reminders: [Reminder],
        _ file: StoredFile
    ) throws(StoreError) {
        let whole = reminders.compactMap { $0.origin?.instance.source }
            .filter { $0.first("RECURRENCE-ID") == nil }
        guard Set(whole).count > 1 else { return }
        throw StoreError(
            .ambiguousIdentifier,
            identifier.description,
            "\(file.name) has several to-dos with this UID"
        )
    }

    /// Refuses an identifier that several whole events of one file have, so that nobody changes another one than is meant.
    ///
    /// One of an occurrence is refused where several of them have one at that original start.
    package func requireOneEvent(_ identifier: ItemIdentifier) throws(StoreError) {
        let slot = identifier.slot.flatMap(ItemIdentifier.time(ofSlot:))
        for file in snapshot.items[identifier.calendarIdentifier]?.files(ofUID: identifier.uid) ?? [] {
            let named = StoreEdit.standing(
                identifier.uid,
                Event.componentName,
                in: file.calendars,
                zone,
                .now
            ).filter { editor, master in
                guard let slot, let slots = editor.slots(of: master) else { return true }
                return slots.slot(withKey: slots.key(of: slot)) != nil
            }
            if named.count < 2 { continue }
            throw StoreError(
                .ambiguousIdentifier,
                identifier.description,
                "\(file.name) has several events with this UID, and nothing says which is meant; "
                    + "give each a UID of its own in the file"
            )
        }
    }

    private func event(_ item: ItemIdentifier) throws(StoreError) -> CalendarEvent? {
        let found = try events(item.uid, slot: item.slot, in: item.calendarIdentifier)
        guard found.count < 2 else { throw .ambiguous(item, found.compactMap { $0.origin?.file }) }
        return found.first
    }

    /// The occurrence, or with nil the first one, of each file that has it.
    private func events(
        _ uid: String,
        slot: String?,
        in calendar: String
    ) throws(StoreError) -> [CalendarEvent] {
        try require(.read, .event)
        try requireListing([calendar], .event)
        var time: OccurrenceTime?
        if let slot {
            time = ItemIdentifier.time(ofSlot: slot)
            guard time != nil else { return [] }
        }
        guard let items = snapshot.items[calendar] else { return [] }
        return items.occurrences(ofUID: uid, slot: time).map { occurrence, file in
            CalendarEvent(.init(home: .init(identity, items.calendar), file: file, occurrence: occurrence))
        }
    }
}

extension StoreError {
    fileprivate static func ambiguous(_ item: ItemIdentifier, _ files: [StoredFile]) -> StoreError {
        StoreError(
            .ambiguousIdentifier,
            item.description,
            "several files have an item with this UID: \(files.map(\.name).joined(separator: ", "))"
        )
    }
}
