// Repeating lessons, with write-only access.
//
// A program that only adds events should not ask to read any. With write-only access it can save, and sees nothing: not
// even its own events. The person chooses the calendar in which they land, the first time they are asked.
//
//     repeating-lessons ~/calendars "Glazing" "2026-04-07 18:00"
//
// The answer is remembered; `ics-store access` shows it, and `ics-store access --forget --program repeating-lessons`
// forgets it. Where nobody can be asked, as in a script, `--allow` grants it for this run.

import Foundation
import ICalendar
import ICalendarStore

/// A series of lessons: each week at the same time, ten of them.
func lessons(_ title: String, from start: String, in zone: String) throws -> Event {
    // The rule counts by the wall clock of the zone, so that the hour stays when the clocks change.
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
    // A handler of one's own: it says yes to writing, and to nothing else.
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

    // Asks the first time, on the terminal; later it only says what was decided.
    guard try await store.requestWriteOnlyAccessToEvents() else {
        print("Without permission to add events there is nothing to do.")
        exit(1)
    }

    // One event is the whole series. No calendar is named, as with write-only access the person's choice counts.
    var event = CalendarEvent(try lessons(title, from: start, in: zone))
    try store.save(&event, span: .futureEvents)
    print("Added ten lessons, \(title), from \(start) on.")

    // What was saved cannot be looked up: asking for it is an error, and not an empty answer.
    if store.authorizationStatus(for: .event) == .writeOnly {
        print("This program may add events and see none.")
    }
} catch {
    print("repeating-lessons: \(error)")
    exit(1)
}
