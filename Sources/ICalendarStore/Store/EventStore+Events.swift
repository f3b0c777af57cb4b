import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension EventStore {
    /// Which events to ask for: those that overlap a window, in some calendars or, with nil, in all.
    ///
    /// A window of more than four years is searched in its first four, which ``EventPredicate/isShortened`` says.
    ///
    /// ```swift
    /// let predicate = try store.predicateForEvents(withStart: monday.date, end: nextMonday.date)
    /// ```
    ///
    /// - Throws: ``StoreError/Code/invalidWindow`` when `end` is not after `start`.
    public func predicateForEvents(
        withStart start: Date,
        end: Date,
        calendars: [EventCalendar]? = nil
    ) throws(StoreError) -> EventPredicate {
        let window: OccurrenceWindow
        do throws(CalendarError) {
            window = try OccurrenceWindow(from: Instant(start), to: Instant(end), in: identity.zone)
        } catch {
            throw StoreError(.invalidWindow, nil, error.detail)
        }
        return EventPredicate(
            store: identity,
            window: window,
            calendarIdentifiers: calendars.map { Set($0.map(\.calendarIdentifier)) }
        )
    }

    /// The occurrences of a predicate, sorted by their starts, as `EKEventStore.events(matching:)`; what was saved without
    /// being committed is not among them.
    ///
    /// ```swift
    /// for event in try store.events(matching: predicate) { print(event.event.summary ?? "") }
    /// ```
    public func events(matching predicate: EventPredicate) throws(StoreError) -> [CalendarEvent] {
        var events: [CalendarEvent] = []
        try enumerateEvents(matching: predicate) { event, _ in events.append(event) }
        return events
    }

    /// Goes through the occurrences of a predicate in order, until `stop` is set.
    ///
    /// ```swift
    /// try store.enumerateEvents(matching: predicate) { event, stop in
    ///     print(event.event.summary ?? "")
    ///     stop = true
    /// }
    /// ```
    public func enumerateEvents(
        matching predicate: EventPredicate,
        using body: (CalendarEvent, inout Bool) -> Void
    ) throws(StoreError) {
        try require(.read, .event)
        guard predicate.store == identity else {
            throw StoreError(.objectBelongsToDifferentStore, nil, "the predicate was made by another store")
        }
        let snapshot = snapshot
        try requireListing(predicate.calendarIdentifiers, .event)
        var found: [CalendarEvent] = []
        for calendar in snapshot.calendars {
            if let wanted = predicate.calendarIdentifiers, !wanted.contains(calendar.calendarIdentifier) {
                continue
            }
            guard let items = snapshot.items[calendar.calendarIdentifier] else { continue }
            for occurrence in items.occurrences(in: predicate.window) {
                guard let file = items.file(of: occurrence) else { continue }
                found.append(
                    CalendarEvent(
                        .init(store: identity, calendar: calendar, file: file, occurrence: occurrence)
                    )
                )
            }
        }
        found.sort { ($0.startDate ?? .distantPast) < ($1.startDate ?? .distantPast) }
        var stop = false
        for event in found where !stop { body(event, &stop) }
    }
}
