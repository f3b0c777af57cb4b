import ICalendar
import Testing

/// Tests the meaning of a TZID, with and without a VTIMEZONE.
struct ZonesSemanticsTests {
    private func start(_ timeZoneID: String, _ time: String, zones: String = "") throws -> Expanded {
        let ics = calendar("DTSTART;TZID=\(timeZoneID):\(time)", zones: zones)
        return try expand(ics, from: "\(time.prefix(4))-01-01", to: "\(time.prefix(4))-12-31")
    }

    @Test(arguments: [
        "Europe/Berlin", "europe/berlin", "EUROPE/BERLIN", "Arctic/Longyearbyen", "CET",
    ])
    func `IANA zone names and aliases are case-insensitive`(name: String) throws {
        let found = try start(name, "20260710T100000")
        #expect(found.starts == ["2026-07-10T10:00:00+02:00"])
        #expect(found.diagnostics == [])
    }

    @Test func `blanks in a TZID count as underscores`() throws {
        let found = try start("America/New York", "20260710T100000")
        #expect(found.starts == ["2026-07-10T10:00:00-04:00"])
        #expect(found.diagnostics == [])
    }

    @Test func `a system zone takes precedence over a VTIMEZONE, with one warning for each zone`() throws {
        let ics = calendar(
            "DTSTART;TZID=Europe/Berlin:20260110T100000\nRRULE:FREQ=DAILY;COUNT=2",
            "UID:b\nDTSTART;TZID=Europe/Berlin:20260710T100000",
            zones: fixedZone("Europe/Berlin", "+0300")
        )
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01")
        #expect(
            found.starts == [
                "2026-01-10T10:00:00+01:00", "2026-01-11T10:00:00+01:00", "2026-07-10T10:00:00+02:00",
            ]
        )
        #expect(found.remarks.filter { $0.code == .timeZone }.count == 1)
        #expect(found.remarks.contains { $0.message.contains("Europe/Berlin") })
    }

    @Test func `different spellings of a zone produce only one warning`() throws {
        let spellings = ["Europe/Berlin", "europe/berlin", "EUROPE/BERLIN", " Europe/Berlin"]
        let dates = spellings.map { "RDATE;TZID=\($0):20260110T100000" }.joined(separator: "\n")
        let ics = calendar(
            "DTSTART;TZID=EUROPE/berlin:20260109T100000\n" + dates,
            zones: fixedZone("Europe/Berlin", "+0300")
        )
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01")
        #expect(found.starts == ["2026-01-09T10:00:00+01:00", "2026-01-10T10:00:00+01:00"])
        #expect(found.remarks.map(\.code) == [.timeZone])
    }

    @Test func `definitions that differ only in years without events produce no warnings`() throws {
        // The VTIMEZONE has had daylight saving time since 1970. Berlin has had it since 1980, and until 1995
        // only to September.
        let found = try start("Europe/Berlin", "20260710T100000", zones: europeanZone("Europe/Berlin"))
        #expect(found.starts == ["2026-07-10T10:00:00+02:00"])
        #expect(found.diagnostics == [])
        let early = try start("Europe/Berlin", "19750710T100000", zones: europeanZone("Europe/Berlin"))
        #expect(early.starts == ["1975-07-10T10:00:00+01:00"])
        #expect(early.remarks.map(\.code) == [.timeZone])
    }

    @Test func `an option makes the file's definition take precedence`() throws {
        var options = ExpansionOptions()
        options.zonePreference = .file
        let ics = calendar(
            "DTSTART;TZID=Europe/Berlin:20260110T100000",
            zones: fixedZone("Europe/Berlin", "+0300")
        )
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01", options: options)
        #expect(found.starts == ["2026-01-10T10:00:00+03:00"])
    }

    @Test(arguments: ["Customized Time Zone", "W. Europe Standard Time", "/example.org/1/Europe/Berlin", "1"])
    func `any other TZID with a VTIMEZONE uses the file's rules`(name: String) throws {
        let found = try start(name, "20260710T100000", zones: fixedZone(name, "+0545"))
        #expect(found.starts == ["2026-07-10T10:00:00+05:45"])
        #expect(found.diagnostics == [])
    }

    @Test func `the file's zone rules apply indefinitely`() throws {
        let ics = calendar(
            "DTSTART;TZID=Here:20200115T100000\nRRULE:FREQ=MONTHLY;BYMONTH=1,7",
            zones: europeanZone("Here")
        )
        let found = try expand(ics, from: "2150-01-01", to: "2151-01-01")
        #expect(found.starts == ["2150-01-15T10:00:00+01:00", "2150-07-15T10:00:00+02:00"])
        #expect(found.diagnostics == [])
    }

    @Test func `gaps and overlaps in a zone from the file are handled like those in system zones`() throws {
        let zones = europeanZone("Here")
        #expect(try start("Here", "20260329T023000", zones: zones).starts == ["2026-03-29T03:30:00+02:00"])
        #expect(try start("Here", "20261025T023000", zones: zones).starts == ["2026-10-25T02:30:00+02:00"])
    }

    @Test func `a VTIMEZONE can have several observances, RDATEs and rules that end`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Here
            BEGIN:STANDARD
            DTSTART:20001029T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20101031T010000Z
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:20010325T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20110327T010000Z
            END:DAYLIGHT
            BEGIN:STANDARD
            DTSTART:20150601T000000
            RDATE:20170601T000000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0300
            END:STANDARD
            BEGIN:STANDARD
            DTSTART:20160601T000000
            TZOFFSETFROM:+0300
            TZOFFSETTO:+0200
            END:STANDARD
            END:VTIMEZONE
            """
        let expected = [
            "20100115": "+01:00", "20100715": "+02:00", "20110115": "+01:00", "20120115": "+02:00",
            "20150715": "+03:00", "20160715": "+02:00", "20170715": "+03:00", "20400115": "+03:00",
        ]
        for (day, offset) in expected.sorted(by: { $0.key < $1.key }) {
            let found = try start("Here", "\(day)T100000", zones: zone)
            #expect(found.starts.map { String($0.suffix(6)) } == [offset], "\(day)")
            #expect(found.diagnostics == [])
        }
    }

    @Test func `a VTIMEZONE applies only to its own VCALENDAR`() throws {
        let ics =
            calendar("DTSTART;TZID=Here:20260710T100000", zones: fixedZone("Here", "+0100"))
            + calendar("UID:b\nDTSTART;TZID=Here:20260711T100000", zones: fixedZone("Here", "+0400"))
            + calendar("UID:c\nDTSTART;TZID=Here:20260712T100000")
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01")
        #expect(
            found.starts == [
                "2026-07-10T10:00:00+01:00", "2026-07-11T10:00:00+04:00", "2026-07-12T10:00:00",
            ]
        )
        #expect(found.warns(at: "DTSTART;TZID=Here:20260712", saying: "Here"))
    }

    @Test(arguments: [
        ("W. Europe Standard Time", "+02:00"), ("Eastern Standard Time", "-04:00"),
        ("India Standard Time", "+05:30"), ("AUS Eastern Standard Time", "+10:00"),
        ("\"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\"", "+02:00"),
        ("\"(UTC-08:00) Pacific Time (US & Canada)\"", "-07:00"),
    ])
    func `Windows zone names and display names need no VTIMEZONE`(name: String, offset: String) throws {
        let found = try start(name, "20260710T100000")
        #expect(found.starts == ["2026-07-10T10:00:00\(offset)"])
        #expect(found.diagnostics == [])
    }

    @Test(arguments: [
        ("/mozilla.org/20050126_1/Europe/Berlin", "+02:00"),
        ("/freeassociation.sourceforge.net/Tzfile/America/New_York", "-04:00"),
        ("/citadel.org/20100322_1/Europe/Paris", "+02:00"),
        ("/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires", "-03:00"),
    ])
    func `a vendor prefix is removed to find the longest matching IANA name`(name: String, offset: String)
        throws
    {
        let found = try start(name, "20260710T100000")
        #expect(found.starts == ["2026-07-10T10:00:00\(offset)"])
        #expect(found.diagnostics == [])
    }

    @Test func `the DTSTART of an observance is an onset even if its rule does not match it`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Here
            BEGIN:STANDARD
            DTSTART:20260115T000000
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            TZOFFSETFROM:+0500
            TZOFFSETTO:+0100
            END:STANDARD
            END:VTIMEZONE
            """
        #expect(try start("Here", "20260201T100000", zones: zone).starts == ["2026-02-01T10:00:00+01:00"])
    }

    @Test func `before the first onset, a zone uses that onset's TZOFFSETFROM`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Here
            BEGIN:STANDARD
            DTSTART:20200601T000000
            TZOFFSETFROM:+0530
            TZOFFSETTO:+0600
            END:STANDARD
            END:VTIMEZONE
            """
        #expect(try start("Here", "20190201T100000", zones: zone).starts == ["2019-02-01T10:00:00+05:30"])
        #expect(try start("Here", "20210201T100000", zones: zone).starts == ["2021-02-01T10:00:00+06:00"])
    }

    @Test func `an unknown TZID without a VTIMEZONE is floating and produces a warning`() throws {
        let ics = calendar("DTSTART;TZID=Middle-earth/Bree:20260710T100000\nDURATION:PT1H")
        let found = try expand(ics, from: "2026-07-10", to: "2026-07-11", in: "Asia/Tokyo")
        #expect(found.spans == ["2026-07-10T10:00:00 2026-07-10T11:00:00"])
        #expect(found.warns(at: "DTSTART", saying: "Middle-earth/Bree"))
    }

    @Test func `floating times stay floating and use the display time zone at the window's bounds`() throws {
        let ics = calendar("DTSTART:20260710T100000\nDTEND:20260710T110000")
        let found = try expand(
            ics,
            from: "2026-07-10T00:00:00Z",
            to: "2026-07-10T01:00:01Z",
            in: "Asia/Tokyo"
        )
        #expect(found.spans == ["2026-07-10T10:00:00 2026-07-10T11:00:00"])
        #expect(found.diagnostics == [])
        let utc = try expand(ics, from: "2026-07-10T00:00:00Z", to: "2026-07-10T01:00:01Z")
        #expect(utc.spans == [])
    }

    @Test func `X-WR-TIMEZONE is ignored by default`() throws {
        let ics = calendar("DTSTART:20260710T100000", "UID:b\nDTSTART;VALUE=DATE:20260711")
            .replacing("VERSION:2.0\r\n", with: "VERSION:2.0\r\nX-WR-TIMEZONE:America/New_York\r\n")
        let ignored = try expand(ics, from: "2026-07-01", to: "2026-08-01")
        #expect(ignored.starts == ["2026-07-10T10:00:00", "2026-07-11"])
        #expect(ignored.diagnostics == [])
        var options = ExpansionOptions()
        options.usesCalendarTimeZone = true
        let used = try expand(ics, from: "2026-07-01", to: "2026-08-01", options: options)
        #expect(used.starts == ["2026-07-10T10:00:00-04:00", "2026-07-11"])
    }
}
