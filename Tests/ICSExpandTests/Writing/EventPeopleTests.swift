import Foundation
import Testing

/// Tests attendees and alarms in standalone events.
@Suite struct EventPeopleTests {
    private static func written(as format: String, _ lines: String...) throws -> BuiltProgram.Result {
        let event = ["UID:a", "DTSTART:20260401T090000Z"] + lines
        return try BuiltProgram.run(
            ["--format", format, "--from", "2026-04-01", "--to", "2026-05-01"],
            input: calendarText(event.joined(separator: "\n"))
        )
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `attendees and alarms are written as they were read`(format: String) throws {
        let result = try Self.written(
            as: format,
            "ATTENDEE;CN=Jo;PARTSTAT= ACCEPTED:mailto:jo@example.org",
            "ATTENDEE;RSVP=TRUE:",
            "URL:",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER:-PT10M",
            "END:VALARM"
        )
        #expect(result.status == 0)
        #expect(result.output.contains("ACCEPTED") && !result.output.contains(" ACCEPTED"))
        #expect(result.output.contains("Reminder") && result.output.contains("-PT10M"))
        #expect(!result.output.uppercased().contains("RSVP") && !result.output.uppercased().contains("URL"))
        #expect(!result.errors.contains("skipped in the event"), "\(result.errors)")
    }

    @Test(arguments: ["ics", "jcal", "xcal"])
    func `ignored contents are reported and make a strict run fail`(format: String) throws {
        for (lines, said) in [
            ("SUMMARY:one\nSUMMARY:two", "duplicate SUMMARY; using the first"),
            (
                "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\nDESCRIPTION:1\nDESCRIPTION:2\nEND:VALARM",
                "duplicate DESCRIPTION"
            ),
            ("STATUS:BUSY", "STATUS: unknown word 'BUSY'; ignored"),
            ("ATTENDEE;PARTSTAT=MAYBE:mailto:a@example.org", "ATTENDEE: unknown PARTSTAT 'MAYBE'; ignored"),
            ("X-LIC-ERROR:No value for URL property. Removing entire property:", "removed a property here"),
        ] {
            let plain = try Self.written(as: format, lines)
            #expect(plain.status == 0 && plain.errors.contains(said), "\(plain.errors)")
            let text = calendarText("UID:a\nDTSTART:20260401T090000Z\n\(lines)")
            let window = ["--from", "2026-04-01", "--to", "2026-05-01"]
            let strict = try BuiltProgram.run(["--strict", "--format", format] + window, input: text)
            #expect(strict.status == 1 && strict.errors.contains(said), "\(strict.errors)")
            #expect(try BuiltProgram.run(["--strict", "--count"] + window, input: text).status == 1)
            #expect(try BuiltProgram.run(["--strict", "--check"], input: text).status == 1)
        }
    }
}
