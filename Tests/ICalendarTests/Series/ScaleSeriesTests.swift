import ICalendar
import Testing

@testable import ICalendarCore

/// Tests rules with RSCALE (RFC 7529), from the calendar file to the occurrences.
struct ScaleSeriesTests {
    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            ("KLINGON;FREQ=YEARLY", "not a known calendar"),
            ("HEBREW;FREQ=YEARLY;BYMONTH=13", "BYMONTH=13 does not occur"),
            ("HEBREW;FREQ=YEARLY;BYMONTHDAY=31", "BYMONTHDAY=31 does not occur"),
            ("HEBREW;FREQ=MONTHLY;BYMONTH=3L", "BYMONTH=3L does not occur"),
            ("ISLAMIC-CIVIL;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=1", "BYMONTH=5L does not occur"),
            ("ISLAMIC-CIVIL;FREQ=DAILY;BYMONTHDAY=-31", "BYMONTHDAY=-31 does not occur"),
            ("CHINESE;FREQ=YEARLY;BYMONTHDAY=-32;BYDAY=1MO", "BYMONTHDAY=-32 does not occur"),
            ("ETHIOPIC;FREQ=MONTHLY;BYMONTH=13;BYMONTHDAY=7", "no instance"),
            ("PERSIAN;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31", "no instance"),
            ("CHINESE;FREQ=DAILY;INTERVAL=999983;BYMONTH=12L", "no instance"),
            ("INDIAN;FREQ=SECONDLY;BYMONTH=12", "FREQ=SECONDLY"),
            ("HEBREW;FREQ=MINUTELY;BYMONTHDAY=30;BYMONTH=2", "FREQ=MINUTELY"),
            ("HEBREW;FREQ=YEARLY;BYWEEKNO=-22,-49,27", "BYWEEKNO"),
            ("COPTIC;FREQ=YEARLY;INTERVAL=0", "INTERVAL=0"),
            ("PERSIAN;FREQ=YEARLY;BYMONTH=99", "is not valid"),
            ("CHINESE;FREQ=YEARLY;BYMONTH=12L;BYMONTHDAY=30;SKIP=OMIT", "no instance"),
        ]
    )
    func `a hostile rule ends with a diagnostic instead of endless work`(rule: String, message: String) throws
    {
        let ics = calendar(
            "DTSTART:20260105T100000Z\nRRULE:RSCALE=\(rule)",
            "UID:b\nDTSTART:20260706T100000Z"
        )
        let expanded = try expand(ics, from: "2026-01-01", to: "2030-01-01")
        #expect(expanded.starts == ["2026-01-05T10:00:00Z", "2026-07-06T10:00:00Z"])
        #expect(expanded.warns(at: "RRULE", saying: message), "\(expanded)")
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            "CHINESE;FREQ=YEARLY;INTERVAL=1000000", "CHINESE;FREQ=DAILY;INTERVAL=1000000;BYMONTH=1,2",
            "HEBREW;FREQ=MONTHLY;INTERVAL=99999999999999999999",
            "HEBREW;FREQ=WEEKLY;INTERVAL=70000;BYMONTH=4",
        ]
    )
    func `a huge interval is skipped in one step`(rule: String) throws {
        let ics = calendar(
            "DTSTART;VALUE=DATE:16010203\nRRULE:RSCALE=\(rule)",
            "UID:b\nDTSTART:20260706T100000Z"
        )
        #expect(try expand(ics, from: "2026-01-01", to: "2030-01-01").starts == ["2026-07-06T10:00:00Z"])
    }

    @Test func `COUNT is evaluated within the years that a calendar supports`() throws {
        let ics = calendar(
            "DTSTART;VALUE=DATE:16020222\nRRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTHDAY=30;COUNT=5000"
        )
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01")
        #expect(found.starts.first == "2026-01-18")
        let late = try expand(ics, from: "2600-01-01", to: "2601-01-01")
        #expect(late.starts == [])
        #expect(late.warns(at: "RRULE", saying: "COUNT", severity: .error))
    }

    @Test func `instances beyond the supported years are reported as missing`() throws {
        let ics = calendar("DTSTART;VALUE=DATE:20260217\nRRULE:RSCALE=CHINESE;FREQ=YEARLY")
        let found = try expand(ics, from: "3000-01-01", to: "3001-01-01")
        #expect(found.starts == [])
        #expect(found.warns(at: "RRULE", saying: "2581"))
        let early = calendar("DTSTART;VALUE=DATE:15000217\nRRULE:RSCALE=CHINESE;FREQ=YEARLY")
        let first = try expand(early, from: "1500-01-01", to: "1504-01-01")
        #expect(first.starts == ["1500-02-17"])
        #expect(first.warns(at: "RRULE", saying: "1584", severity: .error))
    }

    @Test func `an override is matched even if its RECURRENCE-ID is outside the window`() throws {
        let ics = calendar(
            "DTSTART;VALUE=DATE:20130210\nRRULE:RSCALE=CHINESE;FREQ=YEARLY",
            "RECURRENCE-ID;VALUE=DATE:20140131\nDTSTART;VALUE=DATE:20260301"
        )
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01")
        #expect(found.starts == ["2026-02-17", "2026-03-01"])
        #expect(found.diagnostics == [])
    }

    @Test func `weekdays and times do not depend on the calendar`() throws {
        let ics = calendar("DTSTART:20260105T100000Z\nRRULE:RSCALE=HEBREW;FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3")
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01")
        #expect(found.starts == ["2026-01-05T10:00:00Z", "2026-01-07T10:00:00Z", "2026-01-12T10:00:00Z"])
        let late = calendar("DTSTART:99980105T100000Z\nRRULE:RSCALE=CHINESE;FREQ=HOURLY;INTERVAL=6;COUNT=2")
        #expect(try expand(late, from: "9998-01-01", to: "9999-01-01").starts.count == 2)
        #expect(found.diagnostics == [])
    }

    @Test(arguments: ["JAPANESE", "BUDDHIST", "ROC", "ISO8601", "gregory"])
    func `calendars that differ only in year numbers are read as Gregorian`(name: String) throws {
        let ics = calendar(
            "DTSTART;VALUE=DATE:20180531\nRRULE:RSCALE=\(name);FREQ=MONTHLY;SKIP=BACKWARD;COUNT=14"
        )
        let found = try expand(ics, from: "2019-04-01", to: "2021-01-01")
        #expect(found.starts == ["2019-04-30", "2019-05-31", "2019-06-30"])
        #expect(found.diagnostics == [])
    }
}
