import ICalendar

extension EventStore {
    /// The occurrences of a predicate, without holding up the caller's actor: the search runs on the pool that all tasks
    /// share.
    ///
    /// ```swift
    /// func titles(_ store: EventStore, _ predicate: EventPredicate) async throws -> [String] {
    ///     try await store.events(matching: predicate).map(\.title)
    /// }
    /// ```
    ///
    /// - Throws: what the form that waits throws, and ``StoreError/Code/cancelled`` when the task was cancelled.
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

    /// Goes through the occurrences of a predicate in order, until `stop` is set, without holding up the caller's actor.
    ///
    /// ```swift
    /// func show(_ store: EventStore, _ predicate: EventPredicate) async throws {
    ///     try await store.enumerateEvents(matching: predicate) { event, stop in
    ///         print(event.title)
    ///     }
    /// }
    /// ```
    ///
    /// - Throws: what the form that waits throws, and ``StoreError/Code/cancelled`` when the task was cancelled.
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
        if Task.isCancelled { throw StoreError(.cancelled, nil, "the query was cancelled") }
    }
}
