import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests parameters with unquoted colons and commas, and parameters inside the value.
@Suite struct UnquotedParameterTests {
    /// Checks lines with an unquoted or misplaced parameter.
    @Test(arguments: [
        ("DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20260601T090000", "(UTC+01:00) Amsterdam, Berlin"),
        ("DTEND;TZID=(UTC+01:00) Amsterdam\\, Berlin:20260601T090000", "(UTC+01:00) Amsterdam, Berlin"),
        ("DUE;VALUE=DATE-TIME;TZID=tzone://Microsoft/Utc:20260601T090000", "tzone://Microsoft/Utc"),
        (
            "RECURRENCE-ID;TZID=tzone://Microsoft/Utc;RANGE=THISANDFUTURE:20260601T090000",
            "tzone://Microsoft/Utc"
        ),
        ("EXDATE;TZID=GMT+01:00:20260601T090000,20260602T090000", "GMT+01:00"),
        ("RDATE;TZID=(GMT-05:00) Lima, Bogota;VALUE=PERIOD:20260601T090000/PT1H", "(GMT-05:00) Lima, Bogota"),
        ("TRIGGER;VALUE=DATE-TIME;TZID=a:b,c:20260601T090000", "a:b,c"),
        ("X-START;TZID=(UTC+01:00) Berlin, Rome:20260601T090000", "(UTC+01:00) Berlin, Rome"),
        ("dtstart;tzid=A: B:2026-06-01T09:00:00Z", "A: B"),
        (#"DTSTART;TZID=My\; Zone:20260601T090000"#, "My; Zone"),
        (#"DUE;TZID=A\;B\, C: D;VALUE=DATE-TIME:20260601T090000"#, "A;B, C: D"),
        (#"EXDATE;tzid=A\; b:20260601T090000,20260602T090000"#, "A; b"),
        ("DTSTART;TZID=My\\;\r\n  Zone:20260601T090000", "My; Zone"),
        ("DTSTART:TZID=Europe/Berlin:20260601T090000", "Europe/Berlin"),
        ("DTSTART;TZID:Europe/Berlin:20260601T090000", "Europe/Berlin"),
        ("DTSTART;VALUE=DATE-TIME:TZID=Europe/Berlin:20260601T090000", "Europe/Berlin"),
        ("exdate:tzid=Europe/Berlin:20260601T090000", "Europe/Berlin"),
    ])
    func `a TZID extends up to the colon before the time`(line: String, id: String) throws {
        let (property, diagnostics) = try Sample.property(line)
        #expect(property?.timeZoneID == id)
        #expect(property?.value.elements.isEmpty == false)
        let isRead = property?.value.elements.allSatisfy { if case .raw = $0 { false } else { true } } == true
        #expect(isRead || property?.name == "X-START")
        #expect(!diagnostics.isEmpty)
        #expect(diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [
        ("DTSTART::20260610T080000Z", "DTSTART:20260610T080000Z"),
        ("DTSTART;TZID=Europe/Berlin::20260610T080000", "DTSTART;TZID=Europe/Berlin:20260610T080000"),
        ("DTSTART;VALUE=DATE::20260610", "DTSTART;VALUE=DATE:20260610"),
        ("DURATION::PT1H", "DURATION:PT1H"), ("RRULE::FREQ=DAILY", "RRULE:FREQ=DAILY"),
        ("URL::https://x.org/a", "URL:https://x.org/a"),
        ("ATTENDEE::mailto:j@x.org", "ATTENDEE:mailto:j@x.org"),
        ("ATTENDEE;CN=Jo::mailto:j@x.org", "ATTENDEE;CN=Jo:mailto:j@x.org"),
        (
            "ATTENDEE;CN=Jo;PARTSTAT=ACCEPTED::mailto:j@x.org",
            "ATTENDEE;CN=Jo;PARTSTAT=ACCEPTED:mailto:j@x.org"
        ),
        (
            "ATTENDEE;PARTSTAT=ACCEPTED:;ROLE=CHAIR:mailto:j@x.org",
            "ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:j@x.org"
        ),
        ("ATTENDEE;CN=Jo:;ROLE=CHAIR:mailto:j@x.org", "ATTENDEE;CN=Jo;ROLE=CHAIR:mailto:j@x.org"),
        ("ATTENDEE:;CN=Jo:mailto:j@x.org", "ATTENDEE;CN=Jo:mailto:j@x.org"),
        ("X-PUBLISHED-TTL:VALUE=DURATION:PT1H", "X-PUBLISHED-TTL;VALUE=DURATION:PT1H"),
    ])
    func `an extra colon is ignored, and repaired`(line: String, meant: String) throws {
        let (property, diagnostics) = try Sample.property(line)
        let (plain, none) = try Sample.property(meant)
        #expect(property?.value == plain?.value && property?.parameters == plain?.parameters)
        #expect(none == [])
        #expect(diagnostics.map(\.code) == [.badParameter])
        let repaired = try CalendarFile(text: Sample.event(line)).repaired().file
        let written = String(decoding: repaired.icsBytes(), as: UTF8.self)
        #expect(written.contains("\r\n\(meant)\r\n"), "\(written)")
    }

    @Test(arguments: ["DTSTART:::20260610T080000Z", "SUMMARY::Text", "X-A::VALUE=DURATION:PT1H"])
    func `other extra colons belong to the value`(line: String) throws {
        let property = try Sample.property(line).property
        #expect(property?.parameters == [])
        #expect(property?.value.string?.hasPrefix(":") == true)
    }

    @Test(arguments: [
        ("ATTENDEE;CN=Jo:<mailto:j@x.org>", "<mailto:j@x.org>"),
        ("ATTENDEE;CN=Jo:,mailto:j@x.org", ",mailto:j@x.org"),
        ("ATTENDEE;CN=Jo:\"mailto:j@x.org", "\"mailto:j@x.org"),
        ("ATTENDEE;CN=Jo:Jo <mailto:j@x.org>", "Jo <mailto:j@x.org>"),
        ("ATTENDEE;CN=Jo:<j@x.org>", "<j@x.org>"), ("ATTENDEE;CN=Jo:mailto;j@x.org", "mailto;j@x.org"),
    ])
    func `a name ends at the colon before a malformed address`(line: String, value: String) throws {
        let (property, diagnostics) = try Sample.property(line)
        #expect(property?.parameters == [Parameter("CN", "Jo")])
        #expect(property?.value.string == value)
        #expect(diagnostics == [])
        #expect(property.map { Attendee($0).email } == "j@x.org")
        let (file, _) = try CalendarFile(text: Sample.event(line)).repaired()
        let written = String(decoding: file.icsBytes(), as: UTF8.self)
        #expect(written.contains("\r\nATTENDEE;CN=Jo:mailto:j@x.org\r\n"), "\(written)")
    }

    @Test(arguments: [
        "RRULE;TZID=(UTC+01:00) Amsterdam, Berlin:FREQ=DAILY;COUNT=3", "RRULE:VALUE=RECUR:FREQ=DAILY;COUNT=3",
        "RRULE;TZID=tzone://Microsoft/Custom:FREQ=DAILY;COUNT=3",
        "rrule:tzid=Europe/Berlin:count=3;freq=daily",
        "RRULE;X-FOO=http://x/y:FREQ=DAILY;COUNT=3", "EXRULE;TZID=A: B: FREQ = DAILY;COUNT=3",
        "X-RULE;VALUE=RECUR;TZID=A:B:FREQ=DAILY;COUNT=3",
    ])
    func `a parameter extends up to the colon before the rule`(line: String) throws {
        let (property, diagnostics) = try Sample.property(line)
        var rule = RecurrenceRule(.daily)
        rule.count = 3
        #expect(property?.value == .recurrenceRule(rule))
        #expect(!diagnostics.isEmpty && diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [
        ("RECURRENCE-ID;RANGE= THISANDFUTURE :20260601T090000Z", "RANGE"),
        ("DTSTART;VALUE= date :20260601", "VALUE"), ("TRIGGER;RELATED= END:-PT5M", "RELATED"),
        ("SUMMARY;ENCODING= QUOTED-PRINTABLE :=C3=A4", "ENCODING"),
        ("ATTACH;VALUE= BINARY;ENCODING=\" base64\":AAEC", "VALUE"),
    ])
    func `blanks around a keyword are ignored and reported`(line: String, name: String) throws {
        let (property, diagnostics) = try Sample.property(line)
        #expect(property?.isThisAndFuture == (name == "RANGE"))
        switch name {
        case "VALUE" where line.contains("date"): #expect(property?.eventTime?.isDate == true)
        case "VALUE": #expect(property?.value == .binary(base64: "AAEC"))
        case "ENCODING": #expect(property?.value == .text("ä"))
        default: break
        }
        #expect(
            diagnostics.contains {
                $0.message.contains("QUOTED-PRINTABLE") || $0.message.contains("blanks around")
            }
        )
        #expect(
            diagnostics.allSatisfy { $0.severity == .warning && !$0.message.contains("not allowed here") }
        )
    }

    @Test func `an unquoted zone name in a folded line is read`() throws {
        let line = "DTSTART;TZID=(UTC+01:00) Amster\r\n dam, Berlin\r\n :2026\r\n 0601T090000"
        #expect(try Sample.property(line).property?.timeZoneID == "(UTC+01:00) Amsterdam, Berlin")
    }

    @Test(arguments: [
        ("ATTENDEE;CN=Doe, Jane;PARTSTAT=ACCEPTED:mailto:j@x.org", "CN", "Doe, Jane", "mailto:j@x.org"),
        (
            #"ORGANIZER;CN=Chess Club\, Class of 2014:mailto:c@x.org"#, "CN", "Chess Club, Class of 2014",
            "mailto:c@x.org"
        ),
        (#"ATTENDEE;CN=Doe\; Jane;ROLE=CHAIR:mailto:j@x.org"#, "CN", "Doe; Jane", "mailto:j@x.org"),
        ("ATTENDEE;CN=Sales: North;ROLE=CHAIR:MAILTO:n@x.org", "CN", "Sales: North", "MAILTO:n@x.org"),
        ("ORGANIZER;CN=mailto:a@x.org:mailto:a@x.org", "CN", "mailto:a@x.org", "mailto:a@x.org"),
        ("ORGANIZER;SENT-BY=mailto:a:mailto:b", "SENT-BY", "mailto:a", "mailto:b"),
        (#"ORGANIZER;SENT-BY:"mailto:a":mailto:b"#, "SENT-BY", "mailto:a", "mailto:b"),
        ("ORGANIZER;CN=B;SENT-BY:mailto:a:mailto:b", "SENT-BY", "mailto:a", "mailto:b"),
        (
            "attendee;sent-by=mailto:a@x.org;cn=B, C:mailto:b@x.org", "SENT-BY", "mailto:a@x.org",
            "mailto:b@x.org"
        ),
        (
            "ATTENDEE;DIR=ldap://x.org:389/cn=B,o=C:mailto:b@x.org", "DIR", "ldap://x.org:389/cn=B,o=C",
            "mailto:b@x.org"
        ),
        ("ATTENDEE;CN=A: B:urn:uuid:1234", "CN", "A: B", "urn:uuid:1234"),
        ("ATTENDEE;CN=A: B:b@x.org", "CN", "A: B", "b@x.org"),
        ("ATTENDEE;CN=A;EMAIL=mailto:a@x.org:/principals/1/", "EMAIL", "mailto:a@x.org", "/principals/1/"),
        ("ATTENDEE;CN=Room: A;EMAIL=r@x.org:/principals/1", "CN", "Room: A", "/principals/1"),
        ("ORGANIZER;CN=http://x.org/a:/principals/1/", "CN", "http://x.org/a", "/principals/1/"),
        ("ATTENDEE;CN=/a:/b:mailto:b@x.org", "CN", "/a:/b", "mailto:b@x.org"),
        ("ATTENDEE:CN=Jane;PARTSTAT=ACCEPTED:mailto:j@x.org", "CN", "Jane", "mailto:j@x.org"),
        ("ATTENDEE;EMAIL=mailto:a@x.org;CN=A:mailto:b@x.org", "EMAIL", "mailto:a@x.org", "mailto:b@x.org"),
        (
            "ATTACH;FILENAME=a: b, c.pdf;FMTTYPE=application/pdf:https://x.org/1", "FILENAME", "a: b, c.pdf",
            "https://x.org/1"
        ),
        ("CONFERENCE;VALUE=URI;LABEL=Call: team:tel:+1", "LABEL", "Call: team", "tel:+1"),
        (
            "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Hall: 5, top:geo:1,2", "X-TITLE", "Hall: 5, top",
            "geo:1,2"
        ),
        (
            "DESCRIPTION;ALTREP=http://x.org:80/a.html:Text: more", "ALTREP", "http://x.org:80/a.html",
            "Text: more"
        ),
        ("SUMMARY;ALTREP=CID:part1@x.org;LANGUAGE=en:Text", "ALTREP", "CID:part1@x.org", "Text"),
        ("DESCRIPTION;ALTREP=data:text/html,<b>x</b>:Text", "ALTREP", "data:text/html,<b>x</b>", "Text"),
        ("LOCATION;ALTREP=urn:uuid:1234:Text: more", "ALTREP", "urn:uuid:1234", "Text: more"),
        ("COMMENT;ALTREP=tag:x.org,2026:a:Text", "ALTREP", "tag:x.org,2026:a", "Text"),
        ("SUMMARY;ALTREP=message:%3C1@x.org%3E:Text", "ALTREP", "message:%3C1@x.org%3E", "Text"),
        ("SUMMARY;ALTREP=mid:1@x.org:Text", "ALTREP", "mid:1@x.org", "Text"),
        ("DESCRIPTION;ALTREP=file:///c:/x.html:Text", "ALTREP", "file:///c:/x.html", "Text"),
    ])
    func `a single-valued parameter keeps its colons and commas`(
        line: String,
        name: String,
        parameter: String,
        value: String
    ) throws {
        let (property, diagnostics) = try Sample.property(line)
        #expect(property?.parameters[name] == parameter)
        #expect(property?.value.string == value)
        #expect(!diagnostics.isEmpty)
    }

    @Test(arguments: [
        (
            "ATTENDEE;MEMBER=mailto:a@x.org,mailto:b@x.org:mailto:c@x.org", "MEMBER",
            ["mailto:a@x.org", "mailto:b@x.org"]
        ),
        (
            "ATTENDEE;DELEGATED-TO=mailto:a@x.org,\"mailto:b@x.org\";CN=C, D:mailto:c@x.org", "DELEGATED-TO",
            ["mailto:a@x.org", "mailto:b@x.org"]
        ),
        (
            "ATTENDEE;DELEGATED-FROM=mailto:a@x.org;CN=C, D:mailto:c@x.org", "DELEGATED-FROM",
            ["mailto:a@x.org"]
        ),
        ("IMAGE;VALUE=URI;DISPLAY=BADGE,GRAPHIC:https://x.org/i.png", "DISPLAY", ["BADGE", "GRAPHIC"]),
    ])
    func `commas separate the values of a multi-valued parameter`(
        line: String,
        name: String,
        values: [String]
    ) throws {
        let property = try Sample.property(line).property
        #expect(property?.parameters.values(name) == values)
    }

    @Test(arguments: [
        "ATTENDEE;ROLE=CHAIR,REQ-PARTICIPANT:mailto:a@x.org", "ATTENDEE;CN=\"A\",\"B\":mailto:a@x.org",
        "ATTENDEE;EMAIL=a@x.org,b@x.org:urn:uuid:1", "TRIGGER;RELATED=END,START:-PT5M",
        "ATTACH;FMTTYPE=text/plain,text/html:https://x.org/", "ATTENDEE;CN=A;CN=B:mailto:a@x.org",
        "ATTENDEE;CN=A;ROLE=CHAIR;cn=A:mailto:a@x.org", "SUMMARY;LANGUAGE=en,de:Text",
    ])
    func `an extra parameter value is reported`(line: String) throws {
        let diagnostics = try Sample.property(line).diagnostics
        #expect(diagnostics.map(\.code) == [.badParameter])
        #expect(diagnostics.allSatisfy { $0.message.contains("using the first") })
        let file = try CalendarFile(text: Sample.event(line))
        let repaired = file.repaired().file
        #expect(try CalendarFile(bytes: repaired.icsBytes()).diagnostics == [])
    }

    @Test(arguments: [
        "SUMMARY;LANGUAGE=en:A: B mailto:c:20260101", "ATTENDEE;CN=A:mailto:b@x.org?cc=c:mailto:d",
        "ATTENDEE;CN=A:urn:x:mailto:b", "DTSTART;TZID=Europe/Berlin:20260601T090000",
        "ATTENDEE;CN=A:mailto:mailto:b@x.org", "URL;VALUE=URI:https://x.org/?u=http://y.org",
        "DESCRIPTION:CN=Jane:mailto:j@x.org", "RRULE:FREQ=DAILY;UNTIL=20260601T090000Z",
        "ATTACH;FMTTYPE=text/plain:cid:a:b", "X-A;X-B=c:VALUE=DATE:20260101", "DTSTAMP:20260101T000000Z",
        "ATTENDEE;CN=\"Doe, Jane\":mailto:j@x.org", "ATTENDEE;X-A=b,c:mailto:j@x.org",
    ])
    func `valid lines are read unchanged`(line: String) throws {
        let (property, diagnostics) = try Sample.property(line)
        #expect(diagnostics == [])
        let rebuilt = property.map {
            PropertyText.line(Property($0.name, $0.value, parameters: $0.parameters))
        }
        #expect(rebuilt.map { String(decoding: $0, as: UTF8.self) } == line)
    }

    @Test func `an unreadable time is kept unchanged`() throws {
        let (property, _) = try Sample.property("DTSTART;TZID=Europe/Berlin:half past nine: maybe")
        #expect(property?.timeZoneID == "Europe/Berlin")
        #expect(property?.value == .raw("half past nine: maybe"))
    }

    @Test(arguments: [
        #"ATTENDEE;CN="A":b:mailto:c@x.org"#, #"DTSTART;TZID="A":b:20260101T000000"#,
        #"ATTENDEE;CN="A","B":mailto:c@x.org"#,
        #"URL;X-A="b":some text:http://x.org"#,
    ])
    func `values that need quotes are written with them`(line: String) throws {
        let property = try #require(try Sample.property(line).property)
        let rebuilt = Property(property.name, property.value, parameters: property.parameters)
        let again = try Sample.property(String(decoding: PropertyText.line(rebuilt), as: UTF8.self)).property
        #expect(again == property)
    }

    @Test func `a repair adds quotes without changing the meaning`() throws {
        let lines = [
            "DTSTART:TZID=America/New_York:20260610T090000",
            "DTEND;TZID=tzone://Microsoft/Utc:20260610T150000",
            #"ORGANIZER;CN=Test\, User;SENT-BY=mailto:d@x.org:mailto:b@x.org"#,
            "ATTENDEE;CN=Sales: North, East;PARTSTAT=ACCEPTED:mailto:n@x.org",
        ]
        let file = try CalendarFile(
            text: calendar("UID:a\nDTSTAMP:20260101T000000Z\n" + lines.joined(separator: "\n"))
        )
        let (mended, repairs) = file.repaired()
        #expect(repairs.count >= 4)
        let text = mended.icsText.replacing("\r\n ", with: "")
        for written in [
            "DTSTART;TZID=America/New_York:20260610T090000",
            "DTEND;TZID=\"tzone://Microsoft/Utc\":20260610T150000",
            "ORGANIZER;CN=\"Test, User\";SENT-BY=\"mailto:d@x.org\":mailto:b@x.org",
            "ATTENDEE;CN=\"Sales: North, East\";PARTSTAT=ACCEPTED:mailto:n@x.org",
        ] {
            #expect(text.contains(written + "\r\n"))
        }
        let again = try CalendarFile(text: mended.icsText)
        #expect(again.diagnostics == [])
        #expect(
            again.calendars[0].events[0].component.properties
                == file.calendars[0].events[0].component.properties
        )
    }

    @Test(
        .long,
        arguments: [
            "DTSTART;TZID=" + String(repeating: ":", count: 400_000),
            "ATTENDEE;CN=" + String(repeating: ":a", count: 200_000),
            "ATTENDEE" + String(repeating: ";CN:", count: 100_000) + "mailto:a:mailto:b",
            "DTSTART" + String(repeating: ":TZID=", count: 70_000) + ":20260101T000000",
            "ATTENDEE;CN=" + String(repeating: ",", count: 400_000) + ":mailto:a@x.org",
            "DESCRIPTION" + String(repeating: ";ALTREP=http://", count: 30_000) + ":text",
            "ATTENDEE" + String(repeating: ";CN=a", count: 80_000) + ":mailto:a@x.org",
        ]
    )
    func `a line that contains only separators is read in linear time with few diagnostics`(line: String)
        throws
    {
        let file = try CalendarFile(text: Sample.event(line))
        #expect(file.diagnostics.count <= 64)
    }
}
