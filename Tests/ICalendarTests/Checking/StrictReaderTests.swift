import ICalendar
import Testing

/// Tests repairs that make files acceptable to strict readers, such as Home Assistant and Nextcloud.
@Suite struct StrictReaderTests {
    /// Returns the lines of the only event after a repair, without the lines common to all events.
    private func mended(_ lines: String) throws -> [String] {
        let file = try CalendarFile(text: calendar("DTSTART:20260401T090000Z\n\(lines)"))
        let text = file.repaired().file.icsText
        let again = try CalendarFile(text: text)
        #expect(again.validate().filter { $0.severity == .error }.map(\.description) == [], "\(lines)")
        #expect(again.repaired().repairs.isEmpty)
        let known = Set(calendar("DTSTART:20260401T090000Z").split(separator: "\r\n"))
        return text.split(separator: "\r\n").filter { !known.contains($0) }.map(String.init)
    }

    @Test(arguments: [
        "RRULE:", "RDATE:", "EXDATE:", "EXRULE:", "URL:", "ATTENDEE:", "ATTENDEE;ROLE=CHAIR:", "ORGANIZER:",
        "GEO:",
        "PRIORITY:", "SEQUENCE:", "DTEND:", "DURATION:", "CREATED:", "LAST-MODIFIED:", "STATUS:", "TRANSP:",
        "CLASS:",
        "ATTACH:", "rrule:", "RDATE;VALUE=PERIOD:", "EXDATE;TZID=Europe/Berlin:", "URL;VALUE=URI:",
        "EXDATE: ",
        "PRIORITY:high", "PRIORITY:10", "GEO:north", "DURATION:soon", "RRULE:FREQ=SOMETIMES",
        "EXDATE:20260231T090000Z",
        "STATUS:BUSY", "TRANSP:FREE", "RR\n ULE:", "RRULE:FREQ=DAILY;COUNT=0",
        "RRULE:RSCALE=FOO;FREQ=DAILY;COUNT=2", "RRULE:FREQ=DAILY;INTERVAL=0",
        "IMAGE;VALUE=BINARY;ENCODING=BASE64:\u{FC}",
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:a\nEND:VALARM",
        "BEGIN:VALARM\nTRIGGER:-P99999999999999999999D\nEND:VALARM",
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:a\nTRIGGER;VALUE=DATE:20260401\nEND:VALARM",
        "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:20260401\nEND:VALARM", "BEGIN:\nX-A:b\nEND:",
    ])
    func `optional properties without usable values are removed`(line: String) throws {
        #expect(try mended(line) == [])
    }

    @Test(arguments: [
        ("VTODO", "DTEND:"), ("VTODO", "DTEND:soon"), ("VTODO", "TRANSP:FREE"), ("VTODO", "TRIGGER:x"),
        ("VJOURNAL", "PRIORITY:x"), ("VJOURNAL", "GEO:1"), ("VJOURNAL", "REPEAT:x"),
        ("VJOURNAL", "DURATION:"),
        ("VJOURNAL", "TZOFFSETTO:z"), ("VEVENT", "COMPLETED:soon"), ("VEVENT", "DUE:"),
        ("VEVENT", "due:soon"),
        ("VEVENT", "FREEBUSY:soon"), ("VFREEBUSY", "RRULE:"), ("VFREEBUSY", "RECURRENCE-ID:x"),
        ("VFREEBUSY", "EXDATE:soon,later"), ("VJOURNAL", "PRIORITY:10"), ("VTODO", "REPEAT:99999999999"),
        ("VJOURNAL", "PERCENT-COMPLETE:-1"), ("VTODO", "RECURRENCE-ID:x"),
        ("VJOURNAL", "RECURRENCE-ID:20260231"),
        ("VEVENT", "BEGIN:VALARM\nTRIGGER:-PT5M\nDTSTART:x\nEND:VALARM"),
    ])
    func `an unreadable property is also removed where it is not allowed`(name: String, lines: String) throws
    {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:\(name)\nUID:a\nDTSTAMP:20260101T000000Z\n"
            + "DTSTART:20260401T090000Z\n\(lines)\nEND:\(name)\nEND:VCALENDAR\n"
        let original = try CalendarFile(text: crlf(text))
        let file = original.repaired().file
        let bad = lines.split(separator: "\n").filter { !$0.contains("VALARM") && !$0.contains("PT5M") }
        #expect(bad.allSatisfy { !file.icsText.contains("\r\n\($0)\r\n") }, "\(file.icsText)")
        #expect(file.validate().filter { $0.severity == .error } == [])
        // Each line has one violation.
        let found = original.validate().filter { $0.severity == .error && $0.code != .missingProperty }
        #expect(found.count == 1 && found.allSatisfy(\.isRepairable), "\(found)")
    }

    @Test(arguments: ["VTODO", "VJOURNAL"])
    func `the rule of a component without DTSTART is rewritten`(name: String) throws {
        let rest = name == "VTODO" ? "DUE:20260302T090000Z\n" : ""
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:\(name)\nUID:a\nDTSTAMP:20260101T000000Z\n"
            + "\(rest)RRULE:freq=yearly ;until=2026-03-04T09:00:00Z;\nEND:\(name)\nEND:VCALENDAR\n"
        let file = try CalendarFile(text: crlf(text)).repaired().file
        #expect(file.icsText.contains("RRULE:FREQ=YEARLY;UNTIL=20260304T090000Z\r\n"), "\(file.icsText)")
        #expect(file.validate().filter { $0.severity == .error }.map(\.code) == [.requiredTogether])
    }

    @Test func `a list keeps its readable values where only one value is allowed`() throws {
        let text = """
            BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VFREEBUSY\nUID:a\nDTSTAMP:20260101T000000Z
            EXDATE:soon,20260401T090000Z\nEND:VFREEBUSY\nEND:VCALENDAR
            """
        let file = try CalendarFile(text: text).repaired().file
        #expect(file.icsText.contains("EXDATE:20260401T090000Z\r\n"))
        #expect(file.validate().filter { $0.severity == .error }.map(\.code) == [.misplacedProperty])
    }

    @Test(arguments: [
        ("TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin:20260401T090000", "20260401T070000Z"),
        ("TRIGGER;TZID=\"W. Europe Standard Time\":20260401T090000", "20260401T070000Z"),
        ("TRIGGER;VALUE=DATE-TIME;TZID=Own:20260401T090000", "20260401T040000Z"),
        ("TRIGGER;VALUE=DATE-TIME;TZID=Nowhere:20260401T090000", "20260401T090000Z"),
        ("TRIGGER;VALUE=DATE-TIME:20260401T090000", "20260401T090000Z"),
    ])
    func `an absolute trigger is converted to UTC`(line: String, expected: String) throws {
        for name in ["VEVENT", "VTODO"] {
            let text =
                "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(fixedZone("Own", "+0500"))\nBEGIN:\(name)\nUID:a\n"
                + "DTSTAMP:20260101T000000Z\nDTSTART:20260401T090000Z\nBEGIN:VALARM\nACTION:AUDIO\n\(line)\n"
                + "END:VALARM\nEND:\(name)\nEND:VCALENDAR\n"
            let original = try CalendarFile(text: crlf(text))
            let file = original.repaired().file
            #expect(file.icsText.contains("TRIGGER;VALUE=DATE-TIME:\(expected)\r\n"), "\(file.icsText)")
            #expect(file.validate().filter { $0.severity == .error } == [])
            let window = try OccurrenceWindow(
                from: instant("2026-04-01", in: .utc),
                to: instant("2026-04-02", in: .utc),
                in: .utc
            )
            let times = file.alarms(in: window).map(\.instant)
            #expect(times.count == 1 && times == original.alarms(in: window).map(\.instant))
        }
    }

    @Test(arguments: ["VEVENT", "VTODO", "VJOURNAL"])
    func `a UTC RECURRENCE-ID in an all-day series becomes a date`(name: String) throws {
        let series = "DTSTART;VALUE=DATE:20260401\nRRULE:FREQ=DAILY;COUNT=3"
        let override = "RECURRENCE-ID:20260401T220000Z\nDTSTART;VALUE=DATE:20260402\nSUMMARY:x"
        let components = [series, override].map {
            "BEGIN:\(name)\nUID:a\nDTSTAMP:20260101T000000Z\n\($0)\nEND:\(name)\n"
        }
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(components.joined())END:VCALENDAR\n"
        let file = try CalendarFile(text: crlf(text)).repaired().file
        #expect(file.icsText.contains("RECURRENCE-ID;VALUE=DATE:20260402\r\n"), "\(file.icsText)")
        #expect(file.validate().filter { $0.severity == .error } == [])
    }

    @Test(arguments: [
        ("EXDATE:20260401T090000Z,,20260402T090000Z", "EXDATE:20260401T090000Z,20260402T090000Z"),
        ("EXDATE:20260401T090000Z,soon", "EXDATE:20260401T090000Z"),
        ("ATTENDEE:mailto: a@x.org", "ATTENDEE:mailto:a@x.org"),
        ("DTEND:20260401t100000z", "DTEND:20260401T100000Z"), ("DURATION:pt1h", "DURATION:PT1H"),
        ("DTEND:20260401 100000Z", "DTEND:20260401T100000Z"),
        ("CREATED:20260101t000000z", "CREATED:20260101T000000Z"),
        ("RDATE;VALUE=PERIOD:20260402t090000z/pt1h", "RDATE;VALUE=PERIOD:20260402T090000Z/PT1H"),
        ("ATTENDEE; CN=a:mailto:a@x.org", "ATTENDEE;CN=a:mailto:a@x.org"),
        ("ATTENDEE;CN =a;\trole=CHAIR:mailto:a@x.org", "ATTENDEE;CN=a;ROLE=CHAIR:mailto:a@x.org"),
        ("ATTENDEE;RSVP=MAYBE:mailto:a@x.org", "ATTENDEE:mailto:a@x.org"),
        ("RELATED-TO;RELTYPE=a b:c", "RELATED-TO:c"),
        ("CREATED;TZID=UTC:20260101T000000", "CREATED:20260101T000000Z"),
        ("ATTENDEE: mailto:a@x.org ", "ATTENDEE:mailto:a@x.org"),
        ("ORGANIZER:mailto:<a@x.org>", "ORGANIZER:mailto:a@x.org"),
        ("ATTENDEE:mailto:Jo <a@x.org>", "ATTENDEE:mailto:a@x.org"),
        ("ATTENDEE;CN=Jo:mailto:mailto:a@x.org", "ATTENDEE;CN=Jo:mailto:a@x.org"),
        ("ATTENDEE;CN=Jo:", "ATTENDEE;CN=Jo:invalid:nomail"),
        ("ATTENDEE:MAILTO:a b@x.org", "ATTENDEE:mailto:a%20b@x.org"),
        ("URL: https://x.org", "URL:https://x.org"), ("STATUS: CONFIRMED ", "STATUS:CONFIRMED"),
        ("SEQUENCE: 2", "SEQUENCE:2"), ("RRULE: FREQ=DAILY;COUNT=2", "RRULE:FREQ=DAILY;COUNT=2"),
        ("STATUS:CANCELED", "STATUS:CANCELLED"), ("SUMMARY:ring\u{7} ring", "SUMMARY:ring ring"),
        ("COMMENT:a\u{1B}[2Jb", "COMMENT:a[2Jb"), ("X-NOTE:a\u{8}b", "X-NOTE:ab"),
        ("ATTENDEE;CN=J\u{1}o:mailto:a@x.org", "ATTENDEE;CN=Jo:mailto:a@x.org"),
        ("X_ODD.NAME:Six", "X-ODD-NAME:Six"), ("FOO_BAR:x", "X-FOO-BAR:x"),
        ("X_WR_TIMEZONE:UTC", "X-X-WR-TIMEZONE:UTC"),
        (
            "ATTENDEE;RSVP= TRUE;PARTSTAT=\"DECLINED \":mailto:a@x.org",
            "ATTENDEE;RSVP=TRUE;PARTSTAT=DECLINED:mailto:a@x.org"
        ),
        ("RRULE:FREQ=DAILY;COUNT=2\nRRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=DAILY;COUNT=2"),
        ("STATUS:confirmed", "STATUS:CONFIRMED"), ("transp:Opaque", "TRANSP:OPAQUE"),
        ("CLASS:private", "CLASS:PRIVATE"),
        ("ORGANIZER;Cn=Tom:MAILTO:tom@x.org", "ORGANIZER;CN=Tom:MAILTO:tom@x.org"),
        (
            "ATTENDEE;X-A=\"b;c=d\";cutype=Room;RSVP=true;PARTSTAT=accepted:mailto:a@x.org",
            "ATTENDEE;X-A=\"b;c=d\";CUTYPE=ROOM;RSVP=TRUE;PARTSTAT=ACCEPTED:mailto:a@x.org"
        ),
        ("RRULE:freq=daily;count=2", "RRULE:FREQ=DAILY;COUNT=2"),
        ("RRULE:rscale=gregorian;freq=daily;count=2", "RRULE:FREQ=DAILY;RSCALE=GREGORIAN;COUNT=2"),
        ("RRULE;TZID=A: B:FREQ=DAILY;COUNT=2", "RRULE;TZID=\"A: B\":FREQ=DAILY;COUNT=2"),
        ("ATTENDEE;CN=x:\"mailto:a@x.org\"", "ATTENDEE;CN=x:mailto:a@x.org"),
        ("ATTENDEE:mailto:a@x.org;PARTSTAT=DECLINED", "ATTENDEE:mailto:a@x.org"),
        ("RRULE:FREQ=DAILY;UNTIL=20260402t090000z", "RRULE:FREQ=DAILY;UNTIL=20260402T090000Z"),
        ("REQUEST-STATUS:2.0;a;b;c", #"REQUEST-STATUS:2.0;a;b\;c"#),
        ("X-ALT-DESC;fmttype=text/html:<b>a; b, c</b>", "X-ALT-DESC;FMTTYPE=text/html:<b>a; b, c</b>"),
        ("CREATED:20260101", "CREATED:20260101T000000Z"),
        ("LAST-MODIFIED;VALUE=DATE:20260101", "LAST-MODIFIED:20260101T000000Z"),
        ("SUMMARY:a\nSUMMARY:a", "SUMMARY:a"), ("just some words\nSUMMARY:a", "SUMMARY:a"),
    ])
    func `malformed properties with a clear meaning are rewritten`(line: String, expected: String) throws {
        #expect(try mended(line) == [expected])
    }

    @Test(arguments: ["VEVENT", "VTODO"])
    func `repairs add the text that alarms require`(name: String) throws {
        for (lines, expected) in [
            ("ACTION:DISPLAY\nTRIGGER:-PT5M", ["ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Firing"]),
            ("TRIGGER:-PT5M", ["TRIGGER:-PT5M", "ACTION:DISPLAY", "DESCRIPTION:Firing"]),
            ("ACTION:AUDIO\nTRIGGER:-PT5M\nREPEAT:2", ["ACTION:AUDIO", "TRIGGER:-PT5M"]),
            (
                "action:display\nTRIGGER:PT0S\nDURATION:PT5M",
                ["ACTION:DISPLAY", "TRIGGER:PT0S", "DESCRIPTION:Firing"]
            ),
        ] {
            let text =
                "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:\(name)\nUID:a\nDTSTAMP:20260101T000000Z\n"
                + "DTSTART:20260401T090000Z\nSUMMARY:Firing\nBEGIN:VALARM\n\(lines)\nEND:VALARM\nEND:\(name)\nEND:VCALENDAR\n"
            let (file, _) = try CalendarFile(text: crlf(text)).repaired()
            let alarm = try #require(file.calendars.first?.component.components.first?.components.first)
            #expect(
                alarm.properties.map { String(decoding: line(of: $0), as: UTF8.self) } == expected,
                "\(lines)"
            )
            #expect(file.validate().filter { $0.severity == .error } == [])
        }
    }

    private func line(of property: Property) -> [UInt8] {
        let lines = CalendarObject(Component("VCALENDAR", properties: [property])).icsBytes(.plain)
            .split(separator: 0x0A)
        return Array(lines[1].dropLast())
    }

    @Test func `identical components are removed, and others with the same UID are kept`() throws {
        let event = "UID:a\nDTSTART:20260401T090000Z\nSUMMARY:one"
        let other = "UID:a\nDTSTART:20260401T090000Z\nSUMMARY:two"
        let zone = fixedZone("Own", "+0500")
        let text = calendar(
            events: [event, other, event, other, event],
            zones: "\(zone)\n\(zone)\n\(fixedZone("Own", "+0600"))"
        )
        let (file, repairs) = try CalendarFile(text: text).repaired()
        #expect(file.calendars[0].events.map(\.summary) == ["two", "one"])
        #expect(file.calendars[0].timeZoneDefinitions.count == 2)
        #expect(repairs.count { $0.violation.code == .sameUID } == 3)
        #expect(repairs.count { $0.violation.code == .repeatedZone } == 1)
        let before = try expand(text, from: "2026-01-01", to: "2027-01-01").occurrences.map(\.summary)
        #expect(
            try expand(file.icsText, from: "2026-01-01", to: "2027-01-01").occurrences.map(\.summary)
                == before
        )
    }

    @Test func `blanks around a zone name are removed`() throws {
        let lines = "DTSTART;TZID=\" Europe/Berlin \":20260402T090000"
        let text = try CalendarFile(text: calendar(lines)).repaired().file.icsText
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:20260402T090000\r\n"))
        let starts = try expand(calendar(lines), from: "2026-01-01", to: "2027-01-01").starts
        #expect(try expand(text, from: "2026-01-01", to: "2027-01-01").starts == starts)
    }

    @Test func `canonically equivalent text with different Unicode is not a duplicate`() throws {
        let events = ["Caf\u{E9}", "Cafe\u{301}"].map { "UID:a\nDTSTART:20260401T090000Z\nSUMMARY:\($0)" }
        #expect(try CalendarFile(text: calendar(events: events)).repaired().repairs.isEmpty)
    }

    @Test func `blanks are removed from VERSION, but a UID keeps its control characters`() throws {
        let text = calendar("UID:a\u{1}\nDTSTART:20260401T090000Z").replacing(
            "VERSION:2.0",
            with: "VERSION: 2.0"
        )
        let (file, _) = try CalendarFile(text: text).repaired()
        #expect(file.icsText.contains("VERSION:2.0\r\n") && file.icsText.contains("UID:a\u{1}\r\n"))
    }

    @Test(arguments: [
        ("SUMMARY;X_Y=1:a", "SUMMARY;X-Y=1:a"), ("DESCRIPTION;BAD PARAM=2:a", "DESCRIPTION;X-BAD-PARAM=2:a"),
        ("X-A;X_Y=1;Z.Z=2:a", "X-A;X-Y=1;X-Z-Z=2:a"), ("LOCATION;X_TITLE=1:a", "LOCATION;X-X-TITLE=1:a"),
        ("DESCRIPTION;ALTREP=\"\":a", "DESCRIPTION:a"), ("SUMMARY;LANGUAGE=:a", "SUMMARY:a"),
        ("ATTENDEE;PARTSTAT=;CN=:mailto:a@x.org", "ATTENDEE;CN=:mailto:a@x.org"),
        (
            "ATTENDEE;MEMBER=\"\",\"mailto:t@x.org\":mailto:a@x.org",
            "ATTENDEE;MEMBER=\"mailto:t@x.org\":mailto:a@x.org"
        ),
        ("ATTENDEE;CN=x:", "ATTENDEE;CN=x:invalid:nomail"),
    ])
    func `invalid parameter names are replaced, and empty parameters are removed`(
        line: String,
        expected: String
    ) throws {
        #expect(try mended(line) == [expected])
        let file = try CalendarFile(text: calendar("DTSTART:20260401T090000Z\n\(line)"))
        #expect(file.validate().contains { $0.severity == .error && $0.isRepairable })
        let occurrence = try expand(file.icsText, from: "2026-01-01", to: "2027-01-01").occurrences.first
        let event = try #require(occurrence).standaloneEvent
        let clean = CalendarObject(events: [event])
        #expect(clean.validate().filter { $0.severity == .error } == [])
    }

    @Test(arguments: [
        ("\"Foo\"", "Foo", "Foo"), ("\"Foo\\, Bar\"", "\"Foo, Bar\"", "Foo\\, Bar"),
        ("Foo\\\\: Bar", "\"Foo: Bar\"", "Foo: Bar"), ("Foo\\, Bar", "\"Foo\\, Bar\"", "Foo\\, Bar"),
    ])
    func `TZID is written identically in a time and in its zone definition`(
        defined: String,
        used: String,
        text: String
    )
        throws
    {
        let file = try CalendarFile(
            text: """
                BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTIMEZONE\nTZID:\(defined)\nBEGIN:STANDARD
                DTSTART:19700101T000000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0300\nEND:STANDARD\nEND:VTIMEZONE
                BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=\(used):20260401T090000
                END:VEVENT\nEND:VCALENDAR
                """
        )
        let lines = file.repaired().file.icsText.split(separator: "\r\n").map(String.init)
        #expect(lines.contains("TZID:\(text)"), "\(lines)")
        let name = text.replacing("\\", with: "")
        let parameter = name.contains { ",:".contains($0) } ? "\"\(name)\"" : name
        #expect(lines.contains("DTSTART;TZID=\(parameter):20260401T090000"), "\(lines)")
    }

    @Test(arguments: ["END:VCALENDAR\u{FEFF}BEGIN:VCALENDAR", "END:VCALENDAR BEGIN:VCALENDAR"])
    func `two calendars on one line are written on two lines`(joint: String) throws {
        let one = calendar("DTSTART:20260401T090000Z")
        let text = (one + one).replacing("END:VCALENDAR\r\nBEGIN:VCALENDAR", with: joint)
        let repaired = try CalendarFile(text: text).repaired().file.icsText
        #expect(repaired.contains("END:VCALENDAR\r\nBEGIN:VCALENDAR\r\n"), "\(repaired)")
        #expect(try CalendarFile(text: repaired).validate().filter { $0.severity == .error } == [])
    }

    @Test func `a busy period that ends before it starts is removed`() throws {
        let text = """
            BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VFREEBUSY\nUID:a\nDTSTAMP:20260101T000000Z
            FREEBUSY:20260610T110000Z/20260610T090000Z,20260611t090000z/pt1h\nEND:VFREEBUSY\nEND:VCALENDAR
            """
        let repaired = try CalendarFile(text: text).repaired().file.icsText
        #expect(repaired.contains("FREEBUSY:20260611T090000Z/PT1H\r\n"), "\(repaired)")
    }
}
