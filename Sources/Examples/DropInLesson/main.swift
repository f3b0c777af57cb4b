// A drop-in lesson, without any access.
//
// This program makes an event and hands it over. It never opens a store, so that nobody has to be asked for anything:
// who gets the event decides what becomes of it. On the command line that is
//
//     drop-in-lesson "Wheel throwing" "2026-04-02 17:00" | ics-store --store ~/calendars add
//
// In EventKit an event is handed to EKEventEditViewController for the same reason.

import Foundation
import ICalendar

/// The lesson as an event.
///
/// - Throws: `CalendarError` when the time is none, or nobody knows the zone.
func lesson(_ title: String, at start: String, in zone: String) throws -> Event {
    // A time is a clock and a zone: 17:00 in Berlin stays 17:00 there, whatever the offset is by then.
    var event = try Event(title, start: EventTime(start, in: zone), duration: .minutes(90))
    event.location = "Pottery studio, Room 4"
    event.eventDescription = "Bring an apron. Clay is there."
    event.url = "https://studio.example/lessons"

    // Somebody who drops in is a guest that was asked, and has not answered yet.
    event.attendees = [Attendee(email: "guest@studio.example", name: "Guest")]

    // An alarm an hour before; alarms belong to the event, so that they go with it.
    event.alarms = [.display(title, .before(.hours(1)))]
    return event
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count <= 3 else {
    print("usage: drop-in-lesson [TITLE [START [ZONE]]]")
    exit(64)
}
let given = Array(arguments)
let title = given.first ?? "Wheel throwing"
let start = given.count > 1 ? given[1] : "2026-04-02 17:00"
let zone = given.count > 2 ? given[2] : "Europe/Berlin"

do {
    let event = try lesson(title, at: start, in: zone)
    // The calendar has what an .ics file needs: the definition of the zone, a PRODID, lines that are folded.
    print(CalendarObject(events: [event]).icsText, terminator: "")
} catch {
    FileHandle.standardError.write(Data("drop-in-lesson: \(error)\n".utf8))
    exit(1)
}
