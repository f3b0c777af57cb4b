public import EssentialFoundation
package import ICalendar

extension EventStore {
    /// Returns a predicate for the events that overlap a window in the given calendars.
    ///
    /// Pass nil to search all calendars. If the window is longer than four years, only its first four years are
    /// searched, and ``EventPredicate/isShortened`` is true. To search a longer window completely, use
    /// ``predicates(withStart:end:calendars:)``.
    ///
    /// ```swift
    /// let predicate = try store.predicateForEvents(withStart: monday.date, end: nextMonday.date)
    /// ```
    ///
    /// - Throws: ``StoreError/Code/invalidWindow`` if `end` is not after `start`.
    public func predicateForEvents(
        withStart start: Date,
        end: Date,
        calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> EventPredicate {
        do throws(CalendarError) {
            let window = try OccurrenceWindow(from: Instant(start), to: Instant(end), in: identity.zone)
            return predicate(window, calendars)
        } catch {
            throw StoreError(.invalidWindow, nil, error.detail)
        }
    }

    /// Returns predicates that together cover a window of any length.
    ///
    /// Each predicate covers at most four years.
    ///
    /// Each occurrence matches exactly one predicate, even if it overlaps the windows of two.
    ///
    /// ```swift
    /// let later = monday.adding(seconds: 3653 * 86_400)
    /// for step in try store.predicates(withStart: monday.date, end: later.date) {
    ///     for event in try await store.events(matching: step) { print(event.title) }
    /// }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/invalidWindow`` if `end` is not after `start`.
    public func predicates(
        withStart start: Date,
        end: Date,
        calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> [EventPredicate] {
        do throws(CalendarError) {
            return try OccurrenceWindow.steps(from: Instant(start), to: Instant(end), in: identity.zone)
                .map { predicate($0, calendars) }
        } catch {
            throw StoreError(.invalidWindow, nil, error.detail)
        }
    }

    private func predicate(_ window: OccurrenceWindow, _ calendars: [EventCalendar]?) -> EventPredicate {
        EventPredicate(
            store: identity,
            window: window,
            calendarIdentifiers: calendars.map { Set($0.map(\.calendarIdentifier)) }
        )
    }

    /// Returns the occurrences that match a predicate, like `EKEventStore.events(matching:)`.
    ///
    /// Occurrences are sorted by start, end, UID, and original start. Uncommitted changes are not included.
    ///
    /// ```swift
    /// for event in try await store.events(matching: predicate) { print(event.title) }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/objectBelongsToDifferentStore`` if the predicate belongs to another store.
    public func events(matching predicate: EventPredicate) throws(StoreError) -> [CalendarEvent] {
        var events: [CalendarEvent] = []
        var found = try search(predicate)
        while let event = found.next() { events.append(event) }
        return events
    }

    /// Returns the occurrences that match a predicate as ordered arrays of the given size.
    package func events(
        matching predicate: EventPredicate,
        inArraysOf size: Int
    ) throws(StoreError) -> [[CalendarEvent]] {
        var arrays: [[CalendarEvent]] = []
        var events: [CalendarEvent] = []
        var found = try search(predicate)
        while let event = found.next() {
            if events.isEmpty { events.reserveCapacity(size) }
            events.append(event)
            guard events.count == size else { continue }
            arrays.append(events)
            events = []
        }
        return events.isEmpty ? arrays : arrays + [events]
    }

    /// Calls `body` in order for each occurrence that matches a predicate, until `stop` is set.
    ///
    /// Any later occurrences are not computed.
    ///
    /// ```swift
    /// try store.enumerateEvents(matching: predicate) { event, stop in
    ///     print(event.title)
    ///     stop = true
    /// }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/objectBelongsToDifferentStore`` if the predicate belongs to another store.
    public func enumerateEvents(
        matching predicate: EventPredicate,
        using body: (CalendarEvent, inout Bool) -> Void
    ) throws(StoreError) {
        var found = try search(predicate)
        var stop = false
        while !stop, let event = found.next() { body(event, &stop) }
    }

    private func search(
        _ predicate: EventPredicate
    ) throws(StoreError) -> some IteratorProtocol<CalendarEvent> {
        let found = try occurrences(matching: predicate)
        let homes = found.calendars.map { CalendarEvent.Home(identity, $0) }
        return found.lazy.map { next in
            CalendarEvent(.init(home: homes[next.calendar], file: next.file, occurrence: next.occurrence))
        }.makeIterator()
    }

    /// Returns the number of occurrences that match a predicate.
    ///
    /// Dense series are counted arithmetically. Other series are walked for up to ``ReadingLimits/work`` steps, and a
    /// remark reports occurrences beyond that limit.
    package func eventCount(
        matching predicate: EventPredicate,
        hidesCancelled: Bool = false
    ) throws(StoreError) -> (number: Int, remarks: [Diagnostic]) {
        try occurrences(matching: predicate)
            .count(work: options.limits.work, hidesCancelled: hidesCancelled)
    }

    package func freeBusy(matching predicate: EventPredicate) throws(StoreError) -> FreeBusy {
        FreeBusy(
            of: try occurrences(matching: predicate).lazy.map(\.occurrence),
            in: predicate.window,
            limits: options.limits
        )
    }

    private func occurrences(matching predicate: EventPredicate) throws(StoreError) -> SnapshotOccurrences {
        try require(.read, .event)
        guard predicate.store == identity else {
            throw StoreError(.objectBelongsToDifferentStore, nil, "the predicate belongs to another store")
        }
        try requireListing(predicate.calendarIdentifiers, .event)
        return snapshot.occurrences(in: predicate.window, calendars: predicate.calendarIdentifiers)
    }

    /// Returns the occurrences that match a predicate without blocking the caller's actor.
    ///
    /// The search runs on the global concurrent executor.
    ///
    /// ```swift
    /// func titles(_ store: EventStore, _ predicate: EventPredicate) async throws -> [String] {
    ///     try await store.events(matching: predicate).map(\.title)
    /// }
    /// ```
    ///
    /// - Throws: The errors of the synchronous method, or ``StoreError/Code/cancelled`` if the task was canceled.
    @concurrent
    public func events(matching predicate: EventPredicate) async throws(StoreError) -> [CalendarEvent] {
        var events: [CalendarEvent] = []
        var found = try search(predicate)
        while let event = found.next() {
            events.append(event)
            if events.count % 64 == 0 { try Self.checkCancellation() }
        }
        try Self.checkCancellation()
        return events
    }

    /// Calls `body` in order for each occurrence that matches a predicate, until `stop` is set, without blocking the
    /// caller's actor.
    ///
    /// ```swift
    /// func show(_ store: EventStore, _ predicate: EventPredicate) async throws {
    ///     try await store.enumerateEvents(matching: predicate) { event, stop in
    ///         print(event.title)
    ///     }
    /// }
    /// ```
    ///
    /// - Throws: The errors of the synchronous method, or ``StoreError/Code/cancelled`` if the task was canceled.
    @concurrent
    public func enumerateEvents(
        matching predicate: EventPredicate,
        using body: @Sendable (CalendarEvent, inout Bool) async -> Void
    ) async throws(StoreError) {
        var found = try search(predicate)
        var stop = false
        try Self.checkCancellation()
        while !stop, let event = found.next() {
            await body(event, &stop)
            try Self.checkCancellation()
        }
    }

    private static func checkCancellation() throws(StoreError) {
        if Task.isCancelled { throw StoreError(.cancelled, nil, "the query was canceled") }
    }

    /// Returns the first occurrence of an event, like `EKEventStore.event(withIdentifier:)`, or nil if it no longer
    /// exists.
    ///
    /// ```swift
    /// let event = try store.event(withIdentifier: "home/studio:stand-up%40studio.example")
    /// ```
    ///
    /// A span is relative to the occurrence that is saved or removed. For the first occurrence,
    /// ``EventSpan/futureEvents`` covers the whole series. To find another occurrence, use
    /// ``event(withOccurrenceIdentifier:)``.
    ///
    /// - Throws: ``StoreError/Code/ambiguousIdentifier`` if several files in the calendar contain an event with the
    ///   UID.
    public func event(withIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        try ItemIdentifier(identifier).flatMap { item throws(StoreError) in try first(item) }
    }

    private func first(_ identifier: ItemIdentifier) throws(StoreError) -> CalendarEvent? {
        var item = identifier
        item.slot = nil
        return try event(item)
    }

    /// Returns one occurrence of a series, even if it was moved, or nil if it no longer exists.
    ///
    /// ```swift
    /// let identifier = "home/studio:stand-up%40studio.example/RID=20260330T073000Z"
    /// if let event = try store.event(withOccurrenceIdentifier: identifier) {
    ///     try store.remove(event, span: .thisEvent)
    /// }
    /// ```
    ///
    /// - Parameter identifier: The ``CalendarEvent/occurrenceIdentifier``. The local time in the series' zone is also
    ///   accepted, as is the ``CalendarEvent/eventIdentifier`` of a nonrecurring event.
    /// - Throws: ``StoreError/Code/ambiguousIdentifier`` if several files in the calendar contain an occurrence with
    ///   the same UID and original start.
    public func event(withOccurrenceIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        guard let item = ItemIdentifier(identifier) else { return nil }
        return try event(item)
    }

    /// Returns the first occurrence of an event as a representative of its series.
    ///
    /// The result has the times of the occurrence that ``event(withIdentifier:)`` returns, but its other values come
    /// from the series even if the occurrence overrides them. If the calendar contains only single occurrences of the
    /// event, the result is nil.
    ///
    /// Saving the result with ``EventSpan/allEvents`` changes the series and those overrides that have the same values
    /// as the series. The result has the times of the first occurrence, which moves with the series.
    package func series(_ identifier: ItemIdentifier) throws(StoreError) -> CalendarEvent? {
        guard let first = try first(identifier), let origin = first.origin else { return nil }
        let item = origin.home.item(of: origin.occurrence, in: origin.file).item
        guard item.master != nil else { return nil }
        guard !SeriesLookup.isOverruled(origin.occurrence),
            let series = SeriesLookup(item, zone: zone)?.occurrence(at: origin.occurrence.recurrenceID)
        else { return first }
        return CalendarEvent(
            .init(home: origin.home, file: origin.file, occurrence: origin.occurrence, series: series)
        )
    }

    /// Returns the first occurrence of an event, like `EKEventStore.calendarItem(withIdentifier:)`.
    ///
    /// ```swift
    /// let item = try store.calendarItem(withIdentifier: "home/studio:stand-up%40studio.example")
    /// ```
    public func calendarItem(withIdentifier identifier: String) throws(StoreError) -> CalendarEvent? {
        try event(withIdentifier: identifier)
    }

    /// Returns the first occurrence of each event with the given UID, like
    /// `EKEventStore.calendarItems(withExternalIdentifier:)`.
    ///
    /// The result contains one occurrence per file with the UID, in calendar and file order.
    ///
    /// ```swift
    /// let items = try store.calendarItems(withExternalIdentifier: "stand-up@studio.example")
    /// ```
    public func calendarItems(withExternalIdentifier uid: String) throws(StoreError) -> [CalendarEvent] {
        try require(.read, .event)
        var found: [CalendarEvent] = []
        for calendar in snapshot.calendars where calendar.allowsReading {
            found += try events(uid, slot: nil, in: calendar.calendarIdentifier)
        }
        return found
    }

    package func events(withOccurrenceIdentifier identifier: String) throws(StoreError) -> [CalendarEvent] {
        guard let item = ItemIdentifier(identifier) else { return [] }
        return try events(item.uid, slot: item.slot, in: item.calendarIdentifier)
    }

    /// Returns the name of a file that contains an event with the given UID, even if the event has no occurrences.
    package func file(withEventOf identifier: ItemIdentifier) throws(StoreError) -> String? {
        try require(.read, .event)
        let uid = ExactText(identifier.uid)
        return snapshot.items[identifier.calendarIdentifier]?.files(ofUID: identifier.uid).first { file in
            file.items?.contains { $0.kind == Event.componentName && ExactText($0.uid) == uid } ?? false
        }.map { "\($0.name)" }
    }

    /// Throws an error if several files contain reminders with the same identifier, so that the wrong one is not
    /// changed.
    package func requireOneReminder(_ identifier: ItemIdentifier) throws(StoreError) {
        let uid = ExactText(identifier.uid)
        let all = snapshot.items[identifier.calendarIdentifier]?.files(ofUID: identifier.uid) ?? []
        let files = all.filter { file in
            file.items?.contains { $0.kind == Todo.componentName && ExactText($0.uid) == uid } ?? false
        }
        guard files.count > 1 else { return }
        throw .ambiguous(identifier, files)
    }

    func requireOneWhole(
        _ identifier: ItemIdentifier,
        among reminders: [Reminder],
        _ file: StoredFile
    ) throws(StoreError) {
        let whole = reminders.compactMap { $0.origin?.instance.source }
            .filter { !$0.isOverride }
        guard Set(whole).count > 1 else { return }
        throw StoreError(
            .ambiguousIdentifier,
            identifier.description,
            "\(file.name) contains several to-dos with this UID"
        )
    }

    /// Throws an error if one file contains several complete events with the same identifier.
    ///
    /// The error prevents changing the wrong event. For an occurrence identifier, throws the error only if several
    /// events have an occurrence with that original start.
    package func requireOneEvent(_ identifier: ItemIdentifier) throws(StoreError) {
        let slot = identifier.slot.flatMap(ItemIdentifier.time(ofSlot:))
        for file in snapshot.items[identifier.calendarIdentifier]?.files(ofUID: identifier.uid) ?? [] {
            let named = StoredItem.standing(
                identifier.uid,
                Event.componentName,
                in: file.calendars,
                zone
            ).filter { item, master in
                guard let slot, let slots = item.slots(of: master) else { return true }
                return slots.slot(withKey: slots.key(of: slot)) != nil
            }
            if named.count < 2 { continue }
            throw StoreError(
                .ambiguousIdentifier,
                identifier.description,
                "\(file.name) contains several events with this UID; give each one its own UID in the file"
            )
        }
    }

    private func event(_ item: ItemIdentifier) throws(StoreError) -> CalendarEvent? {
        let found = try events(item.uid, slot: item.slot, in: item.calendarIdentifier)
        guard found.count < 2 else { throw .ambiguous(item, found.compactMap { $0.origin?.file }) }
        return found.first
    }

    private func events(
        _ uid: String,
        slot: String?,
        in calendar: String
    ) throws(StoreError) -> [CalendarEvent] {
        try require(.read, .event)
        try requireListing([calendar], .event)
        guard let items = snapshot.items[calendar] else { return [] }
        return items.occurrences(ofUID: uid, named: slot, in: zone).map {
            event($0, in: $1, of: items.calendar)
        }
    }

    func event(_ occurrence: Occurrence, in file: StoredFile, of calendar: EventCalendar) -> CalendarEvent {
        CalendarEvent(.init(home: .init(identity, calendar), file: file, occurrence: occurrence))
    }
}

extension StoreError {
    fileprivate static func ambiguous(_ item: ItemIdentifier, _ files: [StoredFile]) -> StoreError {
        StoreError(
            .ambiguousIdentifier,
            item.description,
            "several files contain an item with this UID: \(files.map(\.name).joined(separator: ", "))"
        )
    }
}
