import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests detecting, without iteration, that one rule covers all instances of another.
@Suite struct RulePlanCoveringTests {
    private func plan(_ text: String) throws -> RulePlan {
        let rule = try #require(RuleText.parse(text).rule)
        return try plan(rule, start: try #require(CivilDateTime(year: 2026, month: 1, day: 1, hour: 9)))
    }

    private func plan(_ rule: RecurrenceRule, start: CivilDateTime) throws -> RulePlan {
        var remarks: [ValueRemark] = []
        return try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
    }

    @Test func `a comparison that would need too many steps is skipped`() throws {
        let hours = (0...22).map(String.init).joined(separator: ",")
        let (wide, narrow) = (
            try plan("FREQ=SECONDLY;BYHOUR=9,10"), try plan("FREQ=DAILY;BYMINUTE=1,2,3;BYHOUR=9,10")
        )
        let dense = try plan("FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=\(hours)")
        let meter = Meter(RulePlan.mostComparisons)
        let first = wide.covers(narrow, within: meter)
        #expect(first == wide.covers(narrow))
        for _ in 0..<500 {
            let isCovered = wide.covers(dense, within: meter)
            #expect(!isCovered)
        }
        let last = wide.covers(wide, within: meter)
        #expect(!last)
    }

    @Test(arguments: [
        ("FREQ=SECONDLY", "FREQ=SECONDLY"), ("FREQ=SECONDLY", "FREQ=SECONDLY;BYHOUR=9;BYDAY=MO"),
        ("FREQ=SECONDLY", "FREQ=YEARLY;BYMONTH=1;BYMINUTE=1,2"), ("FREQ=HOURLY", "FREQ=HOURLY;INTERVAL=7"),
        ("FREQ=SECONDLY;BYHOUR=9,10", "FREQ=SECONDLY;BYHOUR=9"),
        ("FREQ=SECONDLY;BYHOUR=9,10", "FREQ=MINUTELY;BYHOUR=10;BYDAY=MO;BYMONTH=1"),
        ("FREQ=SECONDLY;BYMONTH=1,2", "FREQ=MINUTELY;INTERVAL=3;BYMONTH=2"),
        ("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU"), ("FREQ=DAILY", "FREQ=MONTHLY;BYMONTHDAY=3"),
        ("FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=MO;BYHOUR=9"),
        ("FREQ=MINUTELY;INTERVAL=7;BYDAY=SU,MO", "FREQ=MINUTELY;INTERVAL=14;BYDAY=SU"),
        ("FREQ=SECONDLY;INTERVAL=1000003;BYHOUR=9", "FREQ=SECONDLY;INTERVAL=1000003;BYHOUR=9;BYDAY=MO"),
    ])
    func `a rule covers a more restrictive rule`(wide: String, narrow: String) throws {
        #expect(try plan(wide).covers(plan(narrow)))
        if wide != narrow, !narrow.contains("BYDAY=MO;BYHOUR=9") {
            #expect(try !plan(narrow).covers(plan(wide)))
        }
    }

    @Test func `a covering rule has all instances of the rule that it covers`() throws {
        var covered = 0
        let run = RandomRun.thisRun
        for number in 0..<(run.rulesOfEachFrequency ?? 120) {
            let seed = run.seed &+ number
            for frequency in RecurrenceRule.Frequency.allCases {
                let random = RandomRule(frequency, seed: seed)
                var numbers = SeededGenerator(seed: seed)
                let narrow = try plan(random.rule, start: random.start)
                var rule = random.rule
                // Uses fewer limits or different ones.
                if numbers.chance(1, in: 2) { rule.byDay = [] }
                if numbers.chance(1, in: 2) { rule.byHour = [] }
                if numbers.chance(1, in: 2) { rule.byMinute = [] }
                if numbers.chance(1, in: 3) { rule.byMonth = [] }
                if numbers.chance(1, in: 3) { rule.interval = max(1, rule.interval / 3) }
                if numbers.chance(1, in: 3) { rule.frequency = .secondly }
                if numbers.chance(1, in: 3) { rule.bySetPosition = [] }
                var remarks: [ValueRemark] = []
                guard
                    let wide = RulePlan(rule, start: random.start, isAllDay: false, remarks: &remarks),
                    wide.covers(narrow)
                else { continue }
                covered += 1
                let times = narrow.times(from: .min, through: random.last).prefix(2000)
                let text: Comment = "\(RuleText.format(rule)) \(RuleText.format(random.rule)) seed \(seed)"
                #expect(times.allSatisfy(wide.contains), text)
            }
        }
        #expect(covered > 100)
    }

    @Test(arguments: [
        ("FREQ=SECONDLY", ["FREQ=SECONDLY"]),
        ("FREQ=SECONDLY;BYHOUR=9", ["FREQ=SECONDLY;BYMINUTE=1", "FREQ=SECONDLY"]),
        ("FREQ=SECONDLY;COUNT=900000000", ["FREQ=SECONDLY;COUNT=900000000"]),
        ("FREQ=DAILY", ["FREQ=SECONDLY;BYSECOND=0,1,2"]),
        ("FREQ=SECONDLY", ["FREQ=SECONDLY;UNTIL=20980101T000000Z"]),
    ])
    func `an EXRULE that excludes everything is detected immediately`(rule: String, exclusions: [String])
        throws
    {
        let clock = SeriesClock(kind: .zoned, zone: .utc)
        func bounded(_ text: String) throws -> BoundedRule {
            let rule = try #require(RuleText.parse(text).rule)
            return BoundedRule(
                plan: try plan(text),
                count: rule.count,
                lastKey: rule.until?.civil.secondNumber ?? .max
            )
        }
        var set = RecurrenceSet(clock: clock, start: clock.instance(atCivil: 1_767_258_000))
        set.rules = [try bounded(rule)]
        set.exclusionRules = try exclusions.map(bounded)
        set.findExcludedRules()
        let fourYears = 1_767_258_000 + 4 * 366 * 86_400
        var instances = set.instances(from: 1_767_258_000, through: fourYears)
        #expect(instances.next() == nil)
    }

    @Test(.long) func `an EXRULE with UNTIL keeps later instances`() throws {
        let clock = SeriesClock(kind: .zoned, zone: .utc)
        var set = RecurrenceSet(clock: clock, start: clock.instance(atCivil: 1_767_258_000))
        set.rules = [BoundedRule(plan: try plan("FREQ=SECONDLY"), count: 1_000_000, lastKey: .max)]
        set.exclusionRules = [
            BoundedRule(plan: try plan("FREQ=SECONDLY"), count: nil, lastKey: 1_767_258_000 + 999_997)
        ]
        var instances = set.instances(from: .min, through: .max)
        #expect(instances.next()?.key == 1_767_258_000 + 999_998)
        #expect(instances.next()?.key == 1_767_258_000 + 999_999)
        #expect(instances.next() == nil)
    }
}
