import ICalendar
import Testing

/// Tests numbers out of range, local times where UTC is required, and ends combined with durations.
///
/// Each is reported wherever the value is read.
@Suite struct ValueLimitTests {
    private func messages(_ component: String, _ lines: String) throws -> [String] {
        let inside = "BEGIN:\(component)\nUID:a\n\(lines)\nEND:\(component)"
        let isInner = component == "VALARM"
        let body = isInner ? "BEGIN:VEVENT\nUID:b\n\(inside)\nEND:VEVENT" : inside
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(body)\nEND:VCALENDAR\n"
        return try CalendarFile(text: crlf(text)).diagnostics.map(\.message)
    }

    @Test(arguments: [
        ("VEVENT", "PRIORITY:12", "PRIORITY: '12' is out of range (0 to 9); ignored"),
        ("VTODO", "priority:-1", "PRIORITY: '-1' is out of range (0 to 9); ignored"),
        (
            "VTODO", "PERCENT-COM\n PLETE:1\n 20",
            "PERCENT-COMPLETE: '120' is out of range (0 to 100); ignored"
        ),
        ("VJOURNAL", "SEQUENCE:-1", "SEQUENCE: '-1' is out of range (0 to 2147483647); ignored"),
        ("VALARM", "TRIGGER:PT0S\nREPEAT:-2", "REPEAT: '-2' is out of range (0 to 2147483647); ignored"),
        ("VEVENT", "DTSTAMP:20260101T000000", "DTSTAMP: '20260101T000000' is not in UTC; read as UTC"),
        ("VTODO", "COMPLETED:20260101T000000", "COMPLETED: '20260101T000000' is not in UTC; read as UTC"),
        (
            "VEVENT", "CREATED;TZID=Europe/Berlin:20260101T000000",
            "CREATED: '20260101T000000' is not in UTC; read as UTC"
        ),
        (
            "VALARM", "TRIGGER:PT0S\nACKNOWLEDGED:20260101T000000",
            "ACKNOWLEDGED: '20260101T000000' is not in UTC; read as UTC"
        ),
        (
            "VTODO", "DTSTART:20260101T000000Z\nDUE:20260102T000000Z\nDURATION:PT1H",
            "both DUE and DURATION are present; using DUE"
        ),
        (
            "VTODO", "duration:PT1H\nDTSTART:20260101T000000Z\ndue:20260102T000000Z",
            "both DUE and DURATION are present; using DUE"
        ),
        (
            "VTODO", "DTSTART:20260101T000000Z\ndtend:20260102T000000Z",
            "DTEND is not allowed in VTODO; ignored"
        ),
        ("VEVENT", "DTSTART:20260101T000000Z\nDUE:20260102T000000Z", "DUE is not allowed in VEVENT; ignored"),
        (
            "VJOURNAL", "DTSTART:20260101T000000Z\nDTEND:20260102T000000Z",
            "DTEND is not allowed in VJOURNAL; ignored"
        ),
    ])
    func `an ignored or guessed value produces one warning`(
        component: String,
        lines: String,
        expected: String
    ) throws {
        #expect(try messages(component, lines) == [expected])
    }

    @Test(arguments: [
        ("VEVENT", "PRIORITY:0\nSEQUENCE:2147483647\nDTSTAMP:20260101T000000Z"),
        ("VTODO", "PERCENT-COMPLETE:100\nDTSTART:20260101T000000Z\nDURATION:PT1H"),
        ("VALARM", "TRIGGER:PT0S\nREPEAT:0"), ("X-ITEM", "PRIORITY:4\nX-PRIORITY:12"),
    ])
    func `a value within its limits produces no warning`(component: String, lines: String) throws {
        #expect(try messages(component, lines) == [])
    }

    @Test func `numbers out of range count as absent, both in reading and in repairs`() throws {
        let lines = "DTSTART:20260401T090000Z\nPRIORITY:12\nSEQUENCE:-1"
        let file = try CalendarFile(text: calendar(lines))
        let event = try #require(file.calendars[0].events.first)
        #expect(event.priority == 0 && event.sequence == 0)
        #expect(!file.repaired().file.icsText.contains("PRIORITY"))
    }

    @Test func `jCal produces the same warnings as iCalendar`() throws {
        let todo =
            #"["vtodo",[["priority",{},"integer",12],["due",{},"date","2026-04-01"],["duration",{},"duration","P1D"]],[]]"#
        let file = try CalendarFile(jCal: Array("[\"vcalendar\",[],[\(todo)]]".utf8))
        #expect(
            Set(file.diagnostics.map(\.message)) == [
                "PRIORITY: '12' is out of range (0 to 9); ignored",
                "both DUE and DURATION are present; using DUE",
            ]
        )
    }

    @Test func `messages about alarms in a to-do mention DUE`() throws {
        let alarm = "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT5M\nEND:VALARM"
        let body = "BEGIN:VTODO\nUID:a\nDTSTART:20260401T090000Z\nDUE:20260401T080000Z\n\(alarm)\nEND:VTODO"
        let example = try PlanningCase(calendar(components: body), from: "2026-04-01", to: "2026-04-02")
        let messages = example.file.alarms(in: example.window).diagnostics.map(\.message)
        #expect(messages == ["DUE is before DTSTART; read as zero length"])
    }

    /// Tests an empty RECURRENCE-ID, which counts as absent.
    @Test(arguments: ["RECURRENCE-ID:", "recurrence-id;VALUE=DATE: ", "RECURRENCE-ID;TZID=Europe/Berlin:"])
    func `an empty RECURRENCE-ID is ignored with a warning, and removed by repairs`(line: String) throws {
        let text = calendar("DTSTART:20260401T090000Z\nRRULE:FREQ=DAILY;COUNT=2\n\(line)")
        let found = try expand(text, from: "2026-01-01", to: "2027-01-01")
        #expect(found.occurrences.count == 2 && found.occurrences.allSatisfy { !$0.isDetached })
        let file = try CalendarFile(text: text)
        #expect(file.diagnostics.map(\.code) == [.badValue])
        let repaired = file.repaired().file
        #expect(!repaired.icsText.uppercased().contains("RECURRENCE-ID"))
        #expect(repaired.validate().filter { $0.severity == .error } == [])
    }

    @Test func `both ends of a period in extended form are reported once`() throws {
        let line = "FREEBUSY:2026-03-02T09:00:00Z/2026-03-02T10:00:00Z"
        let (property, diagnostics) = try Sample.property(line, in: "VFREEBUSY")
        #expect(diagnostics.count == 1 && property?.value.elements.count == 1)
        let (_, several) = try Sample.property(line + ",2026-03-03T09:00:00Z/PT1H", in: "VFREEBUSY")
        #expect(several.count == 2)
    }

    @Test(arguments: [
        ("QWdlbmRh", true), ("QWdlbmQ=", true), ("QWdlbmQ", true), ("QWd lbmQ=", true), ("_-8=", true),
        ("QWdlb", false), ("%%%", false), ("not base64!!", false), ("QQ==QQ==", false), ("QQ===", false),
        ("\u{e9}", false),
    ])
    func `data that is not Base64 is reported once`(data: String, isValid: Bool) throws {
        for line in ["ATTACH;ENCODING=BASE64;VALUE=BINARY:", "X-DATA;VALUE=BINARY;ENCODING=BASE64:"] {
            let (property, diagnostics) = try Sample.property(line + data)
            #expect(diagnostics.count == (isValid ? 0 : 1), "\(diagnostics)")
            #expect(isValid || diagnostics[0].message.hasSuffix("is not valid Base64; kept"))
            #expect(property?.value == .binary(base64: data))
        }
    }
}
