import Foundation
import TestTraits
import Testing

/// Tests that a recurring reminder keeps its completed instances when another property changes.
@Suite struct ReminderRuleTests {
    /// Returns a store with a daily reminder that has three completed instances.
    private func store() throws -> StoreProgram {
        let store = try StoreProgram()
        store.environment["ICS_NOW"] = "2026-03-23T00:00:00Z"
        let todo = """
            BEGIN:VTODO
            UID:a
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Europe/Berlin:20260323T100000
            DUE;TZID=Europe/Berlin:20260323T110000
            RRULE:FREQ=DAILY;COUNT=10
            SUMMARY:Plants
            END:VTODO
            """
        try store.write(calendarText(todo), to: "calendars/home/a.ics")
        for _ in 0..<3 { #expect(try store.run("reminders", "complete", "home:a").status == 0) }
        return store
    }

    private func list(_ store: StoreProgram) throws -> [String] {
        try store.run("reminders", "list", "--all").lines.map { String($0.prefix(14)) }
    }

    @Test(arguments: [["reminders", "complete", "home:n"], ["reminders", "edit", "home:n", "--title", "Q"]])
    func `a recurring reminder that was stored without a due date can be changed`(command: [String]) throws {
        let store = try StoreProgram()
        let todo = "BEGIN:VTODO\nUID:n\nDTSTAMP:20260101T000000Z\nRRULE:FREQ=DAILY\nSUMMARY:N\nEND:VTODO"
        try store.write(calendarText(todo), to: "calendars/home/n.ics")
        let result = try store.run(command)
        #expect(result.status == 0, "\(result.errors)")
        let text = try store.run("show", "home:n", "--format", "ics").output
        #expect(text.contains(command[1] == "edit" ? "SUMMARY:Q" : "STATUS:COMPLETED"), "\(text)")
    }

    @Test func `a moved rule is reported`() throws {
        let store = try StoreProgram()
        let todo =
            "BEGIN:VTODO\nUID:m\nDTSTAMP:20260101T000000Z\nDUE:20260105T170000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO\n"
            + "SUMMARY:M\nEND:VTODO"
        try store.write(calendarText(todo), to: "calendars/home/m.ics")
        let result = try store.run("edit", "home:m", "--set", "due=2026-01-06 18:00")
        #expect(result.errors.contains("moves along with the due time: FREQ=WEEKLY;BYDAY=TU"), "\(result)")
    }

    private static let done = ["[x] 2026-03-23", "[x] 2026-03-24", "[x] 2026-03-25"]

    @Test(.long, arguments: ["", "FREQ=WEEKLY", "FREQ=DAILY;COUNT=2"])
    func `a new rule applies from the next due instance onward`(rule: String) throws {
        let store = try store()
        #expect(try list(store) == Self.done + ["[ ] 2026-03-26"])
        let result = try store.run("edit", "home:a", "--set", "repeat=\(rule)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try list(store) == Self.done + ["[ ] 2026-03-26"])
        let identifier = try #require(result.lines.first)
        #expect(try store.run("reminders", "complete", identifier).status == 0)
        let next = ["FREQ=WEEKLY": ["[ ] 2026-04-02"], "FREQ=DAILY;COUNT=2": ["[ ] 2026-03-27"]][rule] ?? []
        #expect(try list(store) == Self.done + ["[x] 2026-03-26"] + next)
    }

    @Test(.long, arguments: [["STATUS:CANCELLED"], ["STATUS:COMPLETED", "COMPLETED:20260323T100000Z"]])
    func `the user is notified if a series continues as a new one`(lines: [String]) throws {
        let store = try StoreProgram()
        store.environment["ICS_NOW"] = "2026-03-23T00:00:00Z"
        func todo(_ lines: [String]) -> String {
            (["BEGIN:VTODO", "UID:a", "DTSTAMP:20260101T000000Z", "SUMMARY:Plants"] + lines + ["END:VTODO"])
                .joined(separator: "\n")
        }
        let master = todo(["DTSTART:20260323T100000Z", "DUE:20260323T110000Z", "RRULE:FREQ=DAILY;COUNT=10"])
        let first = todo(
            ["RECURRENCE-ID:20260323T100000Z", "DTSTART:20260323T100000Z", "DUE:20260323T110000Z"] + lines
        )
        try store.write(calendarText("\(master)\n\(first)"), to: "calendars/home/a.ics")
        let change = ["edit", "home:a", "--set", "repeat=FREQ=WEEKLY"]
        let plan = try store.run(change + ["--dry-run"])
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(plan.lines.contains("  the series ends before this occurrence and continues as a new one"))
        let result = try store.run(change)
        let new = try #require(result.lines.first, "\(result.errors)")
        #expect(result.status == 0 && new != "home:a" && !new.hasPrefix("home:a/"))
        #expect(
            result.errors.contains("continues as a new one with the printed identifier"),
            "\(result.errors)"
        )
        // Other changes apply to the whole series without a message.
        let other = try store.run("edit", new, "--set", "title=Ferns")
        #expect(other.status == 0 && !other.errors.contains("new one"), "\(other.errors)")
    }

    @Test(.long) func `a rule can be changed and its reminder completed at the same time`() throws {
        let store = try store()
        let result = try store.run("edit", "home:a", "--set", "repeat=FREQ=WEEKLY", "--set", "done=yes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try list(store) == Self.done + ["[x] 2026-03-26", "[ ] 2026-04-02"])
    }

    @Test(.long) func `a new time zone also applies to the start`() throws {
        let store = try store()
        for zone in ["Asia/Tokyo", "America/New_York"] {
            let result = try store.run("edit", "home:a", "--set", "time-zone=\(zone)")
            #expect(result.status == 0, "\(result.errors)")
            let text = String(decoding: try store.contents()["home/a.ics"] ?? Data(), as: UTF8.self)
            #expect(text.contains("DTSTART;TZID=\(zone):20260326T100000"), "\(text)")
            #expect(text.contains("DUE;TZID=\(zone):20260326T110000"))
        }
    }
}
