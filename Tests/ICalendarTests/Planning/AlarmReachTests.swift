import ICalendar
import Testing

/// Tests how far from its event an alarm can be.
struct AlarmReachTests {
    private func alarm(_ lines: String) -> String { "BEGIN:VALARM\nACTION:DISPLAY\n\(lines)\nEND:VALARM" }

    @Test func `an alarm too far from its event to be found is reported`() throws {
        let text = calendar("DTSTART:20260601T100000Z\n" + alarm("TRIGGER:-P40000D"))
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        #expect(example.file.alarms(in: example.window).diagnostics.map(\.code) == [.limit])
    }

    @Test func `alarms at any supported distance from their events are found`() throws {
        let days = [-36_000, -20_000, -9000, -3000, -30, 30, 3000, 9000, 20_000, 36_000]
        let noon = CivilDateTime(secondNumber: instant("2026-06-01T12:00:00Z").secondsSince1970)
        let events = days.map { days in
            let date = CivilDate(dayNumber: noon.date.dayNumber - days).description.replacing("-", with: "")
            return "UID:e\(days)\nDTSTART:\(date)T120000Z\n"
                + alarm("TRIGGER:\(days < 0 ? "-" : "")P\(days.magnitude)D")
        }
        let example = try PlanningCase(calendar(events: events), from: "2026-06-01", to: "2026-06-02")
        #expect(Set(example.alarms()) == Set(days.map { "2026-06-01T12:00:00Z e\($0)" }))
        // Only the instance a century before or after this day has its alarm on this day.
        for trigger in ["-P36525D", "P36525D"] {
            let text = calendar("DTSTART:19000601T120000Z\nRRULE:FREQ=DAILY\n" + alarm("TRIGGER:\(trigger)"))
            #expect(try PlanningCase(text, from: "2026-06-01", to: "2026-06-02").alarms().count == 1)
        }
    }

    @Test func `an event's alarms do not depend on other events`() throws {
        let absolute = alarm("TRIGGER;VALUE=DATE-TIME:20240119T100000Z")
        let series =
            "UID:a\nDTSTART:19500119T100000Z\nRRULE:FREQ=YEARLY;COUNT=5\n" + absolute + "\n"
            + alarm("TRIGGER:P24000D")
        let other =
            "UID:b\nDTSTART:20250101T000000Z\n" + alarm("TRIGGER:P36000D") + "\n" + alarm("TRIGGER:-P1000D")
        func alarms(_ events: String...) throws -> Set<String> {
            Set(try PlanningCase(calendar(events: events), from: "2024-01-01", to: "2027-12-31").alarms())
        }
        let apart = try alarms(series).union(alarms(other))
        #expect(try alarms(series, other) == apart)
    }
}
