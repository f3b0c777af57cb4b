import Foundation
import Testing

@Suite struct DemoTests {
    private static let file = "Corpus/demo/studio.ics"

    @Test func `the demo calendar prints the same text as make demo`() throws {
        let result = try BuiltProgram.run(
            "--from",
            "2026-03-28",
            "--to",
            "2026-04-11",
            "--time-zone",
            "Europe/Berlin",
            Self.file
        )
        #expect(
            result.output == """
                2026-03-28 Sat  20:00-06:00+1  Kiln firing                       Workshop
                2026-03-30 Mon  09:15-09:30    Stand-up                          Room 1
                2026-03-31 Tue  all day        Payday
                2026-03-31 Tue  16:00-17:00    Review with New York
                2026-04-01 Wed  11:30-11:45    Stand-up, late (changed)          Room 1
                2026-04-02 Thu  19:00-22:00    Team dinner (tentative)           Trattoria Da Elena, Oderberger Straße
                2026-04-03 Fri  4 days         Closed for Easter
                2026-04-04 Sat  14:00-17:00    Open studio (cancelled)
                2026-04-06 Mon  09:15-09:30    Stand-up                          Room 1
                2026-04-07 Tue  16:00-17:00    Review with New York
                2026-04-08 Wed  09:15-09:30    Stand-up                          Room 1
                2026-04-10 Fri  09:15-09:30    Stand-up                          Room 1

                """
        )
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test func `make demo runs the tested command`() throws {
        let makefile = BuiltProgram.packageFolder.appending(path: "Makefile")
        let lines = try String(contentsOf: makefile, encoding: .utf8).split(separator: "\n")
        let span = "--time-zone Europe/Berlin"
        #expect(lines.contains("DEMO := --from 2026-03-28 --to 2026-04-11 \(span) \(Self.file)"))
        let ndjson = "--from 2026-03-31 --to 2026-04-01 \(span) --format ndjson \(Self.file)"
        #expect(lines.contains("DEMO_NDJSON := \(ndjson)"))
    }

    @Test func `an object's keys are in the documented order`() throws {
        let result = try BuiltProgram.run(
            "--from",
            "2026-03-31",
            "--to",
            "2026-04-01",
            "--time-zone",
            "Europe/Berlin",
            "--format",
            "ndjson",
            Self.file
        )
        let event = #"""
            {"uid":"review@studio.example","summary":"Review with New York","start":"2026-03-31T10:00:00-04:00",\#
            "end":"2026-03-31T11:00:00-04:00","timeZone":"America/New_York",\#
            "recurrenceId":"2026-03-31T10:00:00-04:00","url":"https://studio.example/review",\#
            "categories":["clients","weekly"],"organizer":{"name":"Nora Lind","email":"nora@studio.example"},\#
            "attendees":[{"name":"Nora Lind","email":"nora@studio.example","status":"accepted","role":"chair",\#
            "type":"person"},{"name":"Sam O'Neil","email":"sam@client.example","status":"tentative",\#
            "role":"required","type":"person"},{"name":"Blue room","email":"blue@client.example",\#
            "status":"accepted","role":"required","type":"room"}],"calendar":"Studio",\#
            "file":"Corpus/demo/studio.ics","line":77}
            """#
        #expect(result.lines.last == event)
        #expect(result.status == 0)
    }

    @Test func `an override names the instance that it replaces`() throws {
        let result = try BuiltProgram.run(
            "--from",
            "2026-04-01",
            "--to",
            "2026-04-02",
            "--format",
            "json",
            "--time-zone",
            "Europe/Berlin",
            Self.file
        )
        #expect(
            result.output == #"""
                [
                {"uid":"stand-up@studio.example","summary":"Stand-up, late","start":"2026-04-01T11:30:00+02:00",\#
                "end":"2026-04-01T11:45:00+02:00","timeZone":"Europe/Berlin",\#
                "recurrenceId":"2026-04-01T09:15:00+02:00","isDetached":true,"location":"Room 1",\#
                "calendar":"Studio","file":"Corpus/demo/studio.ics","line":67}
                ]

                """#
        )
    }

    @Test func `hiding, limiting and counting do not affect other output`() throws {
        let all = ["--from", "2026-03-28", "--to", "2026-04-11", "--time-zone", "Europe/Berlin", Self.file]
        func count(_ options: String...) throws -> String {
            try BuiltProgram.run(all + options + ["--count"]).output
        }
        #expect(try count() == "12\n")
        #expect(try count("--hide-cancelled") == "11\n")
        #expect(try count("--limit", "5") == "5\n")
        #expect(try count("--limit", "0") == "0\n")
    }

    @Test func `reading the calendar through a pipe produces the same occurrences`() throws {
        let options = "--from 2026-01-01 --to +1y --time-zone Europe/Berlin"
        let piped = try BuiltProgram.shell("cat \(Self.file) | ics-expand \(options)")
        let named = try BuiltProgram.shell("ics-expand \(options) \(Self.file)")
        let folder = try BuiltProgram.shell("ics-expand \(options) Corpus/demo")
        #expect(piped.output == named.output && folder.output == named.output)
        #expect(named.lines.count > 100)
    }
}
