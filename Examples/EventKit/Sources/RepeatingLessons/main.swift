// Adds repeating lessons, with write-only access.
//
// A program that only adds events does not need permission to read them. It sees one virtual calendar, and its events
// go into the calendar that the user chose.
//
//     RepeatingLessons "Glazing" 10

import EventKit
import Foundation

enum LessonError: Error {
    case noAccess
    case noCalendar
}

/// Adds weekly lessons of 90 minutes.
func addLessons(_ title: String, count: Int, to eventStore: EKEventStore) async throws -> EKEvent {
    switch EKEventStore.authorizationStatus(for: .event) {
    case .notDetermined:
        guard try await eventStore.requestWriteOnlyAccessToEvents() else { throw LessonError.noAccess }
    case .restricted, .denied:
        throw LessonError.noAccess
    default:
        break
    }
    guard let calendar = eventStore.defaultCalendarForNewEvents else { throw LessonError.noCalendar }

    let event = EKEvent(eventStore: eventStore)
    event.calendar = calendar
    event.title = title
    event.startDate = Calendar.current.nextDate(
        after: Date(),
        matching: DateComponents(hour: 18, minute: 0, weekday: 3),
        matchingPolicy: .nextTime
    )
    event.endDate = event.startDate.addingTimeInterval(90 * 60)
    event.location = "Pottery studio, Room 4"
    let rule = EKRecurrenceRule(
        recurrenceWith: .weekly,
        interval: 1,
        daysOfTheWeek: [EKRecurrenceDayOfWeek(.tuesday)],
        daysOfTheMonth: nil,
        monthsOfTheYear: nil,
        weeksOfTheYear: nil,
        daysOfTheYear: nil,
        setPositions: nil,
        end: EKRecurrenceEnd(occurrenceCount: count)
    )
    event.addRecurrenceRule(rule)
    event.addAlarm(EKAlarm(relativeOffset: -3600))
    try eventStore.save(event, span: .futureEvents)
    return event
}

let arguments = Array(CommandLine.arguments.dropFirst())
let title = arguments.first ?? "Glazing"
let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 10
let eventStore = EKEventStore()
do {
    let event = try await addLessons(title, count: count, to: eventStore)
    print("Added \(count) lessons: \(title), from \(event.startDate.formatted()) on.")
} catch LessonError.noAccess {
    print("Lessons cannot be added without permission.")
    exit(1)
} catch EKError.eventStoreNotAuthorized {
    print("Nobody could be asked for permission.")
    exit(1)
} catch {
    print("The lessons were not added: \(error.localizedDescription)")
    exit(1)
}
