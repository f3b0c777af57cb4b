import Foundation
import Synchronization

@testable import EventKit

/// A temporary event store with prepared files.
struct Studio {
    let store: EKEventStore

    /// Monday, 30 March 2026, midnight in Berlin.
    static let monday = Date(timeIntervalSince1970: 1_774_821_600)

    /// Creates a store from files, each given as the lines of one event or reminder.
    init(
        access: EKAuthorizationStatus = .fullAccess,
        calendars: [String] = ["Home", "Work"],
        _ files: [String: String] = [:]
    ) throws {
        store = try EKEventStore.temporary(access: access, calendars: calendars)
        for (name, lines) in files { try write(name, lines) }
        store.refreshSourcesIfNecessary()
    }

    var folder: String { store.link.configuration.directory }

    /// Writes a file with one event, or with one reminder if the lines contain a due time.
    func write(_ name: String, _ lines: String) throws {
        let kind = lines.contains("DUE") || lines.contains("VTODO") ? "VTODO" : "VEVENT"
        let component = "BEGIN:\(kind)\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:\(kind)\n"
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Studio//Calendar//EN\n\(component)END:VCALENDAR\n"
        try Data(text.replacingOccurrences(of: "\n", with: "\r\n").utf8).write(
            to: URL(filePath: folder + "/" + name)
        )
    }

    /// Returns the contents of all files in a calendar.
    func texts(_ calendar: String = "1") throws -> [String] {
        let path = folder + "/" + calendar
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".ics") }
            .sorted()
            .map { try String(contentsOfFile: path + "/" + $0, encoding: .utf8) }
    }

    /// Returns the events in a number of days, starting on Monday.
    func events(days: Double = 60) -> [EKEvent] {
        let end = Self.monday.addingTimeInterval(days * 86_400)
        return store.events(
            matching: store.predicateForEvents(withStart: Self.monday, end: end, calendars: nil)
        )
    }

    /// Returns a new one-hour event in the default calendar.
    func newEvent(_ title: String, at start: Date = monday) -> EKEvent {
        let event = EKEvent(eventStore: store)
        event.title = title
        event.startDate = start
        event.endDate = start.addingTimeInterval(3600)
        event.calendar = store.defaultCalendarForNewEvents
        return event
    }

    /// Returns all reminders.
    func reminders(_ predicate: NSPredicate? = nil) async -> [EKReminder]? {
        await withCheckedContinuation { continuation in
            store.fetchReminders(matching: predicate ?? store.predicateForReminders(in: nil)) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// A weekly event on Mondays at nine in Berlin, starting on 30 March 2026.
    static let standUp = """
        UID:stand-up
        SUMMARY:Stand-up
        LOCATION:Room 4
        DTSTART;TZID=Europe/Berlin:20260330T090000
        DTEND;TZID=Europe/Berlin:20260330T093000
        RRULE:FREQ=WEEKLY;COUNT=5
        """

    /// A one-hour event on Monday, 30 March 2026, at noon in Berlin.
    static let lunch = """
        UID:lunch
        SUMMARY:Lunch
        DTSTART:20260330T100000Z
        DTEND:20260330T110000Z
        """

    /// A reminder for 2 April 2026 at six.
    static let plants = """
        UID:plants
        SUMMARY:Water the plants
        DUE:20260402T180000Z
        """
}

/// Returns the code of the error that a closure throws, or nil if it does not throw.
func code(_ body: () throws -> Void) -> EKError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? EKError)?.code
    }
}

/// A value that several threads can change.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
