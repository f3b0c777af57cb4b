import ICalendar

extension EventStore {
    /// The first occurrence of an event, as `EKEventStore.event(withIdentifier:)`; nil when it is not there any more.
    ///
    /// ```swift
    /// let event = try store.event(withIdentifier: "home/studio:stand-up%40studio.example")
    /// ```
    ///
    /// A span counts from the occurrence that is saved or removed: with the first one, ``EventSpan/futureEvents`` is the
    /// whole series. ``event(withOccurrenceIdentifier:)`` finds another one.
    public func event(withIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        guard let item = ItemIdentifier(identifier) else { return nil }
        return try event(item.uid, slot: nil, in: item.calendarIdentifier)
    }

    /// One occurrence of a series, wherever it was moved to; nil when it is not there any more.
    ///
    /// ```swift
    /// let identifier = "home/studio:stand-up%40studio.example/RID=20260330T073000Z"
    /// if let event = try store.event(withOccurrenceIdentifier: identifier) {
    ///     try store.remove(event, span: .thisEvent)
    /// }
    /// ```
    ///
    /// - Parameter identifier: ``CalendarEvent/occurrenceIdentifier``; for an event that happens once, also
    ///   ``CalendarEvent/eventIdentifier``.
    public func event(withOccurrenceIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        guard let item = ItemIdentifier(identifier) else { return nil }
        return try event(item.uid, slot: item.slot, in: item.calendarIdentifier)
    }

    /// The first occurrence of an event, as `EKEventStore.calendarItem(withIdentifier:)`.
    ///
    /// ```swift
    /// let item = try store.calendarItem(withIdentifier: "home/studio:stand-up%40studio.example")
    /// ```
    public func calendarItem(withIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        try event(withIdentifier: identifier)
    }

    /// The first occurrences of the events of a UID, one a calendar that has it, as
    /// `EKEventStore.calendarItems(withExternalIdentifier:)`; in the order of the calendars.
    ///
    /// ```swift
    /// let items = try store.calendarItems(withExternalIdentifier: "stand-up@studio.example")
    /// ```
    public func calendarItems(withExternalIdentifier uid: String) throws(StoreError) -> [CalendarEvent] {
        try require(.read, .event)
        var found: [CalendarEvent] = []
        for calendar in snapshot.calendars where calendar.allowsReading {
            if let event = try event(uid, slot: nil, in: calendar.calendarIdentifier) { found.append(event) }
        }
        return found
    }

    private func event(
        _ uid: String,
        slot: String?,
        in calendar: String
    ) throws(StoreError) -> CalendarEvent? {
        try require(.read, .event)
        try requireListing([calendar], .event)
        var time: OccurrenceTime?
        if let slot {
            time = ItemIdentifier.time(ofSlot: slot)
            guard time != nil else { return nil }
        }
        guard let items = snapshot.items[calendar],
            let (occurrence, file) = items.occurrence(ofUID: uid, slot: time)
        else { return nil }
        return CalendarEvent(
            .init(home: .init(identity, items.calendar), file: file, occurrence: occurrence)
        )
    }
}
