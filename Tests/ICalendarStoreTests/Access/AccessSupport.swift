import Foundation
import ICalendar
import SystemIO

@testable import ICalendarStore

/// A test handler that records the access requests it receives.
final class Asked: Sendable {
    private let state: Lock<(requests: [AccessRequest], answers: [AccessDecision])>

    /// Returns the answers in order.
    ///
    /// A request after the last answer fails the test.
    init(_ answers: AccessDecision...) {
        state = Lock(([], answers))
    }

    var requests: [AccessRequest] { state.withLock { $0.requests } }

    var handler: AccessHandler {
        AccessHandler { request throws(StoreError) in
            let answer = self.state.withLock { state in
                state.requests.append(request)
                return state.answers.isEmpty ? nil : state.answers.removeFirst()
            }
            guard let answer else { throw StoreError(.internalFailure, nil, "asked once too often") }
            return answer
        }
    }
}

extension StoreFolder {
    /// Opens the store with a handler that answers for the user.
    ///
    /// Keeps decisions in a folder next to the store.
    func open(
        _ access: AccessHandler,
        as name: String = "test",
        state: StoreFolder? = nil
    ) throws -> EventStore {
        var options = EventStore.Options()
        options.timeZone = try Zone(identifier: "Europe/Berlin")
        options.access = access
        options.applicationName = name
        options.stateDirectory = state?.path ?? path + "/.state"
        return try EventStore(directory: path, options: options)
    }

    /// Writes an event to a calendar.
    func writeEvent(_ name: String, _ summary: String = "Lunch") throws {
        try write(name, Self.text("VEVENT", name, summary))
    }

    /// Writes a reminder to a calendar.
    func writeReminder(_ name: String, _ summary: String = "Lunch") throws {
        try write(name, Self.text("VTODO", name, summary))
    }

    static func text(_ component: String, _ uid: String, _ summary: String) -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//Studio//Calendar//EN\r
        BEGIN:\(component)\r
        UID:\(uid)\r
        DTSTAMP:20260301T080000Z\r
        DTSTART:20260402T100000Z\r
        SUMMARY:\(summary)\r
        END:\(component)\r
        END:VCALENDAR\r

        """
    }
}

extension EventStore {
    /// Returns the titles of the month's events.
    func month() throws -> [String] {
        // 1 April 2026.
        let start = Date(timeIntervalSince1970: 1_775_001_600)
        let end = Date(timeIntervalSince1970: 1_777_593_600)
        return try events(matching: try predicateForEvents(withStart: start, end: end)).map {
            $0.event.summary ?? ""
        }
    }

    /// Returns the error thrown when reading a month.
    func refusal() -> StoreError? {
        do {
            _ = try month()
            return nil
        } catch { return error as? StoreError }
    }
}

/// Returns a new event.
func newEvent(_ summary: String = "Dentist", in calendar: EventCalendar? = nil) throws -> CalendarEvent {
    let start = try EventTime("2026-04-03 10:00", in: "Europe/Berlin")
    return CalendarEvent(try Event(summary, start: start), calendar: calendar)
}
