import ICalendar
import Testing

@testable import ICalendarCore

/// Tests calendars with indented lines.
@Suite struct IndentedTests {
    private static let lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:a", "SUMMARY:a long", " title",
        "DTSTART:20260105T100000Z",
        "END:VEVENT", "END:VCALENDAR",
    ]

    private func check(_ text: String) throws {
        let file = try CalendarFile(text: text)
        #expect(file.calendars.count == 1)
        #expect(file.calendars[0].events.map(\.summary) == ["a longtitle"])
        #expect(file.calendars[0].events.map(\.component.line) == [3])
        #expect(file.diagnostics.map(\.code) == [.layout])
        var search = OccurrenceSearch(in: try window("2026-01-01", "2026-02-01"))
        #expect(try search.read(bytes: Array(text.utf8)) == file.diagnostics)
        #expect(search.occurrences().map(\.start.description) == ["2026-01-05T10:00:00Z"])
        #expect(try CalendarFile(bytes: file.icsBytes()).diagnostics.isEmpty)
        #expect(file.repaired().file.diagnostics.isEmpty)
    }

    @Test(arguments: ["  ", "\t", " ", "    ", " \t"])
    func `uniform indentation is removed from all lines`(blanks: String) throws {
        for lineEnd in ["\n", "\r\n", "\r"] {
            let all = Self.lines.map { blanks + $0 }.joined(separator: lineEnd) + lineEnd
            try check(all)
            try check("\u{FEFF}" + all)
            // The first line is not indented, and the last may not be either.
            try check(String(all.dropFirst(blanks.count)))
            let frame = Self.lines.enumerated().map { [0, 8].contains($0) ? $1 : blanks + $1 }
            try check(frame.joined(separator: lineEnd))
        }
    }

    @Test func `nested components can be indented further`() throws {
        try check(
            """
            BEGIN:VCALENDAR
              VERSION:2.0
              BEGIN:VEVENT
                UID:a
                SUMMARY:a long
                 title
                DTSTART:20260105T100000Z
                BEGIN:VALARM
                  ACTION:AUDIO
                  TRIGGER:-PT5M
                END:VALARM
              END:VEVENT
            END:VCALENDAR
            """
        )
    }

    @Test func `a folded BEGIN line is not mistaken for indentation`() throws {
        for text in [
            "BEGIN:VCALEN\r\n DAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
            " BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
            "BEGIN:VCALENDAR\r\n \r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
        ] {
            let file = try CalendarFile(text: text)
            #expect(file.calendars.count == 1)
            #expect(file.calendars[0].component.text("VERSION") == "2.0")
            #expect(!file.diagnostics.contains { $0.code == .layout })
        }
    }

    @Test(arguments: ["VERSION:2.0\nPRODID:x", "PRODID:x\nVERSION:2.0"])
    func `components that continue a calendar's property are reported`(header: String) throws {
        let event = "  BEGIN:VEVENT\n  UID:a\n  DTSTART:20260601T100000Z\n  END:VEVENT"
        let file = try CalendarFile(text: "BEGIN:VCALENDAR\n\(header)\n\(event)\nEND:VCALENDAR\n")
        let name = header.split(separator: "\n").last?.prefix { $0 != ":" } ?? ""
        #expect(
            file.diagnostics.map(\.message) == [
                "\(name): the value contains BEGIN lines, because they are indented; their components are skipped"
            ]
        )
        #expect(file.diagnostics.allSatisfy { $0.severity == .error && $0.code == .framing })
    }
}
