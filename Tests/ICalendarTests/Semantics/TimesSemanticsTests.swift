import ICalendar
import Testing

/// Tests how the dates, times and durations of a component are read.
struct TimesSemanticsTests {
    @Test func `a local time in a gap is read with the offset that applied before the gap`() throws {
        let berlin = try expand(
            calendar("DTSTART;TZID=Europe/Berlin:20260329T023000"),
            from: "2026-03-29",
            to: "2026-03-30"
        )
        #expect(berlin.starts == ["2026-03-29T03:30:00+02:00"])
        #expect(berlin.diagnostics == [])
        let york = try expand(
            calendar("DTSTART;TZID=America/New_York:20260308T023000"),
            from: "2026-03-08",
            to: "2026-03-09"
        )
        #expect(york.starts == ["2026-03-08T03:30:00-04:00"])
    }

    @Test func `COUNT includes an instance in a gap`() throws {
        let ics = calendar("DTSTART;TZID=Europe/Berlin:20260328T023000\nRRULE:FREQ=DAILY;COUNT=3")
        let found = try expand(ics, from: "2026-03-28", to: "2026-04-05")
        #expect(
            found.starts == [
                "2026-03-28T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `a repeated local time means the first of the two instants`() throws {
        let ics = calendar("DTSTART;TZID=Europe/Berlin:20261025T023000")
        let found = try expand(ics, from: "2026-10-25", to: "2026-10-26")
        #expect(found.starts == ["2026-10-25T02:30:00+02:00"])
        #expect(found.diagnostics == [])
    }

    @Test func `DTEND of a recurring timed event specifies an exact duration`() throws {
        // From 22:00 to 06:00 across the spring clock change is seven hours, which is also the duration on other days.
        let ics = calendar(
            """
            DTSTART;TZID=Europe/Berlin:20260328T220000
            DTEND;TZID=Europe/Berlin:20260329T060000
            RRULE:FREQ=DAILY;COUNT=2
            """
        )
        let found = try expand(ics, from: "2026-03-28", to: "2026-04-05")
        #expect(
            found.spans == [
                "2026-03-28T22:00:00+01:00 2026-03-29T06:00:00+02:00",
                "2026-03-29T22:00:00+02:00 2026-03-30T05:00:00+02:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test(arguments: [
        ("P1D", "2026-03-29T12:00:00+02:00"), ("PT24H", "2026-03-29T13:00:00+02:00"),
        ("P1W", "2026-04-04T12:00:00+02:00"), ("P1DT1H", "2026-03-29T13:00:00+02:00"),
    ])
    func `days in DURATION follow local time, and hours are exact`(duration: String, end: String) throws {
        let ics = calendar("DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:\(duration)")
        let found = try expand(ics, from: "2026-03-28", to: "2026-03-29")
        #expect(found.spans == ["2026-03-28T12:00:00+01:00 \(end)"])
        #expect(found.diagnostics == [])
    }

    @Test func `an all-day event has no time zone, and its end is exclusive`() throws {
        let ics = calendar(
            "DTSTART;VALUE=DATE:20260328\nDTEND;VALUE=DATE:20260330",
            "UID:b\nDTSTART;VALUE=DATE:20260328",
            "UID:c\nDTSTART;VALUE=DATE:20260328\nDURATION:P3D"
        )
        let found = try expand(ics, from: "2026-03-01", to: "2026-04-30", in: "America/New_York")
        #expect(
            found.lines == [
                "2026-03-28 2026-03-29 b", "2026-03-28 2026-03-30 a", "2026-03-28 2026-03-31 c",
            ]
        )
        #expect(found.occurrences.allSatisfy { $0.isAllDay })
        #expect(found.diagnostics == [])
    }

    @Test func `an all-day event whose DTEND equals DTSTART lasts one day`() throws {
        let ics = calendar("DTSTART;VALUE=DATE:20260328\nDTEND;VALUE=DATE:20260328")
        let found = try expand(ics, from: "2026-03-01", to: "2026-04-30")
        #expect(found.lines == ["2026-03-28 2026-03-29 a"])
        #expect(found.warns(at: "DTEND", saying: "DTEND"))
    }

    @Test func `a timed event with neither DTEND nor DURATION has zero length`() throws {
        let found = try expand(calendar("DTSTART:20260328T100000Z"), from: "2026-03-01", to: "2026-04-30")
        #expect(found.lines == ["2026-03-28T10:00:00Z 2026-03-28T10:00:00Z a"])
        #expect(!found.occurrences[0].isAllDay)
        #expect(found.diagnostics == [])
    }

    @Test(arguments: ["DTEND:20260328T090000Z", "DURATION:-PT1H"])
    func `a timed event that ends before it starts has zero length`(end: String) throws {
        let ics = calendar("DTSTART:20260328T100000Z\n\(end)")
        let found = try expand(ics, from: "2026-03-01", to: "2026-04-30")
        #expect(found.lines == ["2026-03-28T10:00:00Z 2026-03-28T10:00:00Z a"])
        #expect(found.warns(at: end, saying: String(end.prefix { $0 != ":" })))
    }

    @Test(arguments: ["DTEND;VALUE=DATE:20260327", "DURATION:-P1D"])
    func `an all-day event that ends before it starts lasts one day`(end: String) throws {
        let ics = calendar("DTSTART;VALUE=DATE:20260328\n\(end)")
        let found = try expand(ics, from: "2026-03-01", to: "2026-04-30")
        #expect(found.lines == ["2026-03-28 2026-03-29 a"])
        #expect(found.warns(at: end, saying: "DTEND", "DURATION"))
    }

    @Test func `an invalid date is ignored, and other values in the list are kept`() throws {
        let ics = calendar(
            """
            DTSTART:20260227T100000Z
            RRULE:FREQ=DAILY;COUNT=4
            EXDATE:20260231T100000Z,20260228T100000Z
            RDATE:20260305T100000Z,20261301T100000Z
            """
        )
        let found = try expand(ics, from: "2026-02-01", to: "2026-04-30")
        #expect(
            found.starts == [
                "2026-02-27T10:00:00Z", "2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z",
                "2026-03-05T10:00:00Z",
            ]
        )
        #expect(found.warns(at: "EXDATE", saying: "20260231"))
        #expect(found.warns(at: "RDATE", saying: "20261301"))
    }

    @Test func `an invalid DTSTART affects only its own event`() throws {
        let ics = calendar("DTSTART:20260231T100000Z", "UID:b\nDTSTART:20260228T100000Z")
        let found = try expand(ics, from: "2026-02-01", to: "2026-04-30")
        #expect(found.occurrences.map(\.uid) == ["b"])
        #expect(found.warns(at: "DTSTART:20260231", saying: "20260231"))
    }

    @Test func `hour 24 means the next midnight`() throws {
        let ics = calendar("DTSTART:20260228T240000Z\nDTEND:20260301T010000Z")
        let found = try expand(ics, from: "2026-02-01", to: "2026-04-30")
        #expect(found.spans == ["2026-03-01T00:00:00Z 2026-03-01T01:00:00Z"])
        #expect(found.warns(at: "DTSTART", saying: "24"))
    }

    @Test func `second 60 is read as 59`() throws {
        let ics = calendar("DTSTART:20161231T235960Z\nDTEND:20170101T000000Z")
        let found = try expand(ics, from: "2016-12-31", to: "2017-01-02")
        #expect(found.spans == ["2016-12-31T23:59:59Z 2017-01-01T00:00:00Z"])
        #expect(found.diagnostics == [])
    }

    @Test func `DTEND without TZID is read in the zone of DTSTART`() throws {
        let ics = calendar("DTSTART;TZID=America/New_York:20260110T100000\nDTEND:20260110T113000")
        let found = try expand(ics, from: "2026-01-10", to: "2026-01-12", in: "Europe/Berlin")
        #expect(found.spans == ["2026-01-10T10:00:00-05:00 2026-01-10T11:30:00-05:00"])
        #expect(found.diagnostics == [])
    }

    @Test func `a timed event whose DTEND is a DATE ends at midnight`() throws {
        let ics = calendar("DTSTART;TZID=America/New_York:20260110T100000\nDTEND;VALUE=DATE:20260111")
        let found = try expand(ics, from: "2026-01-10", to: "2026-01-12")
        #expect(found.spans == ["2026-01-10T10:00:00-05:00 2026-01-11T00:00:00-05:00"])
        #expect(found.warns(at: "DTEND", saying: "DTEND"))
    }

    @Test(arguments: [
        ("PT1H", "2026-03-29"), ("PT24H", "2026-03-29"), ("PT36H", "2026-03-30"), ("P2DT1S", "2026-03-31"),
    ])
    func `a DURATION with hours in an all-day event is rounded up to whole days`(
        duration: String,
        end: String
    ) throws {
        let ics = calendar("DTSTART;VALUE=DATE:20260328\nDURATION:\(duration)")
        let found = try expand(ics, from: "2026-03-01", to: "2026-04-30")
        #expect(found.lines == ["2026-03-28 \(end) a"])
        #expect(found.warns(at: "DURATION", saying: "DURATION"))
    }

    @Test func `an instance in a gap adds its nominal duration to its moved start`() throws {
        let ics = calendar(
            "DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:P1D\nRRULE:FREQ=DAILY;COUNT=3"
        )
        let found = try expand(ics, from: "2026-03-28", to: "2026-04-05")
        #expect(
            found.spans == [
                "2026-03-28T02:30:00+01:00 2026-03-29T03:30:00+02:00",
                "2026-03-29T03:30:00+02:00 2026-03-30T03:30:00+02:00",
                "2026-03-30T02:30:00+02:00 2026-03-31T02:30:00+02:00",
            ]
        )
    }

    @Test func `a time whose offset includes seconds is printed in UTC`() throws {
        // Until April 1893, local mean time in Berlin was 53 minutes and 28 seconds ahead of Greenwich.
        let ics = calendar("DTSTART;TZID=Europe/Berlin:18900101T120000\nDURATION:PT1H")
        let found = try expand(ics, from: "1890-01-01", to: "1890-01-03")
        #expect(found.spans == ["1890-01-01T11:06:32Z 1890-01-01T12:06:32Z"])
        #expect(found.diagnostics == [])
    }

    @Test func `years from 1601 to 9999 are supported`() throws {
        let ics = calendar(
            "DTSTART;VALUE=DATE:16010101\nRRULE:FREQ=YEARLY",
            "UID:b\nDTSTART:99991231T120000Z\nDURATION:PT1H"
        )
        #expect(try expand(ics, from: "1601-01-01", to: "1603-01-01").starts == ["1601-01-01", "1602-01-01"])
        #expect(try expand(ics, from: "2026-01-01", to: "2027-01-01").starts == ["2026-01-01"])
        let late = try expand(ics, from: "9998-06-01", to: "9999-12-31T23:59:59")
        #expect(late.starts == ["9999-01-01", "9999-12-31T12:00:00Z"])
        #expect(late.diagnostics == [])
    }

    @Test(arguments: [
        "DTSTART;VALUE=DATE:20260302Z", "DTSTART:20260302Z", "DTSTART:20260302z",
        "dtstart;value=date:2026\n 0302Z",
        "DTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260303Z", "DTSTART:2026-03-02Z",
    ])
    func `a date followed by Z is read as a date`(times: String) throws {
        let found = try expand(calendar(times), from: "2026-03-01", to: "2026-04-01")
        #expect(found.spans == ["2026-03-02 2026-03-03"])
        #expect(found.warns(at: "DTSTART", "DTEND", "dtstart", saying: "date with a Z", severity: .warning))
    }

    @Test(arguments: [
        "EXDATE:20260303Z", "EXDATE;VALUE=DATE:20260303Z,20260310Z", "RDATE;VALUE=DATE:20260302Z",
        "RECURRENCE-ID;VALUE=DATE:20260303Z",
    ])
    func `dates followed by Z are also read in lists and RECURRENCE-ID`(property: String) throws {
        var events = ["DTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;COUNT=2"]
        if property.hasPrefix("RECURRENCE-ID") {
            events.append("DTSTART;VALUE=DATE:20260320\n\(property)")
        } else {
            events[0] += "\n\(property)"
        }
        let found = try expand(calendar(events: events), from: "2026-03-01", to: "2026-04-01")
        let second =
            property.hasPrefix("RDATE") ? ["2026-03-03"] : property.hasPrefix("REC") ? ["2026-03-20"] : []
        #expect(found.starts == ["2026-03-02"] + second)
        #expect(found.warns(at: "EXDATE", "RDATE", "RECURRENCE-ID", saying: "date with a Z"))
    }

    @Test func `an UNTIL date followed by Z is read as a date`() throws {
        for start in ["DTSTART;VALUE=DATE:20260302", "DTSTART:20260302T220000Z"] {
            let found = try expand(
                calendar("\(start)\nRRULE:FREQ=DAILY;UNTIL=20260304Z"),
                from: "2026-03-01",
                to: "2026-04-01"
            )
            #expect(found.starts.count == 3)
            #expect(found.warns(at: "RRULE", saying: "UNTIL=20260304Z is a date with a Z"))
        }
    }

    @Test func `times after 2038 are supported`() throws {
        let ics = calendar(
            "DTSTART;TZID=Europe/Berlin:20200119T041407\nDTEND;TZID=Europe/Berlin:20200119T041409\n"
                + "RRULE:FREQ=MONTHLY;BYMONTH=1,7"
        )
        let found = try expand(ics, from: "2038-01-01", to: "2039-01-01")
        #expect(
            found.spans == [
                "2038-01-19T04:14:07+01:00 2038-01-19T04:14:09+01:00",
                "2038-07-19T04:14:07+02:00 2038-07-19T04:14:09+02:00",
            ]
        )
    }
}
