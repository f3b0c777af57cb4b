import Foundation
import Testing

/// Tests that setting fields as text uses the same setters as the API.
@Suite struct StaleFieldTests {
    private static let details = """
        LOCATION:Town hall
        GEO:52.5;13.4
        X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Town hall:geo:52.5,13.4
        DESCRIPTION;ALTREP="data:text/html,old":Old
        x-alt-desc;FMTTYPE=text/html:<p>Old</p>
        """

    private func store(_ lines: String) throws -> StoreProgram {
        let store = try StoreProgram()
        try store.write(calendarText(lines), to: "calendars/home/a.ics")
        return store
    }

    private func text(_ store: StoreProgram) throws -> String {
        String(decoding: try store.contents()["home/a.ics"] ?? Data(), as: UTF8.self)
            .replacingOccurrences(of: "\r\n ", with: "")
    }

    @Test(arguments: ["--set", "editor"])
    func `setting location and notes removes other versions of the old values`(way: String) throws {
        let store = try store(eventText("a", "0330", Self.details))
        let before = try store.contents()
        if way == "editor" {
            let script = try store.write(
                "#!/bin/sh\nsed -i -e 's/^location:.*/location: Roof/' -e 's/^notes:.*/notes: New/' \"$1\"\n",
                to: "edit.sh"
            )
            store.environment["VISUAL"] = "sh \(script)"
        }
        let sets = way == "editor" ? [] : ["--set", "location=Roof", "--set", "notes=New"]
        #expect(try store.run(["edit", "home:a", "--dry-run"] + sets).status == 0)
        #expect(try store.contents() == before)
        let result = try store.run(["edit", "home:a"] + sets)
        #expect(result.status == 0, "\(result.errors)")
        let text = try text(store)
        #expect(text.contains("LOCATION:Roof\r\n") && text.contains("DESCRIPTION:New\r\n"), "\(text)")
        for stale in ["GEO", "STRUCTURED", "Old", "old", "Town"] {
            #expect(!text.contains(stale), "\(stale): \(text)")
        }
    }

    @Test func `setting a reminder's location and notes removes other versions too`() throws {
        let todo = "BEGIN:VTODO\nUID:a\nDTSTAMP:20260101T000000Z\nSUMMARY:A\n\(Self.details)\nEND:VTODO"
        let store = try store(todo)
        #expect(try store.run("edit", "home:a", "--set", "location=", "--set", "notes=New").status == 0)
        let text = try text(store)
        for stale in ["GEO", "LOCATION", "Old", "old"] { #expect(!text.contains(stale), "\(stale): \(text)") }
    }

    @Test(arguments: ["DTSTART;VALUE=DATE:20260330", "DTSTART;TZID=Europe/Berlin:20260330T000000"])
    func `all-day=no removes all-day flags`(start: String) throws {
        let store = try store(
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\n\(start)\nSUMMARY:A\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE\nEND:VEVENT"
        )
        let result = try store.run("edit", "home:a", "--set", "all-day=no")
        #expect(result.status == 0 && result.output != "", "\(result.errors)")
        #expect(try !text(store).contains("ALLDAYEVENT"))
    }

    /// Each component's own times decide: one override follows its series, and the other remains all-day.
    @Test(arguments: [
        ("", "20260309", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\n", false),
        ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\n", "20260309", "", false),
        ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\n", "20260310", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\n", true),
    ])
    func `all-day=no removes the all-day flags of affected overrides`(
        master: String,
        day: String,
        flag: String,
        isKept: Bool
    ) throws {
        let series =
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260302\nSUMMARY:A\n"
            + "RRULE:FREQ=WEEKLY;COUNT=3\n\(master)END:VEVENT\nBEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\n"
            + "RECURRENCE-ID;VALUE=DATE:20260309\nDTSTART;VALUE=DATE:\(day)\nSUMMARY:B\n\(flag)END:VEVENT"
        let store = try store(series)
        let result = try store.run("edit", "home:a", "--set", "all-day=no")
        #expect(result.status == 0, "\(result.errors)")
        let text = try text(store)
        #expect(text.contains("ALLDAYEVENT") == isKept, "\(text)")
        #expect(text.contains("DTSTART;VALUE=DATE:\(day)") == isKept, "\(text)")
    }

    @Test func `an alarm moved to another time is no longer a default alarm`() throws {
        let alarm =
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:d\nTRIGGER:-PT15M\nX-APPLE-DEFAULT-ALARM:TRUE\nEND:VALARM"
        let store = try store(eventText("a", "0330", alarm))
        #expect(try store.run("edit", "home:a", "--set", "alarm=20m").status == 0)
        #expect(try text(store).contains("-PT20M") && !text(store).contains("DEFAULT-ALARM"))
    }

    // MARK: - Rules

    @Test func `a warning is printed for a start that does not match its rule`() throws {
        let warning = "ics-store: warning: DTSTART does not match RRULE"
        let store = try StoreProgram()
        let identifier = try store.add("A", "--repeat", "FREQ=WEEKLY;BYDAY=MO")
        let rule = try store.run("edit", identifier, "--set", "repeat=FREQ=WEEKLY;BYDAY=TU")
        #expect(rule.status == 0 && rule.errors.contains(warning), "\(rule.errors)")
        // Editing another field does not repeat the warning.
        #expect(try !store.run("edit", identifier, "--set", "title=B").errors.contains("warning"))
        let both = try store.run(
            "edit",
            identifier,
            "--set",
            "start=2026-04-01 10:00",
            "--set",
            "repeat=FREQ=WEEKLY;BYDAY=TH",
            "--dry-run"
        )
        #expect(both.errors.contains(warning), "\(both.errors)")
        // If the rule changes too, there is no warning.
        let moved = try store.run("edit", identifier, "--set", "repeat=FREQ=WEEKLY;BYDAY=MO")
        #expect(!moved.errors.contains("warning"), "\(moved.errors)")
        #expect(
            try !store.run("edit", identifier, "--set", "start=2026-03-31 10:00").errors.contains("warning")
        )
    }

    @Test func `a warning is printed for a reminder's due time that does not match its rule`() throws {
        let store = try StoreProgram()
        let added = try store.run(
            "reminders",
            "add",
            "--title",
            "R",
            "--due",
            "2026-03-30T10:00",
            "--repeat",
            "FREQ=WEEKLY;BYDAY=TU",
            "--calendar",
            "home"
        )
        #expect(added.errors.contains("warning: DTSTART does not match RRULE"), "\(added.errors)")
        let identifier = try #require(added.lines.first)
        let fits = try store.run("edit", identifier, "--set", "repeat=FREQ=WEEKLY;BYDAY=MO")
        #expect(fits.status == 0 && !fits.errors.contains("DTSTART does not"), "\(fits.errors)")
    }

    @Test func `a rejected move suggests a command that works`() throws {
        let store = try StoreProgram()
        let identifier =
            try store.run(
                "add",
                "--title",
                "A",
                "--start",
                "2026-01-28T10:00",
                "--repeat",
                "FREQ=MONTHLY",
                "--calendar",
                "home"
            ).lines.first ?? ""
        let before = try store.contents()
        let refused = try store.run("edit", identifier, "--set", "start=2026-01-31 10:00")
        #expect(
            refused.status == 1 && refused.errors.contains("--set repeat=\"FREQ=MONTHLY\""),
            "\(refused.errors)"
        )
        #expect(refused.errors.contains("--span this"))
        #expect(try store.contents() == before)
        let said = try store.run(
            "edit",
            identifier,
            "--set",
            "start=2026-01-31 10:00",
            "--set",
            "repeat=FREQ=MONTHLY;BYMONTHDAY=-1"
        )
        #expect(said.status == 0, "\(said.errors)")
    }

    @Test func `a first Monday cannot move by a day without a new rule`() throws {
        let store = try StoreProgram()
        let event = "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nSUMMARY:A\nDTSTART:20260907T090000Z\n"
        let series = event + "RRULE:FREQ=MONTHLY;BYDAY=1MO\nRDATE:20260916T090000Z\nEND:VEVENT"
        try store.write(calendarText(series), to: "calendars/home/a.ics")
        let before = try store.contents()
        let start = ["edit", "home:a", "--set", "start=2026-09-08 09:00"]
        let refused = try store.run(start)
        #expect(
            refused.status == 1
                && refused.errors.contains(
                    "its rule cannot move every occurrence by the same amount; set the new rule"
                ),
            "\(refused.errors)"
        )
        #expect(try store.contents() == before)
        #expect(try store.run(start + ["--set", "repeat=FREQ=MONTHLY;BYDAY=1TU"]).status == 0)
    }

    @Test func `a time zone without a time of day is an error`() throws {
        let store = try StoreProgram()
        let event =
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nSUMMARY:A\nDTSTART;VALUE=DATE:20260907\nEND:VEVENT"
        let task =
            "BEGIN:VTODO\nUID:b\nDTSTAMP:20260101T000000Z\nSUMMARY:B\nDUE;VALUE=DATE:20260907\nEND:VTODO"
        try store.write(calendarText(event), to: "calendars/home/a.ics")
        try store.write(calendarText(task), to: "calendars/home/b.ics")
        for (identifier, field) in [("home:a", "start"), ("home:b", "due")] {
            for zone in ["Foo/Bar", "Europe/Berlin"] {
                let result = try store.run("edit", identifier, "--set", "time-zone=\(zone)")
                #expect(
                    result.status == 64 && result.errors.contains("time-zone: dates have no time zone"),
                    "\(result.errors)"
                )
            }
            let timed = ["--set", "\(field)=2026-09-07 10:00", "--set", "time-zone=Europe/London"]
            let result = try store.run(["edit", identifier] + timed)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try store.run("show", identifier).output.contains("time-zone: Europe/London"))
        }
    }

    @Test func `errors name the field instead of the property`() throws {
        let store = try StoreProgram()
        let identifier = try store.add("A")
        for (setting, error) in [
            ("repeat=FREQ=WEEKLY;BYDAY=XX", "Error: repeat: BYDAY=XX is not valid; use a rule such as"),
            ("url=a b", "Error: url: 'a b' is not a link, since it contains blanks"),
        ] {
            let result = try store.run("edit", identifier, "--set", setting)
            #expect(result.status == 64 && result.errors.contains(error), "\(result.errors)")
        }
    }

    @Test func `the refusal of a rule does not say that a part of it is ignored`() throws {
        let store = try StoreProgram()
        let identifier = try store.add("A")
        let result = try store.run("edit", identifier, "--set", "repeat=FREQ=WEEKLY;BYDAY=1TU")
        #expect(
            result.errors.contains("the ordinal has no meaning in FREQ=WEEKLY (RFC 5545"),
            "\(result.errors)"
        )
    }
}
