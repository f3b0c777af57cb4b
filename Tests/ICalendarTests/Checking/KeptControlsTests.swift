import ICalendar
import Testing

/// Tests lines that combine a control character with another defect, so that rewriting them would change
/// their meaning.
@Suite struct KeptControlsTests {
    private static let quoted = #";X-A=a"b"#

    /// Lines of an event that starts on 1 March, sometimes followed by a second event with the same UID.
    static let events: [[String]] = [
        ["UID\(quoted):a\u{1}\nSUMMARY:one", "UID:a\nSUMMARY:two"],
        ["SEQUENCE\(quoted):1\u{1}", "SUMMARY:two\nDTSTART:20260301T120000Z"],
        ["RRULE:FREQ=DAILY;COUNT=4\nEXDATE\(quoted):20260302T100000Z\u{1}"],
        ["RDATE\(quoted):20260302T100000Z\u{1}"],
        ["RRULE\(quoted):FREQ=DAILY;COUNT=4\u{1}"],
        ["DTSTART\(quoted):20260301T100000Z\u{1}"],
        ["DTSTART;TZID=\"Europe/Berlin\u{1}\";TZID=UTC:20260301T100000"],
        ["DURATION\(quoted):PT1H\u{1}"],
        ["STATUS\(quoted):CANCELLED\u{1}"],
        ["STATUS :CANCELLED\u{1}"],
    ]

    @Test(arguments: events) func `repairing a file keeps its occurrences`(_ events: [String]) throws {
        let text = calendar(
            events: events.map { $0.contains("DTSTART") ? $0 : "DTSTART:20260301T100000Z\n\($0)" }
        )
        let before = try expand(text, from: "2026-01-01", to: "2027-01-01")
        let (mended, _) = try CalendarFile(text: text).repaired()
        let after = try expand(mended.icsText, from: "2026-01-01", to: "2027-01-01")
        #expect(after.spans == before.spans)
        #expect(after.occurrences.map(\.event.status) == before.occurrences.map(\.event.status))
    }

    @Test func `repairing text removes its control characters`() throws {
        let text = calendar("DTSTART:20260301T100000Z\nSUMMARY\(Self.quoted):Fir\u{1}ing")
        let (mended, repairs) = try CalendarFile(text: text).repaired()
        #expect(repairs.map(\.violation.code) == [.controlCharacter])
        #expect(mended.icsText.contains(":Firing\r\n"))
    }

    @Test func `a standalone event has no control characters`() throws {
        let text = calendar("DTSTART:20260301T100000Z\nX-A\(Self.quoted):b\u{1}\nLOCATION:c\u{1}")
        let event = try #require(
            try expand(text, from: "2026-01-01", to: "2027-01-01").occurrences.first?.standaloneEvent
        )
        let lines = CalendarObject(events: [event]).icsText.split(separator: "\r\n")
        #expect(lines.contains { $0.hasPrefix("X-A;") && $0.hasSuffix(":b") }, "\(lines)")
        #expect(lines.contains("LOCATION:c"))
    }

    @Test func `a repair shortens long lines for display`() throws {
        let long = String(repeating: "a", count: 100_000)
        let text = calendar("DTSTART:20260301T100000Z\nSUMMARY\(Self.quoted):\(long)")
        let repairs = try CalendarFile(text: text).repaired().repairs
        #expect(repairs.count == 1)
        for repair in repairs {
            #expect(repair.before?.utf8.count == 4099 && repair.after?.utf8.count == 4099)
            #expect(repair.before?.hasSuffix("a...") == true)
        }
    }
}
