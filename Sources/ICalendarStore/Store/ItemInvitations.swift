package import ICalendar

// Scheduling operations that organizers and attendees perform on items.
extension EventStore {
    /// Returns the messages that can be sent about an item, including pending changes.
    ///
    /// Returns nil if there is no such item.
    ///
    /// - Parameter stamp: The DTSTAMP of the messages.
    package func scheduling(
        of identifier: ItemIdentifier,
        _ type: EntityType,
        at stamp: Instant
    ) throws(StoreError) -> ItemScheduling? {
        try require(.read, type)
        guard let calendar = try calendar(withIdentifier: identifier.calendarIdentifier) else { return nil }
        let transaction = StoreTransaction(self, on: staged)
        guard let located = try transaction.located(identifier.uid, type.componentName, in: calendar) else {
            return nil
        }
        let item = transaction.item(located, identifier.uid, type)
        return ItemScheduling(item, users: identity.users, at: stamp)
    }

    /// Changes the participants of an item or of one of its occurrences.
    ///
    /// - Parameters:
    ///   - slot: The occurrence, or nil for all.
    ///   - change: A closure that changes a component and returns whether it made a change.
    package func changePeople(
        of identifier: ItemIdentifier,
        _ type: EntityType,
        at slot: EventTime? = nil,
        commit: Bool = true,
        _ change: @escaping @Sendable (inout Event) -> Bool
    ) throws(StoreError) {
        try require(.change, type)
        guard let calendar = try calendar(withIdentifier: identifier.calendarIdentifier) else {
            throw StoreError(.noSuchItem, identifier.description, "no such item")
        }
        try check(calendar, type)
        try transact(commit: commit) { transaction throws(StoreError) in
            guard let located = try transaction.located(identifier.uid, type.componentName, in: calendar)
            else {
                throw StoreError(.noSuchItem, identifier.description, "no such item")
            }
            let item = transaction.item(located, identifier.uid, type)
            var components = ItemComponents(item)
            var places = Array(components.components.indices)
            if let slot {
                let first = components.components.first ?? Component(type.componentName)
                guard let place = try components.place(of: slot, in: first) else {
                    throw StoreError(
                        .noSuchItem,
                        identifier.description,
                        "the series has no occurrence at \(slot.words)"
                    )
                }
                places = [place]
            }
            var isChanged = false
            for place in places {
                var event = Event(components.components[place])
                guard change(&event) else { continue }
                event.component.revise(from: nil, at: transaction.now)
                components.components[place] = event.component
                isChanged = true
            }
            guard isChanged, let edited = try item.replacingOwn(with: components.components) else { return }
            let title = item.own.lazy.compactMap { $0.text("SUMMARY") }.first ?? identifier.uid
            let about = ItemSubject(title, identifier.uid, in: calendar)
            let revised = OrganizerRevision(of: item, by: transaction.store.identity.users).revised(
                edited
            )
            transaction.put(located.file(with: revised), at: located.place, over: located.base, about: about)
            try transaction.checkReadable(identifier.uid, type, at: located.place, title)
        }
    }

    /// Applies a message from the user to the user's own item.
    @discardableResult
    package func applyOwn(
        _ message: OutgoingMessage,
        to identifier: ItemIdentifier,
        _ type: EntityType,
        commit: Bool = true
    ) throws(StoreError) -> MessageOutcome {
        guard let calendar = try calendar(withIdentifier: identifier.calendarIdentifier) else {
            throw StoreError(.noSuchItem, identifier.description, "no such item")
        }
        return try receive(
            ItemMessage(message.method, message.components, sender: message.sender.email),
            of: message.calendar,
            to: calendar,
            type,
            commit: commit
        ).outcome
    }
}

extension ItemIdentifier {
    /// The identified occurrence's original start, for use in a message.
    package var slotTime: EventTime? {
        switch slot.flatMap(Self.time(ofSlot:)) {
        case nil: nil
        case .date(let date)?: .date(date)
        case .floating(let civil)?: .floating(civil)
        case .instant(let instant, _)?: .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
        }
    }
}

extension EntityType {
    fileprivate var componentName: String {
        self == .event ? Event.componentName : Todo.componentName
    }
}

extension StoreTransaction {
    fileprivate func item(_ located: LocatedItem, _ uid: String, _ type: EntityType) -> StoredItem {
        StoredItem(
            calendar: located.calendar,
            uid: uid,
            kind: type.componentName,
            displayZone: zone,
            now: now
        )
    }
}
