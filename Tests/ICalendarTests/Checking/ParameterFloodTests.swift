import ICalendar
import Testing

/// Tests lines with thousands of values in one parameter, or thousands of parameters with the same name.
struct ParameterFloodTests {
    private func file(_ line: String) throws -> CalendarFile {
        try CalendarFile(
            text: calendar(
                "UID:a\nDTSTART:20260401T090000Z\nRRULE:FREQ=DAILY;COUNT=3\n\(line):mailto:a@b.example"
            )
        )
    }

    @Test func `twenty of a thousand invalid values are listed, and the rest are counted`() throws {
        let values = (1...900).map { "\"a\($0)\"" }.joined(separator: ",")
        let file = try file("ATTENDEE;MEMBER=\(values)")
        let said = file.validate().filter { $0.code == .parameterValue }.map(\.message)
        #expect(said.count == 21)
        #expect(said.first?.hasPrefix("ATTENDEE: MEMBER 'a1' is not a URI") == true)
        #expect(said.last == "ATTENDEE: MEMBER has 880 more values like these")
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_775_000_000),
            to: Instant(secondsSince1970: 1_777_000_000),
            in: .utc
        )
        let events = file.occurrences(in: window).map(\.standaloneEvent)
        #expect(events.count == 3)
        #expect(
            events.allSatisfy {
                $0.attendees.map(\.email) == ["a@b.example"] && $0.attendees[0].property.parameters.isEmpty
            }
        )
    }

    @Test func `a parameter repeated a thousand times is reported once and repaired`() throws {
        let file = try file("ATTENDEE" + (1...900).map { ";CN=a\($0)" }.joined())
        #expect(file.validate().filter { $0.code == .repeatedParameter }.count == 1)
        let mended = try #require(file.calendars.first?.repaired().calendar.events.first)
        #expect(mended.attendees.first?.property.parameters.map(\.value) == ["a1"])
    }
}
