// A drop-in series, offered in the user's browser, without access to the calendars.
//
// The program creates an event and passes it to the editor of `ics-web`. The user can edit the event and choose a
// calendar. The program needs no permission, since it learns only whether the event was saved.
//
//     drop-in-page "Wheel throwing" "2026-04-02 17:00" Europe/Berlin
//
// On Apple platforms, EKEventEditViewController does the same.

import Foundation
import ICalendar
import ICalendarUI

/// Returns a weekly lesson with a guest and an alarm.
///
/// - Throws: `CalendarError` if the time is invalid or the zone is unknown.
func lesson(_ title: String, at start: String, in zone: String) throws -> Event {
    var event = try Event(title, start: EventTime(start, in: zone), duration: .minutes(90))
    event.location = "Pottery studio, Room 4"
    event.descriptionText = "Bring an apron. Clay is there."
    event.attendees = [Attendee(email: "guest@studio.example", name: "Guest")]
    event.alarms = [.display(title, .before(.hours(1)))]
    event.recurrenceRules = [try RecurrenceRule(text: "FREQ=WEEKLY;COUNT=6")]
    return event
}

let given = Array(CommandLine.arguments.dropFirst())
guard given.count <= 3 else {
    print("usage: drop-in-page [TITLE [START [ZONE]]]")
    exit(64)
}
let title = given.first ?? "Wheel throwing"
let start = given.count > 1 ? given[1] : "2026-04-02 17:00"
let zone = given.count > 2 ? given[2] : "Europe/Berlin"

do {
    switch try await EventEditor.present(lesson(title, at: start, in: zone)) {
    case .saved: print("saved")
    case .canceled: print("canceled")
    case .deleted: print("deleted")
    }
} catch {
    FileHandle.standardError.write(Data("drop-in-page: \(error)\n".utf8))
    exit(1)
}
