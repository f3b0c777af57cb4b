import ICalendar
import Testing
import TestTraits

@testable import ICalendarCore

/// Tests reading and writing RECUR values.
@Suite struct RuleTextTests {
    /// Returns the rule read from text, which must not produce diagnostics.
    private func rule(_ text: String) throws -> RecurrenceRule {
        let (rule, remarks) = RuleText.parse(text)
        #expect(remarks.isEmpty)
        return try #require(rule)
    }

    @Test func `every part of a rule is read`() throws {
        let rule = try rule(
            "FREQ=YEARLY;UNTIL=20301231T235959Z;INTERVAL=2;BYSECOND=0,30;BYMINUTE=15;BYHOUR=9,17;WKST=SU;"
                + "BYDAY=MO,-1SU,+2FR;BYMONTHDAY=1,-1;BYYEARDAY=-366,100;BYWEEKNO=20,-1;BYMONTH=1,12;BYSETPOS=-1,3;"
        )
        var expected = RecurrenceRule(.yearly, interval: 2)
        expected.until = CivilDateTime(year: 2030, month: 12, day: 31, hour: 23, minute: 59, second: 59).map {
            .utc($0)
        }
        expected.bySecond = [0, 30]
        expected.byMinute = [15]
        expected.byHour = [9, 17]
        expected.byDay = [.init(.monday), .init(.sunday, ordinal: -1), .init(.friday, ordinal: 2)]
        expected.byMonthDay = [1, -1]
        expected.byYearDay = [-366, 100]
        expected.byWeekNumber = [20, -1]
        expected.byMonth = [1, 12]
        expected.bySetPosition = [-1, 3]
        expected.weekStart = .sunday
        #expect(rule == expected)
    }

    @Test func `RSCALE allows leap months, a thirteenth month and SKIP`() throws {
        let rule = try rule(
            "rscale=hebrew;freq=yearly;bymonth=5L,13;bymonthday=30;byyearday=385;skip=forward"
        )
        #expect(rule.calendarScale == "HEBREW")
        #expect(rule.byMonth == [.init(5, isLeap: true), 13])
        #expect(rule.skip == .forward)
    }

    @Test(arguments: [
        "freq=weekly;byday=mo", " FREQ = WEEKLY ; BYDAY = MO ", "FREQ=WEEKLY;BYDAY=MO;",
        ";;FREQ=WEEKLY;;BYDAY= MO ;",
        "BYDAY=MO;FREQ=WEEKLY", "FREQ=WEEKLY;\tBYDAY=MO",
    ])
    func `upper and lower case, part order, blanks and stray semicolons do not matter`(text: String) throws {
        #expect(RuleText.format(try rule(text)) == "FREQ=WEEKLY;BYDAY=MO")
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=MO,", "FREQ=WEEKLY;BYDAY=MO", "BYDAY=MO,"),
        ("FREQ=WEEKLY;BYDAY=,MO,,TU", "FREQ=WEEKLY;BYDAY=MO,TU", "empty"),
        ("FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY", "BYDAY"),
        ("FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=0", "COUNT=0"),
        ("FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=0", "INTERVAL=0"),
        (
            "FREQ=DAILY;COUNT=2;UNTIL=20260101", "FREQ=DAILY;UNTIL=20260101;COUNT=2",
            "COUNT=2 and UNTIL=20260101"
        ),
        ("FREQ=DAILY;X-SLEEP=8", "FREQ=DAILY", "X-SLEEP"),
        ("FREQ=DAILY;nonsense", "FREQ=DAILY", "nonsense"),
        ("FREQ=DAILY;COUNT=2;COUNT=5", "FREQ=DAILY;COUNT=2", "COUNT"),
        ("FREQ=DAILY;FREQ=WEEKLY", "FREQ=DAILY", "FREQ"),
        ("FREQ=DAILY;BYSECOND=60", "FREQ=DAILY;BYSECOND=59", "BYSECOND=60"),
        ("FREQ=DAILY;WKST=XX", "FREQ=DAILY", "WKST=XX"),
        ("FREQ=DAILY;SKIP=BACKWARD", "FREQ=DAILY;SKIP=BACKWARD", "SKIP=BACKWARD"),
        ("FREQ=DAILY;SKIP=SIDEWAYS", "FREQ=DAILY", "SKIP=SIDEWAYS"),
        ("FREQ=DAILY;BYMONTH=5L", "FREQ=DAILY;BYMONTH=5L", "leap month"),
        ("FREQ=DAILY;UNTIL=20250631", "FREQ=DAILY;UNTIL=20250630", "UNTIL=20250631"),
        ("FREQ=DAILY;UNTIL=20260229T120000Z", "FREQ=DAILY;UNTIL=20260228T120000Z", "UNTIL"),
        ("FREQ=DAILY;UNTIL=20251231T240000", "FREQ=DAILY;UNTIL=20260101T000000", "midnight"),
        ("FREQ=DAILY;UNTIL=20251231T235960Z", "FREQ=DAILY;UNTIL=20251231T235959Z", "second 60"),
    ])
    func `rules that can be repaired are read with a warning`(text: String, mended: String, name: String)
        throws
    {
        let (rule, remarks) = RuleText.parse(text)
        #expect(RuleText.format(try #require(rule)) == mended)
        #expect(remarks.count == 1)
        #expect(remarks.first?.severity == .warning)
        #expect(remarks.first?.code == .rule)
        #expect(remarks.first?.message.contains(name) == true)
    }

    @Test(arguments: [
        ("", "FREQ"), ("COUNT=3", "FREQ"), ("tomorrow", "FREQ"), ("FREQ=FORTNIGHTLY", "FREQ=FORTNIGHTLY"),
        ("FREQ=", "FREQ="), ("FREQ=DAILY;UNTIL=soon", "UNTIL=soon"), ("FREQ=DAILY;UNTIL=", "UNTIL="),
        ("FREQ=DAILY;UNTIL=2026010Z", "UNTIL"), ("FREQ=DAILY;UNTIL=20261301", "UNTIL"),
        ("FREQ=DAILY;UNTIL=20260100", "UNTIL"), ("FREQ=DAILY;UNTIL=20260132", "UNTIL"),
        ("FREQ=DAILY;UNTIL=20260101T250000", "UNTIL"), ("FREQ=DAILY;UNTIL=20260101T240001", "UNTIL"),
        ("FREQ=DAILY;UNTIL=20260101X120000", "UNTIL"), ("FREQ=DAILY;UNTIL=20260101T12000", "UNTIL"),
        ("FREQ=DAILY;COUNT=-1", "COUNT=-1"), ("FREQ=DAILY;COUNT=many", "COUNT=many"),
        ("FREQ=DAILY;INTERVAL=-2", "INTERVAL=-2"), ("FREQ=DAILY;INTERVAL=1.5", "INTERVAL"),
        ("FREQ=DAILY;BYDAY=XX", "BYDAY=XX"), ("FREQ=DAILY;BYDAY=MO,0TU", "BYDAY=0TU"),
        ("FREQ=DAILY;BYDAY=54MO", "BYDAY=54MO"), ("FREQ=DAILY;BYDAY=M", "BYDAY=M"),
        ("FREQ=DAILY;BYMONTH=13", "BYMONTH=13"), ("FREQ=DAILY;BYMONTH=0", "BYMONTH=0"),
        ("FREQ=DAILY;BYMONTH=-1", "BYMONTH=-1"), ("FREQ=DAILY;BYMONTHDAY=32", "BYMONTHDAY=32"),
        ("FREQ=DAILY;BYMONTHDAY=0", "BYMONTHDAY=0"), ("FREQ=YEARLY;BYYEARDAY=367", "BYYEARDAY=367"),
        ("FREQ=YEARLY;BYWEEKNO=-54", "BYWEEKNO=-54"), ("FREQ=DAILY;BYHOUR=24", "BYHOUR=24"),
        ("FREQ=DAILY;BYHOUR=ten", "BYHOUR=ten"), ("FREQ=DAILY;BYMINUTE=60", "BYMINUTE=60"),
        ("FREQ=DAILY;BYSECOND=61", "BYSECOND=61"), ("FREQ=DAILY;BYHOUR=1;BYSETPOS=367", "BYSETPOS=367"),
        ("RSCALE=;FREQ=DAILY", "RSCALE"), ("RSCALE=GREGO,RIAN;FREQ=DAILY", "RSCALE=GREGO,RIAN"),
        ("RSCALE=\u{1};FREQ=DAILY", "RSCALE"), ("RSCALE=GREGOR\u{C9};FREQ=DAILY", "RSCALE"),
        ("RSCALE=HEBREW;FREQ=YEARLY;BYYEARDAY=386", "BYYEARDAY=386"),
        ("FREQ=DAILY;BYHOUR=99999999999999999999999", "BYHOUR"),
    ])
    func `a rule with an unreadable part is rejected, and the error names the part`(
        text: String,
        name: String
    ) {
        let (rule, remarks) = RuleText.parse(text)
        #expect(rule == nil)
        #expect(remarks.last?.severity == .error)
        #expect(remarks.last?.code == .rule)
        #expect(remarks.last?.message.contains(name) == true)
        #expect(remarks.last?.message.contains("rule ignored") == true)
    }

    @Test func `huge numbers are capped, which has no effect`() throws {
        let rule = try rule("FREQ=SECONDLY;INTERVAL=9223372036854775807;COUNT=99999999999999999999999")
        #expect(rule.interval == RuleText.greatestNumber)
        #expect(rule.count == RuleText.greatestNumber)
        // More than the number of seconds in the years 1 to 9999.
        #expect(RuleText.greatestNumber > 10_000 * 366 * 86_400)
    }

    @Test func `a rule keeps the value type of its UNTIL`() throws {
        #expect(try rule("FREQ=DAILY;UNTIL=20260131").until == .date(CivilDate(dayNumber: 20_484)))
        let noon = try #require(CivilDateTime(year: 2026, month: 1, day: 31, hour: 12))
        #expect(try rule("FREQ=DAILY;UNTIL=20260131T120000").until == .floating(noon))
        #expect(try rule("FREQ=DAILY;UNTIL=20260131t120000z").until == .utc(noon))
    }

    @Test func `a written rule reads back unchanged`() throws {
        for frequency in RecurrenceRule.Frequency.allCases {
            for seed in 0..<UInt64(40) {
                var rule = RandomRule(frequency, seed: seed).rule
                if seed % 3 == 0 {
                    rule.until = .floating(CivilDateTime(secondNumber: Int(seed) * 100_000_007))
                }
                if seed % 3 == 1 { rule.count = Int(seed) }
                if seed % 4 == 0 { (rule.calendarScale, rule.skip) = ("GREGORIAN", .backward) }
                let text = RuleText.format(rule)
                #expect(text.hasPrefix("FREQ="))
                #expect(RuleText.parse(text).rule == rule)
            }
        }
    }

    @Test func `random text never causes a trap`() {
        var numbers = SeededGenerator(seed: 7)
        let pieces = [
            "FREQ=", "DAILY", "YEARLY", ";", ",", "=", "BYDAY=", "MO", "-", "+", "0", "9", "99", "UNTIL=",
            "2026", "T",
            "Z", "BYMONTH=", "L", "é", " ", "BYSETPOS=", "\u{0}", "COUNT=", "RSCALE=", "SKIP=", "240000",
            "20260230",
        ]
        for _ in 0..<3000 {
            let count = Int.random(in: 1...12, using: &numbers)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &numbers) }.joined()
            let (rule, remarks) = RuleText.parse(text)
            #expect((rule == nil) == (remarks.last?.severity == .error))
        }
    }
}
