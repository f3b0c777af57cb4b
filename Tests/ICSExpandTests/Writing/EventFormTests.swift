import Foundation
import ICalendar
import Testing

@testable import ICSConsole

/// Tests `--format ics`, `jcal` and `xcal`.
@Suite struct EventFormTests {
    private static let demo = ["--from", "2026-03-28", "--to", "+2w", "Corpus/demo/studio.ics"]

    /// Returns the output for an event with the given lines.
    ///
    /// The first line is line 8 in its file.
    private static func written(as format: String, _ lines: String...) throws -> BuiltProgram.Result {
        let head = ["UID:a", "DTSTAMP:20260101T000000Z", "DTSTART:20260301T100000Z"]
        let event = ["BEGIN:VEVENT"] + head + lines + ["END:VEVENT"]
        let calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + event + ["END:VCALENDAR", ""]
        return try BuiltProgram.run(
            ["--from", "2026-03-01", "--to", "2026-03-10", "--format", format, "-"],
            input: calendar.joined(separator: "\r\n")
        )
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `invalid parts of a standalone event are reported once per event`(format: String) throws {
        let result = try Self.written(
            as: format,
            "RRULE:FREQ=DAILY;COUNT=3",
            "SUMMARY:one",
            "PRIORITY:99",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "END:VALARM"
        )
        #expect(result.status == 0)
        // Reading ignored the number, so writing does not report it again.
        #expect(
            result.errors.split(separator: "\n") == [
                "<stdin>:10: warning: PRIORITY: '99' is out of range (0 to 9); ignored",
                "<stdin>: error: VALARM has no TRIGGER (RFC 5545 section 3.6.6); skipped in the event",
            ],
            "\(result.errors)"
        )
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `a duplicate property is skipped in a standalone event, with a message`(format: String) throws {
        let twice = [
            ("SUMMARY:one", "SUMMARY:two", "9: warning: duplicate SUMMARY; using the first"),
            ("LOCATION:here", "LOCATION:there", "9: warning: duplicate LOCATION; using the first"),
            ("COMMENT:x", "ATTENDEE;CN=One;CN=Two:mailto:a@example.com", "duplicate parameter CN"),
        ]
        for (first, second, said) in twice {
            let result = try Self.written(as: format, first, second)
            #expect(result.status == 0)
            #expect(result.errors.contains(said), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count <= 2, "\(result.errors)")
        }
    }

    @Test func `occurrences are written as events in one calendar, without rules and time zones`() throws {
        let result = try BuiltProgram.run(["--format", "ics", "--limit", "3"] + Self.demo)
        #expect(
            result.output
                == crlf(
                    """
                    BEGIN:VCALENDAR
                    VERSION:2.0
                    PRODID:-//swift-icalendar//ics-expand//EN
                    BEGIN:VEVENT
                    DTSTART:20260328T190000Z
                    DTEND:20260329T040000Z
                    RECURRENCE-ID:20260328T190000Z
                    UID:kiln@studio.example
                    DTSTAMP:20260301T080000Z
                    SUMMARY:Kiln firing
                    LOCATION:Workshop
                    BEGIN:VALARM
                    ACTION:DISPLAY
                    DESCRIPTION:Load the kiln
                    TRIGGER:-PT30M
                    END:VALARM
                    END:VEVENT
                    BEGIN:VEVENT
                    DTSTART:20260330T071500Z
                    DTEND:20260330T073000Z
                    RECURRENCE-ID:20260330T071500Z
                    UID:stand-up@studio.example
                    DTSTAMP:20260301T080000Z
                    SUMMARY:Stand-up
                    LOCATION:Room 1
                    END:VEVENT
                    BEGIN:VEVENT
                    DTSTART;VALUE=DATE:20260331
                    DTEND;VALUE=DATE:20260401
                    RECURRENCE-ID;VALUE=DATE:20260331
                    UID:payday@studio.example
                    DTSTAMP:20260301T080000Z
                    SUMMARY:Payday
                    END:VEVENT
                    END:VCALENDAR

                    """
                )
        )
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    private func crlf(_ text: String) -> String { text.replacing("\n", with: "\r\n") }

    /// The events in a calendar with every type of time.
    private static let odd = """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VEVENT
        UID:floating
        DTSTART:20260401T090000
        DURATION:PT1H
        RRULE:FREQ=DAILY;COUNT=3
        EXDATE:20260402T090000
        DESCRIPTION:A text that is longer than a line may be\\, with a comma\\nand a line end in it
        END:VEVENT
        BEGIN:VEVENT
        UID:moment
        DTSTAMP:20260101T000000Z
        DTSTART;TZID=Asia/Tokyo:20260401T090000
        X-ODD;X-P="a;b":kept
        END:VEVENT
        BEGIN:VEVENT
        DTSTART;VALUE=DATE:20260401
        SUMMARY:no UID
        LAST-MODIFIED:20260102T030405Z
        END:VEVENT
        BEGIN:VEVENT
        UID:moved
        DTSTAMP:20260101T000000Z
        DTSTART:20260401T100000Z
        RRULE:FREQ=DAILY;COUNT=2
        END:VEVENT
        BEGIN:VEVENT
        UID:moved
        DTSTAMP:20260101T000000Z
        RECURRENCE-ID:20260402T100000Z
        DTSTART;VALUE=DATE:20260403
        END:VEVENT
        END:VCALENDAR

        """

    private func run(_ format: String) throws -> BuiltProgram.Result {
        try BuiltProgram.run(["--format", format, "--from", "2026-04-01", "--to", "+1w"], input: Self.odd)
    }

    @Test func `floating times and dates keep their value type, and events without a duration have no end`()
        throws
    {
        let output = try run("ics").output
        for line in [
            "DTSTART:20260401T090000", "DTEND:20260401T100000", "RECURRENCE-ID:20260403T090000",
            "DTSTART:20260401T000000Z", "DTSTART;VALUE=DATE:20260403", "RECURRENCE-ID:20260402T100000Z",
            "X-ODD;X-P=\"a;b\":kept", "DTSTAMP:20260102T030405Z", "DTSTAMP:19700101T000000Z",
        ] {
            #expect(output.contains("\r\n\(line)\r\n"), "\(line)")
        }
        #expect(!output.contains("RRULE") && !output.contains("EXDATE") && !output.contains("TZID"))
        #expect(output.contains("UID:missing-uid-"))
        // Two of the times end when they start.
        let ends = output.split(separator: "\r\n").count { $0.hasPrefix("DTEND") }
        #expect(output.split(separator: "\r\n").count { $0.hasPrefix("DTSTART") } == ends + 2)
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `a title cannot control the terminal`(format: String) throws {
        let input = Self.odd.replacing("SUMMARY:no UID", with: "SUMMARY:no\u{1B}[2J\u{9B}2J")
        let output = try BuiltProgram.run(
            ["--format", format, "--from", "2026-04-01", "--to", "+1w"],
            input: input
        ).output
        #expect(output.contains("[2J"))
        #expect(!output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
    }

    @Test func `the output has the same times as the input`() throws {
        for input in [Self.odd, try String(contentsOf: demoURL, encoding: .utf8)] {
            let window = ["--from", "2026-03-28", "--to", "+2w", "--format", "ndjson"]
            let direct = try BuiltProgram.run(window, input: input)
            let events = try BuiltProgram.run(
                ["--format", "ics", "--from", "2026-03-28", "--to", "+2w"],
                input: input
            )
            let again = try BuiltProgram.run(window, input: events.output)
            func times(_ result: BuiltProgram.Result) throws -> [[String]] {
                try result.lines.map { line in
                    let object =
                        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                    let dates = ["start", "end", "recurrenceId"].map { key -> String in
                        let text = object[key] as? String ?? ""
                        let date = try? Date(text, strategy: .iso8601)
                        return date.map { "\($0.timeIntervalSince1970)" } ?? text
                    }
                    return ["\(object["uid"] ?? "")", "\(object["summary"] ?? "")"] + dates
                }
            }
            #expect(try times(direct) == times(again))
            #expect(!direct.lines.isEmpty)
        }
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `all calendars with the same UID contribute their occurrences`(format: String) throws {
        let window = ["--from", "2026-04-01", "--to", "+1w"]
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a", "b"] {
            try Self.odd.write(to: folder.appending(path: "\(name).ics"), atomically: true, encoding: .utf8)
        }
        let count = try BuiltProgram.run(["--count"] + window + [folder.path()]).output
        #expect(count == "12\n")
        let events = try BuiltProgram.run(["--format", format] + window + [folder.path()]).output
        switch format {
        case "ics": #expect(try BuiltProgram.run(["--count"] + window, input: events).output == count)
        case "jcal":
            #expect(try CalendarFile(jCal: Array(events.utf8)).calendars.first?.events.count == 12)
        default: break
        }
        // The first calendar keeps its UIDs.
        #expect(events.matches(of: /missing-uid-[0-9a-f]{16}-[0-9a-f]{16}/).count == 1)
        #expect(events.matches(of: /floating-[0-9a-f]{16}/).count == 2)
        #expect(events.matches(of: /floating\b(?!-)/).count == 2)
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `a window without occurrences produces a calendar without events, and a message`(format: String)
        throws
    {
        let result = try BuiltProgram.run(
            ["--format", format, "--from", "2020-01-01", "--to", "+1d"],
            input: Self.odd
        )
        #expect(result.status == 0 && result.errors.contains("nothing between 2020-01-01 and 2020-01-02"))
        if format == "ics" {
            let file = try CalendarFile(text: result.output)
            #expect(file.diagnostics.isEmpty && file.calendars.map(\.events.count) == [0])
            #expect(file.validate() == [])
        }
        if format == "jcal" {
            let file = try CalendarFile(jCal: Array(result.output.utf8))
            #expect(file.diagnostics.isEmpty && file.validate() == [])
        }
        if format == "xcal" { #expect(result.output.contains("<vtimezone>")) }
    }

    private var demoURL: URL { BuiltProgram.packageFolder.appending(path: "Corpus/demo/studio.ics") }

    @Test func `jCal has the same contents as iCalendar`() throws {
        let events = try CalendarFile(text: run("ics").output)
        let json = try CalendarFile(jCal: Array(run("jcal").output.utf8))
        #expect(json.diagnostics.isEmpty)
        #expect(CalendarDifference(from: events, to: json).isEmpty)
        let empty = try BuiltProgram.run(
            ["--format", "jcal", "--from", "2020-01-01", "--to", "+1d"],
            input: Self.odd
        )
        #expect(try CalendarFile(jCal: Array(empty.output.utf8)).calendars.count == 1)
    }

    @Test func `xCal matches the library's xCal for the same calendar`() throws {
        func squeezed(_ text: String) -> String { text.filter { !$0.isNewline } }
        let events = try CalendarFile(text: run("ics").output)
        let expected = String(decoding: events.xCalData(), as: UTF8.self)
        #expect(try squeezed(run("xcal").output) == squeezed(expected))
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `threads and limits affect only the amount of output`(format: String) throws {
        let one = try BuiltProgram.run(["--format", format, "--threads", "1"] + Self.demo)
        let four = try BuiltProgram.run(["--format", format, "--threads", "4"] + Self.demo)
        #expect(one.output == four.output)
        let count = try BuiltProgram.run(["--format", format, "--count"] + Self.demo)
        #expect(count.output == "12\n")
        let none = try BuiltProgram.run(["--format", format, "--limit", "0"] + Self.demo)
        #expect(none.status == 0 && none.errors == "")
    }

    @Test func `a standalone event equals the program's output`() throws {
        let file = try CalendarFile(text: Self.odd)
        let berlin = try Zone(identifier: "Europe/Berlin")
        let from = berlin.instant(of: try #require(CivilDateTime(year: 2026, month: 4, day: 1)))
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 7 * 86_400), in: berlin)
        let events = file.occurrences(in: window).map(\.standaloneEvent.component)
        let made = CalendarObject(Component("VCALENDAR", components: events))
        let printed = try CalendarFile(text: run("ics").output)
        let difference = CalendarDifference(from: made, to: printed, ignoring: ["PRODID"])
        #expect(difference.added.isEmpty && difference.removed.count <= 1)
        #expect(difference.changed.flatMap(\.parts).map(\.name).filter { $0 != "VERSION" } == [])
    }
}
