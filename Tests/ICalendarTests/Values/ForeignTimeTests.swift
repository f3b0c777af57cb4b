import ICalendar
import Testing

@testable import ICalendarCore

/// Tests times in the formats of other standards.
@Suite struct ForeignTimeTests {
    private static let forms = [
        "20260302T090000+0100", "2026-03-02T09:00:00+01:00", "2026-03-02T09:00:00.000+01:00",
        "20260302T0900+0100",
        "2026-03-02T09:00+01", "20260302T090000.5+01:00", "2026-03-02 09:00:00 +0100", "20260302T030000-0500",
        "2026-03-02T08:00:00-00:00", "20260302t133000+0530", "20260302 090000+0100", "2026-03-02 0900+0100",
    ]

    private func utc(_ text: String) throws -> CivilDateTime {
        guard case .utc(let time) = try EventTime(text) else { throw CalendarError(.invalidValue, text) }
        return time
    }

    @Test(arguments: forms) func `a time with an offset is read as UTC and reported`(text: String) throws {
        let instant = try utc("2026-03-02T08:00:00Z")
        for name in ["DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "COMPLETED", "DTSTAMP", "EXDATE", "RDATE"] {
            let (value, codes) = try Sample.value("\(name):\(text)")
            #expect(value == .dateTime(instant, isUTC: true), "\(name)")
            #expect(!codes.isEmpty && codes.allSatisfy { $0 == "bad-value" })
        }
        #expect(try Sample.value("TRIGGER;VALUE=DATE-TIME:\(text)").value == .dateTime(instant, isUTC: true))
        let period = try Sample.value("FREEBUSY:\(text)/\(text)").value
        #expect(
            period == .period(Value.Period(start: instant, isUTC: true, end: .time(instant, isUTC: true)))
        )
        let list = try Sample.value("EXDATE:20260301T080000Z,\(text)").value
        #expect(list?.elements.last == .dateTime(instant, isUTC: true))
        let (rule, remarks) = RuleText.parse("FREQ=DAILY;UNTIL=\(text)")
        #expect(rule?.until == .utc(instant))
        #expect(!remarks.isEmpty && remarks.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [
        ("20260302T090000.000", "2026-03-02T09:00:00"), ("20260302T090000,5", "2026-03-02T09:00:00"),
        ("2026-03-02T09:00:00.25", "2026-03-02T09:00:00"),
        ("20260302T0900", "2026-03-02T09:00:00"), ("2026-03-02T09:00", "2026-03-02T09:00:00"),
        ("2026-03-02T09:00:00", "2026-03-02T09:00:00"), ("2026-03-02", "2026-03-02"),
        ("20260302T090000.000Z", "2026-03-02T09:00:00Z"), ("2026-03-02T09:00Z", "2026-03-02T09:00:00Z"),
    ])
    func `UNTIL accepts the same formats as a time`(text: String, meant: String) throws {
        let (rule, remarks) = RuleText.parse("FREQ=DAILY;UNTIL=\(text)")
        #expect(rule?.until == (try EventTime(meant)))
        #expect(!remarks.isEmpty && remarks.allSatisfy { $0.severity == .warning })
        let written = rule.map(RuleText.format) ?? ""
        #expect(RuleText.parse(written).remarks == [])
    }

    @Test func `a nonexistent day in UNTIL means the last day of its month`() {
        for text in ["20250631", "2025-06-31", "2025-06-31T10:00:00+02:00"] {
            let (rule, remarks) = RuleText.parse("FREQ=DAILY;UNTIL=\(text)")
            #expect(rule?.until?.civil.date == CivilDate(year: 2025, month: 6, day: 30))
            #expect(remarks.contains { $0.message.contains("does not exist") })
        }
    }

    @Test(arguments: [
        "20260302T080000 Z", "20260302T080000 z", "20260302T0800 Z", "2026-03-02T08:00:00 Z",
        "20260302T090000 +0100",
    ])
    func `a blank before the zone is ignored and reported`(text: String) throws {
        let instant = try utc("2026-03-02T08:00:00Z")
        let (value, codes) = try Sample.value("DTSTART:\(text)")
        #expect(value == .dateTime(instant, isUTC: true))
        #expect(!codes.isEmpty && codes.allSatisfy { $0 == "bad-value" })
        #expect(try Sample.value("EXDATE:\(text),\(text)").value?.elements.count == 2)
    }

    @Test(arguments: [
        ("20260302T080000.5Z", true), ("20260302T080000.0Z", true), ("2026-03-02T08:00:00.5Z", true),
        ("2026-03-02T08:00:00.05", true), ("2026-03-02T08:00:00.000Z", false),
    ])
    func `a fraction of a second is reported unless it is zero in the extended form`(
        text: String,
        isReported: Bool
    ) throws {
        let diagnostics = try Sample.property("DTSTART:\(text)").diagnostics
        #expect(diagnostics.contains { $0.message.contains("fraction ignored") } == isReported)
        #expect(!diagnostics.isEmpty)
    }

    @Test(arguments: [
        "20260302T090000+2500", "20260302T090000+01:60", "20260302T090000+", "20260302T090000+1:0",
        "20260302+0100",
        "20260302T090000+01000", "20260302T090000Z+0100", "2026-03-02T09:00:00+01:00Z",
    ])
    func `an impossible offset makes the value unusable`(text: String) throws {
        let (value, codes) = try Sample.value("DTSTART:\(text)")
        #expect(value == .raw(text))
        #expect(codes == ["bad-value"])
        #expect(RuleText.parse("FREQ=DAILY;UNTIL=\(text)").rule == nil)
    }

    @Test(arguments: ["DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "EXDATE", "RDATE", "X-DAY"])
    func `midnight in a value declared as DATE is read as a date`(name: String) throws {
        let date = try #require(CivilDate(year: 2026, month: 6, day: 10))
        for text in ["20260610T000000", "20260610T000000Z", "2026-06-10T00:00:00+02:00", "20260609T240000"] {
            let (value, codes) = try Sample.value("\(name);VALUE=DATE:\(text)")
            #expect(value == .date(date), "\(text)")
            #expect(!codes.isEmpty)
        }
    }

    @Test func `any other time in a value declared as DATE is read as a local time`() throws {
        let (property, diagnostics) = try Sample.property("DTSTART;VALUE=DATE:20260610T093000")
        #expect(property?.eventTime == (try EventTime("2026-06-10T09:30:00")))
        #expect(diagnostics.map(\.code) == [.badValue])
        let zoned = try Sample.property("DTSTART;VALUE=DATE;TZID=Europe/Berlin:20260610T093000").property
        #expect(zoned?.eventTime?.timeZoneID == "Europe/Berlin")
    }

    @Test(arguments: ["P", "PT", "-P", "-PT", "+PT", "p", "pt"])
    func `a duration without a number is read as zero and reported`(text: String) throws {
        for line in ["TRIGGER:\(text)", "TRIGGER;VALUE=DURATION;RELATED=START:\(text)", "DURATION:\(text)"] {
            let (value, codes) = try Sample.value(line)
            #expect(value == .duration(NominalDuration()))
            #expect(codes == ["bad-value"])
        }
        let mended = try CalendarFile(text: Sample.event("DTSTART:20260101T000000Z", "DURATION:\(text)"))
            .repaired()
        #expect(mended.file.icsText.contains("DURATION:PT0S\r\n"))
    }

    @Test(arguments: ["RDATE", "EXDATE", "RDATE;TZID=Europe/Berlin", "RDATE;VALUE=PERIOD"])
    func `a comma before a fraction of a second does not divide a time`(name: String) throws {
        let end = name.hasSuffix("PERIOD") ? "/PT1H" : ""
        for (time, meant) in [
            ("20260616T090000,000Z", "20260616T090000Z"), ("20260616T090000,0000000Z", "20260616T090000Z"),
            ("2026-06-16T09:00:00,000+02:00", "20260616T070000Z"), ("20260616T090000,000", "20260616T090000"),
        ] {
            let plain = try Sample.value(
                "\(name):20260615T090000Z\(end),\(meant)\(end),20260617T090000Z\(end)"
            )
            let (value, codes) = try Sample.value(
                "\(name):20260615T090000Z\(end),\(time)\(end),20260617T090000Z\(end)"
            )
            #expect(value == plain.value && value?.elements.count == 3, "\(time)")
            #expect(codes.contains("bad-value"))
        }
    }

    @Test(arguments: [
        ("20260616T090000", "20260617"), ("20260616T090000", "2026-06-17"),
        ("2026-06-16T09:00:00", "2026-06-17T09:00:00"), ("20260616T090000", "2026-06-17T09:00:00Z"),
        ("2026-06-16T09:00", "2026-06-17T09:00"), ("20260616T090000Z", "20260617T090000Z"),
    ])
    func `a date or time after a time is not a fraction`(first: String, second: String) throws {
        let value = try Sample.value("EXDATE:\(first),\(second)").value
        let plain = try [first, second].map { try Sample.value("EXDATE:\($0)").value }
        #expect(value?.elements == plain)
    }

    @Test func `a repair writes times without fractions`() throws {
        let series = "DTSTART:20260616T090000Z\nRRULE:FREQ=DAILY;COUNT=3"
        let text = calendar(
            "UID:a\nDTSTAMP:20260101T000000Z\n\(series)\nEXDATE:20260616T090000,000Z,20260617T090000,5Z"
        )
        let file = try CalendarFile(text: text)
        #expect(file.validate().contains { $0.property == "EXDATE" })
        #expect(file.repaired().file.icsText.contains("EXDATE:20260616T090000Z,20260617T090000Z\r\n"))
    }

    @Test(arguments: [
        ("2026-06-01T10:00:00+02:00", "20260601T080000Z"), ("20260601T0800Z", "20260601T080000Z"),
        ("20260601T080000.000", "20260601T080000"),
    ])
    func `a repair writes times in the standard format`(text: String, written: String) throws {
        let text = "DTSTART:\(text)\nRRULE:FREQ=DAILY;UNTIL=2026-06-03T10:00:00+02:00\nEXDATE:\(text)"
        let mended = try CalendarFile(text: calendar("UID:a\nDTSTAMP:20260101T000000Z\n" + text)).repaired()
            .file
        #expect(mended.icsText.contains("DTSTART:\(written)\r\n"))
        #expect(mended.icsText.contains("EXDATE:\(written)\r\n"))
        #expect(mended.icsText.contains("UNTIL=20260603T080000"))
    }

    @Test func `jCal accepts the same time formats as iCalendar`() throws {
        let text = """
            ["vcalendar", [["version", {}, "text", "2.0"]], [["vevent", [
                ["uid", {}, "text", "a"],
                ["dtstart", {}, "date", "2026-06-10T00:00:00"],
                ["exdate", {}, "date-time", "2026-06-10T09:00:00+02:00"],
                ["rrule", {}, "recur", {"freq": "DAILY", "until": "2026-06-12T01:00:00-05:00"}],
                ["attendee", {"cn": ["Doe", "Jane"]}, "cal-address", "mailto:j@x.org"]
            ], []]]]
            """
        let file = try CalendarFile(jCal: Array(text.utf8))
        let event = file.calendars[0].events[0]
        #expect(event.start?.isDate == true)
        #expect(
            event.component.first("EXDATE")?.value == .dateTime(try utc("2026-06-10T07:00:00Z"), isUTC: true)
        )
        guard case .recurrenceRule(let rule)? = event.component.first("RRULE")?.value else {
            Issue.record("no rule")
            return
        }
        #expect(rule.until == .utc(try utc("2026-06-12T06:00:00Z")))
        #expect(file.diagnostics.contains { $0.message.contains("CN has 2 values") })
        #expect(file.diagnostics.allSatisfy { $0.severity == .warning })
    }
}
