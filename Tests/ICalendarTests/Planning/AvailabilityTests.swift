import ICalendar
import Testing

/// Tests how VAVAILABILITY (RFC 7953) affects free/busy times.
struct AvailabilityTests {
    private let office = """
        BEGIN:VAVAILABILITY
        UID:hours
        DTSTAMP:20260101T000000Z
        DTSTART;TZID=Europe/Berlin:20260101T000000
        BEGIN:AVAILABLE
        UID:work
        DTSTART;TZID=Europe/Berlin:20260105T090000
        DTEND;TZID=Europe/Berlin:20260105T170000
        RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
        END:AVAILABLE
        END:VAVAILABILITY
        """

    @Test func `time outside the available periods is unavailable`() throws {
        let text = calendar(components: office)
        let example = try PlanningCase(text, from: "2026-03-27", to: "2026-03-31", in: "Europe/Berlin")
        #expect(
            example.busy() == [
                "2026-03-26T23:00:00Z 2026-03-27T08:00:00Z unavailable",
                "2026-03-27T16:00:00Z 2026-03-30T07:00:00Z unavailable",
                "2026-03-30T15:00:00Z 2026-03-30T22:00:00Z unavailable",
            ]
        )
        var options = BusyOptions()
        options.usesAvailability = false
        #expect(example.busy(options).isEmpty)
    }

    @Test func `events take precedence over availability`() throws {
        let event = "BEGIN:VEVENT\nUID:e\nDTSTART:20260330T180000Z\nDURATION:PT1H\nEND:VEVENT"
        let example = try PlanningCase(
            calendar(components: office, event),
            from: "2026-03-30T15:00:00Z",
            to: "2026-03-30T20:00:00Z"
        )
        #expect(
            example.busy() == [
                "2026-03-30T15:00:00Z 2026-03-30T18:00:00Z unavailable",
                "2026-03-30T18:00:00Z 2026-03-30T19:00:00Z busy",
                "2026-03-30T19:00:00Z 2026-03-30T20:00:00Z unavailable",
            ]
        )
    }

    /// Returns a VAVAILABILITY component for one day with one available period.
    private func day(_ uid: String, _ lines: String, available: String) -> String {
        """
        BEGIN:VAVAILABILITY
        UID:\(uid)
        DTSTART:20260401T000000Z
        DTEND:20260402T000000Z
        \(lines)
        BEGIN:AVAILABLE
        UID:\(uid)-part
        \(available)
        END:AVAILABLE
        END:VAVAILABILITY
        """
    }

    @Test func `the component with the highest priority takes precedence`() throws {
        let low = day("low", "PRIORITY:5", available: "DTSTART:20260401T060000Z\nDTEND:20260401T120000Z")
        let high = """
            BEGIN:VAVAILABILITY
            UID:high
            PRIORITY:1
            BUSYTYPE:BUSY
            DTSTART:20260401T100000Z
            DURATION:PT8H
            BEGIN:AVAILABLE
            UID:p
            DTSTART:20260401T140000Z
            DURATION:PT1H
            END:AVAILABLE
            END:VAVAILABILITY
            """
        let expected = [
            "2026-04-01T00:00:00Z 2026-04-01T06:00:00Z unavailable",
            "2026-04-01T10:00:00Z 2026-04-01T14:00:00Z busy",
            "2026-04-01T15:00:00Z 2026-04-01T18:00:00Z busy",
            "2026-04-01T18:00:00Z 2026-04-02T00:00:00Z unavailable",
        ]
        for text in [calendar(components: low, high), calendar(components: high, low)] {
            #expect(try PlanningCase(text, from: "2026-03-31", to: "2026-04-03").busy() == expected)
        }
    }

    @Test func `a missing priority is the lowest, and equal priorities are combined`() throws {
        let none = day("none", "PRIORITY:0", available: "DTSTART:20260401T000000Z\nDURATION:PT24H")
        let one = day("one", "PRIORITY:9", available: "DTSTART:20260401T080000Z\nDURATION:PT4H")
        let other = day("other", "PRIORITY:9", available: "DTSTART:20260401T100000Z\nDURATION:PT4H")
        let example = try PlanningCase(
            calendar(components: none, one, other),
            from: "2026-04-01",
            to: "2026-04-02"
        )
        #expect(
            example.busy() == [
                "2026-04-01T00:00:00Z 2026-04-01T10:00:00Z unavailable",
                "2026-04-01T12:00:00Z 2026-04-02T00:00:00Z unavailable",
            ]
        )
    }
}
