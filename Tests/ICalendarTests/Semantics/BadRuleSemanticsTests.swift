import ICalendar
import Testing

/// Tests invalid rules.
///
/// The diagnostic names the line, the part, its value and the action taken.
struct BadRuleSemanticsTests {
    /// Rules with the text of their first diagnostic, and the number of instances from Monday 5 to Monday 12
    /// January.
    private static let rules: [(rule: String, remark: String, count: Int)] = [
        ("FREQUENCY=DAILY", "unknown rule part FREQUENCY=DAILY; ignored", 1),
        ("FREQ=DALY", "FREQ=DALY is not valid; rule ignored", 1),
        ("FREQ=", "FREQ= is not valid; rule ignored", 1),
        ("BYDAY=MO", "BYDAY=MO has no FREQ; rule ignored", 1),
        ("FREQ=DAILY,WEEKLY", "FREQ=DAILY,WEEKLY is not valid; rule ignored", 1),
        ("FREQ=DAILY;FREQ=WEEKLY", "duplicate FREQ=WEEKLY; using the first", 7),
        ("FREQ=DAILY;BYDAY=MO;BYDAY=TU", "duplicate BYDAY=TU; using the first", 1),
        ("FREQ=DAILY;COUNT=5;UNTIL=20260107T000000Z", "COUNT=5 and UNTIL=20260107T000000Z in one rule", 2),
        ("FREQ=DAILY;UNTIL=tomorrow", "UNTIL=tomorrow is not valid; rule ignored", 1),
        ("FREQ=DAILY;UNTIL=2026-13-10", "UNTIL=2026-13-10 is not valid; rule ignored", 1),
        ("FREQ=DAILY;UNTIL=20260110T250000Z", "UNTIL=20260110T250000Z is not valid", 1),
        ("FREQ=DAILY;UNTIL=20260231", "UNTIL=20260231 is a day that does not exist; using the last", 7),
        ("FREQ=DAILY;UNTIL=20250101", "UNTIL=20250101 is before DTSTART; the event has no instances", 0),
        ("FREQ=DAILY;COUNT=0", "COUNT=0; only DTSTART is an instance", 1),
        ("FREQ=DAILY;COUNT=-1", "COUNT=-1 is not valid; rule ignored", 1),
        ("FREQ=DAILY;COUNT=1.5", "COUNT=1.5 is not valid; rule ignored", 1),
        ("FREQ=DAILY;COUNT=3 times", "COUNT=3 times is not valid; rule ignored", 1),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0; only DTSTART is an instance", 1),
        ("FREQ=DAILY;INTERVAL=two", "INTERVAL=two is not valid; rule ignored", 1),
        ("FREQ=MONTHLY;BYWEEKNO=20", "BYWEEKNO=20 has no meaning in FREQ=MONTHLY; ignored", 1),
        ("FREQ=WEEKLY;BYDAY=5MO", "BYDAY=5MO: the ordinal has no meaning in FREQ=WEEKLY", 1),
        ("FREQ=WEEKLY;BYMONTHDAY=13", "BYMONTHDAY=13 has no meaning in FREQ=WEEKLY; ignored", 1),
        ("FREQ=MONTHLY;BYYEARDAY=100", "BYYEARDAY=100 has no meaning in FREQ=MONTHLY; ignored", 1),
        ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS=1 has no meaning in a rule without another BYxxx part", 1),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "BYSETPOS=0 is not valid; rule ignored", 1),
        ("FREQ=MONTHLY;BYDAY=54MO", "BYDAY=54MO is not valid; rule ignored", 1),
        ("FREQ=MONTHLY;BYDAY=MON", "BYDAY=MON is not valid; rule ignored", 1),
        ("FREQ=MONTHLY;BYDAY=MO TU", "BYDAY=MO TU is not valid; rule ignored", 1),
        ("FREQ=MONTHLY;BYDAY=", "BYDAY= has an empty item; item ignored", 1),
        ("FREQ=DAILY;BYDAY=MO,,TU", "BYDAY=MO,,TU has an empty item; item ignored", 2),
        ("FREQ=MONTHLY;BYDAY=6MO", "RRULE FREQ=MONTHLY;BYDAY=6MO has no instances up to the year 9999", 1),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY=32 is not valid; rule ignored", 1),
        ("FREQ=YEARLY;BYYEARDAY=-367", "BYYEARDAY=-367 is not valid; rule ignored", 1),
        ("FREQ=YEARLY;BYWEEKNO=54", "BYWEEKNO=54 is not valid; rule ignored", 1),
        ("FREQ=YEARLY;BYMONTH=JAN", "BYMONTH=JAN is not valid; rule ignored", 1),
        ("FREQ=YEARLY;BYMONTH=13", "BYMONTH=13 is not valid; rule ignored", 1),
        ("FREQ=YEARLY;BYMONTH=5L", "BYMONTH=5L is a leap month, which the Gregorian calendar", 1),
        ("FREQ=DAILY;BYHOUR=24", "BYHOUR=24 is not valid; rule ignored", 1),
        ("FREQ=DAILY;BYMINUTE=-1", "BYMINUTE=-1 is not valid; rule ignored", 1),
        ("FREQ=DAILY;BYSECOND=61", "BYSECOND=61 is not valid; rule ignored", 1),
        ("FREQ=DAILY;WKST=XX", "WKST=XX is not a weekday; weeks start on MO", 7),
        ("FREQ=DAILY;SKIP=MAYBE", "SKIP=MAYBE is not OMIT, BACKWARD or FORWARD; ignored", 7),
        ("FREQ=DAILY;RSCALE=MARTIAN", "RSCALE=MARTIAN is not a known calendar; rule ignored", 1),
        ("FREQ=DAILY;COUNT=3;hello world", "unknown rule part hello world; ignored", 3),
        ("FREQ=DAILY;=5", "unknown rule part =5; ignored", 7),
        ("RULE:FREQ=DAILY", "unknown rule part RULE:FREQ=DAILY; ignored", 1),
    ]

    @Test(arguments: rules)
    func `an invalid rule is reported with its line, part, value, and the action taken`(
        _ bad: (rule: String, remark: String, count: Int)
    ) throws {
        let ics = calendar("DTSTART;TZID=Europe/Berlin:20260105T093000\nRRULE:\(bad.rule)")
        let found = try expand(ics, from: "2026-01-05", to: "2026-01-12", in: "Europe/Berlin")
        #expect(found.lines.count == bad.count, "\(found)")
        #expect(found.warns(at: "RRULE", saying: bad.remark), "\(found)")
        #expect(found.diagnostics.allSatisfy { $0.hasPrefix("test.ics:") })
    }

    @Test(arguments: [
        "freq=daily;count=3", " FREQ = DAILY ; COUNT = 3 ", "FREQ=DAILY;COUNT=3;", "FREQ=DAILY;;COUNT=3",
    ])
    func `letter case, blanks and stray semicolons do not matter`(rule: String) throws {
        let found = try expand(
            calendar("DTSTART:20260105T093000Z\nRRULE:\(rule)"),
            from: "2026-01-05",
            to: "2026-01-12"
        )
        #expect(found.lines.count == 3)
        #expect(found.diagnostics == [])
    }

    @Test func `a list of ten thousand values is read, and shortened in diagnostics`() throws {
        let days = (0..<10_000).map { String($0 % 28 + 1) }.joined(separator: ",")
        let found = try expand(
            calendar("DTSTART:20260105T093000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=\(days),,x"),
            from: "2026-01-05",
            to: "2026-01-12"
        )
        #expect(found.lines.count == 1)
        #expect(found.diagnostics.allSatisfy { $0.utf8.count < 200 })
        let good = try expand(
            calendar("DTSTART:20260105T093000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=\(days),"),
            from: "2026-01-05",
            to: "2026-01-12"
        )
        #expect(good.lines.count == 7)
        #expect(good.remarks.count == 1)
        #expect(good.diagnostics.allSatisfy { $0.utf8.count < 200 })
    }

    @Test(arguments: ["RRULE:FREQ=SOMETIMES\n", ""])
    func `an ignored rule has no effect on a usable one`(ignored: String) throws {
        let text =
            "DTSTART:20260105T090000Z\n\(ignored)RRULE:FREQ=DAILY;UNTIL=20250101\nRDATE:20260107T090000Z"
        let found = try CalendarFile(text: calendar(text)).occurrences(in: window("2026-01-05", "2026-01-12"))
        #expect(found.map(\.start.description) == ["2026-01-07T09:00:00Z"])
    }
}
