import ICalendar
import Testing

@testable import ICalendarCore

/// Tests lines that start with a blank but do not continue the previous line.
@Suite struct LooseContinuationTests {
    @Test(arguments: [
        "\u{FEFF}\r\n folded", "\u{FEFF} folded", "\u{FEFF}\r\n\tX-A:b", "\u{FEFF}\r\n  \r\n x",
    ])
    func `stray continuation lines after an event do not change the event`(odd: String) throws {
        let event = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260105T100000Z\r\nEND:VEVENT\r\n"
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(event)\(odd)\r\n\(event)END:VCALENDAR\r\n"
        for text in [text, " \(text)", "\r\n\t\(text)"] {
            let file = try CalendarFile(bytes: Array(text.utf8))
            let events = file.calendars.flatMap(\.events)
            #expect(events.count == 2)
            for options in [WritingOptions(), .plain] {
                #expect(try self.events(of: file.icsBytes(options)) == events)
            }
            #expect(try CalendarFile(bytes: file.icsBytes(.plain)).calendars == file.calendars)
        }
    }

    @Test func `a colon is part of a zone name only if a time follows the next colon`() throws {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\n"
            + "DTSTART;TZID=W. Europe Standard Time:20:60330T0800\n"
            + "DTEND;TZID=GMT+05:30:20260330T080000\nEND:VEVENT\nEND:VCALENDAR\n"
        let event = try #require(try events(of: Array(text.utf8)).first)
        #expect(event.component.first("DTSTART")?.parameters["TZID"] == "W. Europe Standard Time")
        #expect(event.component.first("DTEND")?.parameters["TZID"] == "GMT+05:30")
    }

    private func events(of bytes: [UInt8]) throws -> [Event] {
        try CalendarFile(bytes: bytes).calendars.flatMap(\.events)
    }
}
