import EventKit
import Foundation

/// The EventKit names that an example can use without declaring them, based on the calendar in `Prelude`.
struct ApplePrelude {
    /// An event store with the stand-up from `Prelude` in the calendar `home/studio`.
    let eventStore: EKEventStore
    /// The first occurrence of the stand-up.
    let ekEvent: EKEvent
    /// The calendar `home/studio`.
    let ekCalendar: EKCalendar
    /// A new reminder.
    let ekReminder: EKReminder
    /// The stand-up's alarm.
    let ekAlarm: EKAlarm
    /// The stand-up's recurrence rule.
    let ekRule: EKRecurrenceRule
    /// A configuration for event stores.
    let configuration: EKEventStore.Configuration

    /// Opens the event store.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString)")
        let studio = folder.appending(path: "home/studio")
        try FileManager.default.createDirectory(at: studio, withIntermediateDirectories: true)
        try Data(Prelude.text.utf8).write(to: studio.appending(path: "team.ics"))
        var opened = EKEventStore.Configuration(directory: folder.path(percentEncoded: false))
        opened.access = .allow
        opened.stateDirectory = folder.appending(path: ".state").path(percentEncoded: false)
        eventStore = EKEventStore(configuration: opened)
        ekEvent = try eventStore.event(withIdentifier: "home/studio:stand-up%40studio.example").orThrow()
        ekCalendar = try eventStore.calendar(withIdentifier: "home/studio").orThrow()
        ekReminder = EKReminder(eventStore: eventStore)
        ekAlarm = try ekEvent.alarms?.first.orThrow() ?? EKAlarm()
        ekRule =
            try ekEvent.recurrenceRules?.first.orThrow()
            ?? EKRecurrenceRule(
                recurrenceWith: .daily,
                interval: 1,
                end: nil
            )
        configuration = EKEventStore.Configuration(directory: "/srv/calendars")
    }
}
