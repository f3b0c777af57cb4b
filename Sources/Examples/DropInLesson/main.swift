// A drop-in lesson, without access to the calendars.
//
// This program creates an event and prints it. It never opens a store, so it needs no permission: the recipient of the
// event decides what to do with it. On the command line, for example:
//
//     drop-in-lesson "Wheel throwing" "2026-04-02 17:00" | ics-store --store ~/calendars add
//
// With EventKit, a program passes an event to EKEventEditViewController for the same reason.

import Foundation
import ICalendar

/// Returns the lesson as an event.
///
/// - Throws: `CalendarError` if the time is invalid or the zone is unknown.
func lesson(_ title: String, at start: String, in zone: String) throws -> Event {
    // A time consists of a clock time and a zone: 17:00 in Berlin is always 17:00 there, whatever the UTC offset.
    var event = try Event(title, start: EventTime(start, in: zone), duration: .minutes(90))
    event.location = "Pottery studio, Room 4"
    event.descriptionText = "Bring an apron. Clay is there."
    event.url = "https://studio.example/lessons"

    // A drop-in participant is an invited guest who has not answered yet.
    event.attendees = [Attendee(email: "guest@studio.example", name: "Guest")]

    // An alarm one hour before the lesson. Alarms are part of the event, so the recipient gets them too.
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
    // The calendar object adds what an .ics file needs: the definition of the zone, a PRODID and folded lines.
    print(CalendarObject(events: [event]).icsText, terminator: "")
} catch {
    FileHandle.standardError.write(Data("drop-in-lesson: \(error)\n".utf8))
    exit(1)
}
