import Foundation
import Testing

@testable import ICSConsole

@Suite struct ExplainTests {
    private static let folder = BuiltProgram.packageFolder.appending(path: "Corpus/explain")
    private static let file = "Corpus/explain/night-watch.ics"

    /// The names of the expected explanations in Corpus/explain.
    private static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? [])
        .filter { $0.hasSuffix(".expected") }.sorted()

    @Test func `the corpus contains expected explanations`() {
        #expect(ExplainTests.names.count >= 4)
    }

    @Test(arguments: names) func `an explanation matches the corpus`(_ name: String) throws {
        let url = ExplainTests.folder.appending(path: name)
        let text = try String(contentsOf: url, encoding: .utf8)
        let arguments = text.prefix { $0 != "\n" }
        let result = try BuiltProgram.run(arguments.split(separator: " ").map(String.init))
        let answer = arguments + "\n" + result.output
        if ProcessInfo.processInfo.environment["UPDATE_CORPUS"] == "1", answer != text {
            try Data(answer.utf8).write(to: url)
            Issue.record("\(name) was rewritten; review the difference")
            return
        }
        #expect(String(answer) == text)
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func `an unknown UID is an error that suggests similar UIDs`() throws {
        let result = try BuiltProgram.run("--explain", "toor@museum.example", ExplainTests.file)
        #expect(
            result.errors == "ics-expand: error: no event has the UID \"toor@museum.example\";"
                + " similar UIDs: tour@museum.example\n"
        )
        #expect(result.output == "")
        #expect(result.status == 1)
    }

    @Test func `in strict mode, only a message about the explained event makes the run fail`() throws {
        func status(_ uid: String) throws -> Int32 {
            try BuiltProgram.run("--strict", "--explain", uid, ExplainTests.file).status
        }
        #expect(try status("tour@museum.example") == 1)
        #expect(try status("round@museum.example") == 0)
    }

    @Test(arguments: [["--count"], ["--format", "json"]])
    func `explaining cannot be combined with an output format`(_ options: [String]) throws {
        let arguments = ["--explain", "round@museum.example"] + options + [ExplainTests.file]
        let result = try BuiltProgram.run(arguments)
        #expect(result.status == 64)
    }

    @Test func `titles cannot control the terminal or start a new line`() throws {
        let event = calendarText("UID:a\nDTSTART:20260101T000000Z\nSUMMARY:one\\ntwo \u{1B}[2J")
        let result = try BuiltProgram.run(["--explain", "a"], input: event)
        #expect(result.lines.first == "a: one two \\u{1B}[2J (<stdin>)")
    }

    @Test func `the calendar's METHOD and the instances that it cancels are reported`() throws {
        let text = calendarText("UID:a\nDTSTART:20260105T100000Z\nRRULE:FREQ=DAILY;COUNT=2")
            .replacing("BEGIN:VEVENT", with: "METHOD:cancel\r\nBEGIN:VEVENT")
            .replacing(
                "END:VCALENDAR",
                with: "BEGIN:VEVENT\r\nUID:a\r\nRECURRENCE-ID:20260106T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR"
            )
        let window = ["--from", "2026-01-01", "--to", "2026-02-01", "--time-zone", "UTC"]
        let result = try BuiltProgram.run(["--explain", "a"] + window, input: text)
        #expect(result.lines.first == "a (<stdin>), METHOD:CANCEL")
        #expect(result.output.contains("an override of 2026-01-06T10:00:00Z, without DTSTART\n"))
        #expect(result.output.contains("shown, canceled"))
        #expect(result.output.contains("canceled override has no DTSTART; using its RECURRENCE-ID"))
        let rows = try BuiltProgram.run(["--format", "ndjson"] + window, input: text)
        #expect(rows.lines.count == 2)
        #expect(
            rows.lines.allSatisfy {
                $0.contains(#""status":"cancelled""#) && $0.contains(#""method":"CANCEL","file""#)
            }
        )
        #expect(rows.lines.last?.contains(#""end":"2026-01-06T10:00:00Z""#) == true)
        let plain = try BuiltProgram.run(
            ["--format", "ndjson"] + window,
            input: text.replacing("METHOD:cancel\r\n", with: "")
        )
        #expect(plain.lines.count == 2 && !plain.output.contains("method"))
        let long = try BuiltProgram.run(
            ["--format", "ndjson"] + window,
            input: text.replacing("METHOD:cancel", with: "METHOD:" + String(repeating: "A", count: 65))
        )
        #expect(long.lines.count == 2 && !long.output.contains("method"))
    }

    @Test(arguments: [
        ("Stand-Up@Studio.example", ["stand-up@studio.example"]),
        ("studio", ["retro@studio.example", "stand-up@studio.example"]),
        ("standup@studio.example", ["stand-up@studio.example"]),
        ("something else altogether", []),
        ("", []),
    ]) func `similar UIDs have a typo or a missing part`(_ typed: String, _ near: [String]) {
        let uids = ["stand-up@studio.example", "retro@studio.example", "dinner@home.example"]
        #expect(UnknownUID.near(typed, among: uids) == near)
    }
}
