import Foundation
import Testing

/// Tests listing reminders, and adding and editing them with options.
@Suite struct ReminderListTests {
    /// Returns a store at ten in the morning in Berlin on 30 March 2026.
    private func store() throws -> StoreProgram {
        let store = try StoreProgram()
        store.environment["ICS_NOW"] = "2026-03-30T10:00:00+02:00"
        return store
    }

    private func add(_ store: StoreProgram, _ title: String, _ more: String...) throws -> String {
        let result = try store.run(["reminders", "add", "--title", title, "--calendar", "home"] + more)
        guard result.status == 0, let line = result.lines.first else {
            throw StoreProgram.Failure(text: result.errors)
        }
        return line
    }

    @Test func `overdue reminders come first, then upcoming ones, then those without a date`() throws {
        let store = try store()
        _ = try add(store, "Someday")
        _ = try add(store, "Someday soon", "--priority", "high")
        _ = try add(store, "Today", "--due", "2026-03-30")
        _ = try add(store, "At nine", "--due", "2026-03-30T09:00", "--priority", "2")
        _ = try add(store, "Yesterday", "--due", "2026-03-29", "--priority", "low")
        _ = try add(store, "At eleven", "--due", "2026-03-30T11:00", "--priority", "7")
        let done = try add(store, "Done", "--due", "2026-03-28")
        #expect(try store.run("reminders", "complete", done).status == 0)
        let lines = try store.run("reminders").lines.map {
            $0.split(separator: "home:")[0].trimmingCharacters(in: .whitespaces)
        }
        #expect(
            lines == [
                "[!] 2026-03-29        Yesterday (overdue, low)",
                "[!] 2026-03-30 09:00  At nine (overdue, high 2)",
                "[ ] 2026-03-30        Today",
                "[ ] 2026-03-30 11:00  At eleven (low 7)",
                "[ ]                   Someday soon (high)",
                "[ ]                   Someday",
            ]
        )
        #expect(try store.run("reminders", "--done").lines.map { $0.prefix(4) } == ["[x] "])
        #expect(try store.run("reminders", "--completed").lines.count == 1)
        #expect(try store.run("reminders", "--all").lines.count == 7)
        #expect(try store.run("reminders", "--calendar", "work").lines.isEmpty)
        #expect(try store.run("reminders", "--calendar", "nowhere").status == 1)
        let rows = try store.run("reminders", "--format", "ndjson").lines
        #expect(rows.count == 6 && rows[0].contains(#""isOverdue":true"#) && !rows[2].contains("isOverdue"))
    }

    @Test func `show prints only fields that are set`() throws {
        let store = try store()
        let id = try add(
            store,
            "Plants",
            "--due",
            "2026-03-29T18:00",
            "--start",
            "2026-03-29T17:00",
            "--location",
            "Balcony",
            "--url",
            "https://plants.example",
            "--alarm",
            "-15m",
            "--alarm",
            "1d",
            "--notes",
            "All of them",
            "--priority",
            "medium"
        )
        let shown = try store.run("reminders", "show", id).lines
        for line in [
            "id: \(id)", "title: Plants", "due: 2026-03-29 18:00", "start: 2026-03-29 17:00",
            "location: Balcony", "url: https://plants.example", "alarm: 15m", "alarm: 1d", "priority: 5",
            "notes: All of them", "overdue: yes",
        ] {
            #expect(shown.contains(line), "\(shown)")
        }
        #expect(
            try store.run("reminders", "show", "--match", "plan").output == shown.joined(separator: "\n")
                + "\n"
        )
        #expect(try store.run("reminders", "show", "home:nothing").status == 1)
    }

    @Test(arguments: [
        ("high", 1), ("Medium", 5), ("low", 9), ("none", 0), ("", 0), ("7", 7), ("0", 0),
    ])
    func `a priority can be a word or a number`(word: String, number: Int) throws {
        let store = try store()
        let id = try add(store, "Plants", "--priority", "3")
        let result = try store.run("edit", id, "--set", "priority=\(word)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try store.run("show", id, "--format", "ndjson").output.contains(#""priority":\#(number)"#))
        for other in ["highest", "10", "-1"] {
            let wrong = try store.run("edit", id, "--set", "priority=\(other)")
            #expect(wrong.status == 64 && wrong.errors.contains("high, medium, low, none"), "\(wrong.errors)")
        }
    }

    @Test func `JSON objects contain a reminder's status`() throws {
        let store = try store()
        for status in ["CANCELLED", "IN-PROCESS", "NEEDS-ACTION"] {
            let todo =
                "BEGIN:VTODO\nUID:\(status)\nDTSTAMP:20260101T000000Z\nSUMMARY:\(status)\nSTATUS:\(status)\nEND:VTODO"
            try store.write(calendarText(todo), to: "calendars/home/\(status).ics")
        }
        for (status, word) in [
            ("CANCELLED", "cancelled"), ("IN-PROCESS", "inProcess"), ("NEEDS-ACTION", "needsAction"),
        ] {
            let shown = try store.run("show", "home:\(status)", "--format", "ndjson").output
            #expect(shown.contains(#""status":"\#(word)""#), "\(shown)")
            let rows = try store.run("reminders", "list", "--all", "--format", "ndjson").lines
            #expect(rows.contains { $0.contains(status) && $0.contains(#""status":"\#(word)""#) }, "\(rows)")
        }
    }

    @Test func `editing changes only the given fields`() throws {
        let store = try store()
        let id = try add(store, "Plants", "--due", "2026-03-31T18:00", "--alarm", "15m", "--notes", "All")
        let edited = try store.run(
            "reminders",
            "edit",
            id,
            "--title",
            "Water",
            "--due",
            "2026-04-02T19:30",
            "--priority",
            "1",
            "--location",
            "Balcony"
        )
        #expect(edited.output == "\(id)\n", "\(edited.errors)")
        var shown = try store.run("reminders", "show", id).lines
        for line in [
            "title: Water", "due: 2026-04-02 19:30", "notes: All", "alarm: 15m", "location: Balcony",
        ] {
            #expect(shown.contains(line), "\(shown)")
        }
        #expect(try store.run("reminders", "edit", id, "--alarm", "none", "--notes", "").status == 0)
        shown = try store.run("reminders", "show", id).lines
        #expect(!shown.contains { $0.hasPrefix("alarm") || $0.hasPrefix("notes") }, "\(shown)")
        #expect(try store.run("reminders", "edit", id, "--due", "none", "--priority", "none").status == 0)
        #expect(try store.run("reminders").output.hasPrefix("[ ]                   Water  "))
        let same = try store.run("reminders", "edit", id, "--title", "Water")
        #expect(same.errors == "ics-store: nothing was changed\n")
        let relative = try store.run("reminders", "edit", id, "--alarm", "15m")
        #expect(relative.errors.contains("needs a due time"), "\(relative.errors)")
        #expect(try store.run("reminders", "edit", id, "--alarm", "at 2026-03-30 07:00Z").status == 0)
        let mixed = try store.run(
            "reminders",
            "edit",
            id,
            "--start",
            "2026-03-30",
            "--due",
            "2026-03-31T10:00"
        )
        #expect(mixed.errors.contains("must both be dates or both have a time of day"), "\(mixed.errors)")
    }

    @Test(arguments: [
        ["edit"], ["edit", "home:1"], ["edit", "home:1", "--title", ""],
        ["edit", "home:1", "--priority", "11"],
        ["edit", "home:1", "--due", "soonish"], ["edit", "home:1", "home:2", "--title", "A"],
        ["postpone", "home:1"], ["postpone", "home:1", "soonish"], ["postpone"], ["list", "--all", "--done"],
        ["add", "--title", "A", "--due", "today", "--alarm", "soon"], ["show"],
        ["edit", "home:1", "--title", "a\u{1B}[2J"],
    ])
    func `invalid arguments are a usage error`(_ arguments: [String]) throws {
        let store = try store()
        let result = try store.run(["reminders"] + arguments)
        #expect(result.status == 64, "\(result.status) \(result.errors)")
        #expect(try store.contents().keys.sorted() == ["home", "work"])
    }

    @Test func `unknown reminders and read-only calendars are reported`() throws {
        let store = try store()
        for arguments in [["edit", "home:1", "--title", "A"], ["postpone", "home:1", "tomorrow"]] {
            let result = try store.run(["reminders"] + arguments)
            #expect(result.errors == "ics-store: error: no reminder has the identifier home:1\n")
        }
        let todo = "BEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\nDUE:20260330T080000Z\nSUMMARY:A\nEND:VTODO"
        try store.write(calendarText(todo), to: "calendars/feed.ics")
        for arguments in [["edit", "feed.ics:1", "--title", "B"], ["postpone", "feed.ics:1", "tomorrow"]] {
            let result = try store.run(["reminders"] + arguments)
            #expect(result.errors.contains("the calendar is read-only"), "\(result.errors)")
        }
    }
}
