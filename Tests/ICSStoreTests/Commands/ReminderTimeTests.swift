import Foundation
import ICalendar
import TestTraits
import Testing

/// Tests due times: their value type, the time zone they are shown in, and series without a start.
@Suite struct ReminderTimeTests {
    private func store(_ lines: String) throws -> StoreProgram {
        let store = try StoreProgram()
        let todo = "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nSUMMARY:T\n\(lines)\nEND:VTODO"
        try store.write(calendarText(todo), to: "calendars/home/t.ics")
        return store
    }

    private func text(_ store: StoreProgram) throws -> String {
        String(decoding: try store.contents()["home/t.ics"] ?? Data(), as: UTF8.self)
    }

    private static let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:d\nTRIGGER:-PT10M\nEND:VALARM"

    @Test(
        .long,
        arguments: [
            "DUE;TZID=Europe/Berlin:20260302T180000", "DUE;VALUE=DATE:20260302", "DUE:20260302T180000",
        ]
    )
    func `a series with only a due time and an alarm can be completed and split`(due: String) throws {
        let lines = "\(due)\nRRULE:FREQ=DAILY;COUNT=4\n\(Self.alarm)"
        let done = try store(lines)
        let result = try done.run("reminders", "complete", "home:t")
        #expect(result.status == 0 && result.output.contains("next due 2026-03-03"), "\(result.errors)")
        let split = try store(lines)
        let slot =
            due.contains("DATE")
            ? "20260303" : due.contains("TZID") ? "20260303T170000Z" : "20260303T180000"
        let edit = try split.run("edit", "home:t/RID=\(slot)", "--span", "future", "--set", "title=q")
        #expect(edit.status == 0, "\(edit.errors)")
        let text = try text(split)
        #expect(text.contains("UNTIL=") || text.contains("COUNT=1"), "\(text)")
    }

    @Test func `a new due time uses the time zone of the start`() throws {
        let start = try store("DTSTART;TZID=America/New_York:20260302T170000\nRRULE:FREQ=DAILY;COUNT=3")
        let result = try start.run("edit", "home:t", "--set", "due=2026-03-02 19:00")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try text(start).contains("DUE;TZID=America/New_York:20260302T190000"))
        #expect(try start.run("show", "home:t").output.contains("start: 2026-03-02 17:00"))

        let length = try store("DTSTART:20260302T170000Z\nDURATION:PT1H")
        #expect(try length.run("show", "home:t").output.contains("due: 2026-03-02 18:00"))
        #expect(try length.run("edit", "home:t", "--set", "due=2026-03-02 19:00").status == 0)
        let text = try text(length)
        #expect(text.contains("DUE:20260302T190000Z") && !text.contains("DURATION"), "\(text)")
    }

    /// Returns the violations in a store's files.
    private func violations(_ store: StoreProgram) throws -> [String] {
        try store.contents().filter { $0.key.hasSuffix(".ics") }.values.flatMap { data in
            try CalendarFile(text: String(decoding: data, as: UTF8.self)).validate().map(\.description)
        }
    }

    @Test(.long, arguments: ["2026-03-02T18:00", "2026-03-02"], ["", "FREQ=DAILY;COUNT=3"])
    func `a reminder that starts when it is due has no violations`(due: String, rule: String) throws {
        let store = try StoreProgram()
        let rules = rule.isEmpty ? [] : ["--repeat", rule]
        for start in [[], ["--start", due]] {
            let added = [
                "reminders", "add", "--title", "A", "--due", due, "--calendar", "home", "--alarm", "10m",
            ]
            let result = try store.run(added + start + rules)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try violations(store) == [])
            let id = try #require(result.lines.first)
            let later = due.replacing("-02", with: "-03")
            for change in ["start=\(later)", "due=\(later)", "repeat=", "repeat=FREQ=WEEKLY;COUNT=2"] {
                let order = change.hasPrefix("start") ? ["--set", "due=\(later)"] : []
                let edited = try store.run(["edit", id, "--set", change] + order)
                #expect(edited.status == 0, "\(change): \(edited.errors)")
                #expect(try violations(store) == [], "\(change)")
            }
            #expect(try store.run("reminders", "complete", id).status == 0)
            #expect(try violations(store) == [])
        }
    }

    @Test func `a start without a due time changes to the new time zone`() throws {
        let store = try store("DTSTART;TZID=America/New_York:20260302T170000")
        let result = try store.run("edit", "home:t", "--set", "time-zone=Europe/Paris")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try text(store).contains("DTSTART;TZID=Europe/Paris:20260302T170000"))
    }

    @Test func `a reminder's start can be set, changed and removed`() throws {
        let store = try store("DUE;TZID=Europe/Berlin:20260302T180000")
        #expect(try store.run("edit", "home:t", "--set", "start=2026-03-01 09:00").status == 0)
        #expect(try text(store).contains("DTSTART;TZID=Europe/Berlin:20260301T090000"))
        #expect(try text(store).contains("DUE;TZID=Europe/Berlin:20260302T180000"))
        #expect(try store.run("show", "home:t").lines.contains("start: 2026-03-01 09:00"))
        #expect(try store.run("edit", "home:t", "--set", "start=").status == 0)
        #expect(try !text(store).contains("BEGIN:VTODO\r\nDTSTART"))
        #expect(try !text(store).contains("DTSTART;TZID=Europe/Berlin:20260301"))
    }

    @Test(arguments: [
        ("start=2026-03-03 09:00", "the reminder starts after it is due"),
        ("start=2026-03-01", "start and due must both be dates or both have a time of day"),
        ("start=+15m", "could count from now or from the old time"),
        ("start=09:00", "the date is missing"),
    ])
    func `a start that does not match the due time is rejected`(change: String, message: String) throws {
        let store = try store("DUE;TZID=Europe/Berlin:20260302T180000")
        let before = try text(store)
        let result = try store.run("edit", "home:t", "--set", change)
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
        #expect(try text(store) == before)
    }

    @Test func `lists show due times in the local time zone`() throws {
        for (due, clock) in [
            ("DUE:20260302T170000Z", "2026-03-02 18:00"),
            ("DUE;TZID=America/New_York:20260302T173000", "2026-03-02 23:30"),
            ("DUE:20260302T170000", "2026-03-02 17:00"), ("DUE;VALUE=DATE:20260302", "2026-03-02 "),
        ] {
            let store = try store("\(due)\nRRULE:FREQ=DAILY;COUNT=3")
            store.environment["ICS_NOW"] = "2026-03-01T00:00:00Z"
            let listed = try store.run("reminders")
            #expect(listed.output.hasPrefix("[ ] \(clock)"), "\(listed.output)")
            let next = clock.replacingOccurrences(of: "03-02", with: "03-03")
            let done = try store.run("reminders", "complete", "home:t")
            #expect(done.output.contains("next due \(next)"), "\(done.output)")
        }
    }

    @Test func `canceled reminders are marked`() throws {
        let store = try store("DUE:20260302T170000Z\nSTATUS:CANCELLED")
        #expect(try store.run("reminders", "--all").output.hasPrefix("[-] "))
        #expect(try store.run("show", "home:t").lines.contains("status: cancelled"))
    }
}
