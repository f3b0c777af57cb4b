import ICalendar

extension ItemEditor {
    /// Saves what a person made of an event or of one occurrence of it.
    ///
    /// What was not changed is taken from the calendar as it is now.
    ///
    /// - Parameters:
    ///   - edited: the event as it shall be, its times those of the occurrence.
    ///   - base: the same as it was shown.
    ///   - slot: the original start of the occurrence; nil where the event does not recur.
    ///   - newUID: the UID of a series that goes on where the old one ends.
    func save(
        _ edited: Component,
        insteadOf base: Component,
        slot: OccurrenceTime?,
        span: EventSpan,
        newUID: String
    ) throws(StoreError) -> Outcome {
        let changes = PropertyChanges(from: base, to: edited)
        guard let master else {
            return Outcome(calendar: try replacingOwn(with: savedDetached(base, changes, slot: slot, span)))
        }
        guard Self.recurs(master), let parts = SeriesParts(self), let start = parts.start else {
            return Outcome(calendar: try replacingOwn(with: savedSingle(master, changes, slot: slot, span)))
        }
        // A series of one occurrence does not count as one; its only slot is its start.
        let key = slot.map(parts.slots.key(of:)) ?? parts.slots.key(of: start)
        var edit = SeriesEdit(parts, editor: self, changes: changes, edited: edited, base: base, key: key)
        // One that was taken out is given back; one that the series does not have any more would be an added one.
        if slot != nil, span != .allEvents, !parts.happens(at: key), parts.slots.slot(withKey: key) == nil {
            throw edit.refusal("the series has no occurrence at that time any more")
        }
        switch slot == nil ? .allEvents : span {
        case .thisEvent: try edit.saveOne()
        case .allEvents: try edit.saveAll()
        case .futureEvents where !edit.parts.happens(before: edit.key): try edit.saveFromHere()
        case .futureEvents:
            let continuation = try edit.split(uid: newUID)
            return Outcome(
                calendar: try replacingOwn(with: edit.parts.components),
                continuation: calendar(of: continuation),
                dropped: edit.dropped
            )
        }
        return Outcome(calendar: try replacingOwn(with: edit.parts.components), dropped: edit.dropped)
    }

    /// The components of the UID where the master does not recur: it, changed, or the override of the slot.
    ///
    /// What was an occurrence of a series may be gone, as the series became one event meanwhile.
    private func savedSingle(
        _ master: Component,
        _ changes: PropertyChanges,
        slot: OccurrenceTime?,
        _ span: EventSpan
    ) throws(StoreError) -> [Component] {
        let overrides = own.filter { $0.first("RECURRENCE-ID") != nil }
        guard let slot, let parts = SeriesParts(self), let start = parts.start else {
            return [try changed(master, by: changes)] + overrides
        }
        let key = parts.slots.key(of: slot)
        if span != .allEvents, let place = parts.overrides.firstIndex(where: { $0.key == key }) {
            var left = parts.overrides.map(\.component)
            left[place] = try changed(left[place], by: changes)
            return [master] + left
        }
        let isReached = span == .allEvents && !changes.touch(SeriesEdit.ownWays)
        guard isReached || key == parts.slots.key(of: start) else {
            throw StoreError(
                .invalidSpan,
                master.text("SUMMARY"),
                "the event has no occurrence at that time any more; it recurs no longer"
            )
        }
        return [try changed(master, by: changes)] + overrides
    }

    private func changed(_ component: Component, by changes: PropertyChanges) throws(StoreError) -> Component
    {
        var changed = component
        changes.apply(to: &changed)
        try refuseInverted(changed, changes)
        changed.revise(from: component, at: now)
        return changed
    }

    /// Refuses an event that would end before it starts, as where another program has moved its start meanwhile.
    func refuseInverted(_ component: Component, _ changes: PropertyChanges) throws(StoreError) {
        guard changes.touch(PropertyChanges.times), times(of: component)?.isInverted == true else { return }
        throw StoreError(
            .datesInverted,
            component.text("SUMMARY"),
            "another program has moved it meanwhile, and it would end before it starts"
        )
    }
}
