import Foundation
import Testing

@testable import ICSConsole

/// Tests messages on standard error for inputs with many mistakes and for empty results.
@Suite struct RemarksTests {
    private static let window = ["--from", "2026-01-01", "--to", "2026-12-31", "--time-zone", "UTC"]

    private func calendar(_ lines: String) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Test//EN\n\(lines)END:VCALENDAR\n"
    }

    private func events(_ count: Int, _ line: (Int) -> String) -> String {
        calendar(
            (0..<count).map { "BEGIN:VEVENT\nUID:\($0)\nDTSTAMP:20260101T000000Z\n\(line($0))\nEND:VEVENT\n" }
                .joined()
        )
    }

    @Test func `the same message about many lines is printed once with a count`() throws {
        let text = events(100) { _ in "DTSTART:20260301\nDTEND:20260302" }
        for extra in [["--threads", "1"], ["--threads", "2"], ["--strict"], ["--isolated"], ["--count"]] {
            let result = try BuiltProgram.run(Self.window + extra, input: text)
            #expect(result.status == (extra == ["--strict"] ? 1 : 0))
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.allSatisfy { $0.hasSuffix(" … and 99 more lines like this") })
            #expect(lines.first?.hasPrefix("<stdin>:7: warning: DTSTART: ") == true)
        }
    }

    @Test(arguments: [
        "PRIORITY:12", "SEQUENCE:-1", "SEQUENCE:9999999999",
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT5M\nREPEAT:-1\nDURATION:PT5M\nEND:VALARM",
    ])
    func `a number out of range is reported once, whatever the output format`(lines: String) throws {
        let text = events(1) { _ in "DTSTART:20260301T100000Z\n\(lines)" }
        for format in ["text", "ics", "jcal", "xcal", "ndjson"] {
            let result = try BuiltProgram.run(Self.window + ["--format", format], input: text)
            #expect(result.errors.split(separator: "\n").count == 1, "\(format): \(result.errors)")
        }
    }

    @Test func `up to three similar messages are printed in full, and more are counted`() throws {
        let three = try BuiltProgram.run(Self.window, input: events(3) { _ in "DTSTART:20260301" })
        #expect(three.errors.split(separator: "\n").count == 3)
        let different = try BuiltProgram.run(
            Self.window,
            input: events(20) { "DTSTART:20260301T100000Z\nDTEND:\($0)" }
        )
        #expect(different.errors.split(separator: "\n").count == 1)
        #expect(
            different.errors.contains(" '0' is not a valid date-time; ignored … and 19 more lines like this")
        )
    }

    @Test func `messages are counted separately for each file`() throws {
        let folder = try TemporaryFolder()
        let paths = try (0..<2).map { number in
            try folder.write(
                events(10 + number) { _ in "DTSTART:20260301" }.replacing("UID:", with: "UID:\(number)-"),
                to: "\(number).ics"
            ).path()
        }
        let result = try BuiltProgram.run(Self.window + paths)
        #expect(result.errors.contains("0.ics:7: ") && result.errors.contains("… and 9 more lines like this"))
        #expect(
            result.errors.contains("1.ics:7: ") && result.errors.contains("… and 10 more lines like this")
        )
    }

    @Test func `a check also counts messages in text, but prints every line for programs`() throws {
        let text = events(100) { _ in "DTSTART:20260301" }
        let result = try BuiltProgram.run("--check", input: text)
        #expect(result.status == 1)
        #expect(result.lines.count { $0.hasSuffix(" … and 99 more lines like this") } == 1)
        #expect(result.lines.count < 5)
        let objects = try BuiltProgram.run("--check", "--format", "ndjson", input: text)
        #expect(objects.lines.count >= 100)
    }

    @Test(arguments: [
        (
            "BEGIN:VTODO\nUID:a\nEND:VTODO\nBEGIN:VTODO\nUID:b\nEND:VTODO\n",
            "(2 to-dos; try ics-store reminders)"
        ),
        (
            "BEGIN:VTODO\nUID:a\nEND:VTODO\nBEGIN:VTODO\nUID:b\nEND:VTODO\nBEGIN:VFREEBUSY\nUID:c\nEND:VFREEBUSY\n",
            "(2 to-dos, 1 free/busy block; try --format freebusy)"
        ),
        ("BEGIN:VFREEBUSY\nUID:a\nEND:VFREEBUSY\n", "(1 free/busy block; try --format freebusy)"),
        ("BEGIN:VJOURNAL\nUID:a\nEND:VJOURNAL\n", "(1 journal)"),
        ("BEGIN:VAVAILABILITY\nUID:a\nEND:VAVAILABILITY\n", "(1 availability block; try --format freebusy)"),
        ("", ""),
    ])
    func `for an input without events, its contents are listed`(components: String, words: String) throws {
        for extra in [[], ["--strict"], ["--threads", "2"], ["--count"]] {
            let result = try BuiltProgram.run(Self.window + extra, input: calendar(components))
            #expect(
                result.errors.contains("; no events in this input" + (words.isEmpty ? "\n" : " \(words)\n"))
            )
        }
    }

    @Test func `events that never occur still count as events`() throws {
        let text = events(1) { _ in "DTSTART:20260301T100000Z\nRRULE:FREQ=DAILY;UNTIL=20250101T000000Z" }
        let result = try BuiltProgram.run(Self.window, input: text)
        #expect(result.errors.contains("the only event in this input never happens"))
    }

    @Test func `an email is read from a file and from standard input`() throws {
        let mail =
            "From: a@x.example\nMIME-Version: 1.0\nContent-Type: text/calendar; charset=utf-8\n\n"
            + events(1) { _ in "DTSTART:20260301T100000Z\nSUMMARY:Invited" }
        let folder = try TemporaryFolder()
        let path = try folder.write(mail, to: "invitation.eml").path()
        for (arguments, input) in [([path], ""), ([], mail), (["--isolated", path], "")] {
            let result = try BuiltProgram.run(Self.window + arguments, input: input)
            #expect(result.status == 0)
            #expect(result.output.contains("Invited"))
            #expect(
                result.errors.hasSuffix(": note: the input is an email; reading the calendar in it\n")
            )
        }
        // An email contains more than its calendar, so the calendar must not replace it.
        let replaced = try BuiltProgram.run("--repair", "--output", path, path)
        #expect(replaced.status == 1)
        #expect(try BuiltProgram.run("--repair", path).output.hasPrefix("BEGIN:VCALENDAR"))
        let empty = try folder.write("Subject: x\nFrom: y\n\nHello\n", to: "empty.eml").path()
        let result = try BuiltProgram.run(Self.window + [empty])
        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("empty.eml: error: the input is an email without a calendar\n"))
    }

    @Test func `a skipped line is reported without messages about its parameters`() throws {
        let text = events(1) { _ in "DTSTART:20260301T100000Z\nSUMMARY:a\nATTENDEE;CN=Jane;X-N" }
        let result = try BuiltProgram.run(Self.window, input: text)
        #expect(result.errors.contains(":9: error: line skipped: 'ATTENDEE;CN=Jane;X-N' has no colon\n"))
        #expect(!result.errors.contains("X-N has no value"))
    }

    @Test(arguments: [
        ("DTSTART:x\nRRULE:FREQ=DAILY;COUNT=2", "DTSTART: 'x' is not a valid date-time; ignored"),
        ("DUE:20260301T100000Z\nRRULE:FREQ=DAILY;UNTIL=20260201T000000Z", "the to-do has no instances"),
        ("RRULE:FREQ=DAILY;COUNT=2", nil),
    ])
    func `messages about a to-do do not call it an event`(lines: String, message: String?) throws {
        let alarm =
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER;VALUE=DATE-TIME:20260328T100000Z\nEND:VALARM"
        let text = events(1) { _ in "\(lines)\n\(alarm)" }.replacing("VEVENT", with: "VTODO")
        let result = try BuiltProgram.run(Self.window + ["--alarms"], input: text)
        #expect(result.status == 0)
        #expect(!result.errors.contains("event with") && !result.errors.contains("the event"))
        if let message { #expect(result.errors.contains(message), "\(result.errors)") }
    }
}
