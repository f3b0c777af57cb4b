import ICalendar
import Testing

/// Tests several components with the same UID that have equivalent or conflicting contents.
struct SeriesOddSemanticsTests {
    private let daily = "SUMMARY:Whole\nDTSTART;TZID=Europe/Berlin:20260110T100000\nRRULE:FREQ=DAILY;COUNT=4"
    private let later = """
        SUMMARY:Later
        SEQUENCE:1
        RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260111T100000
        DTSTART;TZID=Europe/Berlin:20260111T140000
        """

    private func expandJanuary(_ events: String..., options: ExpansionOptions = .init()) throws -> Expanded {
        try expand(calendar(events: events), from: "2026-01-01", to: "2026-02-01", options: options)
    }

    @Test func `a later revision of one instance does not end an earlier revision's RANGE`() throws {
        let one = """
            SUMMARY:One
            SEQUENCE:2
            RECURRENCE-ID;TZID=Europe/Berlin:20260111T100000
            DTSTART;TZID=Europe/Berlin:20260111T200000
            """
        let found = try expandJanuary(daily, later, one)
        #expect(found.occurrences.map(\.summary) == ["Whole", "One", "Later", "Later"])
        #expect(
            found.starts == [
                "2026-01-10T10:00:00+01:00", "2026-01-11T20:00:00+01:00", "2026-01-12T14:00:00+01:00",
                "2026-01-13T14:00:00+01:00",
            ]
        )
        #expect(found.diagnostics == [])
    }

    @Test func `a later revision with RANGE replaces an earlier one for the same instance`() throws {
        let one = """
            SUMMARY:One
            RECURRENCE-ID;TZID=Europe/Berlin:20260111T100000
            DTSTART;TZID=Europe/Berlin:20260111T200000
            """
        let found = try expandJanuary(one, daily, later)
        #expect(found.occurrences.map(\.summary) == ["Whole", "Later", "Later", "Later"])
    }

    @Test func `an unknown RANGE is reported, and the override applies only to its own instance`() throws {
        let found = try expandJanuary(
            daily,
            "RECURRENCE-ID;RANGE=THISANDPRIOR:20260111T090000Z\nDTSTART:20260111T130000Z"
        )
        #expect(found.lines.count == 4)
        #expect(found.occurrences.map(\.isDetached) == [false, true, false, false])
        #expect(found.warns(at: "RECURRENCE-ID", saying: "RANGE=THISANDPRIOR"))
    }

    @Test(arguments: [
        "RRULE:FREQ=DAILY", "RDATE:20260120T100000Z", "EXRULE:FREQ=DAILY", "EXDATE:20260111T090000Z",
    ])
    func `recurrence properties in an override are ignored and reported`(property: String) throws {
        let found = try expandJanuary(
            daily,
            "RECURRENCE-ID:20260111T090000Z\nDTSTART:20260111T130000Z\n\(property)"
        )
        #expect(found.lines.count == 4)
        #expect(found.starts[1] == "2026-01-11T13:00:00Z")
        let name = String(property.prefix { $0 != ":" })
        #expect(found.warns(at: property, saying: "\(name) in an override"))
    }

    @Test func `a date and a time that refer to the same instance are revisions of each other`() throws {
        let day = "SUMMARY:Day\nSEQUENCE:2\nRECURRENCE-ID;VALUE=DATE:20260111\nDTSTART:20260111T130000Z"
        let time = "SUMMARY:Time\nRECURRENCE-ID:20260111T090000Z\nDTSTART:20260111T150000Z"
        #expect(
            try expandJanuary(daily, day, time).occurrences.map(\.summary) == [
                "Whole", "Day", "Whole", "Whole",
            ]
        )
        #expect(
            try expandJanuary(daily, time + "\nSEQUENCE:3", day).occurrences.map(\.summary) == [
                "Whole", "Time", "Whole", "Whole",
            ]
        )
    }

    @Test func `a date-only override does not affect an instance that has its own override`() throws {
        let found = try expandJanuary(
            "SUMMARY:Whole\nDTSTART:20260110T060000Z\nRRULE:FREQ=HOURLY;INTERVAL=12;COUNT=4",
            "SUMMARY:Day\nRECURRENCE-ID;VALUE=DATE:20260110\nDTSTART:20260110T130000Z",
            "SUMMARY:Time\nRECURRENCE-ID:20260110T180000Z\nDTSTART:20260110T200000Z"
        )
        #expect(found.occurrences.map(\.summary) == ["Day", "Time", "Whole", "Whole"])
    }

    @Test func `without a master, a date, a floating time and an instant identify different overrides`()
        throws
    {
        let found = try expandJanuary(
            "SUMMARY:Day\nRECURRENCE-ID;VALUE=DATE:20260112\nDTSTART;VALUE=DATE:20260113",
            "SUMMARY:Floating\nRECURRENCE-ID:20260112T000000\nDTSTART:20260112T140000",
            "SUMMARY:Old\nRECURRENCE-ID:20260112T000000Z\nDTSTART:20260112T150000Z",
            "SUMMARY:New\nSEQUENCE:1\nRECURRENCE-ID;TZID=Europe/Berlin:20260112T010000\nDTSTART:20260112T160000Z"
        )
        #expect(found.occurrences.map(\.summary) == ["Floating", "New", "Day"])
        #expect(found.occurrences.allSatisfy { $0.isDetached })
    }

    @Test func `an override replaces the instance in every event with the same UID`() throws {
        var events = (1...20).map {
            "SUMMARY:\($0)\nDTSTART:20260110T100000Z\nDURATION:PT\($0)M\nRRULE:FREQ=DAILY;COUNT=2"
        }
        events.append("SUMMARY:Moved\nRECURRENCE-ID:20260111T100000Z\nDTSTART:20260111T150000Z")
        let found = try expand(calendar(events: events), from: "2026-01-11", to: "2026-02-01")
        #expect(found.occurrences.map(\.summary) == ["Moved"])
    }

    @Test func `too many events and overrides with one UID are partly matched and reported`() throws {
        var events = (1...150).map {
            "DTSTART:20260110T100000Z\nDURATION:PT\($0)M\nRRULE:FREQ=DAILY;COUNT=99"
        }
        events += (0..<90).map { number in
            let day = 10 + number % 20
            return "RECURRENCE-ID:202601\(day)T1\(number / 20)0000Z\nDTSTART:202601\(day)T200000Z"
        }
        let found = try expand(calendar(events: events), from: "2026-01-11", to: "2026-01-12")
        #expect(
            found.remarks.contains { $0.code == .limit && $0.message.contains("150 events and") }
        )
    }

    @Test func `orphan overrides for many events are matched only against the first event`()
        throws
    {
        var events = (1...200).map { "DTSTART:20260110T100000Z\nDURATION:PT\($0)M\nRRULE:FREQ=DAILY;COUNT=9" }
        events += (0..<200).map { number in
            let time = "\(10 + number / 20)T\(11 + number % 20 / 2)\(number % 2)100Z"
            return "RECURRENCE-ID:202602\(time)\nDTSTART:202601\(time)"
        }
        let found = try expand(calendar(events: events), from: "2026-01-01", to: "2026-02-01")
        #expect(
            found.remarks.count { $0.message.contains("are matched against the first event of their UID") }
                == 1
        )
        #expect(
            found.remarks.count { $0.message.contains("does not match an instance of its series") } == 200
        )
        #expect(found.occurrences.count == 200 * 9 + 200)
    }

    @Test func `an empty X-WR-TIMEZONE is ignored, and times remain floating`() throws {
        let ics = calendar("DTSTART:20260110T100000")
            .replacing("VERSION:2.0\r\n", with: "VERSION:2.0\r\nX-WR-TIMEZONE:\r\n")
        var options = ExpansionOptions()
        options.usesCalendarTimeZone = true
        let found = try expand(ics, from: "2026-01-01", to: "2026-02-01", options: options)
        #expect(found.starts == ["2026-01-10T10:00:00"])
        #expect(found.warns(at: "X-WR-TIMEZONE", saying: "empty"))
    }

    @Test func `an end after the year 9999 is capped and reported`()
        throws
    {
        let ics = calendar(
            "UID:a\nDTSTART;VALUE=DATE:99991230\nDURATION:P5D",
            "UID:b\nDTSTART:99991230T230000Z\nDURATION:P2D",
            "UID:c\nDTSTART;VALUE=DATE:20200101\nRRULE:FREQ=DAILY"
        )
        let found = try expand(ics, from: "9999-12-30", to: "9999-12-31T23:59:59")
        #expect(
            found.spans == [
                "9999-12-30 9999-12-31", "9999-12-30 9999-12-31", "9999-12-30T23:00:00Z 9999-12-31T23:59:59Z",
                "9999-12-31 9999-12-31",
            ]
        )
        #expect(found.remarks.count == 3)
        #expect(found.remarks.allSatisfy { $0.message.contains("after the year 9999") })
    }

    @Test func `the local end of a period is read in the zone of its start`() throws {
        let found = try expandJanuary(
            """
            DTSTART;TZID=Europe/Berlin:20260110T100000
            RDATE;VALUE=PERIOD:20260112T100000Z/20260112T120000
            RDATE;VALUE=PERIOD;TZID=America/New_York:20260113T100000/20260113T120000
            """
        )
        #expect(
            found.spans.suffix(2) == [
                "2026-01-12T11:00:00+01:00 2026-01-12T13:00:00+01:00",
                "2026-01-13T16:00:00+01:00 2026-01-13T18:00:00+01:00",
            ]
        )
    }
}
