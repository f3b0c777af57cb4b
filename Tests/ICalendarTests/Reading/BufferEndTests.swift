import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Checks that the position of a reader's buffer boundary, which depends on pipes and part sizes, has no
/// effect.
@Suite struct BufferEndTests {
    @Test(
        .long,
        arguments: [
            "\u{1A}SUMMARY:x", "DTSTAMP:20260301T080000Z\r\u{1A}SUMMARY:x", "1:x", "X\u{1}Y:z", "D",
            "S\u{1}:x",
            "SUMMARY:x\r\n y", "\u{FEFF}SUMMARY:x", "", "RDATE;X=\"a", "no colon", "\u{7F}D:x",
        ]
    )
    func `screening an event does not depend on where the buffer ends`(odd: String) throws {
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\n\(odd)\r\nDTSTART;VALUE=DATE:20260403\r\n"
            + "END:VEVENT\r\nBEGIN:VEVENT\r\nUID:b\r\nDTSTART:20260105T100000Z\r\n\(odd)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let bytes = Array(text.utf8)
        let whole = try screened(ByteSource(bytes: bytes, name: nil))
        for place in 1..<bytes.count {
            let blocks = [bytes[..<place], bytes[place...]].map { ByteBlock(copying: Array($0)) }
            let source = ByteSource(blocks: blocks, before: ByteSource(bytes: [], name: nil))
            #expect(try screened(source) == whole, "the first buffer ends at \(place)")
        }
    }

    private func screened(_ source: ByteSource) throws -> [String] {
        let january = ComponentScreen(searched: 1_767_225_600..<1_769_904_000)
        let file = try ScreenedFile(source, screen: january, limits: ReadingLimits())
        return file.calendars.flatMap { calendar in
            ["\(calendar.coverage)"] + calendar.events.map { "\($0.schedule) \($0.decoded())" }
        } + file.diagnostics.map(\.description)
    }
}
