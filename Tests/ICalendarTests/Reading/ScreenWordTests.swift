import ICalendar
import Testing

@testable import ICalendarCore

/// Tests reading eight bytes at a time, or a whole block.
@Suite struct ScreenWordTests {
    @Test(arguments: [
        "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
        "SEQUENCE",
        "DTSTAMP", "STATUS", "DTSTARTS", "DTSTART-", "DTEN", "DURATIONS", "RECURRENCE-IDS", "RECURRENCE-IX",
        "XECURRENCE-ID", "RECURREN", "CE-ID", "RENCE-ID", "SEQUENC", "X", "", "DESCRIPTION", "LAST-MODIFIED",
        "X-A-VERY-LONG-NAME", "AAAAAAA", "AAAAAAAA", "AAAAAAAAA",
    ])
    func `reading a name in eight-byte words matches reading it byte by byte`(name: String) {
        for separator in [":", ";", " ", "\r\n :", "_", "1", "\0"] {
            let line = Array("\(name)\(separator)20260101T000000Z\r\n".utf8)
            for padding in [0, 1, 16] {
                let bytes = line + Array(repeating: 0x20, count: padding)
                // Other names are compared byte by byte.
                guard let plain = ScheduleName.findPlain(bytes.span, 0) else { continue }
                #expect(
                    "\(plain)" == "\(ScheduleName.findAny(bytes.span, 0, line.count))",
                    "\(name)\(separator)"
                )
            }
        }
    }

    @Test func `the cached day is reused only for identical text`() {
        func word(_ text: String) -> ByteWord { ByteWord(Array(text.utf8).span, at: 0) }
        var day = DateTimeText.Day()
        #expect(
            !day.read(word("\0\0\0\0\0\0\0\0")) && !day.read(word("        ")) && !day.read(word("19700100"))
        )
        #expect(day.midnight == 0 && day.read(word("19700101")) && day.midnight == 0)
        for _ in 0..<2 {
            #expect(day.read(word("20260329")) && day.midnight == 20_541 * 86_400)
        }
        #expect(!day.read(word("20260230")) && !day.read(word("2026-3-2")) && day.midnight == 20_541 * 86_400)
        #expect(day.read(word("00010101")) && day.read(word("99991231")) && !day.read(word("9999123T")))
    }

    @Test(arguments: Array(0...40) + Array(470...560) + Array(980...1070))
    func `a CR without LF ends a line at any position`(length: Int) throws {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nX-A:\(String(repeating: "x", count: length))\nSUMMARY:a\rX-B:b\r\n"
            + "LOCATION:c\r\nEND:VEVENT\nEND:VCALENDAR\n"
        for more in ["", String(repeating: "\r\n", count: 700)] {
            let file = try CalendarFile(text: text + more)
            let event = try #require(file.calendars.first?.component.components.first)
            #expect(event.text("SUMMARY") == "a" && event.text("X-B") == "b" && event.text("LOCATION") == "c")
        }
    }
}
