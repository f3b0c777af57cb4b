import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests the spans of reminder changes, and completed instances.
@Suite struct ReminderSpansTests {
    private static func todo(_ lines: String...) -> String {
        (["BEGIN:VTODO", "DTSTAMP:20260101T000000Z"] + lines + ["END:VTODO"]).joined(separator: "\n")
    }

    private static let daily = todo(
        "UID:w",
        "SUMMARY:Water",
        "DTSTART;TZID=Europe/Berlin:20260327T180000",
        "DUE;TZID=Europe/Berlin:20260327T190000",
        "RRULE:FREQ=DAILY;COUNT=5",
        "X-COLOR:green"
    )

    private func opened(_ components: String...) throws -> OpenedStore {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n\(components.joined(separator: "\n"))\nEND:VCALENDAR\n"
        return try OpenedStore(files: ["home/w.ics": text])
    }

    private func lines(_ store: EventStore) throws -> [String] {
        try store.reminders(matching: store.predicateForReminders()).map { reminder in
            let due = reminder.due?.civil.description.dropFirst(5).prefix(11) ?? "-"
            return "\(reminder.isCompleted ? "x" : " ") \(due) \(reminder.title)"
        }
    }

    private func reminder(_ store: EventStore, _ day: Int, hour: Int = 17) throws -> Reminder {
        // Daylight saving time starts on 29 March.
        let slot = "202603\(day)T\(day < 29 ? hour : hour - 1)0000Z"
        return try #require(try store.reminder(withIdentifier: "home:w/RID=\(slot)"))
    }

    @Test func `one instance is postponed, and the others are unchanged`() throws {
        let opened = try opened(Self.daily)
        var first = try reminder(opened.store, 27)
        first.dueDateComponents = DateComponents(
            timeZone: TimeZone(identifier: "Europe/Berlin"),
            year: 2026,
            month: 3,
            day: 29,
            hour: 9
        )
        try opened.store.save(&first, span: .thisEvent)
        #expect(first.isDetached && first.id == "home:w/RID=20260327T170000Z")
        #expect(try lines(opened.store) == ["  03-28T19:00 Water", "  03-29T09:00 Water"])
        #expect(try lines(opened.again()) == ["  03-28T19:00 Water", "  03-29T09:00 Water"])
        #expect(try reminder(opened.store, 30).due?.civil.description == "2026-03-30T19:00:00")
        #expect(opened.folder.text("home/w.ics")?.contains("X-COLOR:green") == true)
    }

    @Test
    func
        `without a span, a change to an occurrence affects the whole series, and a change to an override only the override`()
        throws
    {
        let opened = try opened(Self.daily)
        var third = try reminder(opened.store, 29)
        third.title = "Flood"
        try opened.store.save(&third, span: .thisEvent)
        third.priority = 1
        try opened.store.save(&third)
        #expect(try [27, 29, 30].map { try reminder(opened.store, $0).priority } == [0, 1, 0])
        var fourth = try reminder(opened.store, 30)
        fourth.title = "Sprinkle"
        try opened.store.save(&fourth)
        #expect(
            try [27, 29, 30].map { try reminder(opened.store, $0).title } == [
                "Sprinkle", "Flood", "Sprinkle",
            ]
        )
        third = try reminder(opened.store, 29)
        third.priority = 2
        try opened.store.save(&third, span: .allEvents)
        #expect(try [27, 29, 30].map { try reminder(opened.store, $0).priority } == [2, 2, 2])
    }

    @Test func `future instances become a separate series`() throws {
        let opened = try opened(Self.daily)
        var third = try reminder(opened.store, 29)
        third.title = "Flood"
        third.isCompleted = true
        try opened.store.save(&third, span: .futureEvents)
        #expect(third.isCompleted && third.title == "Flood" && third.due?.civil.date.day == 29)
        #expect(
            try lines(opened.store) == ["  03-27T19:00 Water", "x 03-29T19:00 Flood", "  03-30T19:00 Flood"]
        )
        try opened.store.remove(reminder(opened.store, 28), span: .futureEvents)
        #expect(try lines(opened.store).first == "  03-27T19:00 Water")
        #expect(try opened.store.reminder(withIdentifier: "home:w/RID=20260328T170000Z") == nil)
    }

    @Test
    func `completing an instance creates a separate to-do, and the series starts with the next instance`()
        throws
    {
        let opened = try opened(Self.daily)
        for day in 27...29 {
            var next = try #require(try opened.store.reminder(withIdentifier: "home:w"))
            #expect(next.due?.civil.description == "2026-03-\(day)T19:00:00")
            next.isCompleted = true
            try opened.store.save(&next)
            #expect(next.isCompleted && !next.hasRecurrenceRules && next.due?.civil.date.day == day)
            let text = try #require(opened.folder.text("home/w.ics"))
            #expect(text.components(separatedBy: "BEGIN:VTODO").count == 2 && !text.contains("RECURRENCE-ID"))
            #expect(text.contains("DTSTART;TZID=Europe/Berlin:202603\(day + 1)T180000\r\n"), "\(text)")
            #expect(text.contains("DUE;TZID=Europe/Berlin:202603\(day + 1)T190000\r\n"))
            #expect(text.contains("COUNT=\(31 - day)\r\n") && text.contains("X-COLOR:green"))
            #expect(try reminder(opened.store, day).isCompleted)
        }
        let copy = try #require(opened.folder.text("home/20260327t170000z-w.ics"))
        #expect(copy.contains("RELATED-TO;RELTYPE=SIBLING:w\r\n") && copy.contains("X-COLOR:green"))
        #expect(copy.contains("STATUS:COMPLETED\r\n") && !copy.contains("RRULE:FREQ=DAILY"))
        let calendars = try CalendarFile(text: copy)
        #expect(calendars.validate().filter { $0.severity == .error } == [])
    }

    @Test
    func `an instance completed early is excluded, and the start stays until earlier ones are completed`()
        throws
    {
        let opened = try opened(Self.daily)
        var third = try reminder(opened.store, 29)
        third.isCompleted = true
        try opened.store.save(&third)
        #expect(try lines(opened.store) == ["  03-27T19:00 Water", "x 03-29T19:00 Water"])
        #expect(
            opened.folder.text("home/w.ics")?.contains("EXDATE;TZID=Europe/Berlin:20260329T180000\r\n")
                == true
        )
        for _ in 0..<2 {
            var next = try #require(try opened.store.reminder(withIdentifier: "home:w"))
            next.isCompleted = true
            try opened.store.save(&next)
        }
        let text = try #require(opened.folder.text("home/w.ics"))
        #expect(
            text.contains("DTSTART;TZID=Europe/Berlin:20260330T180000") && !text.contains("EXDATE"),
            "\(text)"
        )
    }

    /// Returns an override of the daily series.
    private static func override(_ day: Int, _ lines: String...) -> String {
        (["BEGIN:VTODO", "UID:w", "DTSTAMP:20260101T000000Z"]
            + ["RECURRENCE-ID;TZID=Europe/Berlin:202603\(day)T180000"]
            + ["DTSTART;TZID=Europe/Berlin:202603\(day)T180000"] + lines + ["END:VTODO"])
            .joined(separator: "\n")
    }

    @Test(arguments: [[28], [28, 29], [27, 29], [30], [31]])
    func `a series with canceled instances advances normally`(days: [Int]) throws {
        let canceled = days.map { Self.override($0, "STATUS:CANCELLED") }.joined(separator: "\n")
        let opened = try opened(Self.daily, canceled)
        let open = (27...31).filter { !days.contains($0) }
        for (place, day) in open.enumerated() {
            var next = try #require(try opened.store.reminder(withIdentifier: "home:w"))
            #expect(next.due?.civil.date.day == day)
            next.isCompleted = true
            try opened.store.save(&next)
            let text = try #require(opened.folder.text("home/w.ics"))
            let left = days.filter { $0 > (open.dropFirst(place + 1).first ?? .max) }
            #expect(text.components(separatedBy: "STATUS:CANCELLED").count == left.count + 1)
            guard place + 1 < open.count else {
                #expect(text.contains("STATUS:COMPLETED") && !text.contains("RRULE:FREQ=DAILY"))
                continue
            }
            #expect(!text.contains("COMPLETED"))
            #expect(
                text.contains("DTSTART;TZID=Europe/Berlin:202603\(open[place + 1])T180000\r\n"),
                "\(text)"
            )
        }
    }

    @Test func `a canceled instance next to a completed one remains in the series`() throws {
        let opened = try opened(
            Self.daily,
            Self.override(28, "STATUS:CANCELLED"),
            Self.override(27, "STATUS:COMPLETED")
        )
        var next = try #require(try opened.store.reminder(withIdentifier: "home:w"))
        next.isCompleted = true
        try opened.store.save(&next)
        let text = try #require(opened.folder.text("home/w.ics"))
        #expect(text.components(separatedBy: "BEGIN:VTODO").count == 5 && text.contains("STATUS:CANCELLED"))
    }

    @Test func `if two users complete the same instance, it is completed once`() throws {
        let opened = try opened(Self.daily)
        let other = try opened.again()
        var (one, two) = (try reminder(opened.store, 27), try reminder(other, 27))
        one.isCompleted = true
        two.isCompleted = true
        try opened.store.save(&one)
        try other.save(&two)
        #expect(one.id == "home:20260327t170000z-w" && two.id == one.id && two.isCompleted)
        #expect(try lines(opened.again()) == ["x 03-27T19:00 Water", "  03-28T19:00 Water"])
    }

    @Test func `completing a lost instance does not complete another instance`() throws {
        let opened = try opened(Self.daily)
        var first = try reminder(opened.store, 27)
        try opened.store.remove(first, span: .thisEvent)
        let before = opened.folder.everything
        first.isCompleted = true
        #expect(refusal { try opened.store.save(&first) }?.code == .invalidSpan)
        #expect(opened.folder.everything == before)
    }

    @Test func `completed instances remain in the series if an option requires it or others already do`()
        throws
    {
        let opened = try opened(Self.daily)
        var options = EventStore.Options()
        options.access = .allow
        options.timeZone = try Zone(identifier: "Europe/Berlin")
        options.completedInstances = .inSeries
        let classic = try EventStore(opened.folder.root, files: SystemFiles(), options: options)
        for isClassic in [true, false] {
            let store = try isClassic ? classic : opened.again()
            var next = try #require(try store.reminder(withIdentifier: "home:w"))
            next.isCompleted = true
            try store.save(&next)
            #expect(next.isCompleted && next.isDetached)
        }
        #expect(opened.folder.everything.keys.filter { $0.hasSuffix(".ics") } == ["home/w.ics"])
        #expect(opened.folder.text("home/w.ics")?.components(separatedBy: "STATUS:COMPLETED").count == 3)
        let lines = try lines(opened.again())
        #expect(lines == ["x 03-27T19:00 Water", "x 03-28T19:00 Water", "  03-29T19:00 Water"])
    }

    @Test
    func `removing a series removes its completed instances, but a completed instance can be removed alone`()
        throws
    {
        let opened = try opened(Self.daily)
        for _ in 0..<5 {
            var next = try #require(try opened.store.reminder(withIdentifier: "home:w"))
            next.isCompleted = true
            try opened.store.save(&next)
        }
        #expect(try lines(opened.store).count == 5)
        // The last instance has the same UID as the series.
        try opened.store.remove(#require(try opened.store.reminder(withIdentifier: "home:w")))
        #expect(try lines(opened.store).count == 4)
        try opened.store.remove(reminder(opened.store, 28))
        #expect(try lines(opened.store).map { $0.prefix(7) } == ["x 03-27", "x 03-29", "x 03-30"])
        let other = try self.opened(Self.daily, Self.todo("UID:v-w", "SUMMARY:Other"))
        for store in [other.store] {
            var next = try #require(try store.reminder(withIdentifier: "home:w"))
            next.isCompleted = true
            try store.save(&next)
            try store.remove(#require(try store.reminder(withIdentifier: "home:w")))
            #expect(try lines(store) == ["  - Other"])
        }
    }
}
