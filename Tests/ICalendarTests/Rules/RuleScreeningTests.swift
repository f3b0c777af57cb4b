import ICalendar
import Testing

@testable import ICalendarCore

/// Tests the rule parts that a plan ignores or rejects, and their diagnostics.
@Suite struct RuleScreeningTests {
    private func plan(_ text: String, isAllDay: Bool = false) throws -> (
        plan: RulePlan?, remarks: [ValueRemark]
    ) {
        let rule = try #require(RuleText.parse(text).rule)
        let start = try #require(CivilDateTime(year: 2026, month: 1, day: 5))
        var remarks: [ValueRemark] = []
        let plan = RulePlan(rule, start: start, isAllDay: isAllDay, remarks: &remarks)
        return (plan, remarks)
    }

    @Test(arguments: [
        ("FREQ=MONTHLY;BYWEEKNO=20", "FREQ=MONTHLY", "BYWEEKNO"),
        ("FREQ=DAILY;BYYEARDAY=100", "FREQ=DAILY", "BYYEARDAY"),
        ("FREQ=WEEKLY;BYYEARDAY=100", "FREQ=WEEKLY", "BYYEARDAY"),
        ("FREQ=MONTHLY;BYYEARDAY=100", "FREQ=MONTHLY", "BYYEARDAY"),
        ("FREQ=WEEKLY;BYMONTHDAY=20", "FREQ=WEEKLY", "BYMONTHDAY"),
        ("FREQ=WEEKLY;BYDAY=1MO,-2TU", "FREQ=WEEKLY;BYDAY=MO,TU", "BYDAY=1MO"),
        ("FREQ=HOURLY;BYDAY=1TU", "FREQ=HOURLY;BYDAY=TU", "BYDAY=1TU"),
        ("FREQ=YEARLY;BYWEEKNO=2;BYDAY=1MO", "FREQ=YEARLY;BYWEEKNO=2;BYDAY=MO", "BYDAY=1MO"),
        ("FREQ=DAILY;BYSETPOS=2", "FREQ=DAILY", "BYSETPOS"),
        ("FREQ=MONTHLY;BYWEEKNO=20;BYSETPOS=2", "FREQ=MONTHLY", "BYSETPOS"),
    ])
    func `a rule part that the frequency does not allow is ignored and reported`(
        text: String,
        rest: String,
        name: String
    )
        throws
    {
        let (found, remarks) = try plan(text)
        let (expected, none) = try plan(rest)
        let times = try #require(found).times(from: .min, through: .max).prefix(20)
        #expect(Array(times) == Array(try #require(expected).times(from: .min, through: .max).prefix(20)))
        #expect(remarks.contains { $0.severity == .warning && $0.code == .rule && $0.message.contains(name) })
        #expect(none.isEmpty)
    }

    @Test func `time-of-day parts are ignored for an all-day start`() throws {
        let (found, remarks) = try plan(
            "FREQ=DAILY;BYHOUR=9;BYMINUTE=1;BYSECOND=1;BYSETPOS=1",
            isAllDay: true
        )
        let times = try #require(found).times(from: .min, through: .max).prefix(3)
        #expect(times.allSatisfy { $0 % 86_400 == 0 })
        #expect(remarks.count == 4)
    }

    @Test(arguments: ["HOURLY", "MINUTELY", "SECONDLY"])
    func `a frequency below DAILY is rejected for an all-day start`(name: String) throws {
        let (found, remarks) = try plan("FREQ=\(name)", isAllDay: true)
        #expect(found == nil)
        #expect(remarks.map(\.severity) == [.error])
        #expect(remarks.first?.message.contains(name) == true)
    }

    @Test func `a calendar other than Gregorian is rejected`() throws {
        let (found, remarks) = try plan("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD")
        #expect(found == nil)
        #expect(remarks.map(\.severity) == [.error])
        #expect(try plan("RSCALE=gregorian;FREQ=YEARLY").plan != nil)
    }

    @Test func `COUNT=0 and INTERVAL=0 are rejected without a diagnostic`() throws {
        for text in ["FREQ=DAILY;COUNT=0", "FREQ=DAILY;INTERVAL=0"] {
            let (found, remarks) = try plan(text)
            #expect(found == nil)
            #expect(remarks.isEmpty)
        }
    }

    @Test func `SKIP applies to leap months, which the Gregorian calendar lacks`() throws {
        let forward = try #require(try plan("RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=5L;SKIP=FORWARD").plan)
        #expect(CivilDateTime(secondNumber: try #require(forward.time(at: 0))).date.month == 6)
        let backward = try #require(try plan("RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=5L;SKIP=BACKWARD").plan)
        #expect(CivilDateTime(secondNumber: try #require(backward.time(at: 0))).date.month == 5)
        let (omitted, remarks) = try plan("RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=5L")
        #expect(omitted == nil)
        #expect(remarks.map(\.severity) == [.error])
    }

    @Test func `out-of-range values set by a program are rejected`() throws {
        let start = try #require(CivilDateTime(year: 2026, month: 1, day: 5))
        let changes: [(String, (inout RecurrenceRule) -> Void)] = [
            ("BYSECOND", { $0.bySecond = [61] }), ("BYMINUTE", { $0.byMinute = [-1] }),
            ("BYHOUR", { $0.byHour = [24] }), ("BYMONTH", { $0.byMonth = [13] }),
            ("BYDAY", { $0.byDay = [.init(.monday, ordinal: 0)] }),
            ("BYMONTHDAY", { $0.byMonthDay = [.min] }),
            ("BYYEARDAY", { $0.byYearDay = [367] }), ("BYWEEKNO", { $0.byWeekNumber = [54] }),
            ("BYSETPOS", { $0.bySetPosition = [0] }),
        ]
        for (name, change) in changes {
            var rule = RecurrenceRule(.yearly)
            change(&rule)
            var remarks: [ValueRemark] = []
            #expect(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks) == nil)
            #expect(remarks.count == 1 && remarks[0].severity == .error && remarks[0].message.contains(name))
        }
    }

    @Test func `a rule that RFC 5545 allows is expanded, and a leap second is read as 59`() throws {
        let start = try #require(CivilDateTime(year: 2026, month: 1, day: 5))
        var rule = RecurrenceRule(.minutely)
        rule.bySecond = [60]
        #expect(rule.violations == [])
        var remarks: [ValueRemark] = []
        let plan = try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
        #expect(CivilDateTime(secondNumber: try #require(plan.time(at: 0))).second == 59)
        #expect(remarks.map(\.message) == ["BYSECOND=60 is a leap second; read as 59"])
        #expect(remarks.map(\.severity) == [.warning])
    }
}
