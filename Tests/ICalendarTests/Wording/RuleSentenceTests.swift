import Testing

@testable import ICalendarCore
import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct RuleSentenceTests {
    /// The `rule | sentence` lines in Corpus/rules/descriptions.txt.
    private static let table: [(rule: String, sentence: String)] = {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let path = folder.joined(separator: "/") + "/Corpus/rules/descriptions.txt"
        let bytes = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "|")
            guard !line.hasPrefix("#"), parts.count == 2 else { return nil }
            return (String(parts[0].dropLast()), String(parts[1].dropFirst()))
        }
    }()

    private func rule(_ text: String) throws -> RecurrenceRule {
        try #require(RuleText.parse(text).rule, "\(text)")
    }

    @Test func `the table contains rules with sentences`() {
        #expect(RuleSentenceTests.table.count > 100)
    }

    @Test(arguments: table) func `a rule's description matches the table`(
        _ line: (rule: String, sentence: String)
    ) throws {
        let sentence = try rule(line.rule).description
        #expect(sentence == line.sentence, "\(line.rule)")
    }

    @Test(arguments: [
        ("FREQ=WEEKLY", "every Thursday"),
        ("FREQ=WEEKLY;INTERVAL=2", "every second Thursday"),
        ("FREQ=MONTHLY", "every month on the 29th"),
        ("FREQ=YEARLY", "every year on 29 February"),
        ("FREQ=YEARLY;BYMONTH=4,6", "every year on 29 April and 29 June"),
        ("FREQ=YEARLY;BYWEEKNO=20", "every year on the Thursday of week 20"),
        ("FREQ=DAILY;BYSECOND=30", "every day at 08:45:30"),
        ("FREQ=DAILY;UNTIL=20270303T120000Z", "every day until 3 March 2027"),
        ("FREQ=DAILY;UNTIL=20270303T080000Z", "every day until 3 March 2027 at 08:00"),
        (
            "FREQ=DAILY;BYHOUR=9,17;UNTIL=20270303T120000Z",
            "every day at 09:45 and 17:45 until 3 March 2027 at 12:00"
        ),
        ("FREQ=DAILY;BYHOUR=9,17", "every day at 09:45 and 17:45"),
        ("FREQ=DAILY;BYMINUTE=0,30", "every day at 08:00 and 08:30"),
        ("FREQ=HOURLY;BYMINUTE=0", "every hour on the hour"),
        ("RSCALE=HEBREW;FREQ=YEARLY", "every year, in the Hebrew calendar"),
    ]) func `a description includes the parts inherited from the start`(_ text: String, _ sentence: String)
        throws
    {
        let start = try #require(CivilDateTime(year: 2024, month: 2, day: 29, hour: 8, minute: 45))
        let said = try rule(text).description(startingAt: .floating(start))
        #expect(said == sentence)
    }

    @Test func `UNTIL is described as it applies to the start's type`() throws {
        let until = try rule("FREQ=DAILY;UNTIL=20270303T120000Z")
        let day = try #require(CivilDate(year: 2024, month: 2, day: 29))
        let time = CivilDateTime(day, secondOfDay: 32_415)
        // From noon onward, the time means the next day, because Exchange writes dates this way.
        #expect(until.description(startingAt: .date(day)) == "every day until 4 March 2027")
        let morning = try rule("FREQ=DAILY;UNTIL=20270303T080000Z")
        #expect(morning.description(startingAt: .date(day)) == "every day until 3 March 2027")
        for start in [.floating(time), .utc(time), .zoned(time, timeZoneID: "Europe/Berlin")] as [EventTime] {
            #expect(until.description(startingAt: start) == "every day until 3 March 2027")
        }
        #expect(morning.description(startingAt: .floating(time)) == "every day until 3 March 2027 at 08:00")
        #expect(morning.description(startingAt: .utc(time)) == "every day until 3 March 2027 at 08:00 UTC")
        // The year 10000 does not exist.
        let endless = try rule("FREQ=DAILY;UNTIL=99991231T235959Z")
        let berlin = EventTime.zoned(time, timeZoneID: "Europe/Berlin")
        #expect(
            endless.description(startingAt: berlin) == "every day until 31 December 9999 at 23:59:59 UTC"
        )
        // The instance on the last day is moved to 03:30.
        let early = try rule("FREQ=DAILY;UNTIL=20260329T012959Z").description(
            startingAt: try EventTime.zoned(
                #require(CivilDateTime(year: 2026, month: 3, day: 1, hour: 2, minute: 30)),
                timeZoneID: "Europe/Berlin"
            )
        )
        #expect(early == "every day until 29 March 2026 at 03:29:59")
        let evening = try rule("FREQ=DAILY;UNTIL=20270303T225959Z")
        #expect(
            evening.description(startingAt: .zoned(time, timeZoneID: "Europe/Berlin"))
                == "every day until 3 March 2027"
        )
        #expect(
            evening.description(startingAt: .zoned(time, timeZoneID: "Asia/Tokyo"))
                == "every day until 4 March 2027 at 07:59:59"
        )
        #expect(
            evening.description(startingAt: .zoned(time, timeZoneID: "Club time"))
                == "every day until 3 March 2027 at 22:59:59 UTC"
        )
        let noon = try rule("FREQ=DAILY;BYHOUR=12").description(startingAt: .utc(time))
        #expect(noon == "every day at 12:00:15")
    }

    @Test func `an all-day rule's description omits ignored times of day`() throws {
        let day = try #require(CivilDate(year: 2024, month: 2, day: 29))
        let sentence = try rule("FREQ=DAILY;BYHOUR=9").description(startingAt: .date(day))
        #expect(sentence == "every day")
    }

    @Test func `rules with out-of-range numbers still have a description`() {
        for frequency in RecurrenceRule.Frequency.allCases {
            var rule = RecurrenceRule(frequency, interval: .max, count: .max)
            rule.byHour = [.max, .min]
            rule.byMinute = [.max, 0]
            rule.byMonth = [.init(.max), .init(.min), .init(99, isLeap: true)]
            rule.byMonthDay = [.min, .max, 0]
            rule.byWeekNumber = [.min, .max]
            rule.byYearDay = [.min, .max, 0]
            rule.byDay = [.init(.monday, ordinal: .min), .init(.monday, ordinal: .max)]
            rule.bySetPosition = [.min, .max]
            #expect(rule.description.contains("9223372036854775807 times"))
        }
    }
}
