import Foundation
import Testing

/// Tests jCal as program input.
@Suite struct JCalInputTests {
    private static let jCal = """
        ["vcalendar",
          [["version", {}, "text", "2.0"], ["prodid", {}, "text", "-//Example//Test//EN"],
           ["name", {}, "text", "Team"]],
          [["vevent",
            [["uid", {}, "text", "a"], ["dtstamp", {}, "date-time", "2026-06-01T00:00:00Z"],
             ["dtstart", {"tzid": "Europe/Berlin"}, "date-time", "2026-06-10T10:00:00"],
             ["duration", {}, "duration", "PT1H"],
             ["rrule", {}, "recur", {"freq": "DAILY", "count": 2}],
             ["summary", {}, "text", "Stand-up"]],
            []]]]

        """
    private static let ics =
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:b\nDTSTAMP:20260601T000000Z\nDTSTART:20260610T083000Z\n"
        + "DTEND:20260610T090000Z\nSUMMARY:Lunch\nEND:VEVENT\nEND:VCALENDAR\n"
    private static let window = ["--from", "2026-06-01", "--to", "2026-07-01", "--time-zone", "UTC"]

    private func uids(_ output: String) -> [String] {
        output.split(separator: "\n").compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["uid"] as? String
        }
    }

    @Test(arguments: ["a.json", "a.jcal", "a.ics", "calendar", "a.JSON"])
    func `a file is recognized by its contents`(name: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.jCal, to: name).path()
        for extra in [[], ["--strict"], ["--threads", "2"], ["--isolated"]] {
            let result = try BuiltProgram.run(Self.window + ["--format", "ndjson"] + extra + [path])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.isEmpty)
            #expect(uids(result.output) == ["a", "a"])
            #expect(result.output.contains("\"calendar\":\"Team\""))
            #expect(result.output.contains("2026-06-10T10:00:00+02:00"))
        }
        let count = try BuiltProgram.run(Self.window + ["--count", path])
        #expect(count.output == "2\n")
    }

    @Test func `standard input is recognized, and both formats can be mixed`() throws {
        let result = try BuiltProgram.run(Self.window + ["--format", "ndjson"], input: Self.jCal)
        #expect(uids(result.output) == ["a", "a"])
        let folder = try TemporaryFolder()
        let json = try folder.write(Self.jCal, to: "a.json").path()
        let ics = try folder.write(Self.ics, to: "b.ics").path()
        for files in [[json, ics], [ics, json]] {
            for extra in [[], ["--isolated"], ["--strict"]] {
                let both = try BuiltProgram.run(Self.window + ["--format", "ndjson"] + extra + files)
                #expect(both.status == 0)
                #expect(uids(both.output) == ["a", "b", "a"])
            }
        }
        let piped = try BuiltProgram.shell(
            "ics-expand --from 2026-06-01 --to 2026-07-01 --count <(cat '\(json)') '\(ics)'"
        )
        #expect(piped.output == "3\n")
    }

    @Test func `all other tasks accept jCal`() throws {
        let folder = try TemporaryFolder()
        let json = try folder.write(Self.jCal, to: "a.json").path()
        let ics = try folder.write(Self.ics, to: "b.ics").path()
        func run(_ arguments: String...) throws -> BuiltProgram.Result { try BuiltProgram.run(arguments) }
        // The only violation: the calendar does not define the system time zone that it uses.
        #expect(try run("--check", json).lines.map { $0.contains("VTIMEZONE") } == [true])
        #expect(try BuiltProgram.run(Self.window + ["--explain", "a", json]).output.contains("Stand-up"))
        #expect(try BuiltProgram.run(Self.window + ["--conflicts", json, ics]).output.contains("Lunch"))
        #expect(
            try BuiltProgram.run(Self.window + ["--format", "freebusy", json]).output.contains(
                "20260610T080000Z"
            )
        )
        #expect(try BuiltProgram.run(Self.window + ["--alarms", json]).status == 0)
        #expect(
            try BuiltProgram.run(Self.window + ["--format", "ics", json]).output.contains("SUMMARY:Stand-up")
        )
        let difference = try run("--diff", json, ics)
        #expect(difference.output.contains("- ") && difference.output.contains("+ "))
        #expect(difference.status == 1)
        #expect(try run("--diff", json, json).status == 0)
    }

    @Test func `repair writes jCal without remaining violations`() throws {
        let folder = try TemporaryFolder()
        let broken = Self.jCal.replacing("[\"version\", {}, \"text\", \"2.0\"], ", with: "")
        let path = try folder.write(broken, to: "a.json").path()
        #expect(try BuiltProgram.run("--check", path).status == 1)
        let result = try BuiltProgram.run("--repair", path)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("[\"vcalendar\""))
        // As with iCalendar, the repair adds the time zone definition.
        #expect(result.output.contains("\"vtimezone\""))
        let again = try BuiltProgram.run("--check", input: result.output)
        #expect(again.lines == [])
        let written = try BuiltProgram.run("--repair", "--output", path, path)
        #expect(written.status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == result.output)
    }

    @Test func `mistakes are reported with their line number`() throws {
        let folder = try TemporaryFolder()
        let odd = Self.jCal.replacing("\"2026-06-10T10:00:00\"", with: "\"2026-06-40T10:00:00\"")
        let path = try folder.write(odd, to: "a.json").path()
        let result = try BuiltProgram.run(Self.window + [path])
        #expect(result.errors.contains("a.json:6: "))
    }

    @Test(arguments: [
        ("{\"a\": 1}", "JSON"), ("[1, 2]", "JSON"), ("[]", "JSON"), ("[\"vcalendar\", [", "line 1"),
        ("[\n\"vcalendar\",\n[oops]]", "line 3"), ("{\"type\": \"FeatureCollection\"}", "JSON"),
    ])
    func `JSON that is not jCal produces one clear error`(text: String, words: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "a.json").path()
        for arguments in [[path], ["--check", path], ["--isolated", path], ["--repair", path]] {
            let result = try BuiltProgram.run(arguments)
            #expect(result.status == 1)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("a.json: error: "))
            #expect(result.errors.contains(words), "\(result.errors)")
        }
        let piped = try BuiltProgram.run([], input: text)
        #expect(piped.status == 1 && piped.errors.contains(words))
    }
}
