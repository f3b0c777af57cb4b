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
            return Outcome(calendar: try replacingOwn(with: savedDetached(base, changes, slot: slot)))
        }
        guard Self.recurs(master), let parts = SeriesParts(self), let start = parts.start else {
            let overrides = own.filter { $0.first("RECURRENCE-ID") != nil }
            return Outcome(calendar: try replacingOwn(with: [changed(master, by: changes)] + overrides))
        }
        // A series of one occurrence does not count as one; its only slot is its start.
        let key = slot.map(parts.slots.key(of:)) ?? parts.slots.key(of: start)
        var edit = SeriesEdit(parts, editor: self, changes: changes, edited: edited, base: base, key: key)
        switch slot == nil ? .allEvents : span {
        case .thisEvent: try edit.saveOne()
        case .allEvents: try edit.saveAll()
        case .futureEvents where !edit.parts.happens(before: edit.key): try edit.saveAll()
        case .futureEvents:
            let continuation = try edit.split(uid: newUID)
            return Outcome(
                calendar: try replacingOwn(with: edit.parts.components),
                continuation: calendar(of: continuation)
            )
        }
        return Outcome(calendar: try replacingOwn(with: edit.parts.components))
    }

    /// The components of the UID where no master is here: the override that was changed, or what is gone made anew.
    private func savedDetached(
        _ base: Component,
        _ changes: PropertyChanges,
        slot: OccurrenceTime?
    ) -> [Component] {
        var components = own
        if let place = components.firstIndex(where: { isOverride($0, of: slot) }) {
            components[place] = changed(components[place], by: changes)
        } else {
            components.append(changed(base, by: changes))
        }
        return components
    }

    private func changed(_ component: Component, by changes: PropertyChanges) -> Component {
        var changed = component
        changes.apply(to: &changed)
        changed.revise(from: component, at: now)
        return changed
    }
}
