package import ICalendar

/// A removed or canceled occurrence of a series that can be restored.
package struct RemovedOccurrence: Sendable, Hashable {
    package let identifier: ItemIdentifier
    package let title: String
    /// The original start.
    package let start: OccurrenceTime
    /// The original start in the series' local time.
    package let civil: CivilDateTime
    /// Whether the occurrence is canceled rather than excluded.
    package let isCancelled: Bool

    /// Returns whether a slot, in UTC or in the series' local time, identifies the occurrence.
    package func isNamed(by slot: String) -> Bool {
        if slot == identifier.slot { return true }
        return ItemIdentifier.time(ofSlot: slot) == .floating(civil)
    }
}

extension EventStore {
    /// Returns the removed and canceled occurrences of an event or reminder in order, or nil if there is no such item.
    package func removedOccurrences(
        of identifier: ItemIdentifier
    ) throws(StoreError) -> [RemovedOccurrence]? {
        guard let (reference, title) = try series(named: identifier),
            let located = try ItemLocator(store: self, batch: staged).located(reference)
        else { return nil }
        let item = try reference.item(in: located.calendar, now: .now)
        let items = snapshot.items[identifier.calendarIdentifier]
        return item.removedSlots.compactMap { removed in
            var own = identifier
            let slot = ItemIdentifier.slot(of: removed.time)
            own.slot = slot
            // A completed instance may be a separate to-do that its series excludes.
            let completed = CompletedInstance(slot: slot, series: identifier.uid)
            if let items, reminder(completed, in: items) != nil { return nil }
            return RemovedOccurrence(
                identifier: own,
                title: title,
                start: removed.time,
                civil: removed.civil,
                isCancelled: removed.isCancelled
            )
        }
    }

    /// Restores removed or canceled occurrences to the values from their series.
    ///
    /// - Throws: ``StoreError/Code/noSuchItem`` if one of them is not removed.
    package func restore(_ removed: [RemovedOccurrence]) throws(StoreError) {
        for occurrence in removed {
            guard let (reference, title) = try series(named: occurrence.identifier) else {
                throw StoreError(.noSuchItem, occurrence.title, "the series no longer exists")
            }
            try require(.change, reference.kind == Todo.componentName ? .reminder : .event)
            try transact(commit: false) { transaction throws(StoreError) in
                try transaction.restore(reference, title, occurrence.start)
            }
        }
        try commit()
    }

    private func series(
        named identifier: ItemIdentifier
    ) throws(StoreError) -> (reference: ItemReference, title: String)? {
        var whole = identifier
        whole.slot = nil
        if authorizationStatus(for: .event) == .fullAccess,
            let event = try event(withIdentifier: whole.description), let reference = event.reference
        {
            return (reference, event.title)
        }
        if authorizationStatus(for: .reminder) == .fullAccess,
            let reminder = try reminder(withIdentifier: whole.description), let reference = reminder.reference
        {
            return (reference, reminder.title)
        }
        return emptySeries(whole)
    }

    /// Returns a series without occurrences, for example because all of them were removed.
    private func emptySeries(
        _ identifier: ItemIdentifier
    ) -> (reference: ItemReference, title: String)? {
        let uid = identifier.uid
        guard let items = snapshot.items[identifier.calendarIdentifier] else { return nil }
        let files = items.files(ofUID: uid)
        guard files.count == 1, let file = files.first else { return nil }
        let kinds = [(EntityType.event, Event.componentName), (.reminder, Todo.componentName)]
        for (type, kind) in kinds where authorizationStatus(for: type) == .fullAccess {
            let found = StoredItem.standing(uid, kind, in: file.calendars, identity.zone)
            guard found.count == 1, let (item, master) = found.first, SeriesParts(item)?.happens == false
            else {
                continue
            }
            let reference = ItemReference(
                store: identity,
                calendar: items.calendar,
                file: file,
                uid: uid,
                kind: kind,
                component: nil
            )
            return (reference, master.text("SUMMARY") ?? "")
        }
        return nil
    }

    /// Returns the title of a series without occurrences, or nil if there is no such series.
    package func titleOfEmptySeries(_ identifier: ItemIdentifier) -> String? {
        identifier.slot == nil ? emptySeries(identifier)?.title : nil
    }

    /// Removes a series without occurrences.
    package func removeEmptySeries(_ identifier: ItemIdentifier, commit: Bool) throws(StoreError) {
        guard let (reference, title) = emptySeries(identifier) else { return }
        try require(.change, reference.kind == Todo.componentName ? .reminder : .event)
        try transact(commit: commit) { transaction throws(StoreError) in
            try transaction.remove(reference, title)
        }
    }
}

extension StoreTransaction {
    mutating func restore(
        _ reference: ItemReference,
        _ title: String,
        _ slot: OccurrenceTime
    ) throws(StoreError) {
        try store.checkWriting(store.present(reference.calendar))
        guard let located = try locator.editable(reference) else {
            throw StoreError(.noSuchItem, title, "the series no longer exists")
        }
        let home = locator.home(of: located, givenIn: reference.calendar)
        if home != reference.calendar { try store.checkWriting(home) }
        let before = try reference.item(in: located.calendar, now: now)
        guard let restored = try before.restoring(slot, by: store.identity.users) else {
            throw StoreError(.noSuchItem, title, "no removed occurrence at \(ItemIdentifier.slot(of: slot))")
        }
        let file = located.file(with: restored)
        var about = ItemSubject(title, reference.uid, in: home, from: reference.calendar)
        about.verb = "restore an occurrence of"
        put(file, at: located.place, over: located.base, about: about)
        guard let content = changes.last?.file.content else { return }
        note(try ParsedFile(located.place, content, limits: limits, indexedIn: zone))
    }
}
