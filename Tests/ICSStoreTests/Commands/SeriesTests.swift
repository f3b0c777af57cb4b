import Foundation
import Testing

/// Tests that a series' identifier selects the series as seen from its first occurrence.
@Suite struct SeriesTests {
    /// Returns a store with a series whose first occurrence has a different title, location and time.
    private func store() throws -> StoreProgram {
        let store = try StoreProgram()
        let first = """
            BEGIN:VEVENT
            UID:a
            DTSTAMP:20260101T000000Z
            RECURRENCE-ID:20260401T080000Z
            DTSTART:20260401T120000Z
            DTEND:20260401T130000Z
            SUMMARY:Opening
            LOCATION:Room 4
            END:VEVENT
            """
        try store.write(
            calendarText(eventText("a", "0401", "RRULE:FREQ=DAILY;COUNT=4"), first),
            to: "calendars/home/a.ics"
        )
        return store
    }

    private func lines(_ store: StoreProgram) throws -> [String] {
        try store.events().map { event in
            let texts = ["start", "summary", "location"].map { event[$0] as? String ?? "-" }
            return texts[0].dropFirst(8).prefix(8) + " " + texts[1] + " " + texts[2]
        }
    }

    @Test func `new values are compared with the values of the series`() throws {
        let store = try store()
        let result = try store.run("edit", "home:a", "--span", "all", "--set", "location=Room 4")
        #expect(result.status == 0 && result.output == "home:a\n", "\(result)")
        #expect(
            try lines(store) == [
                "01T12:00 Opening Room 4", "02T08:00 Event a Room 4", "03T08:00 Event a Room 4",
                "04T08:00 Event a Room 4",
            ]
        )
    }

    @Test(arguments: ["home:d", "home:d/RID=20260724T090000Z"])
    func `an added date does not change the description of the rule`(id: String) throws {
        let store = try StoreProgram()
        try store.write(
            calendarText(
                "BEGIN:VEVENT\nUID:d\nDTSTAMP:20260101T000000Z\nDTSTART:20260714T090000Z\nSUMMARY:D\n"
                    + "RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:20260710T090000Z,20260724T090000Z\nEND:VEVENT"
            ),
            to: "calendars/home/d.ics"
        )
        #expect(try store.run("show", id).output.contains("(every Tuesday, 4 times in all)"))
    }

    @Test(
        arguments: ["this", "future"],
        [
            ("20260329T020000", ";TZID=Europe/Berlin:20260329T030000"),
            ("20260329T023000", ";TZID=Europe/Berlin:20260329T030000"),
            ("20260329T020000", ";TZID=Europe/Paris:20260329T030000"),
            ("20260329T020000", ":20260329T010000Z"),
        ]
    )
    func `an occurrence without length has no DTEND`(span: String, times: (start: String, end: String)) throws
    {
        let store = try StoreProgram()
        // The clock skips the hour of the first occurrence.
        try store.write(
            calendarText(
                "BEGIN:VEVENT\nUID:g\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:\(times.start)\n"
                    + "DTEND\(times.end)\nRRULE:FREQ=MONTHLY\nSUMMARY:G\nEND:VEVENT"
            ),
            to: "calendars/home/g.ics"
        )
        let result = try store.run(
            "edit",
            "home:g/RID=20260529\(times.start.suffix(7))",
            "--span",
            span,
            "--set",
            "title=New"
        )
        let id = try #require(result.lines.first, "\(result.errors)")
        let text = try store.run("show", id, "--format", "ics").output
        let event = try #require(text.components(separatedBy: "SUMMARY:New").first)
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:20260529\(times.start.suffix(7))"), "\(text)")
        #expect(
            !event.contains("DTEND;TZID=Europe/Berlin:20260529") && !text.contains("DTEND:20260529"),
            "\(text)"
        )
        #expect(!text.contains("DTEND;TZID=Europe/Paris:20260529"), "\(text)")
    }

    @Test func `an occurrence can be identified by its local time`() throws {
        let store = try StoreProgram()
        let series = """
            BEGIN:VEVENT\nUID:l\nDTSTAMP:20260101T000000Z\nSUMMARY:L\nDTSTART;TZID=America/New_York:20260714T100000
            RRULE:FREQ=DAILY;COUNT=4\nEXDATE;TZID=America/New_York:20260715T100000\nEND:VEVENT
            """
        try store.write(calendarText(series), to: "calendars/home/l.ics")
        let shown = try store.run("show", "home:l/RID=20260716T100000", "--format", "ndjson")
        #expect(shown.output.contains(#""id":"home:l/RID=20260716T140000Z""#), "\(shown)")
        let edited = try store.run("edit", "home:l/RID=20260716T100000", "--set", "title=Moved")
        #expect(edited.output == "home:l/RID=20260716T140000Z\n", "\(edited.errors)")
        #expect(try store.events().compactMap { $0["summary"] as? String } == ["L", "Moved", "L"])
        for time in ["20260715T100000", "20260716T140000", "20260716T100001", "20260716"] {
            let other = try store.run("show", "home:l/RID=\(time)")
            #expect(other.status == 1 && other.errors.contains("no item has the identifier"), "\(other)")
        }
    }

    @Test func `an occurrence keeps its own values`() throws {
        let store = try store()
        #expect(
            try store.run("edit", "home:a", "--set", "title=Course", "--set", "location=Room 5").status == 0
        )
        #expect(
            try lines(store) == [
                "01T12:00 Opening Room 4", "02T08:00 Course Room 5", "03T08:00 Course Room 5",
                "04T08:00 Course Room 5",
            ]
        )
        #expect(try store.run("edit", "home:a", "--set", "start=2026-04-01 13:00").status == 0)
        #expect(
            try lines(store) == [
                "01T13:00 Opening Room 4", "02T09:00 Course Room 5", "03T09:00 Course Room 5",
                "04T09:00 Course Room 5",
            ]
        )
    }

    @Test func `the editor shows the series`() throws {
        let store = try store()
        let path = try store.write(
            "#!/bin/sh\ncat \"$1\" >&2\nsed -i 's/^title: .*/title: Course/' \"$1\"\n",
            to: "editor.sh"
        )
        store.environment["EDITOR"] = "sh \(path)"
        let result = try store.run("edit", "home:a")
        #expect(result.errors.contains("# Event a, 2026-04-01 12:00 (UTC), in home\n"), "\(result.errors)")
        #expect(result.errors.contains("\ntitle: Event a\n") && result.errors.contains("\nlocation:\n"))
        #expect(result.errors.contains("    - Event a\n    + Course\n"))
        #expect(try lines(store).first == "01T12:00 Opening Room 4")
    }

    @Test(arguments: ["this", "future"])
    func `a different span selects the first occurrence`(span: String) throws {
        let store = try store()
        let result = try store.run("edit", "home:a", "--span", span, "--set", "title=Course")
        #expect(result.status == 0, "\(result.errors)")
        let isAll = span == "future"
        #expect(
            try lines(store) == [
                "01T12:00 Course Room 4", "02T08:00 \(isAll ? "Course" : "Event a") -",
                "03T08:00 \(isAll ? "Course" : "Event a") -", "04T08:00 \(isAll ? "Course" : "Event a") -",
            ]
        )
    }

    @Test func `a series whose first occurrence is excluded can be edited`() throws {
        let store = try StoreProgram()
        let more = "RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260401T080000Z"
        try store.write(calendarText(eventText("a", "0401", more)), to: "calendars/home/a.ics")
        #expect(try store.run("edit", "home:a", "--set", "location=Room 4").output == "home:a\n")
        #expect(try lines(store) == ["02T08:00 Event a Room 4", "03T08:00 Event a Room 4"])
        #expect(try store.run("remove", "home:a", "--dry-run").output.contains("the whole series, Event a"))
        #expect(try store.run("remove", "home:a").status == 0)
        #expect(try store.events().isEmpty)
    }

    /// Returns a store with a four-day series and additional components in its file.
    private func store(_ rules: String, _ others: String...) throws -> StoreProgram {
        let store = try StoreProgram()
        let text = ([eventText("a", "0401", rules)] + others).joined(separator: "\n")
        try store.write(calendarText(text), to: "calendars/home/a.ics")
        return store
    }

    private func override(_ slot: String, _ start: String, _ title: String) -> String {
        eventText("a", "0401", "RECURRENCE-ID\(slot)").replacingOccurrences(
            of: "20260401T080000Z\nDTEND",
            with: "\(start)\nDTEND"
        )
        .replacingOccurrences(of: "DTEND:20260401T090000Z", with: "DURATION:PT1H")
        .replacingOccurrences(of: "Event a", with: title)
    }

    @Test func `an override for the first and all following occurrences represents the series`() throws {
        let store = try store(
            "RRULE:FREQ=DAILY;COUNT=3",
            override(";RANGE=THISANDFUTURE:20260401T080000Z", "20260401T100000Z", "New")
        )
        #expect(try lines(store) == ["01T10:00 New -", "02T10:00 New -", "03T10:00 New -"])
        #expect(try store.run("edit", "home:a", "--set", "title=Course").output == "home:a\n")
        #expect(try lines(store) == ["01T10:00 Course -", "02T10:00 Course -", "03T10:00 Course -"])
    }

    @Test func `the series starts with its earliest occurrence, wherever other occurrences were moved`()
        throws
    {
        let store = try store(
            "RRULE:FREQ=DAILY;COUNT=3",
            override(":20260401T080000Z", "20260402T120000Z", "Opening")
        )
        #expect(try store.run("edit", "home:a", "--set", "start=2026-04-02 09:00").status == 0)
        #expect(try lines(store) == ["02T09:00 Event a -", "02T12:00 Opening -", "03T09:00 Event a -"])
    }

    @Test func `a series with only one override left can be edited, and the override is kept`() throws {
        let store = try store(
            "RRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260401T080000Z,20260402T080000Z",
            override(":20260401T080000Z", "20260401T120000Z", "Kept")
        )
        let path = try store.write("sed -i 's/^title: .*/title: Course/' \"$1\"\n", to: "editor.sh")
        store.environment["EDITOR"] = "sh \(path)"
        let result = try store.run("edit", "home:a")
        #expect(
            result.status == 0 && result.errors.contains("    - Event a\n    + Course\n"),
            "\(result.errors)"
        )
        #expect(!result.errors.contains("in the meantime"))
        #expect(try lines(store) == ["01T12:00 Kept -"])
        #expect(
            String(decoding: try store.contents()["home/a.ics"] ?? Data(), as: UTF8.self).contains(
                "SUMMARY:Course"
            )
        )
    }

    @Test func `occurrences whose series is missing are edited in place`() throws {
        let store = try StoreProgram()
        try store.write(
            calendarText(override(":20260401T080000Z", "20260401T120000Z", "Invited")),
            to: "calendars/home/a.ics"
        )
        let path = try store.write("sed -i 's/^title: .*/title: Course/' \"$1\"\n", to: "editor.sh")
        store.environment["EDITOR"] = "sh \(path)"
        let result = try store.run("edit", "home:a")
        #expect(result.status == 0 && !result.errors.contains("in the meantime"), "\(result.errors)")
        #expect(try lines(store) == ["01T12:00 Course -"])
    }

    /// Returns a store with a series that lasts a few days, at half past the hour in Berlin.
    private func berlin(_ start: String, _ more: String = "", _ others: String...) throws -> StoreProgram {
        let store = try StoreProgram()
        let series =
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:\(start)\nDURATION:PT1H\n"
            + "SUMMARY:A\nRRULE:FREQ=DAILY;COUNT=4\n\(more)END:VEVENT"
        try store.write(calendarText(([series] + others).joined(separator: "\n")), to: "calendars/home/a.ics")
        return store
    }

    private static let changed =
        "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID;TZID=Europe/Berlin:20260402T100000\n"
        + "DTSTART;TZID=Europe/Berlin:20260402T180000\nDURATION:PT1H\nSUMMARY:M\nDESCRIPTION:precious\nEND:VEVENT"

    @Test func `an occurrence in a skipped hour moves the series to its new time`() throws {
        let store = try berlin("20260328T023000")
        let skipped = try #require(try store.events().dropFirst().first?["id"] as? String)
        let result = try store.run("edit", skipped, "--span", "all", "--set", "start=2026-03-29 10:00")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try lines(store).map { $0.prefix(8) } == ["28T10:00", "29T10:00", "30T10:00", "31T10:00"])
    }

    @Test func `moving the start to another weekday shows the new days of the series`() throws {
        let store = try StoreProgram()
        let series =
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:20260331T100000\nSUMMARY:A\n"
            + "RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=TU,TH\nEND:VEVENT"
        try store.write(calendarText(series), to: "calendars/home/a.ics")
        let change = ["edit", "home:a", "--set", "start=2026-04-01 10:00"]
        let shown = try store.run(change + ["--dry-run"])
        let lines = "  repeat\n    - FREQ=WEEKLY;COUNT=4;BYDAY=TU,TH\n    + FREQ=WEEKLY;COUNT=4;BYDAY=WE,FR\n"
        #expect(shown.output.contains(lines), "\(shown.output)\(shown.errors)")
        let done = try store.run(change)
        #expect(done.errors.contains("the repetition moves along with the start: FREQ="), "\(done.errors)")
    }

    @Test func `a new rule can be a phrase`() throws {
        let store = try berlin("20260331T100000")
        let result = try store.run("edit", "home:a", "--set", "repeat=every 2 weeks on tue")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try store.run("show", "home:a").output.contains("repeat: FREQ=WEEKLY;INTERVAL=2;BYDAY=TU\n"))
        let bad = try store.run("edit", "home:a", "--set", "repeat=sometimes")
        #expect(bad.status == 64 && bad.errors.contains("'sometimes' is not a repetition"), "\(bad.errors)")
    }

    @Test(arguments: ["all", "future"])
    func `if an override becomes all-day, the other occurrences stay on their days`(span: String) throws {
        let store = try berlin("20260401T100000", "", Self.changed)
        let result = try store.run(
            "edit",
            "home:a/RID=20260402T080000Z",
            "--span",
            span,
            "--set",
            "all-day=yes"
        )
        #expect(result.status == 0, "\(result.errors)")
        let days = try lines(store).map { $0.prefix(2) }
        #expect(days == ["01", "02", "03", "04"])
    }

    @Test func `if one all-day occurrence becomes timed, the others remain all-day`() throws {
        let store = try StoreProgram()
        let series =
            "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260401\nSUMMARY:A\n"
            + "RRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT"
        let timed = Self.changed.replacingOccurrences(
            of: ";TZID=Europe/Berlin:20260402T100000",
            with: ";VALUE=DATE:20260402"
        )
        try store.write(calendarText(series, timed), to: "calendars/home/a.ics")
        let result = try store.run("edit", "home:a/RID=20260402", "--span", "all", "--set", "time-zone=UTC")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try store.events().map { ($0["start"] as? String ?? "").dropFirst(8) } == [
                "01", "02T18:00:00Z", "03",
            ]
        )
    }

    @Test func `removing the rule keeps an override as a single event`() throws {
        for (slot, before) in [("20260402", ["01T10:00 A -"]), ("20260401", [])] {
            let store = try berlin(
                "20260401T100000",
                "",
                Self.changed.replacingOccurrences(of: "20260402T", with: slot + "T")
            )
            let result = try store.run(
                "edit",
                "home:a/RID=\(slot)T080000Z",
                "--span",
                "future",
                "--set",
                "repeat="
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(try lines(store) == before + ["\(slot.suffix(2))T18:00 M -"])
        }
    }

    @Test func `an added date-time becomes the all-day date that it falls on`() throws {
        let store = try berlin("20260401T100000", "RDATE;TZID=Europe/Berlin:20260411T080000\n")
        #expect(try store.run("edit", "home:a", "--set", "all-day=yes").status == 0)
        #expect(
            try lines(store).map { $0.prefix(2) } == ["01", "02", "03", "04", "11"]
        )
    }

    @Test func `an occurrence with a different duration moves with its series`() throws {
        let store = try berlin("20260401T100000")
        let slot = "home:a/RID=20260402T080000Z"
        #expect(
            try store.run("edit", slot, "--span", "this", "--set", "end=2026-04-02 13:00").status == 0
        )
        #expect(try store.run("edit", "home:a", "--set", "start=2026-04-02 14:00").status == 0)
        #expect(
            try lines(store).map { $0.prefix(8) } == ["02T14:00", "03T14:00", "04T14:00", "05T14:00"]
        )
        let ends = try store.events().map { ($0["end"] as? String ?? "").dropFirst(8).prefix(8) }
        #expect(ends == ["02T15:00", "03T17:00", "04T15:00", "05T15:00"])
    }

    @Test func `setting a field twice is an error`() throws {
        let result = try store().run("edit", "home:a", "--set", "title=a", "--set", "title=b")
        #expect(result.status == 64 && result.errors.contains("title: given more than once"), "\(result)")
    }
}
