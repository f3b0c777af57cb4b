import ICalendar
import Testing

/// Tests times in an all-day series, which Exchange and Outlook write as local midnight in UTC.
struct AllDayTimesSemanticsTests {
    private func expandJuly(_ events: String..., zone: String = "Europe/Berlin") throws -> Expanded {
        try expand(calendar(events: events), from: "2026-06-15", to: "2026-08-01", in: zone)
    }

    private let daily = "DTSTART;VALUE=DATE:20260701\nRRULE:FREQ=DAILY;COUNT=4"

    @Test(arguments: [
        ("20260702T220000Z", 3, true), ("20260702T120000Z", 3, true), ("20260702T141500Z", 3, true),
        ("20260702T234500Z", 3, true), ("20260702T220000z", 3, true), ("20260702T115900Z", 2, false),
        ("20260702T114500Z", 2, false), ("20260702T235959Z", 2, false), ("20260702T220001Z", 2, false),
        ("20260702T221000Z", 2, false), ("20260702T000000Z", 2, false), ("20260702T220000", 2, false),
        ("20260702T235959", 2, false), ("20260702", 2, false), ("20260630T220000Z", 1, true),
    ])
    func `a UTC UNTIL at noon or later means the next day`(until: String, count: Int, isGuess: Bool) throws {
        let event = "DTSTART;VALUE=DATE:20260701\nRRULE:FREQ=DAILY;UNTIL=\(until)"
        for zone in ["Europe/Berlin", "UTC", "Pacific/Auckland", "America/Los_Angeles"] {
            let found = try expandJuly(event, zone: zone)
            #expect(found.starts == ["2026-07-01", "2026-07-02", "2026-07-03"].prefix(count).map(\.self))
            #expect(found.warns(at: "RRULE", saying: "UNTIL: '2026", "all-day") == isGuess)
            #expect(found.diagnostics.count == (isGuess ? 1 : 0))
        }
    }

    @Test func `a UTC UNTIL works the same in an EXRULE`() throws {
        let found = try expandJuly(daily + "\nEXRULE:FREQ=DAILY;UNTIL=20260701T220000Z")
        #expect(found.starts == ["2026-07-03", "2026-07-04"])
        #expect(found.warns(at: "EXRULE", saying: "20260702"))
    }

    @Test func `a UTC UNTIL in a timed series is an instant`() throws {
        let found = try expandJuly("DTSTART:20260701T230000Z\nRRULE:FREQ=DAILY;UNTIL=20260702T220000Z")
        #expect(found.starts == ["2026-07-01T23:00:00Z"])
        #expect(found.diagnostics == [])
    }

    @Test func `a UTC UNTIL works the same in non-Gregorian calendars`() throws {
        let rule = "RSCALE=HEBREW;FREQ=DAILY;BYMONTH=10,11;UNTIL=20260702T210000Z"
        let found = try expandJuly("DTSTART;VALUE=DATE:20260701\nRRULE:\(rule)")
        #expect(found.starts == ["2026-07-01", "2026-07-02", "2026-07-03"])
        #expect(found.warns(at: "RRULE", saying: "20260703"))
    }

    @Test(arguments: [
        "EXDATE:20260701T220000Z", "EXDATE:20260701T220000Z,20260630T110000Z", "exdate:20260701t220000z",
        "EXDATE:2026070\n 1T220000Z", "EXDATE;VALUE=DATE-TIME:20260701T120000Z",
    ])
    func `a UTC EXDATE at noon or later removes the next day`(exclusion: String) throws {
        let found = try expandJuly("\(daily)\n\(exclusion)")
        #expect(found.starts == ["2026-07-01", "2026-07-03", "2026-07-04"])
        #expect(found.warns(at: "EXDATE", "exdate", saying: "read as 20260702"))
    }

    @Test func `many UTC EXDATEs produce one diagnostic`() throws {
        let dates = "EXDATE:20260630T220000Z,20260701T220000Z\nEXDATE:20260702T220000Z,20260703T090000Z"
        let found = try expandJuly("\(daily)\n\(dates)")
        #expect(found.starts == ["2026-07-04"])
        #expect(found.diagnostics.count == 1)
        #expect(found.warns(at: "EXDATE", saying: "read as 20260701, and 2 more"))
    }

    @Test(arguments: [
        ("RDATE:20260709T220000Z", "2026-07-10 2026-07-11"),
        ("RDATE:20260709T235959Z", "2026-07-09 2026-07-10"),
        ("RDATE;VALUE=PERIOD:20260709T220000Z/P3D", "2026-07-10 2026-07-13"),
        ("RDATE;VALUE=PERIOD:20260709T220000Z/20260711T220000Z", "2026-07-10 2026-07-12"),
    ])
    func `a UTC RDATE at noon or later adds the next day`(date: String, span: String) throws {
        let found = try expandJuly("DTSTART;VALUE=DATE:20260701\n\(date)")
        #expect(found.spans == ["2026-07-01 2026-07-02", span])
        #expect(found.warns(at: "RDATE", saying: "read as 20260710") == !date.contains("235959"))
    }

    @Test(arguments: [
        ("20260701T220000Z", true), ("20260701T143000Z", true), ("20260702T090000Z", false),
        ("20260702T235959Z", false), ("20260702T000000", false),
    ])
    func `a UTC RECURRENCE-ID at noon or later refers to the next day`(id: String, isGuess: Bool) throws {
        let override = "RECURRENCE-ID:\(id)\nDTSTART;VALUE=DATE:20260720"
        for events in [[daily, override], [override, daily]] {
            let found = try expand(calendar(events: events), from: "2026-07-01", to: "2026-08-01")
            #expect(
                found.lines == [
                    "2026-07-01 2026-07-02 a @2026-07-01", "2026-07-03 2026-07-04 a @2026-07-03",
                    "2026-07-04 2026-07-05 a @2026-07-04", "2026-07-20 2026-07-21 a @2026-07-02 detached",
                ]
            )
            let said = isGuess ? "read as 20260702" : "matched by day"
            #expect(found.warns(at: "RECURRENCE-ID", saying: said))
        }
    }

    @Test func `a THISANDFUTURE override with a UTC RECURRENCE-ID is matched by day`() throws {
        let id = "RECURRENCE-ID;RANGE=THISANDFUTURE:20260701T220000Z"
        let days = try expandJuly(daily, id + "\nDTSTART;VALUE=DATE:20260703")
        #expect(days.starts == ["2026-07-01", "2026-07-03", "2026-07-04", "2026-07-05"])
        let times = try expandJuly(daily, id + "\nDTSTART:20260702T100000Z\nDURATION:PT1H")
        #expect(times.starts.prefix(3) == ["2026-07-01", "2026-07-02T10:00:00Z", "2026-07-03T10:00:00Z"])
    }

    @Test func `revisions replace each other even if they write the same day differently`() throws {
        let found = try expandJuly(
            daily,
            "RECURRENCE-ID;VALUE=DATE:20260702\nDTSTART;VALUE=DATE:20260710",
            "SEQUENCE:1\nRECURRENCE-ID:20260701T220000Z\nDTSTART;VALUE=DATE:20260711"
        )
        #expect(found.starts == ["2026-07-01", "2026-07-03", "2026-07-04", "2026-07-11"])
    }

    @Test(arguments: ["20260709T100000Z,20260709T110000Z", "20260709T090000Z,20260708T220000Z"])
    func `RDATEs on the same day of an all-day series produce one instance`(dates: String) throws {
        let found = try expandJuly("DTSTART;VALUE=DATE:20260701\nRDATE:\(dates)\nRDATE;VALUE=DATE:20260709")
        #expect(found.starts == ["2026-07-01", "2026-07-09"])
        #expect(
            found.warns(
                at: "RDATE",
                saying: "several values on 20260709 in an all-day series; read as one, and 1"
            )
        )
        let timed = try expandJuly("DTSTART:20260701T100000Z\nRDATE:20260709T100000Z,20260709T110000Z")
        #expect(timed.starts.count == 3)
        #expect(timed.diagnostics == [])
    }

    @Test func `an RDATE on the day of DTSTART does not add a second instance`() throws {
        let found = try expandJuly("DTSTART;VALUE=DATE:20260701\nRDATE;VALUE=DATE:20260701,20260703")
        #expect(found.starts == ["2026-07-01", "2026-07-03"])
        #expect(found.diagnostics == [])
    }

    @Test(arguments: [
        "RRULE:FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=3;UNTIL=20260702T220000Z",
        "RRULE:FREQ=DAILY;UNTIL=20260702T120000Z", "RRULE:FREQ=WEEKLY;UNTIL=20260702T230000Z;COUNT=9",
        "RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260701T220000Z",
    ])
    func `repairing an all-day series keeps its occurrences`(rule: String) throws {
        let start = rule.contains("WEEKLY") ? "20260619" : "20260701"
        let text = calendar("DTSTART;VALUE=DATE:\(start)\n\(rule)")
        let file = try CalendarFile(bytes: Array(text.utf8), name: nil, limits: ReadingLimits())
        let before = try expand([file], from: "2025-06-15", to: "2027-08-01", in: "Europe/Berlin")
        let after = try expand(
            [file.repaired().file],
            from: "2025-06-15",
            to: "2027-08-01",
            in: "Europe/Berlin"
        )
        #expect(before.lines == after.lines)
        #expect(!before.lines.isEmpty)
    }

    @Test func `a rule's description names the effective last day`() throws {
        let rule = try RecurrenceRule(text: "FREQ=DAILY;UNTIL=20190621T220000Z")
        #expect(rule.description(startingAt: try EventTime("2019-06-01")) == "every day until 22 June 2019")
        #expect(
            rule.description(startingAt: try EventTime("2019-06-01T23:00:00Z"))
                == "every day until 21 June 2019 at 22:00 UTC"
        )
    }
}
