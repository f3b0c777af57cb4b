import ICalendar
import Testing

@testable import ICalendarCore

/// Tests rules for days that never occur, which are detected without iterating to the year 9999.
struct NothingEverTests {
    @Test(arguments: [
        // The start date is a Monday.
        ("FREQ=DAILY;INTERVAL=7;BYDAY=TU", true), ("FREQ=DAILY;INTERVAL=7;BYDAY=MO,TU", false),
        ("FREQ=DAILY;INTERVAL=700;BYDAY=SU", true), ("FREQ=DAILY;INTERVAL=5;BYDAY=TU", false),
        ("FREQ=HOURLY;INTERVAL=168;BYDAY=TU", true), ("FREQ=HOURLY;INTERVAL=24;BYDAY=TU;BYMONTH=2", false),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", true), ("FREQ=DAILY;INTERVAL=2;BYMONTHDAY=31", false),
    ])
    func `rules without instances are detected`(rule: String, isEmpty: Bool) throws {
        var remarks: [ValueRemark] = []
        let start = try #require(CivilDateTime(year: 2024, month: 1, day: 1, hour: 9))
        let plan = try #require(
            RulePlan(try RecurrenceRule(text: rule), start: start, isAllDay: false, remarks: &remarks)
        )
        #expect(plan.isEmpty == isEmpty)
        #expect((plan.times(from: .min, through: .max).first { _ in true } == nil) == isEmpty)
    }

    @Test func `rules that cross clock changes share the budget for COUNT`() throws {
        let events = (0..<8).map {
            "UID:\($0)\nDTSTART;TZID=America/New_York:19000101T000000\nRRULE:FREQ=MINUTELY;COUNT=65500000"
        }
        let ics = calendar(events: events)
        var options = ExpansionOptions()
        let whole = try expand(ics, from: "2024-01-01T00:00", to: "2024-01-01T01:00", options: options)
        #expect(whole.starts.count == 8 * 60)
        #expect(whole.diagnostics == [])
        options.limits.work = 1 << 12
        let cut = try expand(ics, from: "2024-01-01T00:00", to: "2024-01-01T01:00", options: options)
        #expect(cut.remarks.map(\.code) == Array(repeating: .limit, count: 8), "\(cut.remarks)")
    }
}
