import Foundation
import ICalendar
import Testing

@testable import ICalendarCore

/// Tests `ENCODING=QUOTED-PRINTABLE`, a vCalendar 1.0 feature that RFC 5545 removed.
@Suite struct QuotedPrintableTests {
    @Test(arguments: [
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:Restm=C3=BClltonne", "Restmülltonne"),
        ("SUMMARY;encoding=quoted-printable:Restm=c3=bclltonne", "Restmülltonne"),
        ("SUMMARY;ENCODING=\"QUOTED-PRINTABLE\";LANGUAGE=de:=C3=A4", "ä"),
        ("SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab=0Ac", "a\nb\nc"),
        ("SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCll", "Müll"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1251:=EF=F0=E8", "при"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-15:5 =A4", "5 €"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=koi8-r:=D0=D2=C9", "при"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:1 =3D 1, x=y", "1 = 1, x=y"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=\r\nb=\r\nc", "abc"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=\r\nNote: b=C3=\r\n=A4", "aNote: bä"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=\r\n b", "ab"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=C3=\r\n A4b", "aäb"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=C3\r\n =A4b", "aäb"),
        ("SUMMARY;ENCODING=QUOTED-\r\n PRINTABLE:=C3=A4", "ä"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=\r\nLocation: here=", "aLocation: here"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=\r\nb\r\nc d", "ab\nc d"),
        (
            "SUMMARY;ENCODING=QUOTED-PRINTABLE:a=\r\nEnd: 5 pm=\r\nBegin: now=\r\nEND:x=\r\nb",
            "aEnd: 5 pmBegin: nowEND:xb"
        ),
    ])
    func `quoted-printable text is decoded`(line: String, text: String) throws {
        let (property, diagnostics) = try Sample.property(line)
        #expect(property?.value.string == text)
        #expect(property?.parameters.contains { ["ENCODING", "CHARSET"].contains($0.name) } == false)
        #expect(diagnostics.allSatisfy { $0.code == .layout })
        #expect(diagnostics.first?.message.contains("QUOTED-PRINTABLE") == true)
    }

    @Test(arguments: [
        "DESCRIPTION", "LOCATION", "COMMENT", "X-ALT-DESC;FMTTYPE=text/html", "CATEGORIES", "CONTACT",
        "ATTENDEE;CN=A", "URL",
    ])
    func `quoted-printable is decoded in any property`(name: String) throws {
        let (property, _) = try Sample.property("\(name);ENCODING=QUOTED-PRINTABLE:mailto:a=40x=2Eexample")
        #expect(property?.value.string == "mailto:a@x.example")
    }

    @Test(arguments: [
        ("SUMMARY;ENCODING=BASE64:SGVsbG8=", "Hello", true),
        ("DESCRIPTION;encoding=b;CHARSET=UTF-8:w6Q=", "ä", true),
        ("LOCATION;ENCODING=BASE64;CHARSET=ISO-8859-1:5A==", "ä", true),
        ("COMMENT;ENCODING=BASE64:SGVs\r\n bG8=", "Hello", true),
        ("DESCRIPTION;ENCODING=BASE64:QzpcbmV3LCBvbGQ7", "C:\\new, old;", true),
        ("SUMMARY;ENCODING=BASE64:QWI=Q2Q=", "QWI=Q2Q=", false),
        ("SUMMARY;ENCODING=BASE64:SGVsbG8", "SGVsbG8", false),
        ("SUMMARY;ENCODING=BASE64:AAAA", "AAAA", false),
        ("SUMMARY;ENCODING=BASE64:Lunch at noon", "Lunch at noon", false),
        ("UID;ENCODING=BASE64:SGVsbG8=", "SGVsbG8=", false),
        ("X-DATA;ENCODING=BASE64:SGVsbG8=", "SGVsbG8=", false),
    ])
    func `Base64 text is decoded`(line: String, text: String, isDecoded: Bool) throws {
        let (property, diagnostics) = try Sample.property(line)
        #expect(property?.value.string == text)
        #expect(
            diagnostics.contains { $0.message.hasSuffix("ENCODING=BASE64 is not allowed for text; decoded") }
                == isDecoded
        )
        #expect((property?.parameters["ENCODING"] == nil) == isDecoded)
    }

    @Test func `a repair writes the decoded text in RFC 5545 format`() throws {
        let text = Sample.event("UID:a", "SUMMARY;ENCODING=QUOTED-PRINTABLE:=C3=A4=\r\n=3D=0Ab", "LOCATION:x")
        let file = try CalendarFile(text: text)
        for options in [WritingOptions(), .plain] {
            let again = try CalendarFile(bytes: file.icsBytes(options))
            #expect(again.calendars[0].component.components == file.calendars[0].component.components)
        }
        let (repaired, repairs) = file.repaired()
        #expect(repaired.icsText.contains("\r\nSUMMARY:ä=\\nb\r\nLOCATION:x\r\n"))
        #expect(try CalendarFile(bytes: repaired.icsBytes()).diagnostics.isEmpty)
        #expect(!repairs.isEmpty)
    }

    @Test func `a soft line break does not swallow the next property or END line`() throws {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY;ENCODING=QUOTED-PRINTABLE:a=\nDTSTART:20260105T100000Z\n"
            + "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:b=\nEND:VEVENT\nEND:VCALENDAR\n"
        let found = try expand(text, from: "2026-01-01", to: "2026-02-01")
        #expect(found.starts == ["2026-01-05T10:00:00Z"])
        #expect(found.occurrences.map(\.summary) == ["a"])
        var search = OccurrenceSearch(in: try window("2026-01-01", "2026-02-01"))
        try search.read(bytes: Array(text.utf8))
        #expect(search.occurrences().map(\.summary) == ["a"])
    }

    @Test(arguments: [
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example", "LOCATION:x", "CATEGORIES:a,b",
        "URL:https://x.example",
        "X-NOTE:a", "TRANSP:TRANSPARENT", "ORGANIZER:mailto:a@x.example", "GEO:1;2", "PRIORITY:1",
    ])
    func `a soft line break does not swallow a known property or one after an empty line`(line: String) throws
    {
        for separator in ["=\n", "=0D=0A=\n\n", "=\n\n"] {
            for name in [line, separator == "=\n" ? line : "Note: " + line] {
                let text = Sample.event("SUMMARY;ENCODING=QUOTED-PRINTABLE:Plan\(separator)\(name)")
                let event = try #require(try CalendarFile(text: text).calendars.first?.events.first)
                #expect(event.summary?.trimmingCharacters(in: ["\n"]) == "Plan")
                #expect(
                    event.component.properties.last?.name
                        == name.prefix { $0 != ":" && $0 != ";" }.uppercased()
                )
            }
        }
    }

    @Test func `a trailing equals sign in plain text is kept`() throws {
        let (value, codes) = try Sample.value("SUMMARY:a=")
        #expect(value?.string == "a=")
        #expect(codes.isEmpty)
        let file = try CalendarFile(text: Sample.event("URL:http://a.example/?b=", "SUMMARY:c"))
        #expect(file.calendars[0].events[0].summary == "c")
        #expect(file.diagnostics.isEmpty)
    }
}
