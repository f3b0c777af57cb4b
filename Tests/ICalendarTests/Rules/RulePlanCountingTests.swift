import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Compares counting by multiplication with iteration, over thousands of years.
@Suite struct RulePlanCountingTests {
    @Test(.long, arguments: RecurrenceRule.Frequency.allCases, RecurrenceRule.Skip.allCases)
    func `counts and indices agree up to the year 9999`(
        frequency: RecurrenceRule.Frequency,
        skip: RecurrenceRule.Skip
    ) throws {
        try check(frequency, skip, 0..<(RandomRun.thisRun.rulesOfEachFrequency.map { $0 / 10 } ?? 4))
    }

    @Test(.long, arguments: RecurrenceRule.Frequency.allCases, RecurrenceRule.Skip.allCases)
    func `counts and indices of more rules agree up to the year 9999`(
        frequency: RecurrenceRule.Frequency,
        skip: RecurrenceRule.Skip
    ) throws {
        try check(frequency, skip, 4..<12)
    }

    private func check(
        _ frequency: RecurrenceRule.Frequency,
        _ skip: RecurrenceRule.Skip,
        _ rules: Range<UInt64>
    ) throws {
        if skip != .omit, frequency > .monthly { return }
        for number in rules {
            let seed = RandomRun.thisRun.seed &+ number
            var random = RandomRule(frequency, seed: seed)
            if skip != .omit { random.addSkip(skip) }
            var numbers = SeededGenerator(seed: seed)
            if frequency.isSubDaily {
                // Rare enough to iterate, with steps that hardly ever hit the same time.
                random.rule.interval = Int.random(in: 1...500_000, using: &numbers)
                random.rule.byMinute = [Int.random(in: 0...59, using: &numbers)]
            } else if number.isMultiple(of: 2) {
                // Makes every other rule rare enough to iterate.
                random.rule.interval = Int.random(in: 100...700, using: &numbers)
            }
            let text: Comment = "seed \(seed), \(random.start), \(RuleText.format(random.rule))"
            var remarks: [ValueRemark] = []
            let plan = try #require(
                RulePlan(random.rule, start: random.start, isAllDay: false, remarks: &remarks)
            )
            let count = plan.count(before: .max)
            // The step limit can prevent an empty rule from being detected.
            #expect(plan.isEmpty == (count == 0) || frequency.isSubDaily && count == 0, text)
            #expect(plan.time(at: count) == nil, text)
            for index in [count / 3, count / 2, count - 1001, count - 1] where index >= 0 && index < count {
                let time = try #require(plan.time(at: index), text)
                #expect(plan.contains(time), text)
                #expect(plan.count(before: time) == index, text)
                #expect(plan.count(before: time + 1) == index + 1, text)
            }
            guard count < 20_000 else { continue }
            var times = plan.times(from: .min, through: .max)
            var (places, last) = (0, 0)
            while let time = times.next() { (places, last) = (places + 1, time) }
            #expect(places == count, text)
            if count > 0 { #expect(plan.time(at: count - 1) == last, text) }
        }
    }

    private static let rules = [
        "YEARLY", "YEARLY;INTERVAL=3;BYMONTH=1,11;BYMONTHDAY=1,28", "YEARLY;BYMONTHDAY=-28,-1;BYHOUR=1,2",
        "YEARLY;BYYEARDAY=1,365", "YEARLY;BYYEARDAY=-365,1", "YEARLY;BYDAY=52MO,1SU", "YEARLY;BYDAY=-53MO",
        "YEARLY;BYMONTH=2,11;BYDAY=4TH", "YEARLY;BYMONTH=3;BYDAY=5TH", "YEARLY;BYDAY=MO,FR;BYSETPOS=1,104",
        "YEARLY;BYDAY=MO;BYSETPOS=53", "YEARLY;BYMONTH=2;BYMONTHDAY=29", "YEARLY;BYWEEKNO=20",
        "YEARLY;BYDAY=1MO,-1MO",
        "MONTHLY", "MONTHLY;INTERVAL=7;BYMONTHDAY=1,15,28", "MONTHLY;BYMONTHDAY=1,-28",
        "MONTHLY;BYMONTHDAY=31",
        "MONTHLY;BYDAY=1MO,4FR", "MONTHLY;BYDAY=5MO", "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,-20",
        "MONTHLY;BYDAY=SA;BYSETPOS=-5", "MONTHLY;BYMONTH=3,4;BYMONTHDAY=2", "MONTHLY;BYDAY=FR;BYMONTHDAY=13",
        "MONTHLY;BYMONTHDAY=1,2;BYSETPOS=2;BYHOUR=1,2", "MONTHLY;BYMONTHDAY=30;SKIP=FORWARD",
        "YEARLY;BYDAY=MO;BYSETPOS=1,-1", "MONTHLY;BYDAY=1MO,1MO,2MO",
        "WEEKLY;BYMONTH=1,2,11;BYDAY=MO,WE,SU;BYSETPOS=1",
        "WEEKLY;INTERVAL=3;BYMONTH=5,6;BYDAY=MO,SU;BYSETPOS=-1",
        "WEEKLY;BYMONTH=2;BYDAY=SU;WKST=SU", "WEEKLY;INTERVAL=7;BYMONTH=3,4,5,6;BYDAY=TU,FR;BYSETPOS=2",
        "MONTHLY;BYMONTH=1,2,3;BYMONTHDAY=29,30,31;SKIP=FORWARD;BYSETPOS=1",
        "MONTHLY;BYMONTHDAY=29,-30;SKIP=BACKWARD",
        "MONTHLY;INTERVAL=5;BYMONTHDAY=31,1;SKIP=FORWARD", "YEARLY;BYYEARDAY=366,1;SKIP=FORWARD",
        "YEARLY;BYWEEKNO=1,53;BYDAY=MO,SU;BYSETPOS=1", "MONTHLY;INTERVAL=4;BYMONTHDAY=31,-1;SKIP=BACKWARD",
        "MONTHLY;INTERVAL=3;BYMONTHDAY=30,31;SKIP=FORWARD", "WEEKLY;BYMONTH=1,12;BYDAY=MO,TH;BYSETPOS=-1,2",
    ]

    @Test(
        .long,
        arguments: rules + [
            "DAILY;INTERVAL=11", "DAILY;BYMONTH=1,2;BYDAY=MO,TU",
            "HOURLY;INTERVAL=7;BYYEARDAY=1,100,-1;BYMINUTE=0,30",
            "HOURLY;INTERVAL=1000;BYMONTH=3", "MINUTELY;INTERVAL=100000;BYSECOND=1,5", "HOURLY;INTERVAL=8000",
        ]
    )
    func `the count in a range is the difference between the counts before its bounds`(text: String) throws {
        var remarks: [ValueRemark] = []
        var numbers = SeededGenerator(seed: 7)
        let rule = try #require(RuleText.parse("FREQ=\(text)").rule)
        let start = try #require(CivilDateTime(year: 830, month: 5, day: 4, hour: 8, minute: 30))
        let plan = try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
        let all = Array(plan.times(from: .min, through: wallSecond("2070-01-01")))
        var bounds = (0..<6).map { _ in
            Int.random(in: start.secondNumber...wallSecond("2070-01-01"), using: &numbers)
        }
        bounds += (0..<4).compactMap { _ in all.randomElement(using: &numbers) }
        bounds += bounds.map { $0 + Int.random(in: 0..<86_400 * 500, using: &numbers) }
        bounds += bounds.map { floorDivide($0, 86_400) * 86_400 }
        bounds.removeAll { $0 > wallSecond("2070-01-01") }
        let counts = bounds.map { bound in all.firstIndex { $0 >= bound } ?? all.count }
        for (bound, before) in zip(bounds, counts) {
            #expect(plan.count(before: bound) == before)
            for (lower, less) in zip(bounds, counts) where lower <= bound {
                let count = plan.count(from: lower, before: bound)
                if count != before - less { Issue.record("\(count) in \(lower)..<\(bound)") }
            }
        }
    }

    @Test(.long, arguments: rules)
    func `counting whole periods matches iteration`(text: String) throws {
        var remarks: [ValueRemark] = []
        let rule = try #require(RuleText.parse("FREQ=\(text)").rule)
        let start = try #require(CivilDateTime(year: 1999, month: 3, day: 17, hour: 9))
        let plan = try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
        var times = plan.times(from: .min, through: wallSecond("2040-01-01"))
        var places = 0
        while let time = times.next() {
            let (before, through) = (plan.count(before: time), plan.count(before: time + 1))
            if before != places || through != places + 1 { Issue.record("\(before) for \(places)") }
            places += 1
        }
        #expect(plan.count(before: wallSecond("2040-01-01") + 1) == places)
        #expect(plan.count(before: start.secondNumber - 86_400 * 400) == 0)
    }
}
