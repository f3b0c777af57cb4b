import Foundation
import ICalendar

@testable import ICalendarStore

/// An open store with some files, in Berlin time.
final class OpenedStore: Sendable {
    let folder: StoreFolder
    let store: EventStore

    /// Monday, 30 March 2026, midnight in Berlin.
    static let monday = Instant(secondsSince1970: 1_774_821_600)

    /// Creates a store with the calendars `home` and `work`, given the contents of the VEVENTs in some files.
    init(
        _ files: [String: [String]] = [:],
        files texts: [String: String] = [:],
        faulty: FaultyFiles? = nil,
        users: Set<String> = []
    ) throws {
        folder = try StoreFolder("home", "work")
        for (name, events) in files { try folder.write(name, Self.calendar(events)) }
        for (name, text) in texts { try folder.write(name, text) }
        store = try Self.open(folder, faulty, users: users)
    }

    /// Opens the store in a folder.
    static func open(_ folder: StoreFolder, _ files: FaultyFiles? = nil, users: Set<String> = []) throws
        -> EventStore
    {
        var options = EventStore.Options()
        options.access = .allow
        options.timeZone = try Zone(identifier: "Europe/Berlin")
        options.userAddresses = users
        options.stateDirectory = folder.path + "/.state"
        return try EventStore(folder.root, files: files ?? SystemFiles(), options: options)
    }

    /// Opens the same files in another store.
    func again() throws -> EventStore { try Self.open(folder) }

    /// Returns the text of a calendar with events, each given by its lines.
    static func calendar(_ events: [String]) -> String {
        let inner = events.map {
            "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\($0)\nEND:VEVENT\n"
        }.joined()
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Studio//Calendar//EN\n\(inner)END:VCALENDAR\n"
        return text.replacingOccurrences(of: "\n", with: "\r\n")
    }

    /// A weekly event on Mondays at nine in Berlin, from 30 March 2026.
    static let standUp = """
        UID:stand-up
        SUMMARY:Stand-up
        LOCATION:Room 4
        DTSTART;TZID=Europe/Berlin:20260330T090000
        DTEND;TZID=Europe/Berlin:20260330T093000
        RRULE:FREQ=WEEKLY;COUNT=5
        """

    /// A one-hour event on Monday, 30 March 2026, at noon.
    static let lunch = """
        UID:lunch
        SUMMARY:Lunch
        DTSTART:20260330T100000Z
        DTEND:20260330T110000Z
        """

    /// Returns the events for a number of days from ``monday``.
    func events(days: Int = 60, in calendars: [EventCalendar]? = nil) throws -> [CalendarEvent] {
        try Self.events(store, days: days, in: calendars)
    }

    /// Returns a store's events for a number of days from ``monday``.
    static func events(
        _ store: EventStore,
        days: Int = 60,
        in calendars: [EventCalendar]? = nil
    ) throws -> [CalendarEvent] {
        let end = monday.adding(seconds: days * 86_400).date
        return try store.events(
            matching: store.predicateForEvents(withStart: monday.date, end: end, calendars: calendars)
        )
    }

    /// Returns the first event with a given title.
    func event(_ title: String) throws -> CalendarEvent {
        guard let event = try events().first(where: { $0.title == title }) else { throw Absent(title) }
        return event
    }

    /// Returns the calendar for a folder.
    func calendar(_ identifier: String) throws -> EventCalendar {
        guard let calendar = try store.calendar(withIdentifier: identifier) else { throw Absent(identifier) }
        return calendar
    }

    /// Returns the events as lines such as `04-06 09:00 Stand-up`, in Berlin time.
    func lines(days: Int = 60) throws -> [String] { try Self.lines(events(days: days)) }

    static func lines(_ events: [CalendarEvent]) throws -> [String] {
        let zone = try Zone(identifier: "Europe/Berlin")
        return events.map { event in
            let civil = zone.civil(at: Instant(event.startDate ?? .distantPast))
            let text = civil.description
            return "\(text.dropFirst(5).prefix(5)) \(text.dropFirst(11).prefix(5)) \(event.title)"
        }
    }

    /// Returns a new event on ``monday``, a number of hours after midnight.
    func newEvent(_ title: String, hour: Int = 15, calendar: String? = "home") throws -> CalendarEvent {
        let start = Self.monday.adding(seconds: hour * 3600).date
        return CalendarEvent(
            title: title,
            startDate: start,
            endDate: start.addingTimeInterval(3600),
            calendar: try calendar.map { try self.calendar($0) },
            timeZone: TimeZone(identifier: "Europe/Berlin")
        )
    }
}

/// Thrown when a value that a test expects is missing.
struct Absent: Error {
    let what: String

    init(_ what: String) { self.what = what }
}

/// Returns the error thrown by a store.
func refusal(_ body: () throws -> Void) -> StoreError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StoreError
    }
}
