// A drop-in lesson, without access to the calendars.
//
// The program creates an event for the user to view and save. It needs no permission, since it neither reads the
// calendars nor saves anything itself. A program with a user interface passes such an event to
// EKEventEditViewController.
//
//     DropInLesson "Wheel throwing"

import EventKit
import Foundation

/// Returns a lesson of 90 minutes on the next day at 17:00.
func lesson(_ title: String, in eventStore: EKEventStore) -> EKEvent {
    let tomorrow = Calendar.current.date(byAdding: .day, value: 1, to: Date()) ?? Date()
    let start = Calendar.current.date(bySettingHour: 17, minute: 0, second: 0, of: tomorrow) ?? tomorrow

    let event = EKEvent(eventStore: eventStore)
    event.title = title
    event.startDate = start
    event.endDate = start.addingTimeInterval(90 * 60)
    event.timeZone = TimeZone.current
    event.structuredLocation = EKStructuredLocation(title: "Pottery studio, Room 4")
    event.notes = "Bring an apron. Clay is there."
    event.url = URL(string: "https://studio.example/lessons")
    event.addAlarm(EKAlarm(relativeOffset: -3600))
    return event
}

let eventStore = EKEventStore()
let event = lesson(CommandLine.arguments.dropFirst().first ?? "Wheel throwing", in: eventStore)
print(event.title ?? "")
print("\(event.startDate.formatted()) – \(event.endDate.formatted())")
print(event.location ?? "")
print(event.notes ?? "")
for alarm in event.alarms ?? [] { print("Alarm \(Int(-alarm.relativeOffset / 60)) minutes before") }
