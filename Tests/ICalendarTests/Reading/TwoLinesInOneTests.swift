import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests BEGIN and END on one line, as in files that were concatenated without a line ending.
@Suite struct TwoLinesInOneTests {
    private static let first =
        "BEGIN:VCALENDAR\nVERSION:2.0\nNAME:one\nBEGIN:VEVENT\nUID:a\nSUMMARY:a\nEND:VEVENT\n"
    private static let rest =
        "\nVERSION:2.0\nNAME:two\nBEGIN:VEVENT\nUID:b\nSUMMARY:b\nEND:VEVENT\nEND:VCALENDAR\n"

    @Test(arguments: [
        "END:VCALENDARBEGIN:VCALENDAR", "end:vcalendarbegin:vcalendar", "END:VCALENDAR BEGIN:VCALENDAR",
        "END:VCALENDAR\t BEGIN:VCALENDAR", "END:VCALENDAR\u{FEFF}BEGIN:VCALENDAR",
        "END:VCALENDAR \u{FEFF}BEGIN:VCALENDAR", "END : VCALENDARBegin:VCalendar ",
    ])
    func `two calendars joined on one line are both read`(joint: String) throws {
        for lineEnd in ["\n", "\r\n", "\r"] {
            let text = (Self.first + joint + Self.rest).replacing("\n", with: lineEnd)
            let file = try CalendarFile(text: text)
            #expect(file.calendars.map(\.name) == ["one", "two"])
            #expect(file.calendars.map { $0.events.map(\.summary) } == [["a"], ["b"]])
            #expect(Set(file.diagnostics.map(\.code)) == [.layout])
            #expect(Set(file.diagnostics.map(\.line)) == [8])
            // Joining calendars on one line does not change line numbers.
            #expect(file.calendars[1].events.map(\.component.line) == [11])
        }
    }

    @Test func `a zone in the first of two joined calendars does not apply to the second`() throws {
        func calendar(_ uid: String, _ offset: String) -> String {
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VTIMEZONE
            TZID:Office
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:\(offset)
            TZOFFSETTO:\(offset)
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:\(uid)
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Office:20260610T100000
            END:VEVENT
            END:VCALENDAR
            """
        }
        let text = calendar("a", "+0100") + calendar("b", "+0900")
        let found = try expand(text, from: "2026-06-01", to: "2026-07-01")
        #expect(found.starts == ["2026-06-10T10:00:00+09:00", "2026-06-10T10:00:00+01:00"])
        var search = OccurrenceSearch(in: try window("2026-06-01", "2026-07-01"))
        try search.read(bytes: Array(text.utf8))
        #expect(search.occurrences().map(\.start.description) == found.starts)
    }

    @Test(arguments: [
        "BEGIN:VEVENT\nUID:a\nEND:VEVENTBEGIN:VEVENT\nUID:b\nEND:VEVENT",
        "BEGIN:VEVENT\nUID:a\nEND:VEVENTBEGIN:VEVENT\nUID:b\nEND:VEVENTBEGIN:VTODO\nUID:c\nEND:VTODO",
        "BEGIN:VEVENT\nUID:a\nBEGIN:VALARM\nACTION:AUDIO\nEND:VALARMEND:VEVENTBEGIN:VEVENT\nUID:b\nEND:VEVENT",
        "BEGIN:VEVENT\nUID:a\nBEGIN:VALARM\nACTION:AUDIO\nEND:VALARMBEGIN:VALARM\nACTION:AUDIO\nEND:VALARM\nEND:VEVENT"
            + "\nBEGIN:VEVENT\nUID:b\nEND:VEVENT",
        "BEGIN:VEVENTBEGIN:VALARM\nACTION:AUDIO\nEND:VALARM\nUID:a\nEND:VEVENT\nBEGIN:VEVENT\nUID:b\nEND:VEVENT",
    ])
    func `components on one line are read, and separated when written`(lines: String) throws {
        let file = try CalendarFile(text: "BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n")
        #expect(file.calendars[0].events.map(\.uid) == ["a", "b"])
        #expect(file.diagnostics.allSatisfy { $0.code == .layout })
        #expect(!file.diagnostics.isEmpty)
        for options in [WritingOptions(), .plain] {
            let again = try CalendarFile(bytes: file.icsBytes(options))
            #expect(again.calendars[0].component.components == file.calendars[0].component.components)
            #expect(again.diagnostics.isEmpty)
        }
        let (repaired, repairs) = file.repaired()
        #expect(repaired.diagnostics.isEmpty)
        #expect(repairs.contains { $0.violation.message.contains("one line") })
    }

    @Test func `three components on one line are all read`() throws {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nEND:VEVENTEND:VCALENDARBEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:b\nEND:VEVENT"
            + "\nEND:VCALENDAR"
        let file = try CalendarFile(text: text)
        #expect(file.calendars.map { $0.events.map(\.uid) } == [["a"], ["b"]])
        #expect(Set(file.diagnostics.map(\.code)) == [.layout])
    }

    @Test func `a name that ends in END is not split`() throws {
        let text = Sample.calendar(
            "BEGIN:X-WEEKEND",
            "X-A:1",
            "END:X-WEEKEND",
            "BEGIN:VEVENT",
            "UID:a",
            "END:VEVENT"
        )
        let file = try CalendarFile(text: text)
        #expect(file.calendars[0].component.components.map(\.name) == ["X-WEEKEND", "VEVENT"])
        #expect(file.diagnostics.isEmpty)
    }

    @Test(.long) func `100,000 components on one line are read in linear time`() throws {
        let text =
            "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENTEND:VEVENT", count: 100_000)
            + "\nEND:VCALENDAR\n"
        let file = try CalendarFile(text: text)
        #expect(file.calendars[0].events.count == 100_000)
    }
}
