import ICalendar
import Testing

/// Lines with control characters that are broken in another way too: written anew they would say something else.
@Suite struct KeptControlsTests {
    private static let quoted = #";X-A=a"b"#

    /// Lines of an event that begins on the first of March, and those of another of its UID.
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

    @Test(arguments: events) func `a repaired file happens as it did`(_ events: [String]) throws {
        let text = calendar(
            events: events.map { $0.contains("DTSTART") ? $0 : "DTSTART:20260301T100000Z\n\($0)" }
        )
        let before = try expand(text, from: "2026-01-01", to: "2027-01-01")
        let (mended, _) = try CalendarFile(text: text).repaired()
        let after = try expand(mended.icsText, from: "2026-01-01", to: "2027-01-01")
        #expect(after.spans == before.spans)
        #expect(after.occurrences.map(\.event.status) == before.occurrences.map(\.event.status))
    }

    @Test func `what is text alone is mended, and has none then`() throws {
        let text = calendar("DTSTART:20260301T100000Z\nSUMMARY\(Self.quoted):Fir\u{1}ing")
        let (mended, repairs) = try CalendarFile(text: text).repaired()
        #expect(repairs.map(\.violation.code) == [.controlCharacter])
        #expect(mended.icsText.contains(":Firing\r\n"))
    }

    @Test func `an event by itself has none of them`() throws {
        let text = calendar("DTSTART:20260301T100000Z\nX-A\(Self.quoted):b\u{1}\nLOCATION:c\u{1}")
        let event = try #require(
            try expand(text, from: "2026-01-01", to: "2027-01-01").occurrences.first?.standaloneEvent
        )
        let lines = CalendarObject(events: [event]).icsText.split(separator: "\r\n")
        #expect(lines.contains { $0.hasPrefix("X-A;") && $0.hasSuffix(":b") }, "\(lines)")
        #expect(lines.contains("LOCATION:c"))
    }

    @Test func `the lines of a repair are shown as far as people read`() throws {
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
