import ICalendar
import Testing

/// Tests that a zone without clock changes only shifts a series.
struct ShiftLawTests {
    @Test(arguments: [
        "FREQ=DAILY;COUNT=400", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=100",
        "FREQ=MONTHLY;BYDAY=-1FR;COUNT=30",
        "FREQ=MONTHLY;BYMONTHDAY=31,-2;BYSETPOS=-1;COUNT=30", "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=TU;COUNT=4",
        "FREQ=HOURLY;INTERVAL=7;COUNT=900", "FREQ=MINUTELY;INTERVAL=77;BYHOUR=1,23",
    ])
    func `a zone with a fixed offset shifts every instance by that offset`(rule: String) throws {
        let utc = try starts("DTSTART:20260105T013000Z\nRRULE:\(rule)")
        #expect(utc.count > 2)
        for (name, offset) in [("Etc/GMT-3", 3), ("Etc/GMT+11", -11), ("Asia/Kolkata", 5)] {
            let zoned = try starts("DTSTART;TZID=\(name):20260105T013000\nRRULE:\(rule)")
            let seconds = offset * 3600 + (offset == 5 ? 1800 : 0)
            #expect(zoned == utc.map { $0.adding(seconds: -seconds) }, "\(name)")
        }
    }

    /// Returns an event's first starts.
    private func starts(_ event: String) throws -> [Instant] {
        let file = try CalendarFile(text: calendar(event))
        let from = try instant("2026-01-01", in: .utc)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 1200 * 86_400), in: .utc)
        // The window cuts an endless rule at different instances in each zone, so compare only the first 300.
        return file.occurrences(in: window).prefix(300).map { Instant($0.startDate) }
    }
}
