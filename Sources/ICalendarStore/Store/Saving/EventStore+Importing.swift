package import ICalendar

extension EventStore {
    /// Adds an item as another program wrote it: all components of one UID, with the definitions of zones that their file
    /// has.
    ///
    /// - Parameters:
    ///   - components: a series and its overrides, or a reminder; all with the same UID.
    ///   - object: the calendar of the file that they come from.
    ///   - calendar: where to save them; nil for the default calendar.
    ///   - commit: whether to write at once; else ``commit()`` does.
    /// - Throws: what saving a new item throws, ``StoreError/Code/identifierIsTaken`` above all, and
    ///   ``StoreError/Code/invalidItem`` for what cannot be read again or never happens.
    package func add(
        _ components: [Component],
        of object: CalendarObject,
        to calendar: EventCalendar?,
        _ type: EntityType,
        commit: Bool = true
    ) throws(StoreError) -> ItemIdentifier {
        try require(.write, type)
        return try perform(commit: commit) { edit throws(StoreError) in
            try edit.add(components, of: object, to: calendar, type)
        }
    }

    /// The file that an event was read from; nil for a new one.
    package func path(of event: CalendarEvent) -> CalendarPath? {
        event.origin.map { root.path(of: $0.file.place) }
    }

    /// The file that a reminder was read from; nil for a new one.
    package func path(of reminder: Reminder) -> CalendarPath? {
        reminder.origin.map { root.path(of: $0.file.place) }
    }
}

extension StoreEdit {
    /// Works out how an item of another program's file is added.
    fileprivate mutating func add(
        _ components: [Component],
        of object: CalendarObject,
        to wanted: EventCalendar?,
        _ type: EntityType
    ) throws(StoreError) -> ItemIdentifier {
        let summary = components.lazy.compactMap { $0.text("SUMMARY") }.first
        guard let uid = components.first?.text("UID") else {
            throw StoreError(.invalidItem, summary, "the item has no UID")
        }
        let title = summary ?? uid
        guard let calendar = try store.calendarForNewItem(wanted, type) else {
            throw StoreError(.noCalendar, title, "there is no calendar to save the item in")
        }
        try checkFree(uid, in: calendar)
        var new = object.with(components)
        // What is kept is no message any more (RFC 4791 section 4.1), and what its calendar was called is not said again in
        // each of its items.
        new.component.properties.removeAll { !["VERSION", "PRODID", "CALSCALE"].contains($0.name) }
        let file = CalendarFile(calendars: [new])
        let place = try freePlace(for: uid, in: calendar)
        put(file, at: place, over: nil, about: subject(title, uid, in: calendar, from: nil))
        // As it was written elsewhere it may break rules of RFC 5545. What can be read back is kept with its mistakes, as
        // those of files are that other programs put into the folder.
        let written = StoredFile(place, changes.last?.file.content ?? [], nil, limits: limits)
        let read = try Self.parsed(written)
        if type == .event {
            let lookup = OccurrenceLookup(uid, in: read, zone: zone)
            guard lookup.first != nil else {
                throw StoreError(.invalidItem, title, "the event would never happen")
            }
        } else if !read.calendars.contains(where: { object in
            object.component.components.contains { $0.name == Todo.componentName && $0.isOwn(of: uid) }
        }) {
            throw StoreError(.invalidItem, title, "the reminder could not be read again")
        }
        return ItemIdentifier(calendarIdentifier: calendar.calendarIdentifier, uid: uid)
    }
}
