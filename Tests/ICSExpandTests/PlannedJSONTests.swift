import Foundation
import Testing

/// Tests the documented members of the objects printed by `--conflicts`, `--alarms` and `--diff`.
@Suite struct PlannedJSONTests {
    private static let window = ["--from", "2026-06-01", "--to", "+2d", "--time-zone", "Europe/Berlin"]

    private func lines(_ arguments: [String], _ input: String) throws -> [String] {
        try BuiltProgram.run(arguments + ["--format", "ndjson"], input: input).lines
    }

    @Test func `a conflict has the shared time and both occurrences`() throws {
        let input =
            calendarText(
                "UID:a\nSUMMARY:One\nDTSTART;TZID=Europe/Berlin:20260601T090000\nDURATION:PT2H\nRRULE:FREQ=YEARLY"
            )
            + calendarText("UID:b\nDTSTART;VALUE=DATE:20260601").replacing(
                "VERSION:2.0",
                with: "VERSION:2.0\r\nNAME:Other"
            )
        #expect(
            try lines(["--conflicts"] + Self.window, input) == [
                #"""
                {"start":"2026-06-01T09:00:00+02:00","end":"2026-06-01T11:00:00+02:00",\#
                "first":{"uid":"b","start":"2026-06-01","end":"2026-06-02","calendar":"Other","file":"<stdin>","line":17},\#
                "second":{"uid":"a","summary":"One","start":"2026-06-01T09:00:00+02:00",\#
                "end":"2026-06-01T11:00:00+02:00","timeZone":"Europe/Berlin",\#
                "recurrenceId":"2026-06-01T09:00:00+02:00","file":"<stdin>","line":4}}
                """#
            ]
        )
    }

    @Test func `an alarm has its time, action and occurrence`() throws {
        let alarms = """
            BEGIN:VALARM
            UID:one
            ACTION:Display
            DESCRIPTION:Look
            TRIGGER:-PT15M
            REPEAT:1
            DURATION:PT5M
            ACKNOWLEDGED:20260601T064600Z
            END:VALARM
            BEGIN:VALARM
            TRIGGER;VALUE=DATE-TIME:20260601T065500Z
            RELATED-TO;RELTYPE=SNOOZE:one
            END:VALARM
            """
        let event = calendarText("UID:a\nSUMMARY:One\nDTSTART:20260601T070000Z\n" + alarms)
        let found = try lines(["--alarms"] + Self.window, event)
        let tail =
            #""event":{"uid":"a","summary":"One","start":"2026-06-01T07:00:00Z","end":"2026-06-01T07:00:00Z","#
            + #""timeZone":"UTC","file":"<stdin>","line":4}}"#
        #expect(
            found == [
                #"{"time":"2026-06-01T08:45:00+02:00","action":"DISPLAY","description":"Look","acknowledged":true,"#
                    + tail,
                #"{"time":"2026-06-01T08:50:00+02:00","action":"DISPLAY","description":"Look","repetition":1,"#
                    + tail,
                #"{"time":"2026-06-01T08:55:00+02:00","snoozes":"one","# + tail,
            ]
        )
    }

    @Test func `a to-do without times has no times in JSON, and the text output shows its title`() throws {
        let todo = calendarText(
            "UID:t\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Taxes\n"
                + "TRIGGER;VALUE=DATE-TIME:20260601T065500Z\nEND:VALARM"
        ).replacing("VEVENT", with: "VTODO")
        #expect(
            try lines(["--alarms"] + Self.window, todo) == [
                #"{"time":"2026-06-01T08:55:00+02:00","action":"DISPLAY","description":"Taxes","#
                    + #""todo":{"uid":"t","file":"<stdin>","line":4}}"#
            ]
        )
        let due = todo.replacing("UID:t", with: "UID:t\r\nDUE:20260601T070000Z")
        #expect(
            try lines(["--alarms"] + Self.window, due).first?.contains(#""end":"2026-06-01T07:00:00Z""#)
                == true
        )
        // Text output shows the alarm's description only if the title is missing. Objects always have it.
        let text = try BuiltProgram.run(["--alarms"] + Self.window, input: todo).output
        #expect(text == "2026-06-01 Mon  08:55     Taxes (to-do)\n")
        let named = todo.replacing("UID:t", with: "UID:t\r\nSUMMARY:Papers")
        #expect(
            try BuiltProgram.run(["--alarms"] + Self.window, input: named).output
                == "2026-06-01 Mon  08:55     Papers (to-do)\n"
        )
    }

    @Test func `a difference lists the changed lines`() throws {
        let folder = try TemporaryFolder()
        func event(_ lines: String) -> String {
            calendarText("SUMMARY:One\nDTSTART:20260601T070000Z\n" + lines)
        }
        let alarm = "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM"
        let zone =
            "VERSION:2.0\nBEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
            + "TZOFFSETFROM:+0500\nTZOFFSETTO:+0500\nEND:STANDARD\nEND:VTIMEZONE"
        let zoned = calendarText("UID:z\nDTSTART;TZID=Own:20260601T070000")
        let old =
            event("UID:a\nRRULE:FREQ=DAILY\nEXDATE:20260602T070000Z,20260603T070000Z")
            + event("UID:a\nRECURRENCE-ID:20260604T070000Z") + event("UID:gone")
            + zoned.replacing("VERSION:2.0", with: zone.replacing("\n", with: "\r\n"))
        let new =
            event("UID:a\nRRULE:FREQ=DAILY\nEXDATE:20260602T070000Z\n" + alarm)
            + event("UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20260604T090000\nLOCATION:Room 4")
            + event("UID:new") + zoned
        let paths = try [("old.ics", old), ("new.ics", new)].map { try folder.write($1, to: $0).path() }
        let result = try BuiltProgram.run(["--diff", "--format", "ndjson"] + paths)
        #expect(result.status == 1 && result.errors == "")
        #expect(
            result.lines == [
                #"{"change":"removed","component":"VTIMEZONE","timeZone":"Own"}"#,
                #"{"change":"removed","component":"VEVENT","uid":"gone","summary":"One"}"#,
                #"{"change":"added","component":"VEVENT","uid":"new","summary":"One"}"#,
                #"{"change":"changed","component":"VEVENT","uid":"a","summary":"One","parts":["#
                    + #"{"name":"EXDATE","before":["EXDATE:20260603T070000Z"]},"#
                    + #"{"name":"VALARM","after":["BEGIN:VALARM","TRIGGER:-PT5M","END:VALARM"]}]}"#,
                #"{"change":"changed","component":"VEVENT","uid":"a","recurrenceId":"2026-06-04T09:00:00 Europe/Berlin","#
                    + #""summary":"One","parts":[{"name":"LOCATION","after":["LOCATION:Room 4"]},"#
                    + #"{"name":"RECURRENCE-ID","before":["RECURRENCE-ID:20260604T070000Z"],"#
                    + #""after":["RECURRENCE-ID;TZID=Europe/Berlin:20260604T090000"]}]}"#,
            ]
        )
        let text = try BuiltProgram.run(["--diff"] + paths).lines
        #expect(text.prefix(3) == ["- VTIMEZONE Own", "- VEVENT gone  One", "+ VEVENT new  One"])
    }
}
