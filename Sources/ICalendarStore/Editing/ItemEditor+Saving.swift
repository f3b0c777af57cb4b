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
            // Nothing of it is here any more: it is made anew.
            let known = own.first { $0.first("RECURRENCE-ID")?.value == base.first("RECURRENCE-ID")?.value }
            return Outcome(calendar: replacingOwn(with: changed(known ?? base, by: changes, as: edited)))
        }
        guard Self.recurs(master), let parts = SeriesParts(self), let start = parts.start else {
            var components = own.filter { $0.first("RECURRENCE-ID") != nil }
            components.insert(contentsOf: changed(master, by: changes, as: edited), at: 0)
            return Outcome(calendar: replacingOwn(with: components))
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
                calendar: replacingOwn(with: edit.parts.components),
                continuation: calendar(of: continuation)
            )
        }
        return Outcome(calendar: replacingOwn(with: edit.parts.components))
    }

    private func changed(_ component: Component, by changes: PropertyChanges, as edited: Component)
        -> [Component]
    {
        var component = component
        let before = component
        changes.apply(to: &component)
        component.revise(from: before, at: now)
        return [component] + own.filter { $0.first("RECURRENCE-ID") != nil && $0 != before && master == nil }
    }
}
