import Foundation
import TestTraits
import Testing

/// Tests the options `--conflicts`, `--alarms`, `--format freebusy` and `--diff`.
@Suite struct PlanningTests {
    private static let window = ["--from", "2026-03-28", "--to", "+2w", "--time-zone", "Europe/Berlin"]
    private static let demo = "Corpus/demo/studio.ics"

    @Test func `conflicts are pairs in chronological order`() throws {
        let result = try BuiltProgram.run(["--conflicts"] + Self.window + [Self.demo])
        #expect(
            result.output == """
                2026-03-31 Tue  16:00-17:00    Payday                            Review with New York
                2026-04-06 Mon  09:15-09:30    Closed for Easter                 Stand-up

                """
        )
        #expect(result.status == 0)
        #expect(try BuiltProgram.run(["--conflicts", "--count"] + Self.window + [Self.demo]).output == "2\n")
        #expect(
            try BuiltProgram.run(["--conflicts", "--limit", "1"] + Self.window + [Self.demo]).lines.count == 1
        )
    }

    @Test(.long) func `a search for conflicts that stops early reports where it stopped, even with a limit`()
        throws
    {
        try checkStop(["--limit", "10"])
    }

    @Test(.long) func `a search for conflicts that stops early reports where it stopped`() throws {
        try checkStop([])
    }

    private func checkStop(_ limit: [String]) throws {
        let flood = calendarText(
            "UID:a\nDTSTART:20260101T000000Z\nDURATION:PT30S\nRRULE:FREQ=SECONDLY;INTERVAL=31"
        )
        let pair =
            calendarText("UID:b\nDTSTART:20290101T090000Z\nDURATION:PT1H")
            + calendarText("UID:c\nDTSTART:20290101T090000Z\nDURATION:PT1H")
        let window = ["--conflicts", "--from", "2026-01-01", "--to", "+4y", "--time-zone", "UTC"]
        let result = try BuiltProgram.run(window + limit + ["--strict"], input: flood + pair)
        #expect(result.output == "")
        #expect(result.errors.contains("too many occurrences; searching for conflicts only among the first"))
        #expect(result.errors.contains("no conflicts between 2026-01-01 and 2027-01-"))
        #expect(result.status == 1)
    }

    @Test func `an event that the owner declined does not conflict`() throws {
        func event(_ uid: String, _ answer: String) -> String {
            calendarText(
                "UID:\(uid)\nDTSTART:20260401T090000Z\nDURATION:PT1H\n"
                    + "ATTENDEE;PARTSTAT=\(answer):mailto:nora@studio.example"
            )
        }
        let input = event("a", "ACCEPTED") + event("b", "DECLINED")
        let window = ["--conflicts", "--from", "2026-04-01", "--to", "+1d"]
        #expect(try BuiltProgram.run(window, input: input).lines.count == 1)
        let own = try BuiltProgram.run(window + ["--owner", "Nora@studio.example"], input: input)
        #expect(own.output == "")
        #expect(own.errors.contains("no conflicts between 2026-04-01 and 2026-04-02"))
        #expect(own.status == 0)
    }

    @Test func `conflicts can be printed as objects`() throws {
        let result = try BuiltProgram.run(["--conflicts", "--format", "json"] + Self.window + [Self.demo])
        let data = Data(result.output.utf8)
        let objects = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        #expect(objects.count == 2)
        #expect(objects.first?["start"] as? String == "2026-03-31T16:00:00+02:00")
        #expect((objects.first?["first"] as? [String: Any])?["uid"] as? String == "payday@studio.example")
        #expect((objects.first?["second"] as? [String: Any])?["line"] as? Int == 77)
        let none = try BuiltProgram.run(["--conflicts", "--format", "json", "--limit", "0", Self.demo])
        #expect(none.output == "[]\n")
    }

    @Test func `alarms are listed with their occurrence`() throws {
        let result = try BuiltProgram.run(["--alarms"] + Self.window + [Self.demo])
        #expect(
            result.output == """
                2026-03-28 Sat  19:30     Kiln firing                       2026-03-28 20:00
                2026-04-01 Wed  19:00     Team dinner                       2026-04-02 19:00

                """
        )
        let objects = try BuiltProgram.run(["--alarms", "--format", "ndjson"] + Self.window + [Self.demo])
        #expect(
            objects.lines.first == #"""
                {"time":"2026-03-28T19:30:00+01:00","action":"DISPLAY","description":"Load the kiln",\#
                "event":{"uid":"kiln@studio.example","summary":"Kiln firing",\#
                "start":"2026-03-28T20:00:00+01:00","end":"2026-03-29T06:00:00+02:00",\#
                "timeZone":"Workshop Time","recurrenceId":"2026-03-28T20:00:00+01:00","calendar":"Studio",\#
                "file":"Corpus/demo/studio.ics","line":93}}
                """#
        )
        #expect(try BuiltProgram.run(["--alarms", "--count"] + Self.window + [Self.demo]).output == "2\n")
    }

    @Test func `an alarm's details follow its title`() throws {
        let alarms = """
            BEGIN:VALARM
            UID:one
            TRIGGER:-PT1H
            REPEAT:1
            DURATION:PT30M
            ACKNOWLEDGED:20260401T080000Z
            END:VALARM
            BEGIN:VALARM
            TRIGGER;VALUE=DATE-TIME:20260401T084500Z
            RELATED-TO;RELTYPE=SNOOZE:one
            END:VALARM
            """
        let input =
            calendarText("UID:a\nSUMMARY:Lunch\nDTSTART:20260401T090000Z\n" + alarms)
            + calendarText("UID:t\nSUMMARY:Taxes\nDUE:20260401T100000Z\n" + alarms).replacing(
                "VEVENT",
                with: "VTODO"
            )
        let result = try BuiltProgram.run(
            ["--alarms", "--from", "2026-04-01", "--to", "+1d", "--time-zone", "UTC"],
            input: input
        )
        #expect(
            result.output == """
                2026-04-01 Wed  08:00     Lunch (done)                      2026-04-01 09:00
                2026-04-01 Wed  08:30     Lunch (again)                     2026-04-01 09:00
                2026-04-01 Wed  08:45     Lunch (snoozed)                   2026-04-01 09:00
                2026-04-01 Wed  08:45     Taxes (to-do, snoozed)
                2026-04-01 Wed  09:00     Taxes (to-do)
                2026-04-01 Wed  09:30     Taxes (to-do, again)

                """
        )
    }

    @Test func `free/busy times form a calendar that can be published`() throws {
        let result = try BuiltProgram.run(
            ["--format", "freebusy", "--owner", "nora@studio.example"] + Self.window + [Self.demo]
        )
        let lines = result.output.replacing("\r\n ", with: "").split(separator: "\r\n")
        #expect(
            lines.prefix(5).map(String.init) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//swift-icalendar//ics-expand//EN",
                "METHOD:PUBLISH",
                "BEGIN:VFREEBUSY",
            ]
        )
        #expect(lines.contains("DTSTART:20260327T230000Z"))
        #expect(lines.contains("DTEND:20260410T220000Z"))
        #expect(lines.contains("ORGANIZER:mailto:nora@studio.example"))
        #expect(lines.contains("FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260402T170000Z/20260402T200000Z"))
        #expect(lines.contains { $0.hasPrefix("FREEBUSY;FBTYPE=BUSY:20260328T190000Z/20260329T040000Z,") })
        #expect(result.status == 0)
        let checked = try BuiltProgram.run(["--check"], input: result.output)
        #expect(checked.output == "" && checked.status == 0)
    }

    @Test func `free/busy times without an owner are also valid`() throws {
        let result = try BuiltProgram.run(["--format", "freebusy"] + Self.window + [Self.demo])
        #expect(!result.output.contains("METHOD") && !result.output.contains("ORGANIZER"))
        let checked = try BuiltProgram.run(["--check"], input: result.output)
        #expect(checked.output == "" && checked.status == 0)
    }

    @Test func `a difference is printed line by line and makes the run fail`() throws {
        let folder = try TemporaryFolder()
        let text = try String(
            contentsOf: BuiltProgram.packageFolder.appending(path: Self.demo),
            encoding: .utf8
        )
        let changed = text.replacing("SUMMARY:Kiln firing", with: "SUMMARY:Kiln \u{1B}[2J")
            .replacing("UID:tour@studio.example", with: "UID:visit@studio.example")
            .replacing("TRIGGER:-P1D", with: "TRIGGER:-P2D")
        let new = try folder.write(changed, to: "new.ics").path()
        let result = try BuiltProgram.run("--diff", Self.demo, new)
        #expect(
            result.output == """
                - VEVENT tour@studio.example  Open studio
                + VEVENT visit@studio.example  Open studio
                ~ VEVENT dinner@studio.example  Team dinner
                    - BEGIN:VALARM
                    - ACTION:DISPLAY
                    - DESCRIPTION:Say who comes
                    - TRIGGER:-P1D
                    - END:VALARM
                    + BEGIN:VALARM
                    + ACTION:DISPLAY
                    + DESCRIPTION:Say who comes
                    + TRIGGER:-P2D
                    + END:VALARM
                ~ VEVENT kiln@studio.example  Kiln \\u{1B}[2J
                    - SUMMARY:Kiln firing
                    + SUMMARY:Kiln [2J

                """
        )
        #expect(result.status == 1)
        let objects = try BuiltProgram.run("--diff", "--format", "json", Self.demo, new)
        let array = try JSONSerialization.jsonObject(with: Data(objects.output.utf8)) as? [[String: Any]]
        #expect(array?.map { $0["change"] as? String } == ["removed", "added", "changed", "changed"])
        #expect(objects.status == 1)
    }

    @Test func `a duplicate DTSTART is reported and fails in strict mode even without differences`() throws {
        let folder = try TemporaryFolder()
        let text = calendarText("UID:a\nDTSTART:20260401T090000Z\nDTSTART:20260402T090000Z")
        let path = try folder.write(text, to: "a.ics").path()
        let result = try BuiltProgram.run("--diff", path, path)
        #expect(result.output == "" && result.status == 0)
        #expect(result.errors.contains("warning: duplicate DTSTART; using the first"), "\(result.errors)")
        #expect(try BuiltProgram.run("--diff", "--strict", path, path).status == 1)
    }

    @Test func `the same calendar in a different format has no differences`() throws {
        let same = try BuiltProgram.run("--diff", Self.demo, Self.demo)
        #expect(same.output == "" && same.errors == "" && same.status == 0)
        let piped = try BuiltProgram.shell(
            "sed 's/$/\\r/' Corpus/demo/studio.ics | ics-expand --diff - Corpus/demo/studio.ics"
        )
        #expect(piped.output == "" && piped.status == 0)
        let missing = try BuiltProgram.run("--diff", Self.demo, "Corpus/demo/nowhere.ics")
        #expect(missing.output == "" && missing.status == 1)
        #expect(missing.errors.hasPrefix("Corpus/demo/nowhere.ics: error: "))
    }
}
