import Foundation
import TestTraits
import Testing

/// Tests that `--records` prints the same rows for a record as `--format ndjson` prints for a file.
@Suite struct RecordTests {
    private static let window = [
        "--from", "2026-01-01", "--to", "2027-01-01", "--time-zone", "Europe/Berlin",
    ]
    private static let options = window.joined(separator: " ")

    private static func event(_ name: String, _ more: String = "") -> String {
        calendarText("UID:\(name)\nSUMMARY:\(name)\nDTSTART:20260401T120000Z\nDTEND:20260401T130000Z" + more)
    }

    /// Returns a record as a line of JSON.
    ///
    /// `key` is a JSON value.
    private static func record(_ key: String, _ calendar: String) throws -> String {
        let text = try JSONSerialization.data(withJSONObject: [calendar], options: .withoutEscapingSlashes)
        return "{\"key\":\(key),\"ics\":\(String(decoding: text, as: UTF8.self).dropFirst().dropLast())}\n"
    }

    private static func records(_ input: String, _ more: String...) throws -> BuiltProgram.Result {
        try BuiltProgram.run(["--records"] + window + more, input: input)
    }

    /// The calendars in some corpus folders, except those that contain NUL.
    private static let corpus: [URL] = ["calendars", "broken", "demo", "checking"].flatMap { name in
        let folder = BuiltProgram.packageFolder.appending(path: "Corpus/\(name)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return names.filter { $0.hasSuffix(".ics") }.sorted().map { folder.appending(path: $0) }
    }.filter { (try? Data(contentsOf: $0))?.contains(0) == false }

    @Test(
        arguments: TestRun.isComplete
            ? ["", "--threads 1", "--strict", "--hide-cancelled --zones file", "--isolated"] : ["--threads 1"]
    )
    func `records produce the same rows and messages as individual files`(option: String) throws {
        let extra = option.split(separator: " ").map(String.init)
        let folder = try TemporaryFolder()
        let input = folder.url.appending(path: "records")
        var bytes = Data()
        for file in Self.corpus { bytes += try Data(contentsOf: file) + [0] }
        try bytes.write(to: input)
        let path = input.path(percentEncoded: false)
        let result = try BuiltProgram.run(["--records", "nul"] + Self.window + extra + [path])
        let lines = Dictionary(grouping: result.lines) { $0.prefix { $0 != "," } }
        let errors = Dictionary(grouping: result.errors.split(separator: "\n")) { line in
            line.dropFirst(path.count + 1).prefix { $0 != ":" }
        }
        #expect(Self.corpus.count > 80)
        var compared = 0
        // In isolation, starting one process per file is slow.
        for (place, file) in Self.corpus.enumerated() where option != "--isolated" || place % 6 == 0 {
            let name = file.path(percentEncoded: false)
            let usual = extra.filter { $0 != "--isolated" }
            let alone = try BuiltProgram.run(["--format", "ndjson"] + Self.window + usual + [name])
            // A calendar without a name has the name of its file.
            let rows = alone.lines.map {
                $0.replacingOccurrences(of: #","file":"\#(name)""#, with: "")
                    .replacingOccurrences(of: #","calendar":"\#(file.lastPathComponent)""#, with: "")
            }
            let key = "{\"key\":\(place + 1)"
            var messages = alone.errors.split(separator: "\n").filter { $0.hasPrefix(name) }
                .map { $0.dropFirst(name.count) }
            let found = lines[key[...], default: []]
            if alone.status != 0, messages.last?.hasPrefix(": error: ") == true, found.count == 1 {
                let reason = messages.removeLast().dropFirst(": error: ".count)
                let text = try JSONSerialization.data(
                    withJSONObject: [String(reason)],
                    options: .withoutEscapingSlashes
                )
                let json = String(decoding: text, as: UTF8.self).dropFirst().dropLast()
                #expect(found == ["\(key),\"error\":\(json),\"line\":\(place + 1)}"])
            } else {
                #expect(found == rows.map { key + "," + $0.dropFirst() }, "\(name)")
            }
            let said = errors["\(place + 1)", default: []].map { $0.dropFirst("\(path):\(place + 1)".count) }
            #expect(said == messages, "\(name)")
            compared += rows.count
        }
        #expect(compared > 100)
        #expect(result.status == (option == "--strict" ? 1 : 0))
        let names = Self.corpus.map { $0.path(percentEncoded: false) + "\0" }.joined()
        let named = try BuiltProgram.run(["--records", "files"] + Self.window + extra, input: names)
        #expect(named.output == result.output && named.status == result.status)
        #expect(named.errors.replacingOccurrences(of: "<stdin>:", with: "\(path):") == result.errors)
    }

    @Test func `a file that cannot be read is an error with its number`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "a.ics").path(percentEncoded: false)
        try Self.event("a").write(toFile: path, atomically: true, encoding: .utf8)
        let input = "\(path).missing\0\(path)\0\(folder.url.path(percentEncoded: false))\0"
        let result = try BuiltProgram.run(["--records", "files"] + Self.window, input: input)
        #expect(result.status == 0 && result.errors == "" && result.lines.count == 3)
        let starts = [
            #"{"key":1,"error":"cannot be opened: "#, #"{"key":2,"uid":"a""#,
            #"{"key":3,"error":"is a folder"#,
        ]
        for (line, start) in zip(result.lines, starts) { #expect(line.hasPrefix(start)) }
    }

    @Test func `a key can be any JSON value and is printed first`() throws {
        let keys = [
            "null", "17", "-1.5e3", "\"a \\\"b\\\" \\u00e9\"", "[1,{\"x\":[true,null]}]", "\"C:\\\\x\"",
        ]
        let input = try keys.enumerated().map { try Self.record($0.element, Self.event("e\($0.offset)")) }
            .joined()
        let result = try Self.records(input)
        #expect(
            result.lines.map { $0.components(separatedBy: ",\"uid\":")[0] }
                == keys.map { "{\"key\":\($0)" }
        )
        #expect(result.errors == "")
        let other = try Self.records(
            #"{"other":[{}],"ics":"\#(Self.event("a").replacingOccurrences(of: "\r\n", with: "\\r\\n"))"}"#
                + "\n"
        )
        #expect(other.lines.count == 1 && other.output.hasPrefix(#"{"key":null,"uid":"a""#))
    }

    @Test func `unreadable records do not affect other records`() throws {
        let good = (0..<3).map { "good\($0)" }
        let bad = [
            "{\"key\":\"junk\",\"ics\":\"<html>\"}", "not JSON", "[1]", "{\"key\":7}",
            "{\"key\":8,\"ics\":9}",
            "{\"key\":\"cut\",\"ics\":\"BEGIN:VCAL", "{\"ics\":\"x\"} more",
        ]
        let calendars = try good.map { try Self.record("\"\($0)\"", Self.event($0)) }
        let input =
            calendars[0] + bad.joined(separator: "\n") + "\n\n \t\r\n" + calendars[1]
            + calendars[2].dropLast()
        let result = try Self.records(input)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines.count == good.count + bad.count)
        let expected = [
            (#"{"key":"junk","error":"a web page"#, 2), (#"{"key":null,"error":""#, 3),
            (#"{"key":null,"error":"not a JSON object""#, 4),
            (#"{"key":7,"error":"the JSON object has no"#, 5),
            (#"{"key":8,"error":"\"ics\" is not a string""#, 6), (#"{"key":"cut","error":""#, 7),
            (#"{"key":null,"error":"unexpected 'm'"#, 8),
        ]
        for (line, (start, number)) in zip(result.lines.dropFirst(), expected) {
            #expect(
                line.hasPrefix(start.replacing("a web page", with: ""))
                    && line.hasSuffix(",\"line\":\(number)}")
            )
        }
        #expect(result.lines.filter { $0.contains("\"uid\":\"good") }.count == 3)
        let told = try Self.records(input, "--record-errors", "stderr")
        #expect(told.status == 1 && told.lines.count == good.count)
        #expect(told.errors.split(separator: "\n").count == bad.count)
        #expect(told.errors.hasPrefix("<stdin>:2: error: "))
        #expect(try Self.records(input, "--strict").status == 1)
    }

    @Test func `the output does not depend on threads or isolation`() throws {
        var input = ""
        for number in 0..<(TestRun.isComplete ? 1500 : 500) {
            let rule = number % 50 == 0 ? "\nRRULE:FREQ=HOURLY;COUNT=2000" : "\nCOMMENT:\(number)"
            let broken = number % 40 == 7 ? "\nRRULE:FREQ=NEVER" : ""
            input += try Self.record("\(number)", Self.event("e\(number)", rule + broken))
            if number % 33 == 0 { input += "junk \(number)\n" }
        }
        let one = try Self.records(input, "--threads", "1")
        #expect(one.lines.count > 20_000 && one.errors.contains("RRULE"))
        for option in [["--threads", "2"], ["--threads", "7"], ["--isolated", "--threads", "2"]] {
            let other = try BuiltProgram.run(["--records"] + Self.window + option, input: input)
            #expect(other.output == one.output, "\(option)")
            #expect(other.errors == one.errors, "\(option)")
        }
    }

    @Test func `a record with very many rows is limited and keeps its position`() throws {
        let flood = Self.event(
            "flood",
            "\nRRULE:FREQ=SECONDLY;COUNT=90000\nDESCRIPTION:" + String(repeating: "x", count: 60)
        )
        let input = try ["a", "b", "c"].map {
            try Self.record("\"\($0)\"", $0 == "b" ? flood : Self.event($0))
        }
        .joined()
        let result = try Self.records(input, "--threads", "2")
        #expect(result.lines.count == 90_002)
        #expect(result.output.utf8.count > 17 << 20)
        #expect(
            result.output.hasPrefix(#"{"key":"a""#) && result.lines.last?.hasPrefix(#"{"key":"c""#) == true
        )
        #expect(result.lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix(#"{"key":"b""#) })
        let short = try Self.records(input, "--limit", "5")
        #expect(short.lines.count == 7)
        #expect(short.errors == "<stdin>:2: error: limit reached: 5 occurrences; later ones skipped\n")
    }

    @Test func `options that cannot be combined are a usage error`() throws {
        let refused = [
            "--count", "--conflicts", "--alarms", "--check", "--format ics", "--explain x",
            "--owner a@example.com",
            "--split 3 --output x", "--diff",
        ]
        for option in refused {
            let result = try BuiltProgram.run(["--records"] + option.split(separator: " ").map(String.init))
            #expect(result.status == 64, "\(option)")
        }
        for option in ["--record-errors stderr", "--split 3", "--output x", "--split 0 --output x"] {
            #expect(
                try BuiltProgram.run(option.split(separator: " ").map(String.init)).status == 64,
                "\(option)"
            )
        }
    }

    @Test func `every line conforms to the schema`() throws {
        let schema = try JSONSchema(
            contentsOf: BuiltProgram.packageFolder.appending(path: "Corpus/schema/ics-expand.schema.json")
        )
        let input = try Self.record("[1]", Self.event("a", "\nATTENDEE;CN=A:mailto:a@example.com")) + "junk\n"
        let lines = try Self.records(input).lines
        #expect(lines.count == 2)
        for (line, definition) in zip(lines, ["occurrence", "recordError"]) {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            #expect(schema.complaints(about: object, as: definition) == [])
        }
    }

    @Test func `statistics include the number of records`() throws {
        let input = try Self.record("1", Self.event("a")) + "junk\n"
        let errors = try Self.records(input, "--statistics").errors
        #expect(errors.contains(#/occurrences +1\n/#) && errors.contains(#/files +2\n/#))
    }
}
