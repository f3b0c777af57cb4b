// Adds repeating lessons, which requires only write-only access.
//
// A program that only adds events should not request permission to read any. With write-only access, it can save events
// but cannot read any, not even its own. When first prompted, the user chooses the calendar for the new events.
//
//     repeating-lessons ~/calendars "Glazing" "2026-04-07 18:00"
//
// The decision is remembered. `ics-store access` shows it, and `ics-store access --forget --program repeating-lessons`
// revokes it. Where no prompt is possible, as in a script, `--allow` grants access for this run.

import Foundation
import ICalendar
import ICalendarStore

/// Returns a series of ten lessons, one each week at the same time.
func lessons(_ title: String, from start: String, in zone: String) throws -> Event {
    // The rule follows the zone's wall clock, so the lesson stays at the same hour when the clocks change.
    let start = try EventTime(start, in: zone)
    var event = try Event(title, start: start, duration: .minutes(90), recurring: .weekly().count(10))
    event.location = "Pottery studio, Room 4"
    event.alarms = [.display(title, .before(.hours(1)))]
    return event
}

var arguments = Array(CommandLine.arguments.dropFirst())
var options = EventStore.Options()
options.applicationName = "repeating-lessons"
if let place = arguments.firstIndex(of: "--allow") {
    arguments.remove(at: place)
    // A custom handler that grants write-only access and nothing else.
    options.access = AccessHandler { request in
        request.kind == .writeOnlyAccessToEvents ? .granted : .refused
    }
}
guard let folder = arguments.first else {
    print("usage: repeating-lessons [--allow] FOLDER [TITLE [START [ZONE]]]")
    exit(64)
}
let title = arguments.count > 1 ? arguments[1] : "Glazing"
let start = arguments.count > 2 ? arguments[2] : "2026-04-07 18:00"
let zone = arguments.count > 3 ? arguments[3] : "Europe/Berlin"

do {
    let store = try EventStore(directory: folder, options: options)

    // Prompts on the terminal the first time. After that, returns the remembered decision.
    guard try await store.requestWriteOnlyAccessToEvents() else {
        print("Events cannot be added without permission.")
        exit(1)
    }

    // One event represents the whole series. It specifies no calendar, since with write-only access the user's choice
    // applies.
    var event = CalendarEvent(try lessons(title, from: start, in: zone))
    try store.save(&event, span: .futureEvents)
    print("Added ten lessons: \(title), starting \(start).")

    // The saved event cannot be looked up: reading it throws an error rather than returning nothing.
    if store.authorizationStatus(for: .event) == .writeOnly {
        print("This program can add events but not read them.")
    }
} catch {
    print("repeating-lessons: \(error)")
    exit(1)
}
