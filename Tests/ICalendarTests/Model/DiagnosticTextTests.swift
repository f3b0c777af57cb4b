import Foundation
import ICalendar
import Testing

@Suite struct DiagnosticTextTests {
    /// The title moves the cursor, forges a log line and reverses the writing direction.
    private let lines = """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        UID:1
        SUMMARY:\u{1B}[2J\\nforged\u{9B}\u{202E}
        DTSTART:never
        END:VEVENT
        END:VCALENDAR
        """

    @Test func `a diagnostic is a single line without control characters`() throws {
        let file = try CalendarFile(text: lines, name: "a\nb.ics")
        let occurrences = file.occurrences(in: try .days(1, from: .init(timeIntervalSince1970: 0), in: .utc))
        let skipped = try #require(occurrences.diagnostics.first { $0.severity == .error })
        #expect(
            skipped.description
                == #"a b.ics:2: error: event "\u{1B}[2J forged\u{9B}\u{202E}" skipped: DTSTART is not a valid date"#
        )
    }

    @Test func `an error is a single line without control characters`() {
        let error = CalendarError(.invalidValue, file: "a\u{7}.ics", "first\r\nsecond")
        #expect(error.description == #"a\u{7}.ics: first  second"#)
    }
}
