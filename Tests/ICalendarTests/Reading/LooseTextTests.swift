import ICalendar
import Testing

@testable import ICalendarCore

/// Tests lines after text that are not content lines.
@Suite struct LooseTextTests {
    private func text(_ lines: String...) throws -> (
        properties: [Property], diagnostics: [Diagnostic], file: CalendarFile
    ) {
        let file = try CalendarFile(
            text: Sample.calendar("BEGIN:VEVENT", lines.joined(separator: "\r\n"), "END:VEVENT")
        )
        return (file.calendars[0].component.components.first?.properties ?? [], file.diagnostics, file)
    }

    @Test(arguments: ["DESCRIPTION", "SUMMARY", "LOCATION", "COMMENT", "CONTACT", "description", "X-MADE-UP"])
    func `stray lines continue the text after a line feed`(name: String) throws {
        let (properties, diagnostics, _) = try text(
            "\(name):one",
            "two, three",
            "four\\, five",
            "URL:http://a.example"
        )
        #expect(properties.map(\.name) == [name.uppercased(), "URL"])
        let value = properties[0].value.string
        #expect(value == "one\ntwo, three\nfour, five" || value == "one\\ntwo, three\\nfour\\, five")
        #expect(diagnostics.map(\.code) == [.layout])
        #expect(diagnostics.map(\.line) == [5])
    }

    @Test(arguments: ["ATTENDEE;CN=Jo:", "ORGANIZER:"])
    func `an address on a line of its own is joined to its property`(line: String) throws {
        let (properties, diagnostics, file) = try text(line, "mailto:j@x.org", "SUMMARY:x")
        #expect(properties.map(\.value.string) == ["mailto:j@x.org", "x"])
        #expect(diagnostics.map(\.code) == [.layout])
        #expect(diagnostics.map(\.line) == [5])
        let written = String(decoding: file.repaired().file.icsBytes(), as: UTF8.self)
        #expect(written.contains("\r\n\(line)mailto:j@x.org\r\nSUMMARY:x\r\n"), "\(written)")
        #expect(try CalendarFile(text: written).diagnostics == [])
    }

    @Test func `an address after a complete address is not joined`() throws {
        let (properties, _, _) = try text("ATTENDEE:mailto:a@x.org", "mailto:j@x.org")
        #expect(properties.map(\.name) == ["ATTENDEE", "MAILTO"])
        let (others, _, _) = try text("ATTENDEE:", "mailto:a@x.org", "mailto:b@x.org")
        #expect(others.map(\.name) == ["ATTENDEE", "MAILTO"])
    }

    @Test(arguments: [73, 75, 77])
    func `a line that follows a line of fold length is joined directly`(length: Int) throws {
        let start = "DESCRIPTION:" + String(repeating: "a", count: length - 12)
        let (properties, diagnostics, _) = try text(start, "bc def", "SUMMARY:x")
        #expect(properties[0].value.string == String(repeating: "a", count: length - 12) + "bc def")
        #expect(properties.count == 2)
        #expect(diagnostics.map(\.code) == [.layout])
    }

    @Test(arguments: [72, 78])
    func `a line that follows a shorter or longer line starts with a line feed`(length: Int) throws {
        let start = "DESCRIPTION:" + String(repeating: "a", count: length - 12)
        let (properties, _, _) = try text(start, "bc")
        #expect(properties[0].value.string == String(repeating: "a", count: length - 12) + "\nbc")
    }

    @Test func `only the length of the previous physical line matters`() throws {
        // Three lines of 75 octets each; below, a fold splits a character.
        let body = String(repeating: "b", count: 75)
        let (properties, diagnostics, _) = try text(
            "DESCRIPTION:a",
            " " + String(repeating: "c", count: 74),
            body,
            "end"
        )
        #expect(properties[0].value.string == "a" + String(repeating: "c", count: 74) + body + "end")
        #expect(diagnostics.count == 1)
        let bytes =
            Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:".utf8) + [UInt8](repeating: 0x61, count: 66) + [
                0xC3, 0x0A, 0xBC,
            ]
            + Array(" x\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
        let summary = try CalendarFile(bytes: bytes).calendars[0].events[0].summary
        #expect(summary == String(repeating: "a", count: 66) + "ü x")
    }

    @Test func `a backslash at the end of a line is part of the line feed escape`() throws {
        let (properties, _, _) = try text("DESCRIPTION:one\\", "two\\\\", "three")
        #expect(properties[0].value.string == "one\ntwo\\\nthree")
    }

    @Test(arguments: [
        "https://meet.example/a?b=c", "10:30 coffee", "Größe: 5", "Begin: 10:00", "BEGIN:10:00 sharp",
        "end : at noon; or so",
        "what is: b c", "; x", ": x", "Agenda; first", "AGENDA; first",
    ])
    func `a stray line that resembles a property is part of the text`(line: String) throws {
        let (properties, diagnostics, _) = try text("DESCRIPTION:one", line, "SUMMARY:x")
        #expect(properties.map(\.name) == ["DESCRIPTION", "SUMMARY"])
        #expect(properties[0].value.string == "one\n\(line)")
        #expect(diagnostics.map(\.code) == [.layout])
    }

    @Test(arguments: ["X-FOO:1", "NOTE:1", "x_room:1", "LOCATION://a", "URL:http://a"])
    func `an actual property after text is not part of the text`(line: String) throws {
        let (properties, _, _) = try text("DESCRIPTION:one", line)
        #expect(properties.count == 2)
        #expect(properties[0].value.string == "one")
    }

    @Test func `stray lines that do not follow text are skipped`() throws {
        let (properties, diagnostics, _) = try text(
            "DTSTART:20260101T100000Z",
            "two",
            "SUMMARY:a",
            "END here",
            "more"
        )
        #expect(properties.map(\.name) == ["DTSTART", "SUMMARY"])
        #expect(properties[1].value.string == "a\nEND here\nmore")
        #expect(diagnostics.map(\.code) == [.framing, .layout])
    }

    @Test func `stray lines also continue text in alarms, to-dos and calendars`() throws {
        let file = try CalendarFile(
            text: """
                BEGIN:VCALENDAR
                VERSION:2.0
                X-WR-CALDESC:one
                two
                three
                BEGIN:VTODO
                UID:a
                COMMENT:a
                b
                BEGIN:VALARM
                ACTION:DISPLAY
                DESCRIPTION:c
                d
                END:VALARM
                SUMMARY:e
                f
                END:VTODO
                NAME:g
                h
                END:VCALENDAR
                """
        )
        #expect(file.diagnostics.map(\.line) == [4, 9, 13, 16, 19])
        #expect(Set(file.diagnostics.map(\.code)) == [.layout])
        let todo = file.calendars[0].component.components[0]
        #expect(todo.text("COMMENT") == "a\nb")
        #expect(todo.components[0].text("DESCRIPTION") == "c\nd")
        #expect(todo.text("SUMMARY") == "e\nf")
        #expect(file.calendars[0].name == "g\nh")
        for options in [WritingOptions(), .plain] {
            let again = try CalendarFile(bytes: file.icsBytes(options))
            #expect(again.calendars.map(\.component.components) == file.calendars.map(\.component.components))
            #expect(again.calendars[0].name == "g\nh")
        }
        let (repaired, repairs) = file.repaired()
        let mended = try CalendarFile(bytes: repaired.icsBytes())
        #expect(mended.calendars[0].component.components[0].text("COMMENT") == "a\nb")
        #expect(mended.calendars[0].name == "g\nh")
        #expect(mended.diagnostics.isEmpty && repaired.diagnostics.isEmpty)
        #expect(repairs.count { $0.violation.message.contains("content line") } == 5)
    }

    @Test func `stray lines are written unchanged when other properties change`() throws {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALDESC:a\nb\nBEGIN:VEVENT\nUID:a\nDESCRIPTION:one\ntwo\n\nthree\nSUMMARY:x\n"
            + "DURATION:PT1H\njunk\nCOMMENT;ENCODING=QUOTED-PRINTABLE:=C3=A4=\nb\nBEGIN:VALARM\nACTION:AUDIO\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n"
        var file = try CalendarFile(text: text)
        #expect(String(decoding: file.icsBytes(.asRead), as: UTF8.self) == text)
        file.calendars[0].events = file.calendars[0].events.map { event in event.with { $0.location = "y" } }
        let changed = String(decoding: file.icsBytes(.asRead), as: UTF8.self).replacing("\r\n", with: "\n")
        #expect(
            changed.contains(
                "DESCRIPTION:one\ntwo\n\nthree\nSUMMARY:x\nDURATION:PT1H\njunk\nCOMMENT;ENCODING=QUOTED-PRINTABLE:=C3=A4=\nb\n"
            )
        )
        let again = try CalendarFile(text: changed)
        #expect(again.calendars[0].component.components == file.calendars[0].component.components)
        file.calendars[0].events = file.calendars[0].events.map { event in
            event.with { $0.component[text: "DESCRIPTION"] = "z" }
        }
        let other = String(decoding: file.icsBytes(.asRead), as: UTF8.self).replacing("\r\n", with: "\n")
        #expect(other.contains("DESCRIPTION:z\nSUMMARY:x\nDURATION:PT1H\njunk\n"))
    }

    @Test func `a search does not report stray lines in properties that it does not need`() throws {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260105T100000Z\nDESCRIPTION:a\nb\nDTEND:20260105T110000Z\n"
            + "END:VEVENT\nEND:VCALENDAR\n"
        var search = OccurrenceSearch(in: try window("2026-01-01", "2026-02-01"))
        #expect(try search.read(bytes: Array(text.utf8)).isEmpty)
        #expect(search.occurrences().map { $0.event.component.text("DESCRIPTION") } == ["a\nb"])
        #expect(search.occurrences().map(\.end.description) == ["2026-01-05T11:00:00Z"])
    }

    @Test func `text that never ends respects the line length limit`() throws {
        var limits = ReadingLimits()
        limits.lineLength = 1000
        let lines = String(repeating: "some words\n", count: 200)
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDESCRIPTION:a\n\(lines)END:VEVENT\nEND:VCALENDAR\n"
        let file = try CalendarFile(text: text, limits: limits)
        let value = file.calendars[0].events[0].component.text("DESCRIPTION")
        #expect((900...1000).contains(value?.utf8.count ?? 0))
        #expect(Set(file.diagnostics.map(\.code)) == [.layout, .framing])
    }
}
