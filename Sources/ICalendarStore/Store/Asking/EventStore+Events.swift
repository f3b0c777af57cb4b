package import ICalendar

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension EventStore {
    /// Which events to ask for: those that overlap a window, in some calendars or, with nil, in all.
    ///
    /// A window of more than four years is searched in its first four, which ``EventPredicate/isShortened`` says;
    /// ``predicates(withStart:end:calendars:)`` has the rest.
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
        do throws(CalendarError) {
            let window = try OccurrenceWindow(from: Instant(start), to: Instant(end), in: identity.zone)
            return predicate(window, calendars)
        } catch {
            throw StoreError(.invalidWindow, nil, error.detail)
        }
    }

    /// Predicates that together cover a range of any width, each at most four years of it: an event is found by one of
    /// them alone, also when it lasts from one step into the next.
    ///
    /// ```swift
    /// let later = monday.adding(seconds: 3653 * 86_400)
    /// for step in try store.predicates(withStart: monday.date, end: later.date) {
    ///     for event in try await store.events(matching: step) { print(event.title) }
    /// }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/invalidWindow`` when `end` is not after `start`.
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

    /// The occurrences of a predicate, sorted by start, end, UID and original start, as
    /// `EKEventStore.events(matching:)`; what was saved without being committed is not among them.
    ///
    /// ```swift
    /// for event in try await store.events(matching: predicate) { print(event.title) }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/objectBelongsToDifferentStore`` for a predicate of another store.
    public func events(matching predicate: EventPredicate) throws(StoreError) -> [CalendarEvent] {
        var events: [CalendarEvent] = []
        var found = try search(predicate)
        while let event = found.next() { events.append(event) }
        return events
    }

    /// Goes through the occurrences of a predicate in order, until `stop` is set; what comes after is not looked for.
    ///
    /// ```swift
    /// try store.enumerateEvents(matching: predicate) { event, stop in
    ///     print(event.title)
    ///     stop = true
    /// }
    /// ```
    ///
    /// - Throws: ``StoreError/Code/objectBelongsToDifferentStore`` for a predicate of another store.
    public func enumerateEvents(
        matching predicate: EventPredicate,
        using body: (CalendarEvent, inout Bool) -> Void
    ) throws(StoreError) {
        var found = try search(predicate)
        var stop = false
        while !stop, let event = found.next() { body(event, &stop) }
    }

    /// The occurrences of a predicate, to be gone through in order; what the store holds is what it is now.
    func search(_ predicate: EventPredicate) throws(StoreError) -> FoundEvents {
        FoundEvents(try occurrences(matching: predicate), in: identity)
    }

    /// How many occurrences a predicate has; dense series are counted by arithmetic.
    ///
    /// Of those that must be gone through, what takes more steps than ``ReadingLimits/work`` is left out, which the remarks
    /// say.
    package func eventCount(
        matching predicate: EventPredicate,
        hidesCancelled: Bool = false
    ) throws(StoreError) -> (number: Int, remarks: [Diagnostic]) {
        try occurrences(matching: predicate)
            .count(work: options.limits.work, hidesCancelled: hidesCancelled)
    }

    /// The times that the occurrences of a predicate take, each kind by itself.
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
            throw StoreError(.objectBelongsToDifferentStore, nil, "the predicate was made by another store")
        }
        try requireListing(predicate.calendarIdentifiers, .event)
        return snapshot.occurrences(in: predicate.window, calendars: predicate.calendarIdentifiers)
    }
}

/// The occurrences that a store found, one after the other, as events.
struct FoundEvents: IteratorProtocol {
    private var found: SnapshotOccurrences.Iterator
    /// One for all events of a calendar.
    private let homes: [CalendarEvent.Home]

    init(_ occurrences: SnapshotOccurrences, in store: StoreIdentity) {
        homes = occurrences.calendars.map { CalendarEvent.Home(store, $0) }
        found = occurrences.makeIterator()
    }

    mutating func next() -> CalendarEvent? {
        guard let next = found.next() else { return nil }
        return CalendarEvent(.init(home: homes[next.calendar], file: next.file, occurrence: next.occurrence))
    }
}
