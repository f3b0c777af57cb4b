import ICalendar

extension StoreEdit {
    /// Works out how a reminder is saved; nil when there is nothing to do.
    mutating func save(_ given: Reminder) throws(StoreError) -> Reminder? {
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
        let outcome = try edited(reminder, origin, before)
        let after = outcome.calendar
        var about = subject(reminder.title, origin.uid, in: target, from: origin.calendar)
        if outcome.continuation != nil { about.add(newUID, in: target) }
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
            return try saved(newUID, reminder, at: next, in: target, knownAs: nil, against: located.file)
        }
        let known = after.flatMap(before.whole(in:))
        return try saved(origin.uid, reminder, at: place, in: target, knownAs: known, against: located.file)
    }

    /// Works out how a reminder is removed; what is gone already, or was never saved, is left alone.
    ///
    /// `span` says how much of one that recurs goes, seen from its instance.
    mutating func remove(_ reminder: Reminder, span: EventSpan) throws(StoreError) {
        guard let origin = reminder.origin else { return }
        guard origin.store == store.identity else { throw .foreign(reminder) }
        try store.checkWriting(store.present(origin.calendar))
        guard let located = try editable(origin.known) else { return }
        let home = home(of: located, givenIn: origin.calendar)
        if home != origin.calendar { try store.checkWriting(home) }
        let editor = try origin.known.editor(located.file.calendars[located.index], self)
        let outcome = try editor.remove(slot: origin.instance.slot, span: span)
        guard outcome.calendar != editor.calendar else { return }
        let about = subject(reminder.title, origin.uid, in: home, from: nil)
        takeOut(located, outcome.calendar, about)
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
        return try saved(uid, reminder, at: place, in: calendar, knownAs: nil, against: nil)
    }

    // MARK: What is changed

    /// The calendar with what was changed: that it is done concerns this instance, everything else the series.
    ///
    /// An instance with a component of its own keeps everything to itself. Another rule holds from the instance on, so that
    /// what was done before stays.
    private func edited(
        _ reminder: Reminder,
        _ origin: Reminder.Origin,
        _ editor: ItemEditor
    ) throws(StoreError) -> ItemEditor.Outcome {
        let base = origin.instance.component
        let slot = origin.instance.slot
        guard slot != nil, !origin.instance.isDetached else {
            return try editor.save(
                reminder.todo.component,
                insteadOf: base,
                slot: slot,
                span: .thisEvent,
                newUID: origin.uid
            )
        }
        var lasting = reminder.todo.component
        for name in Self.completion { lasting.replace(name, with: base.all(name)) }
        var outcome = ItemEditor.Outcome(calendar: editor.calendar)
        let changes = PropertyChanges(from: base, to: lasting)
        if !changes.isEmpty {
            outcome = try editor.save(
                lasting,
                insteadOf: base,
                slot: slot,
                span: changes.touch(PropertyChanges.recurrence) ? .futureEvents : .allEvents,
                newUID: newUID
            )
        }
        guard Self.completion.contains(where: { reminder.todo.component.all($0) != base.all($0) }) else {
            return outcome
        }
        if let continuation = outcome.continuation {
            outcome.continuation = try completed(reminder, slot, newUID, continuation, knownAs: nil)
        } else if let calendar = outcome.calendar {
            let known = editor.whole(in: calendar)
            outcome.calendar = try completed(reminder, slot, origin.uid, calendar, knownAs: known)
        }
        return outcome
    }

    /// The calendar in which an instance is done as a person made it, or is not any more.
    private func completed(
        _ reminder: Reminder,
        _ slot: OccurrenceTime?,
        _ uid: String,
        _ calendar: CalendarObject,
        knownAs known: Component?
    ) throws(StoreError) -> CalendarObject? {
        let next = self.editor(of: uid, calendar, knownAs: known)
        // The series may have been moved, so that the instance has another slot than before.
        let instances = next.reminderInstances
        let instance = instances.first { $0.slot == slot } ?? instances.first { !Todo($0.component).isDone }
        // Somebody may have completed it meanwhile, and the next one is another's to complete.
        guard let instance, !Todo(instance.component).isDone || !reminder.isCompleted else { return calendar }
        var done = instance.component
        for name in Self.completion { done.replace(name, with: reminder.todo.component.all(name)) }
        return try next.save(
            done,
            insteadOf: instance.component,
            slot: instance.slot,
            span: instance.slot == nil ? .allEvents : .thisEvent,
            newUID: uid
        ).calendar
    }

    /// What says that a to-do is done.
    private static let completion: Set<String> = ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]

    private func editor(
        of uid: String,
        _ calendar: CalendarObject,
        knownAs known: Component?
    ) -> ItemEditor {
        ItemEditor(
            calendar: calendar,
            uid: uid,
            kind: Todo.componentName,
            knownAs: known,
            displayZone: zone,
            now: now
        )
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
    private func saved(
        _ uid: String,
        _ reminder: Reminder,
        at place: FilePlace,
        in calendar: EventCalendar,
        knownAs known: Component?,
        against before: CalendarFile?
    ) throws(StoreError) -> Reminder {
        for change in changes where change.place == place {
            guard let content = change.file.content else { continue }
            let file = StoredFile(place, content, nil, limits: limits)
            let parsed = try Self.parsed(file)
            try checkRules(parsed, of: [uid], against: before, change.file.subject.text)
            let found = ItemEditor.place(
                of: uid,
                kind: Todo.componentName,
                knownAs: known,
                in: parsed.calendars
            )
            guard let index = found else { continue }
            let instances = editor(of: uid, parsed.calendars[index], knownAs: known).reminderInstances
            // Of a series the instance that was saved, or else the one to be done next.
            let slot = reminder.origin?.instance.slot
            let own = instances.first { slot != nil && $0.slot == slot }
            guard let instance = own ?? instances.last else { continue }
            return Reminder(
                .init(store: store.identity, calendar: calendar, file: file, uid: uid, instance: instance)
            )
        }
        throw StoreError(.invalidItem, reminder.title, "the reminder would never be due")
    }
}

extension Reminder.Origin {
    /// What finds the reminder's file.
    fileprivate var known: StoreEdit.Known {
        .init(
            uid: uid,
            kind: Todo.componentName,
            component: instance.source,
            calendar: calendar,
            file: file
        )
    }
}

extension ItemEditor {
    /// The whole to-do that an edited calendar has of what was edited; nil when there are overrides only.
    fileprivate func whole(in edited: CalendarObject) -> Component? {
        own(in: edited).first { $0.first("RECURRENCE-ID") == nil } ?? master
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
