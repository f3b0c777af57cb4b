import Foundation
import TestTraits
import Testing

/// Tests the monthly files that `--records --output FOLDER` writes.
@Suite struct MonthTests {
    private static let window = ["--from", "2026-01-01", "--to", "2027-01-01", "--time-zone"]

    private static func record(_ key: String, _ start: String, _ more: String = "") throws -> String {
        let calendar = calendarText("UID:u\nSUMMARY:s\nDTSTART\(start)\(more)")
        let text = try JSONSerialization.data(withJSONObject: [calendar], options: .withoutEscapingSlashes)
        return "{\"key\":\(key),\"ics\":\(String(decoding: text, as: UTF8.self).dropFirst().dropLast())}\n"
    }

    /// Returns the lines of each file.
    private static func files(in folder: String) throws -> [String: [String]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                #expect(text.hasSuffix("\n"))
                return (name, text.split(separator: "\n").map(String.init))
            }
        )
    }

    @Test(arguments: ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
    func `each row is in the file for the month in which it starts in the display time zone`(zone: String)
        throws
    {
        let starts = [
            (":20260331T143000Z", ["2026-03", "2026-03", "2026-03"]),
            (":20260331T153000Z", ["2026-03", "2026-04", "2026-03"]),
            (":20260401T063000Z", ["2026-04", "2026-04", "2026-03"]),
            (";TZID=Asia/Tokyo:20260501T030000", ["2026-04", "2026-05", "2026-04"]),
            (";TZID=America/Los_Angeles:20260531T180000", ["2026-06", "2026-06", "2026-05"]),
            (":20260630T233000", ["2026-06", "2026-06", "2026-06"]),
            (";VALUE=DATE:20260801", ["2026-08", "2026-08", "2026-08"]),
            (":20260815T120000Z", ["2026-08", "2026-08", "2026-08"]),
        ]
        let place = try #require(["UTC", "Asia/Tokyo", "America/Los_Angeles"].firstIndex(of: zone))
        let folder = try TemporaryFolder()
        let output = folder.url.appending(path: "months").path(percentEncoded: false)
        let input = try starts.indices.map { try Self.record("\($0)", starts[$0].0) }.joined()
        let result = try BuiltProgram.run(
            ["--records", "--output", output] + Self.window + [zone],
            input: input
        )
        #expect(result.status == 0 && result.output == "" && result.errors == "")
        var expected: [String: [String]] = [:]
        for (number, start) in starts.enumerated() {
            expected["\(start.1[place]).ndjson", default: []].append("{\"key\":\(number),")
        }
        #expect(try Self.files(in: output).mapValues { $0.map { $0.prefix { $0 != "," } + "," } } == expected)
    }

    @Test(arguments: [[], ["--isolated"]])
    func `the monthly files together contain the same rows as standard output`(extra: [String]) throws {
        let folder = try TemporaryFolder()
        let output = folder.url.appending(path: "months").path(percentEncoded: false)
        let key = #"{"start":"1999-01-01", "a,\"start\":\"": [",\"start\":\"1998-01-01"]}"#
        let input =
            try Self.record(
                key,
                ":20260110T100000Z",
                "\nRRULE:FREQ=DAILY;COUNT=300\nLOCATION:,\"start\":\"1997-01-01"
            )
            + Self.record("\"\\\\\"", ":20251231T230000Z", "\nDTEND:20260101T010000Z") + "junk\n"
            + Self.record("null", ":20260301T100000Z", "\nRRULE:FREQ=MINUTELY;COUNT=40000")
        let options = Self.window + ["UTC", "--threads", "2"] + extra
        let plain = try BuiltProgram.run(["--records"] + options, input: input)
        let result = try BuiltProgram.run(["--records", "--output", output] + options, input: input)
        #expect(result.status == plain.status && result.output == "" && result.errors == plain.errors)
        let files = try Self.files(in: output)
        #expect(files.values.joined().sorted() == plain.lines.sorted() && plain.lines.count == 40_302)
        let months = (1...11).map { $0 < 10 ? "2026-0\($0).ndjson" : "2026-\($0).ndjson" }
        #expect(files.keys.sorted() == ["2025-12.ndjson"] + months + ["none.ndjson"])
        #expect(files["none.ndjson"]?.count == 1)
        for (name, lines) in files where name != "none.ndjson" {
            #expect(lines.allSatisfy { $0.contains(",\"start\":\"\(name.prefix(7))") })
        }
    }

    @Test func `a folder that cannot be written to is an error`() throws {
        let folder = try TemporaryFolder()
        let full = folder.url.path(percentEncoded: false)
        try Data().write(to: folder.url.appending(path: "file"))
        let words = ["--records"] + Self.window + ["UTC", "--output"]
        let input = try Self.record("1", ":20260110T100000Z")
        let result = try BuiltProgram.run(words + [full], input: input)
        #expect(result.status == 1 && result.errors.hasSuffix(": error: folder is not empty\n"))
        let missing = try BuiltProgram.run(words + ["\(full)/file/months"], input: input)
        #expect(missing.status == 1 && missing.errors.contains("/file/months: error: cannot be written"))
    }
}
