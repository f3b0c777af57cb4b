extension EventStore {
    /// The calendars that take items of a kind, in the order of their paths, as `EKEventStore.calendars(for:)`.
    ///
    /// With write-only access there is one virtual calendar, which stands for the one that a person chose.
    ///
    /// ```swift
    /// for calendar in try store.calendars(for: .event) { print(calendar.title) }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to items of the kind.
    public func calendars(for type: EntityType) throws(StoreError) -> [EventCalendar] {
        try require(.look, type)
        if authorizationStatus(for: type) == .writeOnly { return [virtualCalendar(type)] }
        return snapshot.calendars.filter { $0.allowedEntityTypes.contains(EntityTypes(type)) }
    }

    /// The calendar of an identifier, or nil when there is none (any longer).
    ///
    /// ```swift
    /// let calendar = try store.calendar(withIdentifier: "home/studio")
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to events or reminders.
    public func calendar(withIdentifier identifier: String) throws(StoreError) -> EventCalendar? {
        guard let type = try typeForLooking() else {
            let found = snapshot.calendar(withIdentifier: identifier)
            return found.flatMap { isVisible($0) ? $0 : nil }
        }
        let calendar = virtualCalendar(type)
        return identifier == calendar.calendarIdentifier ? calendar : nil
    }

    /// Where the calendars come from, each once, as `EKEventStore.sources`: the store's own folder first.
    ///
    /// With write-only access there is one virtual source.
    ///
    /// ```swift
    /// for source in try store.sources { print(source.title) }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to events or reminders.
    public var sources: [EventSource] {
        get throws(StoreError) {
            if let type = try typeForLooking() { return [virtualCalendar(type).source] }
            var seen: Set<EventSource> = []
            let all = [EventSource(of: root)] + snapshot.calendars.map(\.source)
            return all.filter { seen.insert($0).inserted }
        }
    }

    /// Sources that act for somebody else, as `EKEventStore.delegateSources`: a folder has none.
    ///
    /// ```swift
    /// let none = try store.delegateSources.isEmpty
    /// ```
    public var delegateSources: [EventSource] {
        get throws(StoreError) {
            _ = try typeForLooking()
            return []
        }
    }

    /// The calendar for events that name none: what ``setDefaultCalendar(_:for:)`` remembered, or else the first that
    /// takes them; nil when none does.
    ///
    /// With write-only access it is the virtual one.
    ///
    /// ```swift
    /// let title = try store.defaultCalendarForNewEvents?.title
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to events.
    public var defaultCalendarForNewEvents: EventCalendar? {
        get throws(StoreError) { try shownDefault(.event) }
    }

    /// The calendar for reminders that name none, in the same way as for events.
    ///
    /// ```swift
    /// let title = try store.defaultCalendarForNewReminders?.title
    /// ```
    ///
    /// - Throws: ``StoreError/Code/eventStoreNotAuthorized`` without access to reminders.
    public var defaultCalendarForNewReminders: EventCalendar? {
        get throws(StoreError) { try shownDefault(.reminder) }
    }

    /// Chooses the calendar for new items that name none, or with nil leaves it to the store again.
    ///
    /// It is remembered in the user's state folder, for all programs of the user, and never among the calendars.
    ///
    /// ```swift
    /// try store.setDefaultCalendar(eventCalendar, for: .event)
    /// ```
    ///
    /// - Throws: ``StoreError/Code/calendarReadOnly``, ``StoreError/Code/calendarDoesNotAllowEvents`` or
    ///   ``StoreError/Code/calendarDoesNotAllowReminders`` for a calendar that takes no such items,
    ///   ``StoreError/Code/noCalendar`` for one that is not in the store, and
    ///   ``StoreError/Code/eventStoreNotAuthorized`` without full access.
    public func setDefaultCalendar(_ calendar: EventCalendar?, for type: EntityType) throws(StoreError) {
        try require(.change, type)
        if let calendar { try check(present(calendar), type) }
        do throws(FileFailure) {
            try defaults.set(calendar?.calendarIdentifier, for: type)
        } catch {
            throw StoreError(caught: error)
        }
    }

    private func shownDefault(_ type: EntityType) throws(StoreError) -> EventCalendar? {
        try require(.look, type)
        return authorizationStatus(for: type) == .writeOnly ? virtualCalendar(type) : usualCalendar(type)
    }

    /// Nil when calendars may be seen; else the kind of items for which there is write-only access.
    private func typeForLooking() throws(StoreError) -> EntityType? {
        let all = EntityType.allCases
        if all.contains(where: { authorizationStatus(for: $0) == .fullAccess }) { return nil }
        if let type = all.first(where: { authorizationStatus(for: $0) == .writeOnly }) { return type }
        try require(.look, .event)
        return nil
    }

    /// Whether a calendar takes items of a kind to which there is full access.
    private func isVisible(_ calendar: EventCalendar) -> Bool {
        EntityType.allCases.contains {
            calendar.allowedEntityTypes.contains(EntityTypes($0))
                && authorizationStatus(for: $0) == .fullAccess
        }
    }
}
