import ICalendar
import Testing

@testable import ICSConsole

@Suite struct TimeArgumentTests {
    @Test(arguments: [
        ("today", TimeArgument.today), ("Tomorrow", .tomorrow), ("Yesterday", .yesterday), ("NOW", .now),
        ("+30d", .offset(30, .days)),
        ("-2w", .offset(-2, .weeks)),
        ("+6m", .offset(6, .months)), ("+1y", .offset(1, .years)), ("-1Y", .offset(-1, .years)),
    ])
    func `words and offsets are case-insensitive`(text: String, expected: TimeArgument) throws {
        #expect(try TimeArgument(parsing: text) == expected)
    }

    @Test(arguments: [
        ("2026-03-29T10:00:00Z", 1_774_778_400), ("2026-03-29t10:00:00z", 1_774_778_400),
        ("2026-03-29T10:00:00+02:00", 1_774_771_200), ("2026-03-29T10:00:00.75-05:30", 1_774_798_200),
        ("2026-03-29 10:00Z", 1_774_778_400), ("20260329T100000Z", 1_774_778_400),
        ("20260329T1000+0000", 1_774_778_400), ("2026-03-29T1200+0200", 1_774_778_400),
        ("1969-12-31T23:59:60Z", -1),
    ])
    func `the offset of an RFC 3339 time is applied`(text: String, seconds: Int) throws {
        #expect(try TimeArgument(parsing: text) == .instant(Instant(secondsSince1970: seconds)))
    }

    @Test func `a date and a local time require a time zone`() throws {
        let date = try #require(CivilDate(year: 2026, month: 3, day: 29))
        #expect(try TimeArgument(parsing: "2026-03-29") == .date(date))
        let local = CivilDateTime(date, secondOfDay: 10 * 3600 + 30 * 60)
        #expect(try TimeArgument(parsing: "2026-03-29T10:30") == .local(local))
        #expect(try TimeArgument(parsing: "2026-03-29T10:30:00") == .local(local))
        #expect(try TimeArgument(parsing: "20260329T103000") == .local(local))
        #expect(try TimeArgument(parsing: "20260329") == .date(date))
    }

    @Test(arguments: [
        "", "next week", "2026-13-01", "26-01-01", "2026-01-01T24:00", "2026-01-01T10:00:61Z",
        "2026-01-01T10:00Zz", "2026-01-01T", "2026-01-01T10:00:00.Z", "2026-0101", "202601", "20260101T10003",
        "２026-01-01",
    ])
    func `an invalid time is rejected`(text: String) {
        #expect(throws: TimeArgumentError.form) { try TimeArgument(parsing: text) }
    }

    @Test(arguments: [
        ("next week", "2026-11-30"), ("This Week", "2026-11-23"), ("last week", "2026-11-16"),
        ("next month", "2026-12-01"), ("previous month", "2026-10-01"), ("next year", "2027-01-01"),
        ("december", "2026-12-01"), ("Nov", "2026-11-01"), ("october", "2027-10-01"),
        ("oct 2026", "2026-10-01"), ("2027-03", "2027-03-01"), ("2025", "2025-01-01"),
        ("yesterday", "2026-11-28"), ("fri", "2026-12-04"), ("2026-12-24", "2026-12-24"),
    ])
    func `a view starts on the first day of a period`(text: String, day: String) throws {
        let now = try #require(CivilDateTime(year: 2026, month: 11, day: 29, hour: 12))
        let times = WindowTimes(zone: .utc, now: Zone.utc.instant(of: now))
        let start = try times.from(TimeArgument(parsingStart: text))
        #expect(Zone.utc.civil(at: start).description == day + "T00:00:00")
    }

    @Test(arguments: ["next", "last decade", "smarch", "2027-13", "2027-3", "week", "next week 2"])
    func `text other than a period is rejected`(text: String) {
        #expect(throws: TimeArgumentError.self) { try TimeArgument(parsingStart: text) }
    }

    @Test(arguments: ["december", "next week", "2027"])
    func `an item cannot start with a period`(text: String) {
        #expect(throws: TimeArgumentError.self) { try TimeArgument(parsingTimeOfItem: text) }
    }

    @Test(arguments: ["+", "-", "+d", "+3", "-2h", "+-2d", "+1.5d", "+٣d"])
    func `an invalid offset is rejected`(text: String) {
        #expect(throws: TimeArgumentError.offset) { try TimeArgument(parsing: text) }
    }

    @Test(arguments: [
        ("2026-02-30", "there is no 30 February 2026"), ("2025-02-29T10:00", "there is no 29 February 2025"),
        ("30d", "did you mean +30d?"), ("1Y", "did you mean +1y?"),
        ("+99999999y", "out of range; the year must be between 0 and 9999"),
    ])
    func `an error explains a typo in a time argument`(text: String, message: String) {
        let error = #expect(throws: TimeArgumentError.self) { try TimeArgument(parsing: text) }
        #expect(error?.description == message)
    }
}
