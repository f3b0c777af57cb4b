import Foundation
import TestTraits
import Testing

@Suite struct FilesTests {
    @Test func `an import adds usable items and reports the others`() throws {
        let store = try StoreProgram()
        let override = eventText("series", "0407", "RECURRENCE-ID:20260406T080000Z")
        let file = try store.write(
            calendarText(
                eventText("1", "0330"),
                eventText("series", "0330", "RRULE:FREQ=WEEKLY;COUNT=3"),
                override,
                "BEGIN:VEVENT\nUID:never\nDTSTAMP:20260101T000000Z\nSUMMARY:Never\nEND:VEVENT",
                "BEGIN:VJOURNAL\nUID:2\nDTSTAMP:20260101T000000Z\nEND:VJOURNAL",
                "BEGIN:VTODO\nUID:3\nDTSTAMP:20260101T000000Z\nSUMMARY:Plants\nEND:VTODO"
            ),
            to: "import.ics"
        )
        let result = try store.run("import", file, "--to", "home")
        #expect(result.output == "added 3, skipped 2, to home\n", "\(result.errors)")
        #expect(result.status == 0)
        #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains(": skipped: ") })
        #expect(try store.events().count == 4)
        #expect(try store.events().contains { $0["isDetached"] as? Bool == true })
        #expect(try store.run("reminders").output.contains("Plants"))
        let again = try store.run("import", file, "--to", "home")
        #expect(again.output == "added 0, skipped 5, to home\n")
        let other = try store.run("import", file, "/nowhere.ics", "--to", "work")
        #expect(other.output == "added 3, skipped 2, to work\n")
        #expect(other.status == 1)
    }

    @Test func `an end equal to the start does not prevent an import`()
        throws
    {
        let store = try StoreProgram()
        let file = try store.write(
            calendarText(
                "BEGIN:VEVENT\nUID:point\nDTSTAMP:20260101T000000Z\nDTSTART:20260330T070000Z\n"
                    + "DTEND:20260330T070000Z\nSUMMARY:Point\nEND:VEVENT",
                "BEGIN:VTODO\nUID:water\nDTSTAMP:20260101T000000Z\nDTSTART:20260330T070000Z\n"
                    + "DUE:20260330T070000Z\nRRULE:FREQ=DAILY\nSUMMARY:Water\nEND:VTODO"
            ),
            to: "point.ics"
        )
        let result = try store.run("import", file, "--to", "home")
        #expect(result.output == "added 2, skipped 0, to home\n", "\(result.errors)")
        #expect(try store.run("reminders", "list", "--all").lines.count == 1)
        #expect(try store.run("events", "--from", "2026-03-30", "--to", "2026-03-31").lines.count == 1)
    }

    @Test func `data lost from a truncated file is reported`() throws {
        let store = try StoreProgram()
        let whole = calendarText(eventText("1", "0330"), eventText("2", "0331"))
        let file = try store.write(String(whole.prefix(whole.count - 40)), to: "cut.ics")
        let result = try store.run("import", file, "--to", "home")
        #expect(result.output == "added 1, skipped 0, to home\n", "\(result.errors)")
        #expect(
            result.errors.contains("VEVENT on line 11 skipped: the file ends inside it"),
            "\(result.errors)"
        )
        #expect(result.status == 1)
    }

    @Test(.long) func `exported items have the same times after being imported elsewhere`() throws {
        let store = try StoreProgram()
        let series = try store.add(
            "Stand-up",
            "--repeat",
            "FREQ=WEEKLY;COUNT=4",
            "--time-zone",
            "America/New_York"
        )
        _ = try store.add("Fair", "--all-day")
        let ids = try store.events().compactMap { $0["id"] as? String }.filter { $0.hasPrefix(series) }
        #expect(try store.run("edit", ids[1], "--set", "title=Late").status == 0)
        let file = store.folder.path() + "/export.ics"
        #expect(try store.run("export", "--calendar", "home", "--to", file).status == 0)
        let other = try StoreProgram()
        #expect(try other.run("import", file, "--to", "home").output == "added 2, skipped 0, to home\n")
        func facts(_ store: StoreProgram) throws -> [String] {
            try store.events().map {
                "\($0["id"] ?? "") \($0["start"] ?? "") \($0["end"] ?? "") \($0["summary"] ?? "")"
            }
        }
        #expect(try facts(other) == facts(store))
        #expect(try facts(store).count == 5)
        let printed = try store.run("export", "--calendar", "home").output
        #expect(try printed == String(contentsOfFile: file, encoding: .utf8))
        #expect(try store.runAlone("export", "--to", file).status == 1)
    }

    @Test(arguments: [" ", "\u{FEFF}", "\u{FEFF} \t"])
    func `text before the first line does not prevent changes`(_ start: String) throws {
        let store = try StoreProgram()
        let event = "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:20260105T100000Z\nEND:VEVENT"
        try store.write(start + calendarText(event), to: "calendars/home/a.ics")
        let result = try store.run("edit", "home:a", "--set", "title=New")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try store.run("show", "home:a", "--format", "ics").output.contains("SUMMARY:New"))
    }

    @Test func `syncing writes rows, or names the required build option`() throws {
        let store = try StoreProgram()
        _ = try store.add("Stand-up", "--repeat", "FREQ=WEEKLY;COUNT=4")
        let database = store.folder.path() + "/events.sqlite"
        let window = ["sync", database, "--from", "2026-01-01", "--to", "2027-01-01", "--yes"]
        let result = try store.start(window).wait()
        #if Records
            #expect(result.output == "4 inserted, 0 unchanged\n", "\(result.errors)")
            #expect(try store.start(window).wait().output == "4 unchanged\n")
        #else
            #expect(result.status == 1)
            #expect(result.errors.contains("--traits CommandLine,Records"))
        #endif
    }

    @Test func `a reminder can be added, listed and completed`() throws {
        let store = try StoreProgram()
        let added = try store.run(
            "reminders",
            "add",
            "--title",
            "Plants",
            "--due",
            "2026-04-02T18:00",
            "--priority",
            "1",
            "--calendar",
            "home"
        )
        let identifier = try #require(added.lines.first, "\(added.errors)")
        store.environment["ICS_NOW"] = "2026-04-01T00:00:00Z"
        let line = try #require(try store.run("reminders", "list", "--incomplete").lines.first)
        #expect(line.hasPrefix("[ ] 2026-04-02 18:00  Plants"))
        #expect(line.hasSuffix(identifier))
        #expect(try store.run("reminders", "complete", identifier).status == 0)
        #expect(try store.run("reminders", "list", "--incomplete").lines.isEmpty)
        let done = try store.run("reminders", "list", "--completed", "--format", "ndjson").output
        #expect(done.contains(#""isCompleted":true"#))
        #expect(try store.run("reminders", "remove", identifier).status == 0)
        #expect(try store.run("reminders").lines.isEmpty)
    }

    @Test(
        .long,
        arguments: [
            ("2026-04-02", "2026-04-02"), ("2026-04-02 18:00", "2026-04-02 18:00"),
            ("2026-04-02T18:00:00Z", "2026-04-02 18:00"),
        ]
    )
    func `a reminder is due when an event with the same phrase would start`(typed: String, due: String) throws
    {
        let store = try StoreProgram()
        func add(_ due: String) throws -> StoreProgram.Result {
            try store.run("reminders", "add", "--title", "Plants", "--calendar", "home", "--due", due)
        }
        let identifier = try #require(try add(typed).lines.first)
        #expect(try store.run("show", identifier).lines.contains("due: \(due)"))
        // A due time relative to today becomes a date.
        #expect(try add("+1d").status == 0)
        #expect(try add("today").status == 0)
        #expect(try add("soon").status == 64)
        #expect(try store.run("reminders", "list", "--all").lines.count == 3)
        #expect(try store.run("remove", identifier).status == 0)
        #expect(try store.run("reminders", "list", "--all").lines.count == 2)
    }

    @Test(.long) func `a reminder can be shown, edited and moved by its identifier`() throws {
        let store = try StoreProgram()
        let due = ["--due", "2026-04-02T18:00", "--time-zone", "Europe/Berlin"]
        let added = try store.run(["reminders", "add", "--title", "Plants", "--calendar", "home"] + due)
        let identifier = try #require(added.lines.first, "\(added.errors)")
        let shown = try store.run("show", identifier).lines
        #expect(shown.contains("title: Plants") && shown.contains("due: 2026-04-02 18:00"))
        #expect(shown.contains("time-zone: Europe/Berlin") && shown.contains("done: no"))
        #expect(try store.run("show", identifier, "--format", "ics").output.contains("BEGIN:VTODO"))
        #expect(
            try store.run("show", identifier, "--format", "json").output.contains(#""isCompleted":false"#)
        )
        let edited = try store.run(
            ["edit", identifier, "--set", "title=Water", "--set", "due=2026-04-03", "--set", "priority=2"]
        )
        #expect(edited.status == 0, "\(edited.errors)")
        let lines = try store.run("show", identifier).lines
        #expect(lines.contains("title: Water") && lines.contains("due: 2026-04-03"))
        #expect(lines.contains("priority: 2") && !lines.contains { $0.hasPrefix("time-zone") })
        #expect(try store.run("edit", identifier, "--set", "priority=12").status == 64)
        for none in ["", "none", "0"] {
            _ = try store.run("reminders", "edit", identifier, "--priority", "high")
            #expect(try store.run("show", identifier, "--format", "ics").output.contains("PRIORITY:1"))
            #expect(try store.run("reminders", "edit", identifier, "--priority", none).status == 0)
            #expect(!(try store.run("show", identifier, "--format", "ics").output.contains("PRIORITY")))
        }
        #expect(try store.run("edit", identifier, "--set", "end=2026-04-03").status == 64)
        #expect(try store.run("edit", identifier, "--set", "done=yes").status == 0)
        #expect(try store.run("show", identifier).lines.contains("done: yes"))
        let moved = try store.run("move", identifier, "--to", "work")
        #expect(moved.lines.first?.hasPrefix("work:") == true, "\(moved.errors)")
        #expect(try store.run("reminders", "list", "--calendar", "home").lines.isEmpty)
        #expect(try store.run("reminders", "list", "--all", "--calendar", "work").lines.count == 1)
    }

    @Test(.long, arguments: ["2026-04-02", "2026-04-02T18:00", "2026-04-02T00:00"])
    func `completing a recurring reminder shows the next instance`(_ due: String) throws {
        let store = try StoreProgram()
        let added = try store.run(
            "reminders",
            "add",
            "--title",
            "Plants",
            "--due",
            due,
            "--repeat",
            "FREQ=DAILY",
            "--calendar",
            "home"
        )
        let identifier = try #require(added.lines.first, "\(added.errors)")
        #expect(try store.run("reminders", "complete", identifier).status == 0)
        store.environment["ICS_NOW"] = "2026-04-01T00:00:00Z"
        let lines = try store.run("reminders", "list", "--incomplete").lines
        #expect(lines.count == 1)
        let next = due.replacingOccurrences(of: "04-02", with: "04-03").replacingOccurrences(
            of: "T",
            with: " "
        )
        #expect(lines.first?.hasPrefix("[ ] \(next)") == true, "\(lines)")
    }

    @Test func `calendars are listed with their capabilities`() throws {
        let store = try StoreProgram()
        try Data("Studio\n".utf8).write(to: store.calendars.appending(path: "work/displayname"))
        try Data(calendarText(eventText("1", "0330")).utf8)
            .write(to: store.calendars.appending(path: "fairs.ics"))
        #expect(try store.run("calendars").output.contains("default") == false)
        let lines = try store.run("calendars", "--default", "home").lines
        #expect(lines.count == 3)
        #expect(lines.contains { $0.hasPrefix("home ") && $0.contains("default") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("work ") && $0.contains("Studio") })
        #expect(lines.contains { $0.contains("fairs") && $0.contains("subscribed") }, "\(lines)")
        // A calendar's title can replace its identifier.
        #expect(
            try store.run("add", "--title", "A", "--start", "today", "--calendar", "studio").output.hasPrefix(
                "work:"
            )
        )
        #expect(try store.run("calendars", "--format", "ndjson").output.contains(#""title":"Studio""#))
    }
}
