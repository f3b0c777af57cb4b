import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests that a file is skipped unread only if none of its titles contain the text.
struct TitleScannerTests {
    /// Folds a line after a number of bytes.
    private static func folded(_ line: String, every width: Int, with end: String) -> [UInt8] {
        let bytes = Array(line.utf8)
        return stride(from: 0, to: bytes.count, by: width).reduce(into: []) { result, start in
            if start > 0 { result += Array("\(end) ".utf8) }
            result += bytes[start..<min(start + width, bytes.count)]
        }
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func `every decodable title is found, regardless of folding and spelling`(end: String) throws {
        let lines = [
            "SUMMARY:Grand opening", "summary:Grand opening", "SUMMARY;LANGUAGE=en:Gr\u{E4}nd opening",
            #"SUMMARY;ALTREP="cid:1:2":a\, grand\; opening\n"#, "SUMMARY:GRAND OPENING OF THE CAF\u{C9}",
        ]
        for line in lines {
            for width in [1, 2, 3, 5, 7, 8, 9, 74, 500] {
                var bytes = Array("BEGIN:VCALENDAR\(end)BEGIN:VEVENT\(end)UID:1\(end)".utf8)
                bytes += Self.folded(line, every: width, with: end)
                bytes += Array("\(end)DTSTART:20260101T000000Z\(end)END:VEVENT\(end)END:VCALENDAR\(end)".utf8)
                let title = try #require(
                    CalendarFile(bytes: bytes).calendars.first?.events.first?.summary
                )
                for text in ["opening", "Grand", "gr\u{E4}nd", "caf\u{E9}", "a, g", "zebra", title] {
                    let scanner = TitleScanner(text)
                    if scanner.isMatch(title) {
                        #expect(scanner.mayMatch(bytes), "\(text) in \(line) by \(width)")
                    }
                }
                // Searches for other lines or other text do not match.
                #expect(!TitleScanner("vevent").mayMatch(bytes) || line.contains("\\"))
            }
        }
    }

    @Test func `invalid UTF-8 is searched too`() {
        let bytes = Array("SUMMARY:Caf".utf8) + [0xE9] + Array("\r\n".utf8)
        #expect(TitleScanner("caf\u{E9}").mayMatch(bytes))
        #expect(!TitleScanner("x").mayMatch(Array("DESCRIPTION:x\r\nSUM".utf8)))
        #expect(!TitleScanner("x").mayMatch([]))
    }
}
