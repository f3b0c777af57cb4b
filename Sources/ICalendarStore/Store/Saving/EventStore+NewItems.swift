extension EventStore {
    /// The calendar in which a new item is saved; nil when there is none.
    ///
    /// With write-only access it is the one that a person chose, whatever the item says.
    ///
    /// - Throws: what forbids it: ``StoreError/Code/calendarReadOnly``, ``StoreError/Code/calendarDoesNotAllowEvents`` or
    ///   ``StoreError/Code/calendarDoesNotAllowReminders``; ``StoreError/Code/noCalendar`` when the calendar is not in
    ///   the store, and ``StoreError/Code/eventStoreNotAuthorized``.
    func calendarForNewItem(
        _ wanted: EventCalendar?,
        _ type: EntityType
    ) throws(StoreError) -> EventCalendar? {
        try require(.write, type)
        if authorizationStatus(for: type) == .writeOnly { return chosenCalendar(type) }
        guard let wanted else { return usualCalendar(type) }
        let calendar = try present(wanted)
        try check(calendar, type)
        return calendar
    }

    /// What stands for all calendars with write-only access.
    ///
    /// Its identifier begins with a dot, as that of no folder does.
    func virtualCalendar(_ type: EntityType) -> EventCalendar {
        EventCalendar(
            calendarIdentifier: ".virtual",
            path: root.folder,
            source: EventSource(
                sourceIdentifier: ".virtual",
                title: "Calendars",
                sourceType: .local,
                folder: []
            ),
            type: .local,
            title: type == .event ? "New events" : "New reminders",
            color: nil,
            allowedEntityTypes: EntityTypes(type),
            allowsContentModifications: chosenCalendar(type) != nil,
            isImmutable: true,
            allowsReading: false,
            isFile: false,
            folder: []
        )
    }

    /// A calendar of this store as it is now.
    func present(_ calendar: EventCalendar) throws(StoreError) -> EventCalendar {
        let now = snapshot.calendar(withIdentifier: calendar.calendarIdentifier)
        if let now, now.path == calendar.path { return now }
        guard root.path(ofFolder: calendar.folder) == calendar.path else {
            throw StoreError(
                .objectBelongsToDifferentStore,
                calendar.title,
                "the calendar was given by another store"
            )
        }
        throw StoreError(.noCalendar, calendar.title, "the calendar is gone")
    }

    /// Throws where the items of a calendar can only be read.
    func checkWriting(_ calendar: EventCalendar) throws(StoreError) {
        guard calendar.allowsContentModifications else {
            throw StoreError(.calendarReadOnly, calendar.title, "the calendar can only be read")
        }
    }

    /// Throws where a calendar takes no items of a kind.
    func check(_ calendar: EventCalendar, _ type: EntityType) throws(StoreError) {
        try checkWriting(calendar)
        guard calendar.allowedEntityTypes.contains(EntityTypes(type)) else {
            throw type == .event
                ? StoreError(.calendarDoesNotAllowEvents, calendar.title, "the calendar takes no events")
                : StoreError(
                    .calendarDoesNotAllowReminders,
                    calendar.title,
                    "the calendar takes no reminders"
                )
        }
    }

    /// The calendar of what is saved with write-only access: the one that was chosen for this program, while it is there.
    private func chosenCalendar(_ type: EntityType) -> EventCalendar? {
        granted(among: snapshot.calendars.filter { takes($0, type) }) ?? usualCalendar(type)
    }

    /// The one that a person chose for this program or, where none did, that who says yes for a person named.
    private func granted(among calendars: [EventCalendar]) -> EventCalendar? {
        guard let identifier = gate.record.calendar else {
            return gate.namedCalendar.flatMap(calendars.named)
        }
        return calendars.first { $0.calendarIdentifier == identifier }
    }

    /// The calendar that a person chose for new items of a kind: with write-only access for this program, else for all of
    /// the user's; nil when none was chosen, or the one that was takes no such items any longer.
    ///
    /// With write-only access the only one that takes them counts as chosen.
    package func chosenCalendar(for type: EntityType) throws(StoreError) -> EventCalendar? {
        try require(.look, type)
        let calendars = snapshot.calendars.filter { takes($0, type) }
        let usual = defaults[type]
        guard authorizationStatus(for: type) == .writeOnly else {
            return calendars.first { $0.calendarIdentifier == usual }
        }
        // What was granted goes before what is usual.
        if gate.record.calendar != nil || gate.namedCalendar != nil { return granted(among: calendars) }
        guard let usual else { return calendars.count == 1 ? calendars.first : nil }
        return calendars.first { $0.calendarIdentifier == usual }
    }

    /// The calendar for items that name none: the one that the user chose, or else the first; those that can be read come
    /// first, as what is saved there is seen again.
    func usualCalendar(_ type: EntityType) -> EventCalendar? {
        let calendars = snapshot.calendars
        if let identifier = defaults[type],
            let chosen = calendars.first(where: { $0.calendarIdentifier == identifier }), takes(chosen, type)
        {
            return chosen
        }
        let possible = calendars.lazy.filter { self.takes($0, type) }
        return possible.first { $0.allowsReading } ?? possible.first
    }

    private func takes(_ calendar: EventCalendar, _ type: EntityType) -> Bool {
        calendar.allowsContentModifications && calendar.allowedEntityTypes.contains(EntityTypes(type))
    }
}
