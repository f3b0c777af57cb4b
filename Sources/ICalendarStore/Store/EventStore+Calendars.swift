extension EventStore {
    /// The calendars that take items of a kind, in the order of their paths, as `EKEventStore.calendars(for:)`.
    ///
    /// ```swift
    /// for calendar in try store.calendars(for: .event) { print(calendar.title) }
    /// ```
    public func calendars(for type: EntityType) throws(StoreError) -> [EventCalendar] {
        snapshot.calendars.filter { $0.allowedEntityTypes.contains(EntityTypes(type)) }
    }

    /// The calendar of an identifier, or nil when there is none (any longer).
    ///
    /// ```swift
    /// let calendar = try store.calendar(withIdentifier: "home/studio")
    /// ```
    public func calendar(withIdentifier identifier: String) throws(StoreError) -> EventCalendar? {
        snapshot.calendar(withIdentifier: identifier)
    }

    /// Where the calendars come from, each once, as `EKEventStore.sources`.
    ///
    /// ```swift
    /// for source in try store.sources { print(source.title) }
    /// ```
    public var sources: [EventSource] {
        get throws(StoreError) {
            var seen: Set<EventSource> = []
            return snapshot.calendars.map(\.source).filter { seen.insert($0).inserted }
        }
    }

    /// The calendar for events that name none: the first that takes them.
    public var defaultCalendarForNewEvents: EventCalendar? {
        get throws(StoreError) {
            try calendars(for: .event).first { $0.allowsContentModifications }
        }
    }
}
