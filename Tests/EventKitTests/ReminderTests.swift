import Foundation
import Testing

@testable import EventKit

struct ReminderTests {
    @Test func `a new reminder is saved with its due time, priority and alarms`() async throws {
        let studio = try Studio()
        let reminder = EKReminder(eventStore: studio.store)
        reminder.title = "Water the plants"
        reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 2, hour: 18)
        reminder.startDateComponents = DateComponents(year: 2026, month: 4, day: 1, hour: 18)
        reminder.priority = Int(EKReminderPriority.high.rawValue)
        reminder.url = URL(string: "https://plants.example/")
        reminder.addAlarm(EKAlarm(relativeOffset: -600))
        #expect(code { try studio.store.save(reminder, commit: true) } == .noCalendar)
        reminder.calendar = studio.store.defaultCalendarForNewReminders()
        try studio.store.save(reminder, commit: true)
        let saved = try #require(await studio.reminders()?.first)
        #expect(saved == reminder && saved.title == "Water the plants" && saved.priority == 1)
        #expect(saved.dueDateComponents?.hour == 18 && saved.timeZone == nil && saved.hasAlarms)
        #expect(saved.startDateComponents?.day == 1 && saved.url?.host() == "plants.example")
        #expect(studio.store.calendarItem(withIdentifier: saved.calendarItemIdentifier) is EKReminder)
    }

    @Test func `components without an hour are all-day, and a time zone applies to both times`() throws {
        let reminder = EKReminder(eventStore: try Studio().store)
        reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 2)
        #expect(reminder.dueDateComponents?.hour == nil)
        reminder.timeZone = TimeZone(identifier: "Europe/Berlin")
        #expect(reminder.timeZone == nil)
        reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 2, hour: 9)
        reminder.timeZone = TimeZone(identifier: "Europe/Berlin")
        #expect(reminder.dueDateComponents?.timeZone?.identifier == "Europe/Berlin")
        reminder.dueDateComponents = nil
        #expect(reminder.dueDateComponents == nil)
    }

    @Test func `completing and completionDate are linked`() async throws {
        let studio = try Studio([
            "1/a.ics": Studio.plants, "1/b.ics": "UID:b\nDUE:20260403T180000Z\nSTATUS:COMPLETED",
        ])
        let reminder = try #require(await studio.reminders()?.first { !$0.isCompleted })
        reminder.isCompleted = true
        #expect(reminder.completionDate != nil)
        reminder.completionDate = nil
        #expect(!reminder.isCompleted)
        reminder.completionDate = Studio.monday
        #expect(reminder.isCompleted)
        try studio.store.save(reminder, commit: true)
        let undated = try #require(await studio.reminders()?.first { $0.completionDate == nil })
        #expect(undated.isCompleted)
    }

    @Test(arguments: [-1, 10, 12]) func `a priority outside 0 to 9 cannot be saved`(priority: Int)
        async throws
    {
        let studio = try Studio(["1/a.ics": Studio.plants])
        let reminder = try #require(await studio.reminders()?.first)
        reminder.priority = priority
        #expect(code { try studio.store.save(reminder, commit: true) } == .priorityIsInvalid)
    }

    @Test func `predicates select reminders by completion and time`() async throws {
        let done = "UID:done\nDUE:20260401T180000Z\nSTATUS:COMPLETED\nCOMPLETED:20260401T120000Z"
        let studio = try Studio(["1/a.ics": Studio.plants, "2/b.ics": done])
        let (store, later) = (studio.store, Studio.monday.addingTimeInterval(30 * 86_400))
        func count(_ predicate: NSPredicate) async -> Int? { await studio.reminders(predicate)?.count }
        let work = store.calendars(for: .reminder).filter { $0.title == "Work" }
        #expect(await count(store.predicateForReminders(in: nil)) == 2)
        #expect(await count(store.predicateForReminders(in: work)) == 1)
        let open = store.predicateForIncompleteReminders(
            withDueDateStarting: nil,
            ending: later,
            calendars: nil
        )
        #expect(await count(open) == 1)
        let past = store.predicateForIncompleteReminders(
            withDueDateStarting: later,
            ending: nil,
            calendars: nil
        )
        #expect(await count(past) == 0)
        let closed = store.predicateForCompletedReminders(
            withCompletionDateStarting: Studio.monday,
            ending: later,
            calendars: nil
        )
        #expect(await count(closed) == 1)
        // Only two open bounds include reminders without a due time.
        try studio.write("1/c.ics", "X-VTODO:1\nUID:c\nSUMMARY:Someday")
        store.refreshSourcesIfNecessary()
        for (bound, number) in [(nil, 2), (Date.distantPast, 1)] {
            let open = store.predicateForIncompleteReminders(
                withDueDateStarting: bound,
                ending: nil,
                calendars: nil
            )
            #expect(await count(open) == number)
        }
    }

    @Test func `a canceled fetch or a predicate from another store returns nil`() async throws {
        let studio = try Studio(["1/a.ics": Studio.plants])
        #expect(await studio.reminders(NSPredicate(value: true)) == nil)
        #expect(await studio.reminders(try Studio().store.predicateForReminders(in: nil)) == nil)
        let answered = Shared(0)
        await withCheckedContinuation { continuation in
            let store = studio.store
            let fetch = store.fetchReminders(matching: store.predicateForReminders(in: nil)) { _ in
                answered.value += 1
                continuation.resume()
            }
            store.cancelFetchRequest(fetch)
            store.cancelFetchRequest("something else")
        }
        #expect(answered.value == 1)
    }

    @Test
    func `completing the next instance of a recurring reminder reveals the one after it`()
        async throws
    {
        let studio = try Studio(["1/a.ics": Studio.plants + "\nDTSTART:20260402T170000Z\nRRULE:FREQ=DAILY"])
        let open = studio.store.predicateForIncompleteReminders(
            withDueDateStarting: nil,
            ending: nil,
            calendars: nil
        )
        let reminder = try #require(await studio.reminders(open)?.first)
        #expect(await studio.reminders(open)?.count == 1 && reminder.hasRecurrenceRules)
        let day = reminder.dueDateComponents?.day
        reminder.isCompleted = true
        try studio.store.save(reminder, commit: true)
        #expect(await studio.reminders(open)?.first?.dueDateComponents?.day == day.map { $0 + 1 })
    }

    @Test func `a recurring reminder needs a due time`() throws {
        let studio = try Studio()
        let reminder = EKReminder(eventStore: studio.store)
        reminder.calendar = studio.store.defaultCalendarForNewReminders()
        reminder.addRecurrenceRule(EKRecurrenceRule(recurrenceWith: .daily, interval: 1, end: nil))
        #expect(code { try studio.store.save(reminder, commit: true) } == .recurringReminderRequiresDueDate)
        reminder.startDateComponents = DateComponents(year: 2026, month: 4, day: 1)
        #expect(code { try studio.store.save(reminder, commit: true) } == .recurringReminderRequiresDueDate)
        reminder.dueDateComponents = DateComponents(year: 2026, month: 4, day: 1)
        try studio.store.save(reminder, commit: true)
        reminder.dueDateComponents = nil
        #expect(code { try studio.store.save(reminder, commit: true) } == .recurringReminderRequiresDueDate)
    }

    @Test func `a recurring reminder from another program can lack a due time`() async throws {
        let studio = try Studio(["1/a.ics": "X-VTODO:1\nUID:a\nDTSTART:20260401T080000Z\nRRULE:FREQ=DAILY"])
        let reminder = try #require(await studio.reminders()?.first)
        reminder.title = "Stretch"
        try studio.store.save(reminder, commit: true)
        #expect(try studio.texts().joined().contains("SUMMARY:Stretch"))
    }

    @Test func `a reminder can be refreshed and reset`() async throws {
        let studio = try Studio(["1/a.ics": Studio.plants])
        let reminder = try #require(await studio.reminders()?.first)
        reminder.title = "Water all plants"
        try studio.write("1/a.ics", Studio.plants + "\nLOCATION:Studio")
        studio.store.refreshSourcesIfNecessary()
        #expect(reminder.refresh())
        #expect(reminder.title == "Water all plants" && reminder.location == "Studio" && reminder.hasChanges)
        reminder.reset()
        #expect(reminder.title == "Water the plants" && !reminder.hasChanges)
    }

    @Test func `a removed reminder keeps its contents and cannot be saved again`() async throws {
        let studio = try Studio(["1/a.ics": Studio.plants])
        let reminder = try #require(await studio.reminders()?.first)
        let identifier = reminder.calendarItemIdentifier
        try studio.store.remove(reminder, commit: true)
        #expect(await studio.reminders() == [])
        #expect(reminder.title == "Water the plants" && reminder.calendar.title == "Home")
        #expect(reminder.calendarItemIdentifier == identifier && !reminder.refresh())
        #expect(code { try studio.store.save(reminder, commit: true) } == .objectBelongsToDifferentStore)
        try studio.store.remove(reminder, commit: true)
    }

    @Test func `removing a reminder that was never saved does nothing`() throws {
        let studio = try Studio()
        let reminder = EKReminder(eventStore: studio.store)
        reminder.title = "Water the plants"
        try studio.store.remove(reminder, commit: true)
        #expect(reminder.title == "Water the plants")
    }

    @Test func `a batch can contain reminders`() async throws {
        let studio = try Studio(["1/a.ics": Studio.plants])
        let reminder = try #require(await studio.reminders()?.first)
        reminder.notes = "Not the cactus"
        try studio.store.save(reminder, commit: false)
        #expect(await studio.reminders()?.first?.notes == nil)
        try studio.store.commit()
        #expect(await studio.reminders()?.first?.notes == "Not the cactus")
        try studio.store.remove(reminder, commit: false)
        studio.store.reset()
        #expect(await studio.reminders()?.count == 1)
    }
}
