import ICalendar

extension StoreEdit {
    /// Works out how an event is saved; nil when there is nothing to do.
    mutating func save(_ event: CalendarEvent, span: EventSpan) throws(StoreError) -> Saved? {
        guard let origin = event.origin else { return try add(event) }
        guard origin.store == store.identity else {
            throw StoreError(
                .objectBelongsToDifferentStore,
                event.title,
                "the event was given by another store"
            )
        }
        guard event.hasChanges else { return nil }
        var target = try target(event.calendar, .event, isNew: event.isNew, event.title)
        if event.isMoved { try store.checkWriting(store.present(origin.calendar)) }
        let draft = try checked(event.begun, event.title)
        let known = origin.known
        guard let located = try editable(known) else {
            let isMoved = event.isMoved
            return try save(event, known, draft, recreated(known), in: target, isMoved: isMoved, span)
        }
        let home = home(of: located, givenIn: origin.calendar)
        if home != origin.calendar {
            try store.check(home, .event)
            if !event.isMoved { target = home }
        }
        let isMoved = target.calendarIdentifier != home.calendarIdentifier
        return try save(event, known, draft, located, in: target, isMoved: isMoved, span)
    }

    /// Adds a new event.
    private mutating func add(_ event: CalendarEvent) throws(StoreError) -> Saved {
        let calendar = try target(event.calendar, .event, isNew: event.isNew, event.title)
        let draft = try checked(event.begun, event.title)
        var new = draft.event
        let uid = new.uid ?? newUID
        new.uid = uid
        new.component.revise(from: nil, at: now)
        if new.created == nil { new.created = now }
        try checkFree(uid, in: calendar)
        let place = try freePlace(for: uid, in: calendar)
        let file = CalendarFile(calendars: [CalendarObject(events: [new])])
        put(file, at: place, over: nil, about: subject(event, in: calendar))
        // The value knew nothing of this store's zone, in which whole days and floating times take their place.
        let start = new.start.map(EventClock(zone: zone).instant(of:))
        return try saved(uid, at: place, in: calendar, start, slot: nil, against: nil)
    }

    /// Saves what was changed in an event that the store gave.
    private mutating func save(
        _ event: CalendarEvent,
        _ known: Known,
        _ draft: EventDraft,
        _ located: Located,
        in target: EventCalendar,
        isMoved: Bool,
        _ span: EventSpan
    ) throws(StoreError) -> Saved {
        let occurrence = event.origin?.occurrence
        let uid = known.uid
        var about = subject(event, in: target)
        let editor = try known.editor(located.file.calendars[located.index], self)
        var outcome = ItemEditor.Outcome(calendar: editor.calendar)
        let hasChanges = event.changes?.isEmpty == false
        if hasChanges, let base = draft.base {
            outcome = try editor.save(
                draft.event.component,
                insteadOf: base.component,
                slot: occurrence?.recurrenceID,
                span: span,
                newUID: newUID
            )
        }
        if outcome.continuation != nil { about.add(newUID, in: target) }
        var place = located.place
        if isMoved {
            place = try move(known, outcome.calendar, editor, located, to: target, about)
        } else {
            var file = located.file
            file.calendars[located.index...located.index] =
                outcome.calendar.map { [$0] } ?? []
            put(file, at: place, over: located.base, about: about)
        }
        var result: Saved
        if let continuation = outcome.continuation {
            let next = try freePlace(for: newUID, in: target)
            put(CalendarFile(calendars: [continuation]), at: next, over: nil, about: about)
            result = try saved(
                newUID,
                at: next,
                in: target,
                draft.start,
                slot: nil,
                continuing: uid,
                against: located.file
            )
        } else {
            result = try saved(
                uid,
                at: place,
                in: target,
                draft.start,
                slot: occurrence?.recurrenceID,
                against: located.file
            )
        }
        result.dropped = outcome.dropped
        return result
    }

    /// Takes an item out of its file and puts it, whole, into one of another calendar; gives the new place.
    mutating func move(
        _ known: Known,
        _ edited: CalendarObject?,
        _ editor: ItemEditor,
        _ located: Located,
        to target: EventCalendar,
        _ about: ItemSubject
    ) throws(StoreError) -> FilePlace {
        try checkFree(known.uid, in: target)
        // What was edited, less what stays behind: other kinds, and other whole events of the UID.
        let own = edited.map(editor.own(in:)) ?? []
        let place = try freePlace(for: known.uid, in: target, preferring: located.place.name)
        let (left, along) = try editor.takingOwn()
        let moved = CalendarFile(calendars: [editor.calendar(of: along + own)])
        put(moved, at: place, over: nil, about: about)
        if !located.isGone { takeOut(located, left, about, [ExactText(known.uid): place]) }
        return place
    }

    /// Writes what is left of a file; one in which nothing is left goes.
    ///
    /// `moved` says where items went that were in it.
    mutating func takeOut(
        _ located: Located,
        _ left: CalendarObject?,
        _ about: ItemSubject,
        _ moved: [ExactText: FilePlace] = [:]
    ) {
        var file = located.file
        file.calendars[located.index...located.index] = left.map { [$0] } ?? []
        let rest = file.calendars.isEmpty ? nil : file
        put(rest, at: located.place, over: located.base, about: about, moved: moved)
        guard let rest, let content = changes.last?.file.content else { return }
        // What was only taken out need not be read back to be edited again.
        let stored = StoredFile(located.place, content, nil, limits: limits)
        note(.init(stored: stored, file: rest), ofChange: changes.count - 1)
    }

    /// What was saved, as it will stand in its file: it is read back before anything is written.
    private mutating func saved(
        _ uid: String,
        at place: FilePlace,
        in calendar: EventCalendar,
        _ start: Instant?,
        slot: OccurrenceTime?,
        continuing old: String? = nil,
        against before: CalendarFile?
    ) throws(StoreError) -> Saved {
        let title = changes.last?.file.subject.text
        let uids = [uid, old ?? uid]
        var found: Occurrence?
        var stored: StoredFile?
        for (number, change) in changes.enumerated() {
            guard let content = change.file.content else { continue }
            let file = StoredFile(change.place, content, nil, limits: limits)
            let parsed = try Self.parsed(file)
            note(.init(stored: file, file: parsed), ofChange: number)
            try checkRules(parsed, of: uids, against: before, title)
            guard change.place == place else { continue }
            stored = file
            let lookup = OccurrenceLookup(uid, in: parsed, zone: zone)
            found = start.map { lookup.occurrence(startingAt: $0, slot: slot) } ?? lookup.first
        }
        guard let found, let stored else {
            throw StoreError(.invalidItem, title, "the event would never happen")
        }
        let begin = start ?? found.start.instant(in: zone)
        return Saved(calendar: calendar, file: stored, occurrence: found, start: begin, slot: slot)
    }
}
