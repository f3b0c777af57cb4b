import ICalendar

extension StoreEdit {
    /// Works out how a reminder is saved; nil when there is nothing to do.
    ///
    /// Without a span, being done concerns its instance, another rule what follows from it, and all else all instances, or
    /// that alone which has a component of its own.
    mutating func save(_ given: Reminder, span: EventSpan? = nil) throws(StoreError) -> Reminder? {
        try check(given)
        var reminder = given
        // RFC 5545 section 3.8.2.4 has everything that recurs have a start; EventKit asks for a due date only.
        let recurred = given.origin.map { !Todo($0.instance.component).recurrenceRules.isEmpty } ?? false
        if given.hasRecurrenceRules, !recurred, given.todo.start == nil {
            reminder.todo.start = given.todo.due
        }
        guard let origin = reminder.origin else { return try add(reminder) }
        guard origin.store == store.identity else { throw .foreign(reminder) }
        guard given.hasChanges else { return nil }
        var target = try target(reminder.calendar, .reminder, isNew: reminder.isNew, reminder.title)
        let wasMoved = target.calendarIdentifier != origin.calendar.calendarIdentifier
        if wasMoved { try store.checkWriting(store.present(origin.calendar)) }
        let found = try editable(origin.known)
        let located = if let found { found } else { try recreated(origin.known) }
        let home = home(of: located, givenIn: origin.calendar)
        if home != origin.calendar {
            try store.check(home, .reminder)
            if !wasMoved { target = home }
        }
        let isMoved = target.calendarIdentifier != home.calendarIdentifier
        let before = try origin.known.editor(located.file.calendars[located.index], self)
        let (outcome, slot) = try edited(reminder, origin, before, span, in: target)
        let after = outcome.calendar
        var about = subject(reminder.title, origin.uid, in: target, from: origin.calendar)
        if outcome.continuation != nil { about.add(newUID, in: target) }
        let done = outcome.done?.component.components.last?.text("UID")
        if let done { about.add(done, in: target) }
        var place = located.place
        if isMoved {
            place = try move(origin.known, after, before, located, to: target, about)
        } else {
            var file = located.file
            file.calendars[located.index...located.index] = after.map { [$0] } ?? []
            put(file, at: place, over: located.base, about: about)
        }
        if let continuation = outcome.continuation {
            let next = try freePlace(for: newUID, in: target)
            put(CalendarFile(calendars: [continuation]), at: next, over: nil, about: about)
            if done == nil {
                return try saved(
                    newUID,
                    reminder.title,
                    slot,
                    at: next,
                    in: target,
                    continuing: origin.uid,
                    against: located.file
                )
            }
        }
        if let calendar = outcome.done, let done {
            let next = try freePlace(for: done, in: target)
            put(CalendarFile(calendars: [calendar]), at: next, over: nil, about: about)
            return try saved(
                done,
                reminder.title,
                nil,
                at: next,
                in: target,
                continuing: origin.uid,
                against: located.file
            )
        }
        let known = after.flatMap(before.whole(in:))
        return try saved(
            origin.uid,
            reminder.title,
            slot,
            at: place,
            in: target,
            knownAs: known,
            against: located.file
        )
    }

    /// Works out how a reminder is removed; what is gone already, or was never saved, is left alone.
    ///
    /// `span` says how much of one that recurs goes, seen from its instance; with all of it those go too that were done and
    /// are to-dos of their own.
    mutating func remove(_ reminder: Reminder, span: EventSpan) throws(StoreError) {
        guard let origin = reminder.origin else { return }
        guard origin.store == store.identity else { throw .foreign(reminder) }
        try store.checkWriting(store.present(origin.calendar))
        guard let located = try editable(origin.known) else { return }
        let home = home(of: located, givenIn: origin.calendar)
        if home != origin.calendar { try store.checkWriting(home) }
        let editor = try origin.known.editor(located.file.calendars[located.index], self)
        let outcome = try editor.remove(slot: origin.instance.slot, span: span)
        let about = subject(reminder.title, origin.uid, in: home, from: nil)
        if outcome.calendar != editor.calendar { takeOut(located, outcome.calendar, about) }
        if span == .allEvents { try removeCompleted(of: origin.uid, in: home, beside: located.place, about) }
    }

    /// Takes the instances of a series out of their files that were done and are to-dos of their own.
    private mutating func removeCompleted(
        of uid: String,
        in calendar: EventCalendar,
        beside place: FilePlace,
        _ about: ItemSubject
    ) throws(StoreError) {
        let files = store.snapshot.items[calendar.calendarIdentifier]?.files(holding: .todo) ?? []
        for file in files where file.place != place && file.uids.contains(where: { $0.hasSuffix("-\(uid)") })
        {
            let components = file.calendars.flatMap(\.component.components)
            guard let one = components.first(where: { CompletedInstance($0)?.isOf(uid) ?? false }),
                let own = one.text("UID")
            else { continue }
            let known = Known(
                uid: own,
                kind: Todo.componentName,
                component: one,
                calendar: calendar,
                file: file
            )
            guard let located = try editable(known) else { continue }
            var left = located.file.calendars[located.index]
            left.component.components.removeAll { CompletedInstance($0)?.isOf(uid) ?? false }
            let isEmpty = left.component.components.allSatisfy { $0.name == "VTIMEZONE" }
            var about = about
            about.add(own, in: calendar)
            takeOut(located, isEmpty ? nil : left, about)
        }
    }

    /// Adds a new reminder.
    private mutating func add(_ reminder: Reminder) throws(StoreError) -> Reminder {
        let calendar = try target(reminder.calendar, .reminder, isNew: reminder.isNew, reminder.title)
        var todo = reminder.todo
        let uid = todo.uid ?? newUID
        todo.uid = uid
        todo.component.revise(from: nil, at: now)
        if todo.created == nil { todo.created = now }
        try checkFree(uid, in: calendar)
        let place = try freePlace(for: uid, in: calendar)
        let about = subject(reminder.title, uid, in: calendar, from: nil)
        put(CalendarFile(calendars: [CalendarObject(todos: [todo])]), at: place, over: nil, about: about)
        return try saved(uid, reminder.title, nil, at: place, in: calendar, against: nil)
    }

    // MARK: What cannot be

    /// Refuses what no reminder may be.
    private func check(_ reminder: Reminder) throws(StoreError) {
        guard (0...9).contains(reminder.priority) else {
            throw StoreError(
                .priorityIsInvalid,
                reminder.title,
                "the priority \(reminder.priority) is not from 0 to 9"
            )
        }
        if reminder.hasRecurrenceRules, reminder.todo.due == nil, reminder.todo.start == nil {
            throw StoreError(
                .recurringReminderRequiresDueDate,
                reminder.title,
                "a reminder that recurs needs a due date"
            )
        }
        let component = reminder.todo.component
        let editor = ItemEditor(
            calendar: CalendarObject(todos: [reminder.todo]),
            uid: reminder.calendarItemExternalIdentifier,
            kind: Todo.componentName,
            displayZone: zone,
            now: now
        )
        if let start = editor.instant(of: reminder.todo.start, in: component),
            let due = editor.instant(of: reminder.todo.due, in: component), due < start
        {
            throw StoreError(.datesInverted, reminder.title, "the reminder is due before it starts")
        }
    }

    /// What was saved, as it will stand in its file: it is read back before anything is written.
    ///
    /// Of a series it is the instance of a slot, or else the one to be done next.
    private func saved(
        _ uid: String,
        _ title: String,
        _ slot: OccurrenceTime?,
        at place: FilePlace,
        in calendar: EventCalendar,
        knownAs known: Component? = nil,
        continuing old: String? = nil,
        against before: CalendarFile?
    ) throws(StoreError) -> Reminder {
        for change in changes where change.place == place {
            guard let content = change.file.content else { continue }
            let file = StoredFile(place, content, nil, limits: limits)
            let parsed = try Self.parsed(file)
            try checkRules(parsed, of: [uid, old ?? uid], against: before, change.file.subject.text)
            let found = ItemEditor.place(
                of: uid,
                kind: Todo.componentName,
                knownAs: known,
                in: parsed.calendars
            )
            guard let index = found else { continue }
            let editor = editor(of: uid, parsed.calendars[index], knownAs: known)
            let own = slot.flatMap(editor.reminderInstance(at:))
            if own == nil, let slot, let done = completed(slot, of: uid, in: calendar) { return done }
            guard let instance = own ?? editor.reminderInstances.last else { continue }
            return Reminder(instance, of: editor, in: file, calendar, store.identity)
        }
        throw StoreError(.invalidItem, title, "the reminder would never be due")
    }

    /// The instance of a series that somebody else has made a to-do of its own, as it is done.
    private func completed(_ slot: OccurrenceTime, of uid: String, in calendar: EventCalendar) -> Reminder? {
        let name = CompletedInstance(slot: ItemIdentifier.slot(of: slot), of: uid)
        func found() -> Reminder? {
            store.snapshot.items[calendar.calendarIdentifier].flatMap { store.reminder(name, in: $0) }
        }
        if let found = found() { return found }
        // Another program may have made it this very moment.
        store.lookNow()
        return found()
    }
}

extension Reminder.Origin {
    /// What finds the reminder's file.
    fileprivate var known: StoreEdit.Known {
        .init(
            uid: uid,
            kind: Todo.componentName,
            component: instance.source,
            isSeries: instance.isSeries,
            calendar: calendar,
            file: file
        )
    }
}

extension StoreError {
    fileprivate static func foreign(_ reminder: Reminder) -> StoreError {
        StoreError(
            .objectBelongsToDifferentStore,
            reminder.title,
            "the reminder was given by another store"
        )
    }
}
