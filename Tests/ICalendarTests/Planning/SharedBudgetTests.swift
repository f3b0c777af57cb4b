import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests the work budget shared by all calendars in a search.
struct SharedBudgetTests {
    private static let work = """
        DTSTART:20260401T000000Z
        RRULE:FREQ=MINUTELY
        EXRULE:FREQ=HOURLY;BYMINUTE=30
        """

    /// Allows one event with ``work`` in five days: 7,200 instances, the guaranteed minimum.
    private var littleWork: ExpansionOptions {
        var options = ExpansionOptions()
        options.limits.work = 8000
        return options
    }

    private func cuts(_ diagnostics: [Diagnostic]) -> Int {
        diagnostics.count { $0.code == .limit && $0.message.contains("too expensive to expand") }
    }

    private func alarmed(_ number: Int) -> String {
        calendar(
            "UID:w\(number)\n\(Self.work)\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:PT0S\nEND:VALARM"
        )
    }

    private func available(_ number: Int) -> String {
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//x//y//EN
        BEGIN:VAVAILABILITY
        UID:v\(number)
        DTSTAMP:20260101T000000Z
        BEGIN:AVAILABLE
        UID:w\(number)
        DTSTAMP:20260101T000000Z
        \(Self.work)
        END:AVAILABLE
        END:VAVAILABILITY
        END:VCALENDAR

        """
    }

    /// Returns how many series are cut off, for one calendar and for twenty.
    private func cuts(
        _ calendar: (Int) -> String,
        _ ask: (PlanningCase) -> [Diagnostic]
    ) throws -> [Int] {
        try [1, 20].map { count in
            let text = (0..<count).map(calendar).joined()
            return cuts(ask(try PlanningCase(text, from: "2026-04-01", to: "2026-04-06")))
        }
    }

    @Test func `alarms in many calendars share one budget for rules`() throws {
        let cuts = try cuts(alarmed) { $0.file.alarms(in: $0.window, options: littleWork).diagnostics }
        #expect(cuts == [0, 19])
    }

    @Test func `iterating over years in non-Gregorian calendars uses the budget`() throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-P36500D\nEND:VALARM"
        let rule = "RRULE:FREQ=MONTHLY;RSCALE=CHINESE;SKIP=FORWARD;BYMONTHDAY=30;BYSETPOS=2"
        func file(_ rule: String, _ triggers: String) -> String {
            calendar(events: (0..<10).map { "UID:e\($0)\nDTSTART;VALUE=DATE:20000101\n\(rule)\n\(triggers)" })
        }
        let both = alarm + "\n" + alarm.replacing("-P36500D", with: "P36500D")
        let far = try PlanningCase(file(rule, both), from: "2026-04-01", to: "2026-04-06")
        #expect(cuts(far.file.alarms(in: far.window, options: littleWork).diagnostics) == 10)
        // Each series can cover four years even without a budget.
        let near = try PlanningCase(file(rule, ""), from: "2024-01-01", to: "2027-12-31")
        #expect(cuts(near.file.occurrences(in: near.window, options: littleWork).diagnostics) == 0)
    }

    @Test func `availability in many calendars shares one budget for rules`() throws {
        let cuts = try cuts(available) { $0.file.freeBusy(in: $0.window, expansion: littleWork).diagnostics }
        #expect(cuts == [0, 19])
    }

    @Test(.long, arguments: ["TRIGGER:PT0S", "TRIGGER;VALUE=DATE-TIME:20260401T000000Z"])
    func `repetitions in many calendars share one visit limit`(trigger: String) throws {
        let alarm = """
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:x
            \(trigger)
            REPEAT:5000
            DURATION:PT1S
            END:VALARM
            """
        let text = (0..<20).map { calendar("UID:e\($0)\nDTSTART:20260401T000000Z\n" + alarm) }.joined()
        let example = try PlanningCase(text, from: "2026-04-01", to: "2026-04-06")
        var options = ExpansionOptions()
        options.limits.visits = 1000
        let alarms = example.file.alarms(in: example.window, options: options, limit: 200_000)
        // The limit grows by 64 for each event.
        #expect(alarms.count > 1000)
        #expect(alarms.count < 1000 + 20 * 70)
        #expect(alarms.isLimited)
        #expect(alarms.diagnostics.contains { $0.code == .limit })
        options.limits.visits = .max
        let all = example.file.alarms(in: example.window, options: options, limit: .max)
        #expect(all.count == 20 * 5001)
    }
}
