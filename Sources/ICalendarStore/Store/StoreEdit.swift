import ICalendar

/// Works out what files shall be when an event is saved or removed; nothing is written here.
struct StoreEdit {
    private let store: EventStore
    /// What files shall be so far.
    private(set) var pending: PendingChanges

    init(_ store: EventStore, pending: PendingChanges) {
        self.store = store
        self.pending = pending
    }

    /// Saves an event, and gives what was saved.
    mutating func save(_ event: CalendarEvent, span: EventSpan) throws(StoreError) -> CalendarEvent {
        guard let origin = event.origin else { return try add(event) }
        let (file, base) = try current(origin.file)
        guard let shown = event.shown else { throw StoreError(.noSuchItem, nil, "the event is gone") }
        var parsed = try Self.parsed(file)
        guard let place = ItemEditor.place(of: origin.occurrence.uid, in: parsed.calendars) else {
            throw StoreError(.noSuchItem, origin.occurrence.uid, "the event is gone")
        }
        let editor = ItemEditor(
            calendar: parsed.calendars[place],
            uid: origin.occurrence.uid,
            displayZone: store.identity.zone,
            now: .now
        )
        let outcome = try editor.save(
            event.event.component,
            insteadOf: shown.component,
            slot: origin.occurrence.recurrenceID,
            span: span,
            newUID: UniqueIdentifier.random()
        )
        if let calendar = outcome.calendar {
            parsed.calendars[place] = calendar
        } else {
            parsed.calendars.remove(at: place)
        }
        pending.put(Self.bytes(of: parsed), at: origin.file.place, over: base, subject: origin.occurrence.uid)
        return event
    }

    /// Adds a new event.
    private mutating func add(_ event: CalendarEvent) throws(StoreError) -> CalendarEvent {
        guard let calendar = try store.calendarForNewItem(event.calendar, .event) else {
            throw StoreError(.noCalendar, nil, "there is no calendar to save the event in")
        }
        guard let uid = event.event.uid,
            let place = FilePlace(folder: calendar.folder, name: ItemName.forUID(uid))
        else {
            throw StoreError(.internalFailure, calendar.title, "the event has no UID")
        }
        let object = CalendarObject(events: [event.event])
        pending.put(object.icsBytes(), at: place, over: nil, subject: uid)
        return event
    }

    /// Removes an event.
    mutating func remove(_ event: CalendarEvent, span: EventSpan) throws(StoreError) {
        guard let origin = event.origin else { return }
        let (file, base) = try current(origin.file)
        var parsed = try Self.parsed(file)
        guard let place = ItemEditor.place(of: origin.occurrence.uid, in: parsed.calendars) else { return }
        let editor = ItemEditor(
            calendar: parsed.calendars[place],
            uid: origin.occurrence.uid,
            displayZone: store.identity.zone,
            now: .now
        )
        let outcome = try editor.remove(slot: origin.occurrence.recurrenceID, span: span)
        if let calendar = outcome.calendar {
            parsed.calendars[place] = calendar
        } else {
            parsed.calendars.remove(at: place)
        }
        let content = parsed.calendars.isEmpty ? nil : Self.bytes(of: parsed)
        pending.put(content, at: origin.file.place, over: base, subject: origin.occurrence.uid)
    }

    /// What a file is now: in the batch, on the disk, or, where it is gone, as it was read.
    private func current(_ file: StoredFile) throws(StoreError) -> (StoredFile, FileBase?) {
        let limits = store.options.limits
        if let pending = pending[file.place], let content = pending.content {
            return (StoredFile(file.place, content, nil, limits: limits), pending.base)
        }
        do {
            let contents = try store.reader.read { try $0.contents(of: file.place) }
            guard let contents else { return (file, nil) }
            let now = StoredFile(file.place, contents.bytes, FileVersion(contents), limits: limits)
            return (now, now.base)
        } catch {
            throw StoreError(caught: error)
        }
    }

    private static func parsed(_ file: StoredFile) throws(StoreError) -> CalendarFile {
        do throws(CalendarError) {
            return try file.file
        } catch {
            throw StoreError(.internalFailure, file.name, "\(error)")
        }
    }

    /// What was not changed keeps its bytes; zones that an edit brought in are defined.
    private static func bytes(of file: CalendarFile) -> [UInt8] {
        var options = WritingOptions.asRead
        options.addsTimeZones = true
        return file.icsBytes(options)
    }
}
