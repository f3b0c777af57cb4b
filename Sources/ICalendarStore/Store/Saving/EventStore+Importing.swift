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

    /// Applies a message to its item as RFC 5546 describes: adds a new item, replaces an earlier revision of it or of
    /// its occurrences, cancels it, or records a reply.
    ///
    /// - Parameters:
    ///   - message: the message to apply.
    ///   - object: the calendar that the message comes from, for its time zone definitions.
    ///   - calendar: the calendar that holds the item, or that a new item goes to; nil for the default calendar.
    ///   - commit: whether to write immediately, instead of with ``commit()``.
    /// - Returns: the identifier of the item and the outcome.
    /// - Throws: what saving a new item throws, ``StoreError/Code/ambiguousIdentifier`` where several files of the calendar
    ///   have the item, and ``StoreError/Code/eventNotMutable``.
    package func receive(
        _ message: ItemMessage,
        of object: CalendarObject,
        to calendar: EventCalendar?,
        _ type: EntityType,
        commit: Bool = true
    ) throws(StoreError) -> (identifier: ItemIdentifier, outcome: MessageOutcome) {
        try require(.write, type)
        return try perform(commit: commit) { edit throws(StoreError) in
            try edit.receive(message, of: object, to: calendar, type)
        }
    }

    /// Whether a calendar has an item with a UID on the disk.
    package func holds(_ uid: String, in calendar: EventCalendar) -> Bool {
        snapshot.items[calendar.calendarIdentifier]?.files(ofUID: uid).isEmpty == false
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
    /// Applies a message to an item of the batch.
    fileprivate mutating func receive(
        _ message: ItemMessage,
        of object: CalendarObject,
        to wanted: EventCalendar?,
        _ type: EntityType
    ) throws(StoreError) -> (identifier: ItemIdentifier, outcome: MessageOutcome) {
        let summary = message.components.lazy.compactMap { $0.text("SUMMARY") }.first
        guard let first = message.components.first, let uid = first.text("UID") else {
            throw StoreError(.invalidItem, summary, "the item has no UID")
        }
        guard let calendar = try store.calendarForNewItem(wanted, type) else {
            throw StoreError(.noCalendar, summary ?? uid, "there is no calendar to save the item in")
        }
        let identifier = ItemIdentifier(calendarIdentifier: calendar.calendarIdentifier, uid: uid)
        guard let located = try located(uid, first.name, in: calendar) else {
            guard let purpose = message.purpose else {
                return (try add(message.components, of: object, to: wanted, type), .init(.added))
            }
            let others = store.snapshot.calendars.filter { other in
                other != calendar && store.holds(uid, in: other)
            }
            let place = others.isEmpty ? "" : "; \(others.map(\.title).joined(separator: ", ")) has one"
            return (identifier, .init(.ignored, "\(purpose), but the calendar has no such item\(place)"))
        }
        try store.require(.change, type)
        let stored = located.file.calendars[located.index]
        let editor = ItemEditor(
            calendar: stored.taking(zonesOf: object, replacing: message.mayAdd),
            uid: uid,
            kind: first.name,
            displayZone: zone,
            now: now
        )
        let (changed, outcome) = try editor.receive(message)
        guard changed != editor.calendar else { return (identifier, outcome) }
        var file = located.file
        file.calendars[located.index] = changed
        let title = summary ?? editor.own.lazy.compactMap { $0.text("SUMMARY") }.first ?? uid
        put(file, at: located.place, over: located.base, about: subject(title, uid, in: calendar, from: nil))
        try checkReadable(uid, type, at: located.place, title)
        return (identifier, outcome)
    }

    /// Returns the file that holds an item of this UID and kind, in the batch or on disk; nil if there is none.
    private func located(
        _ uid: String,
        _ kind: String,
        in calendar: EventCalendar
    ) throws(StoreError) -> Located? {
        var files = store.snapshot.items[calendar.calendarIdentifier]?.files(ofUID: uid) ?? []
        if let place = pendingPlace(ofUID: uid, in: calendar.folder),
            let content = pending(at: place)?.content
        {
            files.append(StoredFile(place, content, nil, limits: limits))
        }
        var found: Located?
        for file in files {
            let known = Known(uid: uid, kind: kind, component: nil, calendar: calendar, file: file)
            guard let located = try editable(known), located.place.folder == calendar.folder else { continue }
            if let found, found.place != located.place {
                throw StoreError(
                    .ambiguousIdentifier,
                    calendar.title,
                    "several files of the calendar have an item with the UID \(uid)"
                )
            }
            found = located
        }
        return found
    }

    /// Throws if the item cannot be read back from its new file.
    private mutating func checkReadable(
        _ uid: String,
        _ type: EntityType,
        at place: FilePlace,
        _ title: String
    ) throws(StoreError) {
        // As it was written elsewhere it may break rules of RFC 5545. What can be read back is kept with its mistakes, as
        // those of files are that other programs put into the folder.
        let content = changes.last?.file.content ?? []
        guard content.count <= SystemFiles.largestFile else {
            let most = SystemFiles.largestFile >> 20
            throw StoreError(.invalidItem, title, "its file would be larger than \(most) MiB")
        }
        let written = StoredFile(place, content, nil, limits: limits)
        let read = try Self.parsed(written)
        note(.init(stored: written, file: read), ofChange: changes.count - 1)
        if type == .event {
            guard OccurrenceLookup(uid, in: read.with(itemsOf: [uid]), zone: zone).first != nil else {
                throw StoreError(.invalidItem, title, "the event would never happen")
            }
        } else if !read.calendars.contains(where: { object in
            object.component.components.contains { $0.name == Todo.componentName && $0.isOwn(of: uid) }
        }) {
            throw StoreError(.invalidItem, title, "the reminder could not be read back")
        }
    }

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
        try checkReadable(uid, type, at: place, title)
        return ItemIdentifier(calendarIdentifier: calendar.calendarIdentifier, uid: uid)
    }
}

extension CalendarObject {
    /// Returns the calendar with the time zone definitions of another one added.
    ///
    /// With `replacing`, the other definition wins for names that are not in the system's database.
    fileprivate func taking(zonesOf other: CalendarObject, replacing: Bool) -> CalendarObject {
        var changed = self
        for zone in other.component.components where zone.name == "VTIMEZONE" {
            guard let id = zone.text("TZID")?.trimmedOfBlanks else { continue }
            let place = changed.component.components.firstIndex {
                $0.name == "VTIMEZONE" && $0.text("TZID")?.trimmedOfBlanks.lowercased() == id.lowercased()
            }
            guard let place else {
                let end = changed.component.components.firstIndex { $0.name != "VTIMEZONE" }
                changed.component.components.insert(zone, at: end ?? changed.component.components.endIndex)
                continue
            }
            if replacing, (try? Zone(identifier: id)) == nil { changed.component.components[place] = zone }
        }
        return changed
    }
}
