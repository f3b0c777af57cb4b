import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct RecurrenceRuleMakingTests {
    @Test(arguments: [
        (RecurrenceRule.daily(), "FREQ=DAILY"), (.daily(every: 3), "FREQ=DAILY;INTERVAL=3"),
        (.weekly(on: .monday, .friday), "FREQ=WEEKLY;BYDAY=MO,FR"),
        (.weekly(every: 2), "FREQ=WEEKLY;INTERVAL=2"), (.onWorkdays(), "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        (.monthly(), "FREQ=MONTHLY"), (.monthly(on: .last(.friday)), "FREQ=MONTHLY;BYDAY=-1FR"),
        (.monthly(onDays: 1, -1), "FREQ=MONTHLY;BYMONTHDAY=1,-1"),
        (
            .monthly(on: .first(.monday), .second(.tuesday), .third(.wednesday)),
            "FREQ=MONTHLY;BYDAY=1MO,2TU,3WE"
        ),
        (.yearly(), "FREQ=YEARLY"), (.yearly(in: 3, 9), "FREQ=YEARLY;BYMONTH=3,9"),
        (.yearly(in: 11, on: .fourth(.thursday)), "FREQ=YEARLY;BYDAY=4TH;BYMONTH=11"),
        (.yearly(in: 12, onDays: 24, 31), "FREQ=YEARLY;BYMONTHDAY=24,31;BYMONTH=12"),
        (.yearly(on: .init(.monday, ordinal: 20)), "FREQ=YEARLY;BYDAY=20MO"),
        (.daily().count(10), "FREQ=DAILY;COUNT=10"),
        (.daily().until(time("2026-12-31")), "FREQ=DAILY;UNTIL=20261231"),
        (.daily().until(time("2026-12-31T00:00:00Z")).count(2), "FREQ=DAILY;COUNT=2"),
        (.daily().count(2).until(time("2026-12-31 10:00")), "FREQ=DAILY;UNTIL=20261231T100000"),
    ])
    func `a rule created in code is valid and has the expected text`(
        rule: RecurrenceRule,
        text: String
    ) {
        #expect(RuleText.format(rule) == text)
        #expect(RuleText.parse(text).rule == rule)
        #expect(rule.violations.isEmpty)
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=3;UNTIL=20261231", "COUNT and UNTIL"), ("FREQ=DAILY;COUNT=0", "COUNT must"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL must"), ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY with a number"),
        ("FREQ=DAILY;BYDAY=-1MO", "BYDAY with a number"), ("FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO", "BYWEEKNO"),
        ("FREQ=MONTHLY;BYWEEKNO=3", "BYWEEKNO needs"), ("FREQ=WEEKLY;BYMONTHDAY=3", "BYMONTHDAY is not"),
        ("FREQ=DAILY;BYYEARDAY=3", "BYYEARDAY is not"), ("FREQ=WEEKLY;BYYEARDAY=3", "BYYEARDAY is not"),
        ("FREQ=MONTHLY;BYYEARDAY=3", "BYYEARDAY is not"), ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS needs"),
        ("FREQ=DAILY;SKIP=FORWARD", "SKIP needs"), ("FREQ=YEARLY;BYMONTH=5L", "leap months"),
    ])
    func `violations of RFC 5545 are found`(text: String, words: String) throws {
        let rule = try #require(RuleText.parse(text).rule)
        #expect(rule.violations.count == 1)
        #expect(rule.violations.first?.contains(words) == true)
    }

    @Test(
        arguments: [
            \RecurrenceRule.bySecond, \.byMinute, \.byHour, \.byMonthDay, \.byYearDay, \.byWeekNumber,
            \.bySetPosition,
        ] as [any WritableKeyPath<RecurrenceRule, [Int]> & Sendable]
    )
    func `numbers out of range are violations, and others are not`(
        path: any WritableKeyPath<RecurrenceRule, [Int]> & Sendable
    ) {
        for number in [Int.min, -1000, 1000, .max] {
            var rule = RecurrenceRule(.yearly)
            rule.byMonth = [1]
            #expect(rule.violations.isEmpty)
            rule[keyPath: path] = [1, number]
            #expect(rule.violations.count == 1, "\(number)")
            rule[keyPath: path] = [1]
            #expect(rule.violations.isEmpty)
        }
    }

    @Test func `rules in non-Gregorian calendars allow leap months and SKIP`() throws {
        let rule = try #require(
            RuleText.parse("FREQ=YEARLY;RSCALE=HEBREW;BYMONTH=5L,13;BYMONTHDAY=8;SKIP=FORWARD").rule
        )
        #expect(rule.violations.isEmpty)
    }

    @Test(arguments: [
        ("2026-03-29", "2026-12-31", true), ("2026-03-29", "2026-12-31 10:00", false),
        ("2026-03-29", "2026-12-31T10:00:00Z", false), ("2026-03-29 10:00", "2026-12-31 10:00", true),
        ("2026-03-29 10:00", "2026-12-31T10:00:00Z", false), ("2026-03-29 10:00", "2026-12-31", false),
        ("2026-03-29T10:00:00Z", "2026-12-31T10:00:00Z", true),
        ("2026-03-29T10:00:00Z", "2026-12-31 10:00", false),
    ])
    func `UNTIL has the value type that the start requires`(start: String, until: String, fits: Bool) {
        let rule = RecurrenceRule.daily().until(time(until))
        #expect(rule.violations(startingAt: time(start)).isEmpty == fits)
        if start.contains("T") {
            let zoned = EventTime.zoned(time(start).civil, timeZoneID: "Europe/Berlin")
            #expect(rule.violations(startingAt: zoned).isEmpty == fits)
        }
    }

    @Test func `times of day are not allowed for all-day starts`() {
        var rule = RecurrenceRule.daily()
        rule.byHour = [9]
        rule.byMinute = [0]
        #expect(rule.violations(startingAt: time("2026-03-29")).count == 2)
        #expect(rule.violations(startingAt: time("2026-03-29 09:00")).isEmpty)
        #expect(RecurrenceRule(.hourly).violations(startingAt: time("2026-03-29")).count == 1)
        let zoned = RecurrenceRule.daily().until(time("2026-03-29 10:00", in: "Europe/Berlin"))
        #expect(!zoned.violations.isEmpty)
    }
}
