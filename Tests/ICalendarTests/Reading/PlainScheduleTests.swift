import ICalendar
import Testing

@testable import ICalendarCore

/// Compares times read directly from an event's bytes with times from its decoded properties.
@Suite struct PlainScheduleTests {
    @Test(arguments: CorpusCase.names)
    func `both ways of reading a corpus event produce the same times`(name: String) throws {
        try compare(CorpusCase(name).bytes)
    }

    @Test(arguments: 1...60)
    func `both ways of reading a random event produce the same times`(seed: Int) throws {
        try compare(Array(RandomCalendar(seed: UInt64(seed)).text.utf8))
    }

    @Test func `an ordinary event is read directly from its bytes`() throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:1@example.com
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Europe/Berlin:20260105T100000
            DTEND;TZID=Europe/Berlin:20260105T110000
            RRULE:FREQ=WEEKLY;BYDAY=MO
            EXDATE;TZID=Europe/Berlin:20260112T100000
            SUMMARY:Meeting
            SEQUENCE:2
            END:VEVENT
            END:VCALENDAR
            """
        #expect(try compare(Array(text.utf8)) == 1)
    }

    /// Compares both ways of reading plain, nearly plain and unusual lines.
    @Test(arguments: [
        "DTSTART:20260101T100000", "DTSTART:20260101T100000Z", "DTSTART;TZID=Europe/Berlin:20260101T100000",
        "DTSTART;TZID=Europe/Berlin:20260101T100000Z", "DTSTART;VALUE=DATE:20260101", "DTSTART:20260101",
        "DTSTART:20260101Z", "DTSTART;VALUE=DATE:20260101Z", "EXDATE;VALUE=DATE:20260102Z,20260103",
        "RRULE:FREQ=DAILY;UNTIL=20260103Z", "RECURRENCE-ID:20260102Z", "RDATE;VALUE=DATE:20260102z",
        "DTSTART;VALUE=DATE:20260101T100000", "DTSTART;VALUE=DATE-TIME:20260101T100000",
        "DTSTART;VALUE=DATE-TIME;TZID=Europe/Berlin:20260101T100000",
        "DTSTART;TZID=Europe/Berlin;VALUE=DATE:20260101", "DTSTART;TZID=\"Europe/Berlin\":20260101T100000",
        "DTSTART;TZID=:20260101T100000", "DTSTART;TZID=a;TZID=b:20260101T100000", "dtstart:20260101T100000",
        "DTSTART:20260230T100000", "DTSTART:20260101T240000", "DTSTART:20260101T235960",
        "DTSTART:20260101T1000", "DTSTART:2026-01-01T10:00:00", "DTSTART:", "DTSTART",
        "DTSTART :20260101T100000",
        "DTSTART;TZID=GMT+05:30:20120904T020000", "DTSTART;X-A=b:20260101T100000",
        "DTSTART:20260101T100000\nDTSTART:20260102T100000", "DTEND:20260101T110000\nDURATION:PT1H",
        "DURATION:PT1H", "DURATION:-PT1H", "DURATION:PT", "DURATION:P1W2D", "DURATION;X=1:PT1H",
        "RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY;COUNT=0", "RRULE:freq=daily", "RRULE:FREQ=DAILY;BYDAY=XX",
        "RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", "RRULE;X=1:FREQ=DAILY", "RDATE:20260102T100000",
        "EXDATE:20260102T100000,20260103T100000", "EXDATE:20260102T100000,",
        "EXDATE:20260102T100000\nEXDATE:20260104T100000",
        "EXDATE;VALUE=DATE:20260102", "EXDATE;TZID=America/New_York:20260102T100000",
        "RECURRENCE-ID:20260102T100000", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260102T100000",
        "RECURRENXE-ID:20260102T100000", "XXXXXRENCE-ID:20260102T100000",
        "SEQUENCE:3", "SEQUENCE:-3", "SEQUENCE:+3", "SEQUENCE:3.5", "SEQUENCE:99999999999", "SEQUENCE:",
        "STATUS:CANCELLED", "STATUS:cancelled", "STATUS:CONFIRMED", "STATUS:SOMETHING", "STATUS:CANCELED",
        "DTSTAMP:20260101T000000Z", "DTSTAMP:20260101T000000", "UID:a\\,b", "UID: a ", "UID:", "UID;X=1:a",
        "UID:\u{e9}",
        "SUM\n MARY:a", "DTST\n ART:20260101T100000", "DTSTART:2026\n 0101T100000",
        "BEGIN:VALARM\nTRIGGER:-PT5M\nDURATION:PT5M\nREPEAT:2\nEND:VALARM",
        "BEGIN:VALARM\nTRIGGER:-PT5M\nDURATION:nonsense\nREPEAT:2\nEND:VALARM", "no colon at all", ":no name",
    ])
    func `both ways of reading an unusual line produce the same times`(lines: String) throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
        try compare(Array(text.utf8))
        try compare(Array(text.replacing("\n", with: "\r\n").utf8))
    }

    /// Reads every event in both ways and returns the number of plain events.
    @discardableResult
    private func compare(_ bytes: [UInt8]) throws -> Int {
        var reader = try CalendarReader(ByteSource(bytes: bytes, name: nil), limits: ReadingLimits())
        let decoder = ComponentDecoder(limits: ReadingLimits(), file: nil)
        var texts = RecentTexts()
        var plain = 0
        while true {
            let step = try reader.next()
            if step == .end { return plain }
            guard step == .slice else { continue }
            let slice = reader.takeSlice()
            let read = reader.withPendingBytes { _, lines, bytes in
                (
                    EventSchedule(plain: lines, bytes, &texts),
                    ComponentSlice.Line.areAll(lines, of: bytes.count)
                )
            }
            guard slice.name == "VEVENT", let schedule = read.0 else { continue }
            plain += 1
            let (component, _) = decoder.decode(slice, wanting: .scheduling)
            let decoded = EventSchedule(properties: component.properties, line: component.line)
            #expect(String(describing: schedule) == String(describing: decoded))
            // If all bytes are kept, skipped lines can be located.
            guard read.1 else { continue }
            let again = ComponentSlice(event: slice.store, line: schedule.line ?? 0, ReadingLimits())
            #expect(again.lines.map(\.range) == slice.lines.map(\.range))
            #expect(again.lines.map(\.number) == slice.lines.map(\.number))
            #expect(again.lines.map(\.kind) == slice.lines.map(\.kind))
            #expect(again.lines.map(\.isFolded) == slice.lines.map(\.isFolded))
        }
    }
}

/// Tests repeated properties in an event.
struct RepeatedPropertyTests {
    @Test(.timeLimit(.minutes(30)))
    func `all but the first of a hundred thousand equal properties count as repeated`() throws {
        let count = 100_000
        let properties = (0..<count).map { Property("UID", .text("a\($0)")) }
        #expect(EventSchedule(properties: properties, line: 1).repeated.count == count - 1)
    }
}
