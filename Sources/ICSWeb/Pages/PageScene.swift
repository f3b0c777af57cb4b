import ICSItems
import ICSViews
import ICalendar
import ICalendarStore

/// The data that all pages need, including the store, the current time and the browser's session.
struct PageScene: Sendable {
    let store: EventStore
    let session: WebSessions.Session
    let now: Instant
    /// All calendars.
    ///
    /// A calendar's position in the list determines its color number.
    let calendars: [EventCalendar]
    /// The result of the last change.
    var notice: PageNotice?

    var zone: Zone { store.zone }
    /// The task that limits the session to its page, if any.
    var task: WebTask? { session.task }
    var today: CivilDate { zone.civil(at: now).date }

    /// The calendars that the user has not hidden.
    var shownCalendars: [EventCalendar] {
        calendars.filter {
            $0.allowedEntityTypes.contains(.event) && $0.allowsReading
                && !session.hiddenCalendars.contains($0.calendarIdentifier)
        }
    }

    /// The calendars that accept new events.
    var writableCalendars: [EventCalendar] { Self.writable(calendars, .event) }

    static func writable(_ calendars: [EventCalendar], _ type: EntityTypes) -> [EventCalendar] {
        calendars.filter { $0.allowsContentModifications && $0.allowedEntityTypes.contains(type) }
    }

    /// The maximum number of events on a page.
    static let mostEvents = 20_000

    /// Returns, in order, the events between two days.
    func events(from first: CivilDate, until end: CivilDate) throws(StoreError) -> [ViewedEvent] {
        let calendars = shownCalendars
        if calendars.isEmpty { return [] }
        var found: [ViewedEvent] = []
        let (start, stop) = (zone.instant(of: CivilDateTime(first)), zone.instant(of: CivilDateTime(end)))
        let predicate = try store.predicateForEvents(
            withStart: start.date,
            end: stop.date,
            calendars: calendars
        )
        try store.enumerateEvents(matching: predicate) { event, stops in
            if let viewed = ViewedEvent(event, in: zone) { found.append(viewed) }
            if found.count == Self.mostEvents { stops = true }
        }
        return found
    }

    /// Returns a calendar's color number, such as 3 for the class `c3`.
    func color(_ identifier: String) -> Int {
        calendars.firstIndex { $0.calendarIdentifier == identifier } ?? 0
    }
}

/// The result of a change, and an undo button.
struct PageNotice: Sendable {
    var words: String
    /// The change's history entry.
    var entry: HistoryEntry?
}
