import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests BYWEEKNO with INTERVAL or BYSETPOS, where the periods are week-numbering years.
@Suite struct WeekYearTests {
    private func plan(_ rule: RecurrenceRule, start: CivilDateTime) throws -> RulePlan {
        var remarks: [ValueRemark] = []
        return try #require(RulePlan(rule, start: start, isAllDay: false, remarks: &remarks))
    }

    /// Returns a YEARLY rule with BYWEEKNO.
    ///
    /// Half of the rules start near New Year's Day.
    private func random(_ seed: UInt64) -> (rule: RecurrenceRule, start: CivilDateTime, last: Int) {
        var random = RandomRule(.yearly, seed: seed)
        var numbers = SeededGenerator(seed: seed)
        random.rule.weekStart = Weekday.allCases.randomElement(using: &numbers) ?? .monday
        random.rule.byWeekNumber = [1, 2, 52, 53, -1, -2, -52, -53, 20].filter { _ in numbers.chance(1, in: 3)
        }
        if random.rule.byWeekNumber.isEmpty { random.rule.byWeekNumber = [1, 53] }
        random.rule.byDay = random.rule.byDay.map { .init($0.weekday) }
        if numbers.chance(2, in: 3) { random.rule.byMonthDay = [] }
        if numbers.chance(2, in: 3) { random.rule.byYearDay = [] }
        if numbers.chance(1, in: 2) {
            random.rule.interval = Int.random(in: 2...9, using: &numbers)
        } else {
            random.rule.bySetPosition = [1, 2, -1, 4].filter { _ in numbers.chance(1, in: 2) } + [-2]
        }
        if numbers.chance(1, in: 2) {
            let day = CivilDate.dayNumber(year: random.start.date.year, month: 12, day: 27)
            let date = CivilDate(dayNumber: day + Int.random(in: 0...10, using: &numbers))
            random.start = CivilDateTime(date, secondOfDay: random.start.secondOfDay)
        }
        let last = random.start.secondNumber + 30 * 366 * 86_400 * min(random.rule.interval, 3)
        return (random.rule, random.start, min(last, RulePlan.lastSecond))
    }

    @Test(.long) func `random rules with week numbers match the reference`() throws {
        var found = 0
        let run = RandomRun.thisRun
        for number in 0..<(run.rulesOfEachFrequency ?? 150) {
            let (rule, start, last) = random(run.seed &+ number)
            let text: Comment = "seed \(run.seed &+ number), \(start), \(RuleText.format(rule))"
            let expected = ReferenceRule(rule: rule, start: start).times(through: last)
            let plan = try plan(rule, start: start)
            #expect(Array(plan.times(from: .min, through: last)) == expected, text)
            #expect(Array(plan.prepared().times(from: .min, through: last)) == expected, text)
            for (index, time) in expected.enumerated().prefix(60) {
                #expect(plan.contains(time), text)
                #expect(plan.count(before: time) == index, text)
                #expect(plan.time(at: index) == time, text)
                #expect(plan.times(from: time, through: last).first { _ in true } == time, text)
            }
            for (early, late) in zip(expected, expected.dropFirst()).prefix(60) where late - early > 86_400 {
                #expect(!plan.contains(early + 86_400), text)
                #expect(plan.count(from: early, before: late) == 1, text)
            }
            found += expected.count
        }
        #expect(found > 1000)
    }

    @Test func `week-numbering years have the same days as calendar years`() {
        var numbers = SeededGenerator(seed: 35)
        for seed in 0..<60 as Range<UInt64> {
            var (rule, start, _) = random(seed)
            if numbers.chance(1, in: 3) { rule.byYearDay = [366, -366, 1, 200] }
            rule.skip = RecurrenceRule.Skip.allCases.randomElement(using: &numbers) ?? .omit
            let parts = DayParts(rule, start: start.date)
            var (inCalendarYears, inWeekYears): (Set<Int>, Set<Int>) = ([], [])
            for year in 1995...2031 {
                let firstDay = CivilDate.dayNumber(year: year, month: 1, day: 1)
                let shape = YearShape(year: year, firstDay: firstDay)
                parts.days(of: shape).forEach { inCalendarYears.insert(firstDay + $0) }
                let firstWeek = firstDay + shape.startOfWeekOne(weekStart: parts.weekStart)
                parts.days(ofWeekYear: shape).forEach {
                    #expect(inWeekYears.insert(firstWeek + $0).inserted, "a day lies in one year")
                }
            }
            let common =
                CivilDate.dayNumber(
                    year: 1996,
                    month: 1,
                    day: 1
                )...CivilDate.dayNumber(year: 2030, month: 12, day: 1)
            #expect(
                inCalendarYears.filter(common.contains) == inWeekYears.filter(common.contains),
                "seed \(seed)"
            )
        }
    }

    @Test(arguments: [
        // The first Sunday of 2027 is in week 53 of 2026, so the matching years are 2026, 2031, 2036 and so on.
        ("FREQ=YEARLY;BYWEEKNO=53;INTERVAL=5;BYDAY=TH", "2027-01-03", ["2071-12-31", "2076-12-31"]),
        ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU;INTERVAL=3", "2024-12-31", ["2024-12-31", "2028-01-03"]),
        // The last weekday in week 1 is a Friday in January, regardless of the year of its Monday.
        ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,FR;BYSETPOS=-1", "2024-12-30", ["2025-01-03", "2026-01-02"]),
        ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,FR;BYSETPOS=1", "2024-12-30", ["2024-12-30", "2025-12-29"]),
        // With weeks that start on Sunday, 2024 starts in the previous year, and 2028 on its second day.
        ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=SU;INTERVAL=2;WKST=SU", "2024-01-02", ["2026-01-04", "2028-01-02"]),
        (
            "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU;BYSETPOS=1;BYMONTH=1", "2026-01-01",
            ["2027-01-03", "2028-01-02"]
        ),
        // In a week across New Year, BYMONTH keeps the December days, in the week's own year.
        (
            "FREQ=YEARLY;BYWEEKNO=1;BYMONTH=12;BYDAY=MO;INTERVAL=2", "2024-06-01",
            ["2025-12-29", "2029-12-31"]
        ),
    ])
    func `INTERVAL counts in week-numbering years`(
        text: String,
        start: String,
        dates: [String]
    ) throws {
        let rule = try #require(RuleText.parse(text).rule)
        let start = CivilDateTime(secondNumber: wallSecond(start))
        let times = Array(try plan(rule, start: start).times(from: .min, through: wallSecond("2081-01-01")))
        let found = times.map { CivilDateTime(secondNumber: $0).date.description }
        #expect(Array(found.prefix(dates.count)) == dates)
    }

    @Test(.long, arguments: [2, 7]) func `the first and last supported years have weeks`(interval: Int) throws
    {
        var rule = RecurrenceRule(.yearly, interval: interval)
        rule.byWeekNumber = [1, 53]
        for (year, month, day) in [(0, 1, 1), (0, 12, 31), (9999, 1, 1), (9990, 12, 31)] {
            let date = try #require(CivilDate(year: year, month: month, day: day))
            for weekStart in Weekday.allCases {
                rule.weekStart = weekStart
                let start = CivilDateTime(date)
                let last = min(start.secondNumber + 86_400 * 366 * 30, RulePlan.lastSecond)
                let expected = ReferenceRule(rule: rule, start: start).times(through: last)
                let plan = try plan(rule, start: start)
                #expect(Array(plan.times(from: .min, through: last)) == expected)
                #expect(plan.count(before: last + 1) == expected.count)
            }
        }
    }
}
