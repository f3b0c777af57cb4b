import ICalendar
import Testing

/// Tests how a rule's text is read, and how invalid parts are handled.
struct RuleSemanticsTests {
    /// Returns a rule's starts in its first four years.
    private func rule(_ rule: String, start: String = "20260105T100000Z") throws -> Expanded {
        let parameters = start.contains("T") ? "" : ";VALUE=DATE"
        let year = start.prefix(4)
        let first = "\(year)-01-01"
        return try expand(
            calendar("DTSTART\(parameters):\(start)\nRRULE:\(rule)"),
            from: first,
            to: "\((Int(year) ?? 0) + 4)-01-01"
        )
    }

    @Test(arguments: ["FREQ=DAILY;COUNT=0", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=0;COUNT=5"])
    func `COUNT=0 and INTERVAL=0 keep only DTSTART`(text: String) throws {
        let found = try rule(text)
        #expect(found.starts == ["2026-01-05T10:00:00Z"])
        #expect(found.warns(at: "RRULE", saying: text.contains("INTERVAL") ? "INTERVAL" : "COUNT"))
    }

    @Test func `INTERVAL can be any positive integer`() throws {
        let found = try rule("FREQ=DAILY;INTERVAL=1000", start: "20200101")
        #expect(found.starts == ["2020-01-01", "2022-09-27"])
        #expect(found.diagnostics == [])
        for frequency in ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] {
            for interval in ["999999999", "9223372036854775807", "99999999999999999999999999"] {
                let far = try rule("FREQ=\(frequency);INTERVAL=\(interval);COUNT=3")
                #expect(far.starts == ["2026-01-05T10:00:00Z"], "\(frequency) \(interval)")
            }
        }
    }

    @Test(arguments: ["FREQ=DAILY;COUNT=2;", " FREQ = DAILY ; COUNT = 2 ", "COUNT=2;FREQ=DAILY"])
    func `a trailing semicolon and blanks around parts are accepted`(text: String) throws {
        let found = try rule(text)
        #expect(found.starts == ["2026-01-05T10:00:00Z", "2026-01-06T10:00:00Z"])
        #expect(found.diagnostics == [])
    }

    @Test(arguments: ["BYDAY=MO,", "BYDAY=,MO", "BYDAY=MO,,MO"])
    func `empty list items are ignored`(part: String) throws {
        let found = try rule("FREQ=WEEKLY;COUNT=2;\(part)")
        #expect(found.starts == ["2026-01-05T10:00:00Z", "2026-01-12T10:00:00Z"])
        #expect(found.warns(at: "RRULE", saying: "BYDAY"))
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=2;X-LOOK=1", "X-LOOK"), ("FREQ=DAILY;COUNT=2;BYEASTER=0", "BYEASTER"),
        ("FREQ=DAILY;COUNT=2;BYWEEKNO=20", "BYWEEKNO"), ("FREQ=DAILY;COUNT=2;BYYEARDAY=100", "BYYEARDAY"),
        ("FREQ=DAILY;COUNT=2;BYSETPOS=1", "BYSETPOS"), ("FREQ=DAILY;COUNT=2;BYDAY=1MO,1TU", "BYDAY"),
    ])
    func `an unknown or forbidden part is ignored, and the other parts apply`(text: String, part: String)
        throws
    {
        let found = try rule(text)
        #expect(found.starts == ["2026-01-05T10:00:00Z", "2026-01-06T10:00:00Z"])
        #expect(found.warns(at: "RRULE", saying: part))
    }

    @Test(arguments: ["BYMONTHDAY=20", "BYYEARDAY=100", "BYDAY=1MO", "BYDAY=-2MO", "BYWEEKNO=30"])
    func `parts and ordinals that WEEKLY forbids are ignored`(part: String) throws {
        let found = try rule("FREQ=WEEKLY;COUNT=2;\(part)")
        #expect(found.starts == ["2026-01-05T10:00:00Z", "2026-01-12T10:00:00Z"])
        #expect(found.warns(at: "RRULE", saying: String(part.prefix { $0 != "=" })))
    }

    @Test func `an ordinal in BYDAY is ignored if BYWEEKNO is present`() throws {
        // Monday of week 2 in 2026 and 2027.
        let found = try rule("FREQ=YEARLY;COUNT=2;BYWEEKNO=2;BYDAY=1MO")
        #expect(found.starts == ["2026-01-05T10:00:00Z", "2027-01-11T10:00:00Z"])
        #expect(found.warns(at: "RRULE", saying: "BYDAY"))
    }

    @Test func `the first of several parts with the same name is used`() throws {
        let found = try rule("FREQ=DAILY;COUNT=2;COUNT=5")
        #expect(found.starts == ["2026-01-05T10:00:00Z", "2026-01-06T10:00:00Z"])
        #expect(found.warns(at: "RRULE", saying: "COUNT"))
    }

    @Test(arguments: [
        "COUNT=3", "FREQ=FORTNIGHTLY;COUNT=3", "FREQ=DAILY;UNTIL=soon", "FREQ=DAILY;BYDAY=XX",
        "FREQ=DAILY;BYMONTH=13", "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=DAILY;BYHOUR=ten",
        "FREQ=MONTHLY;BYMONTHDAY=32", "", "tomorrow",
    ])
    func `an unreadable rule leaves only DTSTART and is an error`(text: String) throws {
        let found = try rule(text)
        #expect(found.starts == ["2026-01-05T10:00:00Z"])
        #expect(found.warns(at: "RRULE", severity: .error))
    }

    @Test(arguments: ["HOURLY", "MINUTELY", "SECONDLY"])
    func `a rule below DAILY in an all-day event leaves only DTSTART and is an error`(name: String) throws {
        let found = try rule("FREQ=\(name);COUNT=3", start: "20260105")
        #expect(found.lines == ["2026-01-05 2026-01-06 a"])
        #expect(found.warns(at: "RRULE", saying: name, "all-day", "FREQ", severity: .error))
    }

    @Test func `YEARLY with BYMONTHDAY but no BYMONTH applies to every month`() throws {
        let found = try rule("FREQ=YEARLY;BYMONTHDAY=5;COUNT=14")
        #expect(found.starts.count == 14)
        #expect(
            found.starts.suffix(3) == [
                "2026-12-05T10:00:00Z", "2027-01-05T10:00:00Z", "2027-02-05T10:00:00Z",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `BYWEEKNO with INTERVAL counts week-numbering years`() throws {
        // Mondays in the first weeks of 2018, 2020, 2022, 2024 and 2026. Two of these Mondays are in December
        // of the previous year.
        let ics = calendar("DTSTART;VALUE=DATE:20180101\nRRULE:FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO")
        let early = try expand(ics, from: "2018-01-01", to: "2022-01-01")
        #expect(early.starts == ["2018-01-01", "2019-12-30"])
        let late = try expand(ics, from: "2022-01-01", to: "2026-01-01")
        #expect(late.starts == ["2022-01-03", "2024-01-01", "2025-12-29"])
        #expect(early.diagnostics + late.diagnostics == [])
    }

    @Test func `counting starts in the week-numbering year of DTSTART`() throws {
        let ics = calendar("DTSTART;VALUE=DATE:20241231\nRRULE:FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU;INTERVAL=3")
        let first = try expand(ics, from: "2024-01-01", to: "2028-01-01")
        #expect(first.starts == ["2024-12-31"])
        let later = try expand(ics, from: "2028-01-01", to: "2031-12-31")
        #expect(later.starts == ["2028-01-03", "2028-01-04", "2030-12-30", "2030-12-31"])
        #expect(first.diagnostics + later.diagnostics == [])
    }

    @Test func `BYWEEKNO with BYSETPOS selects within each week-numbering year`() throws {
        let text = "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,FR;BYSETPOS=-1"
        let found = try rule(text, start: "20190104")
        #expect(found.starts == ["2019-01-04", "2020-01-03", "2021-01-08", "2022-01-07"])
        #expect(found.diagnostics == [])
    }

    @Test func `invalid dates are skipped, not clamped`() throws {
        let months = try rule("FREQ=MONTHLY;COUNT=4", start: "20260131")
        #expect(months.starts == ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"])
        let leap = try rule("FREQ=YEARLY", start: "20240229")
        #expect(leap.starts == ["2024-02-29"])
        let never = try rule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29,30", start: "20260228")
        #expect(never.starts == ["2026-02-28", "2027-02-28", "2028-02-28", "2028-02-29", "2029-02-28"])
        #expect(months.diagnostics + leap.diagnostics + never.diagnostics == [])
    }

    @Test(arguments: [
        ("OMIT", ["2026-01-31", "2026-03-31", "2026-05-31"]),
        ("BACKWARD", ["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("FORWARD", ["2026-01-31", "2026-03-01", "2026-03-31"]),
    ])
    func `RFC 7529 SKIP is supported`(skip: String, expected: [String]) throws {
        let found = try rule("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=\(skip);COUNT=3", start: "20260131")
        #expect(found.starts == expected)
        #expect(found.diagnostics == [])
    }

    @Test func `RFC 7529 RSCALE is supported`() throws {
        // Chinese New Year, from RFC 7529 section 4.3.1.
        let found = try rule("RSCALE=CHINESE;FREQ=YEARLY", start: "20130210")
        #expect(found.starts == ["2013-02-10", "2014-01-31", "2015-02-19", "2016-02-08"])
        #expect(found.diagnostics == [])
    }

    @Test func `names and enumerated values are case-insensitive`() throws {
        let ics = calendar("dtstart;value=date:20260105\nrrule:freq=weekly;count=2;byday=mo;wkst=su")
            .replacing("BEGIN:VEVENT", with: "begin:vevent").replacing("END:VCALENDAR", with: "End:vCalendar")
        let found = try expand(ics, from: "2026-01-01", to: "2027-01-01")
        #expect(found.lines.map { $0.prefix(21) } == ["2026-01-05 2026-01-06", "2026-01-12 2026-01-13"])
        #expect(found.diagnostics == [])
    }
}
