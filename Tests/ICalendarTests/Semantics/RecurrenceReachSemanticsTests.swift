import ICalendar
import Testing

/// Tests rules below DAILY across clock changes, and rules that seem expensive.
struct RecurrenceReachSemanticsTests {
    @Test func `rules below DAILY generate local times, and duplicates from a gap are removed`() throws {
        // 02:30 does not exist and becomes 03:30, which the rule also generates.
        let ics = calendar("DTSTART;TZID=America/New_York:20260308T013000\nRRULE:FREQ=HOURLY;COUNT=4")
        let found = try expand(ics, from: "2026-03-08", to: "2026-03-09")
        #expect(
            found.starts == [
                "2026-03-08T01:30:00-05:00", "2026-03-08T03:30:00-04:00", "2026-03-08T04:30:00-04:00",
                "2026-03-08T05:30:00-04:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `rules below DAILY include a repeated local time once`() throws {
        let ics = calendar("DTSTART;TZID=America/New_York:20261101T003000\nRRULE:FREQ=HOURLY;COUNT=3")
        let found = try expand(ics, from: "2026-11-01", to: "2026-11-02")
        #expect(
            found.starts == [
                "2026-11-01T00:30:00-04:00", "2026-11-01T01:30:00-04:00", "2026-11-01T02:30:00-05:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `instances are sorted even where a gap reverses their order`() throws {
        // Every 45 minutes: 01:30, 02:15 (read as 03:15), 03:00, 03:45.
        let ics = calendar(
            "DTSTART;TZID=America/New_York:20260308T013000\nRRULE:FREQ=MINUTELY;INTERVAL=45;COUNT=4"
        )
        let found = try expand(ics, from: "2026-03-08", to: "2026-03-09")
        #expect(
            found.starts == [
                "2026-03-08T01:30:00-05:00", "2026-03-08T03:00:00-04:00", "2026-03-08T03:15:00-04:00",
                "2026-03-08T03:45:00-04:00",
            ]
        )
    }

    @Test func `COUNT counts instances in the order in which the rule generates them`() throws {
        // The second instance, 02:15 read as 03:15, is counted before the third, which is earlier.
        let ics = calendar(
            "DTSTART;TZID=America/New_York:20260308T013000\nRRULE:FREQ=MINUTELY;INTERVAL=45;COUNT=2"
        )
        let found = try expand(ics, from: "2026-03-08", to: "2026-03-09")
        #expect(found.starts == ["2026-03-08T01:30:00-05:00", "2026-03-08T03:15:00-04:00"])
        #expect(found.diagnostics == [])
    }

    @Test func `COUNT excludes duplicates from gaps, even far from DTSTART`() throws {
        // Each year loses an hour in spring: the 8760 local hours of 2025 produce 8759 instances.
        let hours = 8759 * 3
        let ics = calendar(
            "DTSTART;TZID=America/New_York:20250101T003000\nRRULE:FREQ=HOURLY;COUNT=\(hours + 2)"
        )
        let found = try expand(ics, from: "2027-12-31T22:00:00", to: "2028-01-02", in: "America/New_York")
        #expect(
            found.starts == [
                "2027-12-31T22:30:00-05:00", "2027-12-31T23:30:00-05:00", "2028-01-01T00:30:00-05:00",
                "2028-01-01T01:30:00-05:00",
            ]
        )
    }

    @Test(.timeLimit(.minutes(30)))
    func `the end of a huge COUNT is found by seeking`() throws {
        let ics = calendar("DTSTART:20000101T000000Z\nRRULE:FREQ=MINUTELY;COUNT=100000000")
        let found = try expand(ics, from: "2026-07-01T00:00:00", to: "2026-07-01T01:00:00")
        #expect(found.starts.count == 60)
        #expect(found.starts.first == "2026-07-01T00:00:00Z")
        // One hundred million minutes from 2000 end in 2190.
        let end = try expand(ics, from: "2190-02-17T10:38:00", to: "2190-02-18")
        #expect(end.starts == ["2190-02-17T10:38:00Z", "2190-02-17T10:39:00Z"])
        #expect(found.diagnostics + end.diagnostics == [])
    }

    @Test(.timeLimit(.minutes(30)))
    func `the end of a huge COUNT in a rule with BY parts is found by seeking`() throws {
        // 60 seconds on each of 261 weekdays in 2001 and one weekday in 2002, and a final second on the next
        // day.
        let ics = calendar(
            "DTSTART:20010101T100000Z\nRRULE:FREQ=SECONDLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=10;BYMINUTE=0;COUNT=15721"
        )
        let found = try expand(ics, from: "2002-01-01T10:00:59", to: "2003-01-01")
        #expect(found.starts == ["2002-01-01T10:00:59Z", "2002-01-02T10:00:00Z"])
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1,3", "FREQ=YEARLY;BYWEEKNO=10;BYMONTH=11;BYDAY=MO",
        ]
    )
    func `a rule that never matches does limited work and is reported`(text: String) throws {
        let ics = calendar("DTSTART:20260105T100000Z\nRRULE:\(text)", "UID:b\nDTSTART:20260706T100000Z")
        let found = try expand(ics, from: "2026-01-01", to: "2030-01-01")
        #expect(found.starts == ["2026-01-05T10:00:00Z", "2026-07-06T10:00:00Z"])
        #expect(
            found.warns(
                at: "RRULE",
                saying: "never",
                "no instance",
                "gave up",
                "no match",
                "matches nothing",
                "work"
            )
        )
    }

    @Test(.timeLimit(.minutes(30)))
    func `an endless rule that began long ago is expanded quickly`() throws {
        let ics = calendar("DTSTART:16010101T000000Z\nRRULE:FREQ=SECONDLY")
        let found = try expand(ics, from: "2026-07-01T00:00:00", to: "2026-07-01T00:00:10")
        #expect(found.starts.count == 10)
        #expect(found.starts.last == "2026-07-01T00:00:09Z")
        #expect(found.diagnostics == [])
    }
}
