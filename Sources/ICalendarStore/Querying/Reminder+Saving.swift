import ICalendar

extension Reminder: StoreItem {
    static var type: EntityType { .reminder }
    static func calendar(of component: Component) -> CalendarObject {
        CalendarObject(todos: [Todo(component)])
    }

    var hasNewContent: Bool { true }
    var content: Component { todo.component }
    var slot: OccurrenceTime? { origin?.instance.slot }
    var reference: ItemReference? {
        origin.map { origin in
            ItemReference(
                store: origin.store,
                calendar: origin.calendar,
                file: origin.file,
                uid: origin.uid,
                kind: Todo.componentName,
                component: origin.instance.source,
                isSeries: origin.instance.isSeries
            )
        }
    }

    func isMoved(to target: EventCalendar) -> Bool {
        target.calendarIdentifier != origin?.calendar.calendarIdentifier
    }

    func checked() throws(StoreError) -> Reminder { self }

    /// Returns the reminder with the properties that RFC 5545 requires, or throws an error if it is invalid.
    func validated(in zone: Zone) throws(StoreError) -> Reminder {
        // The accessor ignores an out-of-range priority, so check the raw value.
        if case .integer(let priority)? = todo.component.first("PRIORITY")?.value, !(0...9).contains(priority)
        {
            throw StoreError(.priorityIsInvalid, title, "priority \(priority) is not between 0 and 9")
        }
        let base = origin.map { Todo($0.instance.component) }
        let hasNewTimes = base?.start != todo.start || base?.dueTime != todo.dueTime
        let recurred = base.map { !$0.recurrenceRules.isEmpty } ?? false
        // Another program may have stored a recurring reminder without a due date.
        if hasRecurrenceRules, !recurred || hasNewTimes, todo.due == nil, todo.start == nil {
            let problem = "a recurring reminder needs a due date"
            throw StoreError(.recurringReminderRequiresDueDate, title, problem)
        }
        if hasNewTimes { try requireWritable(todo.start, todo.due) }
        var reminder = self
        if hasNewTimes, isDueBeforeStart(in: zone) {
            // A recurring reminder's start may be a copy of its old due time.
            guard let base, hasRecurrenceRules, base.start == base.due, base.start == todo.start else {
                throw StoreError(.datesInverted, title, "the reminder is due before it starts")
            }
            reminder.todo.component.set("DTSTART", to: todo.due.map { Property("DTSTART", at: $0) })
        }
        // RFC 5545 section 3.8.2.4 requires a start for recurring items. EventKit requires only a due date.
        if hasRecurrenceRules, !recurred, todo.start == nil { reminder.todo.start = todo.due }
        if !hasRecurrenceRules, recurred { reminder.todo.removeNeedlessStart() }
        reminder.anchorAlarms(unlike: base)
        return reminder
    }

    /// Completing an instance affects only that instance.
    ///
    /// All other changes affect the whole span.
    ///
    /// Without a span, changes to an instance with its own component affect only that instance. A changed rule applies
    /// from the instance onward, which preserves earlier completions.
    func applied(
        to item: StoredItem,
        _ span: EventSpan?,
        _ context: SavingContext
    ) throws(StoreError) -> (outcome: StoredItem.Outcome, slot: OccurrenceTime?) {
        guard let origin else { return (.init(calendar: item.calendar), nil) }
        let base = origin.instance.component
        guard let slot else {
            let outcome = try item.save(
                content,
                insteadOf: base,
                slot: nil,
                span: .thisEvent,
                newUID: origin.uid
            )
            return (outcome, nil)
        }
        var lasting = content
        for name in Todo.completion.sorted() { lasting.replace(name, with: base.all(name)) }
        let changes = PropertyChanges(from: base, to: lasting)
        let isOwn = origin.instance.isDetached && !origin.instance.isSeries
        let usual: EventSpan = changes.touch(PropertyChanges.recurrence) ? .futureEvents : .allEvents
        let reach = span ?? (isOwn ? .thisEvent : usual)
        var outcome = StoredItem.Outcome(calendar: item.calendar)
        if !changes.isEmpty {
            outcome = try item.save(
                lasting,
                insteadOf: base,
                slot: slot,
                span: reach,
                newUID: context.newUID
            )
        }
        let isFinished = Todo.completion.contains { content.all($0) != base.all($0) }
        let isShifted = reach != .thisEvent && changes.touch(PropertyChanges.ownWays)
        guard let calendar = outcome.continuation ?? outcome.calendar, isFinished || isShifted else {
            return (outcome, slot)
        }
        let next =
            outcome.continuation == nil
            ? item.changed(to: calendar, uid: origin.uid, knownAs: item.whole(in: calendar))
            : item.changed(to: calendar, uid: context.newUID, knownAs: nil)
        let place = isShifted ? Self.moved(slot, from: base, to: lasting, of: item, in: next) : slot
        guard isFinished else { return (outcome, place) }
        let finished = try completed(at: place, isShifted: isShifted, in: next, context)
        outcome.done = finished.done
        if outcome.continuation == nil {
            outcome.calendar = finished.calendar
        } else {
            outcome.continuation = finished.calendar
        }
        return (outcome, place)
    }

    private static func moved(
        _ slot: OccurrenceTime,
        from base: Component,
        to edited: Component,
        of old: StoredItem,
        in new: StoredItem
    ) -> OccurrenceTime {
        func start(_ component: Component) -> EventTime? { Event(component).start ?? Todo(component).due }
        guard let before = old.master.flatMap(old.slots(of:)), let master = new.master,
            let after = new.slots(of: master), let from = start(base), let to = start(edited)
        else { return slot }
        let seconds = to.civil.secondNumber - from.civil.secondNumber
        let civil = before.civil(ofKey: before.key(of: slot)).adding(seconds: seconds)
        return after.time(ofKey: after.key(ofCivil: civil), like: start(master), in: new.displayZone)
    }

    private func completed(
        at slot: OccurrenceTime,
        isShifted: Bool,
        in item: StoredItem,
        _ context: SavingContext
    ) throws(StoreError) -> StoredItem.Outcome {
        let unchanged = StoredItem.Outcome(calendar: item.calendar)
        // If another program has moved the series, the instance's new time is unknown.
        let open = isShifted ? item.reminderInstances.last { !Todo($0.component).isDone } : nil
        guard let instance = item.reminderInstance(at: slot) ?? open else {
            // If the instance was completed in the meantime, do not complete the next one instead.
            if context.isTaken(CompletedInstance(slot: ItemIdentifier.slot(of: slot), series: item.uid).uid) {
                return unchanged
            }
            throw StoreError(.invalidSpan, title, "the series no longer has an occurrence at that time")
        }
        guard !Todo(instance.component).isDone || !isCompleted else { return unchanged }
        var done = instance.component
        for name in Todo.completion.sorted() { done.replace(name, with: content.all(name)) }
        if Todo(done).isSettled, context.completedInstances == .apart, !item.keepsCompletedInstances,
            let slot = instance.slot
        {
            let name = CompletedInstance(slot: ItemIdentifier.slot(of: slot), series: item.uid)
            let uid = context.isTaken(name.uid) ? "\(name.slot)-\(context.newUID)" : name.uid
            if let apart = try item.takingApart(done, at: slot, as: uid) { return apart }
        }
        var outcome = try item.save(
            done,
            insteadOf: instance.component,
            slot: instance.slot,
            span: instance.slot == nil ? .allEvents : .thisEvent,
            newUID: item.uid
        )
        if instance.slot != nil {
            outcome.calendar = outcome.calendar.map { item.advanced(to: $0, isSettled: Todo(done).isSettled) }
        }
        return outcome
    }

    /// Returns the instance for the slot or, if there is none, the next open instance.
    func found(in written: WrittenItem) throws(StoreError) -> Reminder {
        let known = written.change.flatMap { $0.before.whole(in: $0.after) }
        let calendars = written.file.file.calendars
        let place = StoredItem.place(
            of: written.uid,
            kind: Todo.componentName,
            knownAs: known,
            in: calendars
        )
        if let place {
            let item = StoredItem(
                calendar: calendars[place],
                uid: written.uid,
                kind: Todo.componentName,
                knownAs: known,
                displayZone: written.store.zone
            )
            let own = written.slot.flatMap(item.reminderInstance(at:))
            if own == nil, let slot = written.slot {
                let name = CompletedInstance(slot: ItemIdentifier.slot(of: slot), series: written.uid)
                if let done = written.completed(name) { return done }
            }
            if let instance = own ?? item.reminderInstances.last {
                return Reminder(instance, of: item, in: written.file.stored, written.calendar, written.store)
            }
        }
        throw StoreError(.invalidItem, title, "the reminder would never be due")
    }
}
