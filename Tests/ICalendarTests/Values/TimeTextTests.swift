import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct TimeTextTests {
    private func time(
        _ year: Int,
        _ month: Int,
        _ day: Int,
        _ hour: Int = 0,
        _ minute: Int = 0,
        _ second: Int = 0
    )
        throws -> CivilDateTime
    {
        try #require(
            CivilDateTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        )
    }

    @Test func `dates and times are read`() throws {
        #expect(
            try Sample.value("DTSTART:20260329T023015").value
                == .dateTime(time(2026, 3, 29, 2, 30, 15), isUTC: false)
        )
        #expect(
            try Sample.value("DTSTART:20260329T023015Z").value
                == .dateTime(time(2026, 3, 29, 2, 30, 15), isUTC: true)
        )
        #expect(try Sample.value("DTSTART:20260329t023015z").codes.isEmpty)
        let date = try #require(CivilDate(year: 2028, month: 2, day: 29))
        #expect(try Sample.value("DTSTART;VALUE=DATE:20280229").value == .date(date))
        #expect(try Sample.value("DTSTART;VALUE=date:20280229").codes.isEmpty)
    }

    @Test func `years from 0 to 9999 are read`() throws {
        #expect(
            try Sample.value("DTSTART:16010101T000000").value == .dateTime(time(1601, 1, 1), isUTC: false)
        )
        #expect(
            try Sample.value("DTSTART:99991231T235959").value
                == .dateTime(time(9999, 12, 31, 23, 59, 59), isUTC: false)
        )
        #expect(try Sample.value("DTSTART:00000101T000000").value == .dateTime(time(0, 1, 1), isUTC: false))
    }

    @Test func `hour 24 is the next midnight, and second 60 is read as 59`() throws {
        let (midnight, codes) = try Sample.value("DTSTART:20261231T240000")
        #expect(midnight == .dateTime(try time(2027, 1, 1), isUTC: false))
        #expect(codes == ["bad-value"])
        let (leap, leapCodes) = try Sample.value("DTSTART:20161231T235960Z")
        #expect(leap == .dateTime(try time(2016, 12, 31, 23, 59, 59), isUTC: true))
        #expect(leapCodes.isEmpty)
    }

    @Test(arguments: [
        "2026-01-01T12:00:00", "2026-01-01T12:00:00.000", "20260101T12:00:00", "2026-01-01 12:00:00",
        "20260101T1200",
    ])
    func `alternative time formats are read and reported`(_ text: String) throws {
        let (value, codes) = try Sample.value("DTSTART:\(text)")
        #expect(value == .dateTime(try time(2026, 1, 1, 12), isUTC: false))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: [
        "20260231", "20261301T000000", "20260101T250000", "20260101T240001", "20260101T006000",
        "20260101T000061",
        "20260101T", "2026", "20260101T000000+", "tomorrow", "20260101X000000", "", "20260100T000000",
        "-20260101T000000", "202601011T000000", "20260101T000000ZZ",
    ])
    func `a nonexistent time is kept as text and reported`(_ text: String) throws {
        let (value, codes) = try Sample.value("DTSTART:\(text)")
        #expect(value == .raw(text))
        #expect(codes == ["bad-value"])
    }

    @Test func `an invalid list item does not affect other items`() throws {
        let (value, codes) = try Sample.value("EXDATE:20260101T000000,20260231T000000,,20260103T000000")
        #expect(
            value
                == .list([
                    .dateTime(try time(2026, 1, 1), isUTC: false), .raw("20260231T000000"),
                    .dateTime(try time(2026, 1, 3), isUTC: false),
                ])
        )
        #expect(codes == ["bad-value", "bad-value"])
    }

    @Test func `the type of a value is determined by its text`() throws {
        let (date, codes) = try Sample.value("DTSTART:20260101")
        #expect(date == .date(CivilDate(dayNumber: 20_454)))
        #expect(codes == ["bad-value"])
        let (dateTime, moreCodes) = try Sample.value("DTSTART;VALUE=DATE:20260101T100000")
        #expect(dateTime == .dateTime(try time(2026, 1, 1, 10), isUTC: false))
        #expect(moreCodes == ["bad-value"])
        #expect(try Sample.value("DTSTART:P1D").value == .raw("P1D"))
    }

    @Test func `Z takes precedence over a TZID`() throws {
        let (value, codes) = try Sample.value("DTSTART;TZID=Europe/Berlin:20260101T000000Z")
        #expect(value == .dateTime(try time(2026, 1, 1), isUTC: true))
        #expect(codes == ["bad-parameter"])
    }

    @Test func `blanks around a time are ignored`() throws {
        let (value, codes) = try Sample.value("DTSTART: 20260101T000000\t")
        #expect(value == .dateTime(try time(2026, 1, 1), isUTC: false))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: [
        ("P1D", 1, 0), ("-P1W", -7, 0), ("+PT15M", 0, 900), ("P15DT5H0M20S", 15, 18_020),
        ("P1W2DT3H", 9, 10_800),
        ("PT1H30S", 0, 3630), ("pt1h", 0, 3600), ("-PT0S", 0, 0), ("P7W", 49, 0), ("P1DT", 1, 0),
        ("PT100000H", 0, 360_000_000),
    ])
    func `durations are read`(_ text: String, _ days: Int, _ seconds: Int) throws {
        let (value, codes) = try Sample.value("DURATION:\(text)")
        #expect(value == .duration(NominalDuration(days: days, seconds: seconds)))
        #expect(codes.isEmpty)
    }

    @Test(arguments: [("PT-15M", 0, -900), ("P-1D", -1, 0), ("-PT-15M", 0, 900)])
    func `a sign in the middle of a duration is read and reported`(
        _ text: String,
        _ days: Int,
        _ seconds: Int
    ) throws {
        let (value, codes) = try Sample.value("DURATION:\(text)")
        #expect(value == .duration(NominalDuration(days: days, seconds: seconds)))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: [
        ("PT0DT0H10M", 0, 600), ("PT1D", 1, 0), ("P1H", 0, 3600), ("PT1W", 7, 0), ("P1D2H", 1, 7200),
        ("PT1DT", 1, 0),
    ])
    func `a missing or misplaced T in a duration is reported`(_ text: String, _ days: Int, _ seconds: Int)
        throws
    {
        let (value, codes) = try Sample.value("DURATION:\(text)")
        #expect(value == .duration(NominalDuration(days: days, seconds: seconds)))
        #expect(codes == ["bad-value"])
    }

    @Test(arguments: [
        "PP", "PTT", "PT5", "P1Y", "P1M", "P15M", "PT1.5H", "P1D1H1M", "P99999999999D",
        "PT999999999999999999999S",
        "1D",
        "PT1S1H", "P1D1D", "PT99999999999999S", "P999999W", "--P1D",
    ])
    func `an invalid duration is kept as text and reported`(_ text: String) throws {
        let (value, codes) = try Sample.value("DURATION:\(text)")
        #expect(value == .raw(text))
        #expect(codes == ["bad-value"])
    }

    @Test func `a period has an end time or a duration`() throws {
        let start = try time(2026, 1, 1)
        let (ends, _) = try Sample.value("FREEBUSY:20260101T000000Z/20260101T010000Z,20260101T000000Z/PT2H")
        #expect(
            ends
                == .list([
                    .period(
                        .init(start: start, isUTC: true, end: .time(try time(2026, 1, 1, 1), isUTC: true))
                    ),
                    .period(.init(start: start, isUTC: true, end: .duration(NominalDuration(seconds: 7200)))),
                ])
        )
        #expect(try Sample.value("RDATE;VALUE=PERIOD:20260101T000000/PT2H").codes.isEmpty)
        #expect(try Sample.value("RDATE:20260101T000000/PT2H").codes == ["bad-value"])
        #expect(try Sample.value("FREEBUSY:20260101T000000Z/").value == .raw("20260101T000000Z/"))
        #expect(try Sample.value("FREEBUSY:20260101/PT1H").value == .raw("20260101/PT1H"))
    }

    @Test func `a trigger can be a duration or a time`() throws {
        #expect(try Sample.value("TRIGGER:-PT5M").value == .duration(NominalDuration(seconds: -300)))
        let (time, codes) = try Sample.value("TRIGGER;VALUE=DATE-TIME:20260101T000000Z")
        #expect(time == .dateTime(try self.time(2026, 1, 1), isUTC: true))
        #expect(codes.isEmpty)
        #expect(try Sample.value("TRIGGER:20260101T000000Z").codes == ["bad-value"])
    }

    @Test(arguments: [
        ("120000", 43_200, false), ("120000Z", 43_200, true), ("240000", 0, false),
        ("12:00:00", 43_200, false),
    ])
    func `times of day are read`(_ text: String, _ second: Int, _ isUTC: Bool) throws {
        #expect(try Sample.value("X-T;VALUE=TIME:\(text)").value == .time(secondOfDay: second, isUTC: isUTC))
    }
}
