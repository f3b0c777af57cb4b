import ICalendar

/// What is changed in a reminder, and how far that reaches.
extension StoreEdit {
    /// The calendar with what was changed, and the slot that the instance has then: that it is done concerns this instance
    /// alone, everything else what the span reaches.
    ///
    /// Without a span an instance with a component of its own keeps everything to itself. Another rule holds from the instance
    /// on, so that what was done before stays.
    func edited(
        _ reminder: Reminder,
        _ origin: Reminder.Origin,
        _ editor: ItemEditor,
        _ span: EventSpan?,
        in target: EventCalendar
    ) throws(StoreError) -> (outcome: ItemEditor.Outcome, slot: OccurrenceTime?) {
        let base = origin.instance.component
        guard let slot = origin.instance.slot else {
            let outcome = try editor.save(
                reminder.todo.component,
                insteadOf: base,
                slot: nil,
                span: .thisEvent,
                newUID: origin.uid
            )
            return (outcome, nil)
        }
        var lasting = reminder.todo.component
        for name in Todo.completion { lasting.replace(name, with: base.all(name)) }
        let changes = PropertyChanges(from: base, to: lasting)
        let isOwn = origin.instance.isDetached && !origin.instance.isSeries
        let usual: EventSpan = changes.touch(PropertyChanges.recurrence) ? .futureEvents : .allEvents
        let reach = span ?? (isOwn ? .thisEvent : usual)
        var outcome = ItemEditor.Outcome(calendar: editor.calendar)
        if !changes.isEmpty {
            outcome = try editor.save(lasting, insteadOf: base, slot: slot, span: reach, newUID: newUID)
        }
        let isFinished = Todo.completion.contains { reminder.todo.component.all($0) != base.all($0) }
        let isMoved = reach != .thisEvent && changes.touch(PropertyChanges.ownWays)
        guard let calendar = outcome.continuation ?? outcome.calendar, isFinished || isMoved else {
            return (outcome, slot)
        }
        let next =
            outcome.continuation == nil
            ? self.editor(of: origin.uid, calendar, knownAs: editor.whole(in: calendar))
            : self.editor(of: newUID, calendar, knownAs: nil)
        let place = isMoved ? moved(slot, from: base, to: lasting, of: editor, in: next) : slot
        guard isFinished else { return (outcome, place) }
        let finished = try completed(reminder, place, isMoved: isMoved, by: next, in: target)
        outcome.done = finished.done
        if outcome.continuation == nil {
            outcome.calendar = finished.calendar
        } else {
            outcome.continuation = finished.calendar
        }
        return (outcome, place)
    }

    /// The slot that an instance has after its series was moved as far as it was.
    private func moved(
        _ slot: OccurrenceTime,
        from base: Component,
        to edited: Component,
        of old: ItemEditor,
        in new: ItemEditor
    ) -> OccurrenceTime {
        func start(_ component: Component) -> EventTime? { Event(component).start ?? Todo(component).due }
        guard let before = old.master.flatMap(old.slots(of:)), let master = new.master,
            let after = new.slots(of: master), let from = start(base), let to = start(edited)
        else { return slot }
        let seconds = to.civil.secondNumber - from.civil.secondNumber
        let civil = before.civil(ofKey: before.key(of: slot)).adding(seconds: seconds)
        return after.time(ofKey: after.key(ofCivil: civil), like: start(master), in: zone)
    }

    /// The calendar in which an instance is done as a person made it, or is not any more.
    private func completed(
        _ reminder: Reminder,
        _ slot: OccurrenceTime,
        isMoved: Bool,
        by editor: ItemEditor,
        in target: EventCalendar
    ) throws(StoreError) -> ItemEditor.Outcome {
        let unchanged = ItemEditor.Outcome(calendar: editor.calendar)
        // What another program moved a series to is not known.
        let open = isMoved ? editor.reminderInstances.last { !Todo($0.component).isDone } : nil
        guard let instance = editor.reminderInstance(at: slot) ?? open else {
            // Somebody may have completed it meanwhile, and the next one is another's to complete.
            if isTaken(CompletedInstance(slot: ItemIdentifier.slot(of: slot), of: editor.uid).uid, in: target)
            {
                return unchanged
            }
            throw StoreError(
                .invalidSpan,
                reminder.title,
                "the series has no occurrence at that time any more"
            )
        }
        guard !Todo(instance.component).isDone || !reminder.isCompleted else { return unchanged }
        var done = instance.component
        for name in Todo.completion { done.replace(name, with: reminder.todo.component.all(name)) }
        if Todo(done).isSettled, store.options.completedInstances == .apart, !editor.keepsSettledInstances,
            let slot = instance.slot
        {
            let name = CompletedInstance(slot: ItemIdentifier.slot(of: slot), of: editor.uid)
            let uid = isTaken(name.uid, in: target) ? "\(name.slot)-\(newUID)" : name.uid
            if let apart = try editor.takingApart(done, at: slot, as: uid) { return apart }
        }
        return try editor.save(
            done,
            insteadOf: instance.component,
            slot: instance.slot,
            span: instance.slot == nil ? .allEvents : .thisEvent,
            newUID: editor.uid
        )
    }

    private func isTaken(_ uid: String, in calendar: EventCalendar) -> Bool {
        do throws(StoreError) {
            try checkFree(uid, in: calendar)
            return false
        } catch {
            return true
        }
    }

    /// What edits the to-dos of a UID in a calendar.
    func editor(
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
}

extension ItemEditor {
    /// The whole to-do that an edited calendar has of what was edited; nil when there are overrides only.
    func whole(in edited: CalendarObject) -> Component? {
        own(in: edited).first { $0.first("RECURRENCE-ID") == nil } ?? master
    }
}
