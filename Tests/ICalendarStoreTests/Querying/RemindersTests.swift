import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests a store's reminders.
@Suite struct RemindersTests {
    private let folder: StoreFolder
    private let options: EventStore.Options

    init() throws {
        folder = try StoreFolder("home")
        var options = EventStore.Options()
        options.timeZone = try Zone(identifier: "Europe/Berlin")
        options.access = .allow
        self.options = options
    }

    private func write(_ name: String, _ components: String...) throws {
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN"] + components + ["END:VCALENDAR"]
        try folder.write("home/\(name).ics", lines.joined(separator: "\n"))
    }

    private func store() throws -> EventStore {
        try EventStore(folder.root, files: SystemFiles(), options: options)
    }

    private func instant(_ text: String) throws -> Date {
        try #require(EventTime(text).instantInUTC).date
    }

    /// Returns a VTODO with the given lines.
    private func todo(_ lines: String...) -> String {
        (["BEGIN:VTODO", "DTSTAMP:20260101T000000Z"] + lines + ["END:VTODO"]).joined(separator: "\n")
    }

    @Test func `reminders are sorted by due time, and those without one come last`() throws {
        try write("a", todo("UID:a", "SUMMARY:later", "DUE;VALUE=DATE:20260403"))
        try write("b", todo("UID:b", "SUMMARY:never"))
        try write("c", todo("UID:c", "SUMMARY:first", "DUE:20260402T080000Z"))
        let store = try store()
        let all = try store.reminders(matching: store.predicateForReminders())
        #expect(all.map(\.title) == ["first", "later", "never"])
        #expect(all[0].dueDateComponents?.hour == 8)
        #expect(all[1].dueDateComponents == DateComponents(year: 2026, month: 4, day: 3))
    }

    @Test func `a refresh adds new values to a reminder and keeps unsaved changes`() throws {
        try write("a", todo("UID:a", "SUMMARY:Water the plants"))
        let store = try store()
        var reminder = try #require(store.reminders(matching: store.predicateForReminders()).first)
        reminder.title = "Water all plants"
        try write("a", todo("UID:a", "SUMMARY:Water the plants", "LOCATION:Studio"))
        try store.refreshSourcesIfNecessary()
        #expect(try store.refresh(&reminder))
        #expect(reminder.title == "Water all plants" && reminder.location == "Studio" && reminder.hasChanges)
        try store.remove(reminder)
        #expect(try !store.refresh(&reminder))
        var new = Reminder(try Todo("Write to Jane", due: EventTime("2026-04-02")))
        #expect(try store.refresh(&new))
    }

    @Test func `queries for open and completed reminders use their times`() throws {
        try write("a", todo("UID:a", "SUMMARY:open", "DUE:20260402T080000Z"))
        try write("b", todo("UID:b", "SUMMARY:idle"))
        try write("c", todo("UID:c", "SUMMARY:done", "STATUS:COMPLETED", "COMPLETED:20260401T120000Z"))
        try write("d", todo("UID:d", "SUMMARY:done once", "STATUS:COMPLETED"))
        try write("e", todo("UID:e", "SUMMARY:off", "STATUS:CANCELLED", "DUE:20260402T080000Z"))
        let store = try store()
        func titles(_ predicate: ReminderPredicate) throws -> [String] {
            try store.reminders(matching: predicate).map(\.title).sorted()
        }
        let (start, end) = (try instant("2026-04-02T08:00:00Z"), try instant("2026-04-02T08:00:01Z"))
        #expect(
            try titles(store.predicateForIncompleteReminders(withDueDateStarting: nil, ending: nil)) == [
                "idle", "open",
            ]
        )
        #expect(
            try titles(store.predicateForIncompleteReminders(withDueDateStarting: start, ending: end)) == [
                "open"
            ]
        )
        #expect(
            try titles(store.predicateForIncompleteReminders(withDueDateStarting: nil, ending: start)) == []
        )
        #expect(
            try titles(store.predicateForCompletedReminders(withCompletionDateStarting: nil, ending: nil))
                == [
                    "done", "done once",
                ]
        )
        #expect(
            try titles(store.predicateForCompletedReminders(withCompletionDateStarting: nil, ending: start))
                == [
                    "done"
                ]
        )
        #expect(try titles(store.predicateForReminders()).count == 5)
    }

    @Test func `a recurring reminder returns its first open instance and all completed instances`() throws {
        let master = todo(
            "UID:w",
            "SUMMARY:water",
            "DUE;TZID=Europe/Berlin:20260328T180000",
            "RRULE:FREQ=DAILY;COUNT=5",
            "EXDATE;TZID=Europe/Berlin:20260330T180000"
        )
        try write(
            "w",
            master,
            todo(
                "UID:w",
                "RECURRENCE-ID;TZID=Europe/Berlin:20260328T180000",
                "SUMMARY:water",
                "DUE;TZID=Europe/Berlin:20260328T180000",
                "STATUS:COMPLETED",
                "COMPLETED:20260328T190000Z"
            ),
            todo(
                "UID:w",
                "RECURRENCE-ID;TZID=Europe/Berlin:20260329T180000",
                "SUMMARY:skipped",
                "DUE;TZID=Europe/Berlin:20260329T180000",
                "STATUS:CANCELLED"
            )
        )
        let store = try store()
        let all = try store.reminders(matching: store.predicateForReminders())
        #expect(all.map(\.isCompleted) == [true, false])
        #expect(all.map(\.isDetached) == [true, false])
        #expect(all.map { $0.dueDateComponents?.day } == [28, 31])
        #expect(all[1].hasRecurrenceRules && !all[1].hasChanges)
        #expect(all[1].id == "home:w/RID=20260331T160000Z")
        #expect(all[1].calendarItemIdentifier == "home:w")
    }

    @Test func `a series completed as a whole is one completed reminder`() throws {
        try write(
            "w",
            todo("UID:w", "DUE;VALUE=DATE:20260328", "RRULE:FREQ=DAILY", "STATUS:COMPLETED", "SUMMARY:over")
        )
        let store = try store()
        let all = try store.reminders(matching: store.predicateForReminders())
        #expect(all.map(\.isCompleted) == [true])
        #expect(all[0].id == "home:w")
    }

    @Test func `completing sets the completion time, and undoing the completion removes it`() throws {
        var reminder = Reminder(try Todo("Write to Jane", due: EventTime("2026-04-02")))
        reminder.isCompleted = true
        #expect(reminder.completionDate != nil && reminder.todo.status == .completed)
        reminder.completionDate = nil
        #expect(!reminder.isCompleted && reminder.todo.status == .needsAction)
        reminder.completionDate = Date(timeIntervalSince1970: 60)
        #expect(reminder.isCompleted && reminder.todo.completed == Instant(secondsSince1970: 60))
    }

    @Test func `a to-do with a start and a duration is due at its end`() throws {
        try write("a", todo("UID:a", "DTSTART;VALUE=DATE:20260402", "DURATION:P2D", "SUMMARY:tax"))
        let store = try store()
        let all = try store.reminders(matching: store.predicateForReminders())
        #expect(all.first?.dueDateComponents == DateComponents(year: 2026, month: 4, day: 4))
    }
}

extension EventTime {
    /// The instant of a UTC time.
    fileprivate var instantInUTC: Instant? {
        if case .utc(let civil) = self { Instant(secondsSince1970: civil.secondNumber) } else { nil }
    }
}

/// Tests saving and removing reminders.
@Suite struct SavingRemindersTests {
    private let opened: StoreFolder
    private let store: EventStore

    init() throws {
        opened = try StoreFolder("home", "work")
        store = try opened.open { $0.isWatched = false }
    }

    private var all: [Reminder] {
        get throws { try store.reminders(matching: store.predicateForReminders()) }
    }

    private func watering() throws -> Reminder {
        var todo = try Todo("Water", due: EventTime("2026-04-01 18:00", in: "Europe/Berlin"), uid: "water")
        todo.recurrenceRules = [.daily().count(3)]
        return Reminder(todo, calendar: try store.calendar(withIdentifier: "home"))
    }

    @Test func `a reminder can be saved, changed, moved and removed`() throws {
        let home = try store.calendar(withIdentifier: "home")
        var reminder = Reminder(try Todo("Write to Jane", uid: "jane"), calendar: home)
        try store.save(&reminder)
        #expect(!reminder.isNew && !reminder.hasChanges && reminder.id == "home:jane")
        reminder.title = "Write to Joe"
        reminder.priority = 1
        try store.save(&reminder)
        #expect(try all.map(\.title) == ["Write to Joe"])
        #expect(opened.text("home/jane.ics")?.contains("PRIORITY:1") == true)
        reminder.calendar = try store.calendar(withIdentifier: "work")
        try store.save(&reminder)
        #expect(opened.text("home/jane.ics") == nil && reminder.id == "work:jane")
        #expect(try store.reminder(withIdentifier: "work:jane") == reminder)
        try store.remove(reminder)
        #expect(try all.isEmpty && opened.text("work/jane.ics") == nil)
    }

    @Test func `completing a recurring reminder shows the next instance until none are left`() throws {
        var reminder = try watering()
        try store.save(&reminder)
        for day in 1...3 {
            let open = try store.reminders(
                matching: store.predicateForIncompleteReminders(withDueDateStarting: nil, ending: nil)
            )
            var next = try #require(open.first)
            #expect(open.count == 1 && next.dueDateComponents?.day == day)
            next.isCompleted = true
            try store.save(&next)
            #expect(next.isCompleted && next.dueDateComponents?.day == day)
        }
        #expect(try all.map(\.isCompleted) == [true, true, true])
        // A completed instance can be removed alone.
        try store.remove(#require(all.first))
        #expect(try all.count == 2)
    }

    @Test func `other changes to a recurring reminder affect all instances`() throws {
        var reminder = try watering()
        try store.save(&reminder)
        reminder.title = "Water all"
        reminder.isCompleted = true
        try store.save(&reminder)
        #expect(try all.map(\.title) == ["Water all", "Water all"])
        #expect(try all.map(\.isCompleted) == [true, false])
        var next = try #require(all.last)
        next.dueDateComponents?.hour = 20
        try store.save(&next)
        #expect(try all.last?.dueDateComponents?.hour == 20)
        #expect(try all.map { $0.dueDateComponents?.day } == [1, 2])
        try store.remove(#require(all.last))
        #expect(try all.isEmpty)
    }

    @Test func `changes by another program are kept`() throws {
        var reminder = Reminder(
            try Todo("Call", uid: "call"),
            calendar: try store.calendar(withIdentifier: "home")
        )
        try store.save(&reminder)
        let text = try #require(opened.text("home/call.ics"))
        try opened.write(
            "home/call.ics",
            text.replacingOccurrences(of: "SUMMARY:Call", with: "SUMMARY:Call Joe")
        )
        reminder.isCompleted = true
        try store.save(&reminder)
        #expect(reminder.title == "Call Joe" && reminder.isCompleted)
    }

    @Test func `an invalid reminder is rejected with a specific error`() throws {
        let home = try store.calendar(withIdentifier: "home")
        func code(_ change: (inout Reminder) throws -> Void) throws -> StoreError.Code? {
            var reminder = Reminder(
                try Todo("Tax", start: EventTime("2026-04-01"), due: EventTime("2026-04-02")),
                calendar: home
            )
            try change(&reminder)
            do throws(StoreError) { try store.save(&reminder) } catch { return error.code }
            return nil
        }
        #expect(try code { $0.priority = 10 } == .priorityIsInvalid)
        let inverted = try code { $0.todo.due = try EventTime("2026-03-31") }
        #expect(inverted == .datesInverted)
        let withoutTime = try code {
            $0.todo = try Todo("Tax")
            $0.recurrenceRules = [.daily()]
        }
        #expect(withoutTime == .recurringReminderRequiresDueDate)
        let late = try code { $0.dueDateComponents = DateComponents(year: 12_000, month: 1, day: 1) }
        #expect(late == .invalidItem)
        #expect(try code { _ in } == nil)
    }

    @Test func `a batch of reminders is written when it is committed`() throws {
        var reminder = Reminder(
            try Todo("Call", uid: "call"),
            calendar: try store.calendar(withIdentifier: "home")
        )
        try store.save(&reminder, commit: false)
        #expect(try all.isEmpty && opened.text("home/call.ics") == nil)
        reminder.isCompleted = true
        try store.save(&reminder, commit: false)
        try store.commit()
        #expect(try all.map(\.isCompleted) == [true])
    }
}
