import ICalendar
import Testing

/// Tests the set of instances, and where UNTIL and COUNT end it.
struct RecurrenceSetSemanticsTests {
    private func expand2026(_ body: String) throws -> Expanded {
        try expand(calendar(body), from: "2026-01-01", to: "2027-01-01")
    }

    @Test func `the instances are DTSTART, RRULE and RDATE minus EXRULE and EXDATE, without duplicates`()
        throws
    {
        let found = try expand2026(
            """
            DTSTART:20260101T100000Z
            RRULE:FREQ=DAILY;COUNT=4
            RRULE:FREQ=WEEKLY;COUNT=2
            RDATE:20260103T100000Z,20260105T120000Z
            EXRULE:FREQ=DAILY;INTERVAL=3;COUNT=2
            EXDATE:20260102T100000Z
            """
        )
        #expect(found.starts == ["2026-01-03T10:00:00Z", "2026-01-05T12:00:00Z", "2026-01-08T10:00:00Z"])
        #expect(found.diagnostics == [])
    }

    @Test func `a DTSTART that does not match its rule is an extra instance that COUNT excludes`() throws {
        // 1 January 2026 is a Thursday.
        let found = try expand2026("DTSTART:20260101T100000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2")
        #expect(found.starts == ["2026-01-01T10:00:00Z", "2026-01-05T10:00:00Z", "2026-01-12T10:00:00Z"])
        #expect(found.warns(at: "DTSTART", "RRULE", saying: "DTSTART"))
    }

    @Test func `Friday the 13th needs an EXDATE to exclude a DTSTART on another day`() throws {
        let ics = calendar(
            """
            DTSTART;TZID=America/New_York:19970902T090000
            EXDATE;TZID=America/New_York:19970902T090000
            RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13
            """
        )
        let found = try expand(ics, from: "1997-01-01", to: "2000-12-31")
        #expect(
            found.starts == [
                "1998-02-13T09:00:00-05:00", "1998-03-13T09:00:00-05:00", "1998-11-13T09:00:00-05:00",
                "1999-08-13T09:00:00-04:00", "2000-10-13T09:00:00-04:00",
            ]
        )
    }

    @Test func `UNTIL is inclusive`() throws {
        let found = try expand2026("DTSTART:20260101T100000Z\nRRULE:FREQ=DAILY;UNTIL=20260103T100000Z")
        #expect(found.starts.last == "2026-01-03T10:00:00Z")
        #expect(found.starts.count == 3)
        let before = try expand2026("DTSTART:20260101T100000Z\nRRULE:FREQ=DAILY;UNTIL=20260103T095959Z")
        #expect(before.starts.count == 2)
        #expect(found.diagnostics + before.diagnostics == [])
    }

    @Test func `UNTIL on a nonexistent day ends on the last day before it`() throws {
        let found = try expand2026("DTSTART:20260628T100000Z\nRRULE:FREQ=DAILY;UNTIL=20260631T100000Z")
        #expect(found.starts == ["2026-06-28T10:00:00Z", "2026-06-29T10:00:00Z", "2026-06-30T10:00:00Z"])
        #expect(found.warns(at: "RRULE", saying: "UNTIL"))
        let days = try expand2026("DTSTART;VALUE=DATE:20260227\nRRULE:FREQ=DAILY;UNTIL=20260230")
        #expect(days.starts == ["2026-02-27", "2026-02-28"])
    }

    @Test func `UNTIL without Z is read in DTSTART's zone`() throws {
        let found = try expand2026(
            "DTSTART;TZID=America/New_York:20260110T100000\nRRULE:FREQ=DAILY;UNTIL=20260112T100000"
        )
        #expect(found.starts.last == "2026-01-12T10:00:00-05:00")
        #expect(found.starts.count == 3)
        #expect(found.diagnostics == [])
    }

    @Test func `a DATE as UNTIL of a timed series includes that local day`() throws {
        let found = try expand2026(
            "DTSTART;TZID=America/New_York:20260110T230000\nRRULE:FREQ=DAILY;UNTIL=20260112"
        )
        #expect(found.starts.last == "2026-01-12T23:00:00-05:00")
        #expect(found.starts.count == 3)
        #expect(found.diagnostics == [])
    }

    @Test(arguments: ["20260112T000000Z", "20260112T235959Z", "20260112T120000", "20260112"])
    func `a DATE-TIME as UNTIL of an all-day series is read as its date`(until: String) throws {
        let found = try expand2026("DTSTART;VALUE=DATE:20260110\nRRULE:FREQ=DAILY;UNTIL=\(until)")
        #expect(found.starts == ["2026-01-10", "2026-01-11", "2026-01-12"])
        #expect(found.diagnostics == [])
    }

    @Test func `UNTIL before DTSTART excludes all instances, including DTSTART`() throws {
        let found = try expand2026("DTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;UNTIL=20260109T100000Z")
        #expect(found.lines == [])
        #expect(found.warns(at: "RRULE", saying: "UNTIL"))
    }

    @Test(arguments: [
        ("COUNT=2;UNTIL=20260120T100000Z", 2), ("COUNT=9;UNTIL=20260112T100000Z", 3),
        ("UNTIL=20260112T100000Z;COUNT=9", 3),
    ])
    func `of COUNT and UNTIL, whichever ends the rule first applies`(parts: String, count: Int) throws {
        let found = try expand2026("DTSTART:20260110T100000Z\nRRULE:FREQ=DAILY;\(parts)")
        #expect(found.starts.count == count)
        #expect(found.warns(at: "RRULE", saying: "COUNT", "UNTIL"))
    }

    @Test func `COUNT applies to each rule separately and includes excluded instances`() throws {
        let found = try expand2026(
            """
            DTSTART:20260101T100000Z
            RRULE:FREQ=DAILY;COUNT=3
            EXDATE:20260102T100000Z
            RDATE:20260109T100000Z
            """
        )
        #expect(found.starts == ["2026-01-01T10:00:00Z", "2026-01-03T10:00:00Z", "2026-01-09T10:00:00Z"])
        #expect(found.diagnostics == [])
    }

    @Test func `a floating series reads UTC and zoned values as local times`() throws {
        let ics = calendar(
            """
            DTSTART:20260101T100000
            RRULE:FREQ=DAILY;UNTIL=20260104T100000Z
            EXDATE:20260102T100000Z
            RDATE;TZID=America/New_York:20260110T090000
            """,
            "RECURRENCE-ID:20260103T100000Z\nDTSTART:20260103T180000"
        )
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01", in: "Asia/Tokyo")
        #expect(
            found.starts == [
                "2026-01-01T10:00:00", "2026-01-03T18:00:00", "2026-01-04T10:00:00", "2026-01-10T09:00:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `an RDATE with a PERIOD uses the end of the period`() throws {
        let found = try expand2026(
            """
            DTSTART:20260101T100000Z
            DTEND:20260101T110000Z
            RRULE:FREQ=DAILY;COUNT=2
            RDATE;VALUE=PERIOD:20260102T100000Z/20260102T130000Z,20260105T100000Z/PT30M
            """
        )
        #expect(
            found.spans == [
                "2026-01-01T10:00:00Z 2026-01-01T11:00:00Z", "2026-01-02T10:00:00Z 2026-01-02T13:00:00Z",
                "2026-01-05T10:00:00Z 2026-01-05T10:30:00Z",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `a DATE as RDATE in a timed series uses the time of DTSTART`() throws {
        let found = try expand2026(
            "DTSTART;TZID=Europe/Berlin:20260101T100000\nDURATION:PT1H\nRDATE;VALUE=DATE:20260105,20260705"
        )
        #expect(
            found.spans == [
                "2026-01-01T10:00:00+01:00 2026-01-01T11:00:00+01:00",
                "2026-01-05T10:00:00+01:00 2026-01-05T11:00:00+01:00",
                "2026-07-05T10:00:00+02:00 2026-07-05T11:00:00+02:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `a DATE as EXDATE in a timed series removes that local day`() throws {
        // 23:00 in New York is on the next day in UTC.
        let found = try expand2026(
            """
            DTSTART;TZID=America/New_York:20260110T110000
            RRULE:FREQ=DAILY;BYHOUR=11,23;COUNT=6
            EXDATE;VALUE=DATE:20260111
            """
        )
        #expect(
            found.starts == [
                "2026-01-10T11:00:00-05:00", "2026-01-10T23:00:00-05:00", "2026-01-12T11:00:00-05:00",
                "2026-01-12T23:00:00-05:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test(arguments: [
        "EXDATE:20260111T000000Z", "EXDATE:20260111T235900Z", "EXDATE;TZID=America/New_York:20260111T220000",
    ])
    func `a DATE-TIME as EXDATE in an all-day series removes that date`(exclusion: String) throws {
        let found = try expand2026("DTSTART;VALUE=DATE:20260110\nRRULE:FREQ=DAILY;COUNT=3\n\(exclusion)")
        #expect(found.starts == ["2026-01-10", "2026-01-12"])
        #expect(found.diagnostics == [])
    }

    @Test(arguments: ["EXDATE:20260111T090000Z", "EXDATE;TZID=America/New_York:20260111T040000"])
    func `an EXDATE in another zone is compared as an instant`(exclusion: String) throws {
        let found = try expand2026(
            "DTSTART;TZID=Europe/Berlin:20260110T100000\nRRULE:FREQ=DAILY;COUNT=3\n\(exclusion)"
        )
        #expect(found.starts == ["2026-01-10T10:00:00+01:00", "2026-01-12T10:00:00+01:00"])
        #expect(found.diagnostics == [])
    }

    @Test func `EXRULEs that exclude everything together leave no instances`() throws {
        let halves = [0..<30, 30..<60].map { $0.map(String.init).joined(separator: ",") }
        let ics = calendar(
            """
            DTSTART:20260101T000000Z
            RRULE:FREQ=SECONDLY
            EXRULE:FREQ=SECONDLY;BYDAY=MO,TU,WE,TH;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23
            EXRULE:FREQ=SECONDLY;BYDAY=FR,SA,SU;BYSECOND=\(halves[0])
            EXRULE:FREQ=SECONDLY;BYDAY=FR,SA,SU;BYSECOND=\(halves[1])
            """
        )
        #expect(try expand(ics, from: "2026-01-01", to: "2030-01-01").starts == [])
    }

    @Test(arguments: ["2026-02-01", "2026-02-14T04:00:00Z", "2026-02-14T05:00:00Z"])
    func `an EXRULE removes a period that began before the window`(from: String) throws {
        let ics = calendar(
            "DTSTART:20260213T040000Z\nRDATE;VALUE=PERIOD:20260214T040000Z/PT2H\nEXRULE:FREQ=DAILY"
        )
        #expect(try expand(ics, from: from, to: "2026-03-01").starts == [])
    }

    @Test func `a non-Gregorian rule without valid days applies without its RSCALE`() throws {
        let start = "DTSTART:20260101T100000Z\n"
        let scaled = try expand2026(start + "RRULE:RSCALE=PERSIAN;FREQ=DAILY;BYYEARDAY=1;COUNT=400")
        #expect(scaled.starts == (try expand2026(start + "RRULE:FREQ=DAILY;COUNT=400").starts))
        #expect(scaled.diagnostics.count == 1)
    }
}
