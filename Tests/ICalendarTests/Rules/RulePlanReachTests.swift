import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests rules that match rarely, never, or too often to list.
@Suite struct RulePlanReachTests {
    private func plan(_ text: String, year: Int = 1) throws -> RulePlan {
        let rule = try #require(RuleText.parse(text).rule)
        let start = try #require(CivilDateTime(year: year, month: 1, day: 1, hour: 9))
        var remarks: [ValueRemark] = []
        return try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
    }

    /// Tests rules without instances, which take at most 10 milliseconds in a release build.
    ///
    /// Debug builds are about 30 times slower.
    @Test(arguments: [
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3", "FREQ=MONTHLY;BYDAY=6MO",
        "FREQ=WEEKLY;INTERVAL=20871;BYMONTH=3", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2;BYMONTH=1,3",
        "FREQ=SECONDLY;INTERVAL=604800;BYDAY=TU", "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1,3",
        "FREQ=YEARLY;BYWEEKNO=10;BYMONTH=11", "FREQ=SECONDLY;BYSECOND=0;BYSETPOS=2",
        "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD;BYSETPOS=2",
    ])
    func `a rule without instances is detected as empty`(text: String) throws {
        let plan = try plan(text)
        #expect(plan.isEmpty)
        #expect(plan.count(before: .max) == 0)
    }

    @Test(arguments: [
        "FREQ=SECONDLY;INTERVAL=1000003;BYDAY=TU;BYHOUR=3;BYMINUTE=1;BYSECOND=1;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=MINUTELY;INTERVAL=999983;BYHOUR=23;BYMINUTE=17;BYDAY=MO;BYMONTHDAY=31;BYMONTH=1",
    ])
    func `a rule that needs too many steps is not detected as empty`(text: String) throws {
        let plan = try plan(text)
        #expect(!plan.isEmpty)
        #expect(plan.count(before: .max) == 0)
    }

    @Test func `the first instance is found however far away it is`() throws {
        let seldom: [(String, String)] = [
            ("FREQ=SECONDLY;INTERVAL=86399;BYHOUR=3", "0050-04-15T03:59:59"),
            ("FREQ=MINUTELY;BYYEARDAY=366;BYHOUR=23", "0004-12-31T23:00:00"),
            ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU;INTERVAL=4", "0060-02-29T09:00:00"),
        ]
        for (text, first) in seldom {
            let time = try #require(try plan(text).time(at: 0))
            #expect(CivilDateTime(secondNumber: time).description == first)
        }
    }

    @Test func `a product of lists is never expanded`() throws {
        let hours = (0...23).map(String.init).joined(separator: ",")
        let minutes = (0...59).map(String.init).joined(separator: ",")
        let text =
            "FREQ=YEARLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYHOUR=\(hours);BYMINUTE=\(minutes);BYSECOND=\(minutes)"
        let all = try plan(text, year: 2026)
        let nineOClock = 9 * 3600
        #expect(all.count(before: .max) - (2_932_897 - 20_454) * 86_400 == -nineOClock)
        let picked = try plan(text + ";BYSETPOS=-1,366", year: 2026)
        let first = try #require(picked.time(at: 0))
        #expect(CivilDateTime(secondNumber: first).description == "2026-12-31T23:59:59")
        #expect(picked.count(before: .max) == 2 * (9999 - 2026) + 1)
    }

    @Test(arguments: RecurrenceRule.Frequency.allCases)
    func `extreme starts and intervals do not cause a trap`(frequency: RecurrenceRule.Frequency) throws {
        let starts = [
            Int.min, -62_167_219_201, -62_167_219_200, 0, 253_402_300_799, 253_402_300_800, Int.max,
        ]
        for start in starts {
            for interval in [1, 2, 1 << 40, Int.max] {
                for part in [
                    "", ";BYMONTH=2", ";BYMONTHDAY=-31", ";BYDAY=MO", ";BYHOUR=3",
                    ";BYMONTHDAY=31;BYSETPOS=1",
                ] {
                    var rule = try #require(RuleText.parse("FREQ=\(frequency.rawValue)\(part)").rule)
                    rule.interval = interval
                    if part.contains("31") { rule.skip = .forward }
                    var remarks: [ValueRemark] = []
                    let plan = try #require(
                        RulePlan(
                            rule,
                            start: CivilDateTime(secondNumber: start),
                            isAllDay: false,
                            remarks: &remarks
                        )
                    )
                    let all = plan.times(from: .min, through: .max).prefix(3)
                    #expect(all.allSatisfy { $0 >= start && $0 <= RulePlan.lastSecond })
                    if interval > 1 << 39 { #expect(plan.count(before: .max) <= 60) }
                    #expect(plan.time(at: .max) == nil)
                    _ = (plan.contains(.min), plan.contains(.max), plan.count(before: .min))
                }
            }
        }
    }

    @Test(
        .long,
        arguments: [
            "FREQ=MINUTELY", "FREQ=MINUTELY;BYHOUR=9", "FREQ=SECONDLY;INTERVAL=7;BYHOUR=9,10;BYDAY=MO",
            "FREQ=SECONDLY;INTERVAL=86413;BYDAY=MO", "FREQ=DAILY;BYMONTH=1", "FREQ=MONTHLY;BYDAY=1MO,-1FR",
            "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,MO;BYHOUR=1,2", "FREQ=YEARLY;BYWEEKNO=53",
            "FREQ=SECONDLY;INTERVAL=3000017;BYHOUR=9", "FREQ=WEEKLY;BYMONTH=2,3;BYDAY=SU,MO,TH",
            "FREQ=WEEKLY;BYMONTH=2;BYDAY=FR,SA,SU;WKST=SU;BYHOUR=1,2,3",
            "FREQ=WEEKLY;BYMONTH=1,12;BYDAY=MO,TU;BYSETPOS=-1",
            "FREQ=MONTHLY;INTERVAL=4;BYDAY=-1FR;BYHOUR=7,8", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
            "FREQ=MONTHLY;BYMONTHDAY=30,31;BYMONTH=2,4,5",
            "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD",
        ]
    )
    func `an instance's index is the number of instances before it`(text: String) throws {
        let plan = try plan(text, year: 1930)
        for index in [0, 1, 59, 1001, 1002, 1776, 2999, 4999, 7_007, 12_345, 20_870, 70_001] {
            guard let time = plan.time(at: index) else {
                #expect(plan.count(before: .max) <= index)
                continue
            }
            #expect(plan.contains(time))
            #expect(plan.count(before: time) == index)
        }
        #expect(plan.time(at: -1) == nil)
        #expect(plan.time(at: plan.count(before: .max)) == nil)
    }
}
