import Foundation
import TestTraits
import Testing

/// Tests the times that `edit --set`, `add` and `reminders` accept: they mean the same in every command.
@Suite struct TypedTimeTests {
    private static let timed = [
        "DTSTART;TZID=Europe/Berlin:20261203T090000", "DTEND;TZID=Europe/Berlin:20261203T100000",
    ]

    private func store(_ lines: [String] = timed, kind: String = "VEVENT") throws -> StoreProgram {
        let store = try StoreProgram()
        store.environment["ICS_NOW"] = "2026-11-30T12:00:00+01:00"
        let all =
            ["BEGIN:\(kind)", "UID:u", "DTSTAMP:20260101T000000Z"] + lines + ["SUMMARY:A", "END:\(kind)"]
        try store.write(calendarText(all.joined(separator: "\n")), to: "calendars/home/u.ics")
        return store
    }

    /// Returns the time lines of the item.
    private func times(_ store: StoreProgram) throws -> [String] {
        let text = String(decoding: try store.contents()["home/u.ics"] ?? Data(), as: UTF8.self)
        let item = text.components(separatedBy: "UID:u").last?.components(separatedBy: "\r\n") ?? []
        return item.filter { line in ["DTSTART", "DTEND", "DURATION", "DUE"].contains { line.hasPrefix($0) } }
    }

    @Test func `add reports times of day that it assumes or ignores`() throws {
        let store = try store()
        func add(_ options: String...) throws -> String {
            try store.run(["add", "--title", "A", "--calendar", "home", "--dry-run"] + options).errors
        }
        let assumed = try add("--start", "2026-04-01", "--duration", "2h")
        #expect(assumed.contains("note: --start has no time of day; using 00:00"), "\(assumed)")
        let ignored = try add("--start", "2026-04-01T10:00", "--all-day")
        #expect(ignored.contains("note: the event is all-day; time of day in --start ignored"), "\(ignored)")
        #expect(try add("--start", "2026-04-01", "--duration", "2d").isEmpty)
        #expect(try add("--start", "2026-04-01T10:00", "--duration", "2h").isEmpty)
    }

    private static let forms = [
        "20261204T100000", "20261204T1000", "2026-12-04T1000", "2026-12-04 10:00", "20261204T090000Z",
        "2026-12-04T09:00Z", "2026-12-04T10:00+01:00", "20261204T040000-0500", "2026-12-04T10:00:00.5",
        "fri 10:00", "10:00 fri",
    ]

    @Test(.long, arguments: forms)
    func `a time has the same meaning in every command, in the zone of the item`(form: String) throws {
        let store = try store()
        let edited = try store.run("edit", "home:u", "--set", "start=\(form)")
        #expect(edited.status == 0, "\(edited.errors)")
        let moved = [
            "DTSTART;TZID=Europe/Berlin:20261204T100000", "DTEND;TZID=Europe/Berlin:20261204T110000",
        ]
        #expect(try times(store) == moved)
        let longer = try self.store()
        let end = try longer.run("edit", "home:u", "--set", "end=\(form)")
        #expect(end.status == 0, "\(end.errors)")
        #expect(try times(longer) == [Self.timed[0], "DTEND;TZID=Europe/Berlin:20261204T100000"])
        let added = try longer.run("add", "--title", "B", "--start", form, "--calendar", "work")
        #expect(added.status == 0, "\(added.errors)")
        let new = try longer.events("--calendar", "work").first
        #expect(new?["start"] as? String == "2026-12-04T10:00:00+01:00")
        let todo = try self.store(["DUE;TZID=Europe/Berlin:20261203T090000"], kind: "VTODO")
        let due = try todo.run("edit", "home:u", "--set", "due=\(form)")
        #expect(due.status == 0, "\(due.errors)")
        #expect(try times(todo) == ["DUE;TZID=Europe/Berlin:20261204T100000"])
    }

    @Test func `a series moved to an instant stays in its zone`() throws {
        let store = try store(Self.timed + ["RRULE:FREQ=WEEKLY;COUNT=3"])
        #expect(try store.run("edit", "home:u", "--set", "start=2026-12-03T09:00Z").status == 0)
        #expect(try times(store).first == "DTSTART;TZID=Europe/Berlin:20261203T100000")
        #expect(
            try store.run("edit", "home:u", "--set", "start=20261203T090000Z", "--set", "time-zone=UTC")
                .status == 0
        )
        #expect(try times(store) == ["DTSTART:20261203T090000Z", "DTEND:20261203T100000Z"])
    }

    @Test(arguments: [
        ("2026-12-03 10:00 pm", "DTSTART;TZID=Europe/Berlin:20261203T220000"),
        ("2026-12-03 10:00 am", "DTSTART;TZID=Europe/Berlin:20261203T100000"),
        ("yesterday", "DTSTART;VALUE=DATE:20261202"), ("now", "DTSTART;TZID=Europe/Berlin:20261203T120000"),
    ])
    func `a start can have am or pm after a space, or be yesterday or now`(start: String, line: String) throws
    {
        let store = try store()
        store.environment["ICS_NOW"] = "2026-12-03T12:00:20+01:00"
        let result = try store.run("edit", "home:u", "--set", "start=\(start)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try times(store).first == line)
    }

    @Test(arguments: [
        "2026-12-02 10:00 Europe/London", "20261202T1000 Europe/London", "wed 10:00 Europe/London",
    ])
    func `a start with a zone moves the event to that zone and keeps its duration`(start: String) throws {
        let store = try store()
        let result = try store.run("edit", "home:u", "--set", "start=\(start)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try times(store) == [
                "DTSTART;TZID=Europe/London:20261202T100000", "DTEND;TZID=Europe/London:20261202T110000",
            ]
        )
        let refused = try store.run(
            "edit",
            "home:u",
            "--set",
            "start=\(start)",
            "--set",
            "time-zone=Asia/Tokyo"
        )
        #expect(
            refused.status == 64 && refused.errors.contains("name different time zones"),
            "\(refused.errors)"
        )
    }

    @Test func `the end of a flight keeps its zone and the duration when the start changes its zone`() throws
    {
        let store = try store([
            "DTSTART;TZID=Europe/Berlin:20261203T100000", "DTEND;TZID=America/New_York:20261203T130000",
        ])
        #expect(try store.run("edit", "home:u", "--set", "start=2026-12-03 10:00 Europe/London").status == 0)
        #expect(
            try times(store) == [
                "DTSTART;TZID=Europe/London:20261203T100000", "DTEND;TZID=America/New_York:20261203T140000",
            ]
        )
    }

    @Test(.long, arguments: ["noon", "midnight", "at noon", "at 10:00", "noon Europe/London", "10:00"])
    func `a time of day without a day is refused`(time: String) throws {
        let store = try store()
        for field in ["start", "end"] {
            let result = try store.run("edit", "home:u", "--set", "\(field)=\(time)")
            #expect(result.status == 64 && result.errors.contains("the date is missing"), "\(result.errors)")
        }
        #expect(try times(store) == Self.timed)
        let todo = try self.store(["DUE;TZID=Europe/Berlin:20261203T090000"], kind: "VTODO")
        for command in [
            ["edit", "home:u", "--set", "due=\(time)"], ["reminders", "postpone", "home:u", time],
        ] {
            let result = try todo.run(command)
            #expect(result.status == 64 && result.errors.contains("the date is missing"), "\(result.errors)")
        }
        let added = try store.run("add", "--title", "B", "--start", time, "--calendar", "home")
        #expect(added.status == 64 && added.errors.contains("the date is missing"), "\(added.errors)")
    }

    @Test func `noon and midnight in an error follow the date`() throws {
        let store = try store()
        for (time, form) in [("noon", "2026-12-03 noon"), ("midnight", "2026-12-03 00:00")] {
            let refused = try store.run("edit", "home:u", "--set", "start=\(time)")
            #expect(refused.errors.contains("as in \(form)\n"), "\(refused.errors)")
            #expect(try store.run("edit", "home:u", "--set", "start=\(form)").status == 0)
        }
    }

    @Test(.long, arguments: ["fri", "4 dec", "2026-12-04", "20261204", "tomorrow"])
    func `a date makes a timed event all-day, with a note`(date: String) throws {
        let store = try store()
        if date == "tomorrow" { store.environment["ICS_NOW"] = "2026-12-03T12:00:00+01:00" }
        let result = try store.run("edit", "home:u", "--set", "start=\(date)")
        let note = "note: the new start has no time of day; the event is now all-day"
        #expect(result.status == 0 && result.errors.contains(note), "\(result.errors)")
        #expect(try times(store) == ["DTSTART;VALUE=DATE:20261204", "DTEND;VALUE=DATE:20261205"])
        let again = try store.run("edit", "home:u", "--set", "start=2026-12-07")
        #expect(again.status == 0 && !again.errors.contains("note"), "\(again.errors)")
        let said = try self.store()
        let meant = try said.run("edit", "home:u", "--set", "start=2026-12-04", "--set", "all-day=yes")
        #expect(meant.status == 0 && !meant.errors.contains("note"), "\(meant.errors)")
    }
}
