import ICalendar
import Testing

/// Tests keywords in properties and parameters that no RFC defines: each is reported and ignored.
@Suite struct UnknownWordTests {
    private func said(_ component: String, _ lines: String) throws -> [String] {
        let inside =
            component == "VALARM" ? "BEGIN:VEVENT\nBEGIN:VALARM\n\(lines)\nEND:VALARM\nEND:VEVENT" : ""
        let body = component == "VCALENDAR" ? lines : "BEGIN:\(component)\n\(lines)\nEND:\(component)"
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(inside.isEmpty ? body : inside)\nEND:VCALENDAR\n"
        return try CalendarFile(text: crlf(text)).diagnostics.map(\.message)
    }

    @Test(arguments: [
        ("VEVENT", "STATUS:BUSY", "STATUS: unknown word 'BUSY'; ignored"),
        ("VEVENT", "STATUS:X-HELD", "STATUS: unknown word 'X-HELD'; ignored"),
        ("VEVENT", "status:held", "STATUS: unknown word 'held'; ignored"),
        ("VEVENT", "STAT\n US:BU\n SY", "STATUS: unknown word 'BUSY'; ignored"),
        ("VEVENT", "STATUS:COMPLETED", "STATUS: 'COMPLETED' is not a STATUS of VEVENT; ignored"),
        ("VEVENT", "STATUS:", "STATUS: empty value; ignored"),
        ("VTODO", "STATUS:CONFIRMED", "STATUS: 'CONFIRMED' is not a STATUS of VTODO; ignored"),
        ("VTODO", "STATUS:DONE", "STATUS: unknown word 'DONE'; ignored"),
        ("VJOURNAL", "STATUS:PUBLISHED", "STATUS: unknown word 'PUBLISHED'; ignored"),
        ("VEVENT", "TRANSP:FREE", "TRANSP: unknown word 'FREE'; ignored"),
        ("VEVENT", "CLASS:SECRET", "CLASS: unknown word 'SECRET'; ignored"),
        ("VTODO", "CLASS:not a word", "CLASS: unknown word 'not a word'; ignored"),
        ("VALARM", "ACTION:SHOUT", "ACTION: unknown word 'SHOUT'; ignored"),
        ("VCALENDAR", "METHOD:INVENT", "METHOD: unknown word 'INVENT'; ignored"),
        ("VCALENDAR", "CALSCALE:JULIAN", "CALSCALE: unknown word 'JULIAN'; read as GREGORIAN"),
        ("VEVENT", "ATTENDEE;PARTSTAT=MAYBE:mailto:a@x.org", "ATTENDEE: unknown PARTSTAT 'MAYBE'; ignored"),
        ("VTODO", "ATTENDEE;PARTSTAT=:mailto:a@x.org", "ATTENDEE: empty PARTSTAT; ignored"),
        ("VALARM", "ATTENDEE;ROLE=BOSS:mailto:a@x.org", "ATTENDEE: unknown ROLE 'BOSS'; ignored"),
        ("VEVENT", "ATTENDEE;CUTYPE=CAT:mailto:a@x.org", "ATTENDEE: unknown CUTYPE 'CAT'; ignored"),
        ("VEVENT", "ATTENDEE;RSVP=YES:mailto:a@x.org", "ATTENDEE: unknown RSVP 'YES'; ignored"),
        (
            "VEVENT", "ORGANIZER;SCHEDULE-AGENT=ME:mailto:a@x.org",
            "ORGANIZER: unknown SCHEDULE-AGENT 'ME'; ignored"
        ),
        (
            "VFREEBUSY", "FREEBUSY;FBTYPE=ASLEEP:20260401T090000Z/PT1H",
            "FREEBUSY: unknown FBTYPE 'ASLEEP'; read as BUSY"
        ),
        ("VEVENT", "RELATED-TO;RELTYPE=COUSIN:b", "RELATED-TO: unknown RELTYPE 'COUSIN'; read as PARENT"),
        ("VALARM", "TRIGGER;RELATED=MIDDLE:PT0S", "TRIGGER: unknown RELATED 'MIDDLE'; read as START"),
        ("VEVENT", "ATTACH;ENCODING=ROT13:https://x.org", "ATTACH: unknown ENCODING 'ROT13'; ignored"),
        (
            "VEVENT", "IMAGE;VALUE=URI;DISPLAY=BADGE,HUGE:https://x.org",
            "IMAGE: unknown DISPLAY 'HUGE'; ignored"
        ),
        (
            "VEVENT", "CONFERENCE;VALUE=URI;FEATURE=SMELL:https://x.org",
            "CONFERENCE: unknown FEATURE 'SMELL'; ignored"
        ),
        (
            "VTODO", "ATTENDEE;SCHEDULE-FORCE-SEND=ALL:mailto:a@x.org",
            "ATTENDEE: unknown SCHEDULE-FORCE-SEND 'ALL'; ignored"
        ),
        (
            "VEVENT", "STYLED-DESCRIPTION;VALUE=TEXT;DERIVED=PERHAPS:x",
            "STYLED-DESCRIPTION: unknown DERIVED 'PERHAPS'; ignored"
        ),
        ("VEVENT", "ATTENDEE;PARTSTAT= ACCEPTED:mailto:a@x.org", "ATTENDEE: blanks around PARTSTAT ignored"),
        ("VTODO", "STATUS:CANCELED", "STATUS: 'CANCELED' is not a STATUS; read as CANCELLED"),
        ("VJOURNAL", "STATUS:canceled", "STATUS: 'canceled' is not a STATUS; read as CANCELLED"),
    ])
    func `an unknown keyword produces a warning`(component: String, lines: String, expected: String) throws {
        #expect(try said(component, lines) == [expected])
    }

    @Test(arguments: [
        ("VEVENT", "STATUS:cancelled"), ("VTODO", "STATUS:in-process"), ("VJOURNAL", "STATUS:DRAFT"),
        ("VEVENT", "CLASS:X-FAMILY"), ("VEVENT", "TRANSP:transparent"), ("VALARM", "ACTION:x-ring"),
        ("VALARM", "ACTION:NONE"), ("VALARM", "ACTION:procedure"), ("VCALENDAR", "METHOD:publish"),
        ("VCALENDAR", "CALSCALE:gregorian"), ("VEVENT", "ATTENDEE;PARTSTAT=x-late;ROLE=Chair:mailto:a@x.org"),
        ("VTODO", "ATTENDEE;PARTSTAT=completed:mailto:a@x.org"), ("VEVENT", "X-STATUS;ROLE=any:thing"),
        ("VEVENT", "RELATED-TO;RELTYPE=DEPENDS-ON:b"), ("VALARM", "RELATED-TO;RELTYPE=SNOOZE:b"),
        ("VALARM", "PROXIMITY:CONNECT"), ("PARTICIPANT", "STATUS:ANYTHING"),
    ])
    func `known keywords in any case and X- keywords produce no warning`(component: String, lines: String)
        throws
    {
        #expect(try said(component, lines) == [])
    }

    @Test func `CANCELED is read and written as CANCELLED`() throws {
        let text = calendar("DTSTART:20260401T090000Z\nSTATUS:CANCELED", "UID:b\nDTSTART:20260402T090000Z")
        let file = try CalendarFile(text: text)
        #expect(file.calendars[0].events.map(\.status) == [.cancelled, nil])
        var options = ExpansionOptions()
        options.hidesCancelled = true
        var search = OccurrenceSearch(in: try window("2026-01-01", "2027-01-01"), options: options)
        _ = try search.read(bytes: Array(text.utf8))
        #expect(search.occurrences().count() == 1)
        #expect(file.repaired().file.icsText.contains("STATUS:CANCELLED\r\n"))
    }

    @Test func `unknown keywords are reported where allowed, and removed by repairs elsewhere`()
        throws
    {
        let open = try CalendarFile(
            text: calendar("DTSTART:20260401T090000Z\nCLASS:SECRET\nATTENDEE;ROLE=BOSS:mailto:a@x.org")
        )
        let words = open.validate().filter { $0.code == .unknownWord }
        #expect(words.map(\.severity) == [.warning, .warning] && words.allSatisfy { !$0.isRepairable })
        let closed = try CalendarFile(text: calendar("DTSTART:20260401T090000Z\nTRANSP:FREE\nSTATUS:BUSY"))
        #expect(closed.validate().filter { $0.code == .unknownWord }.allSatisfy { $0.isRepairable })
        let text = closed.repaired().file.icsText
        #expect(!text.contains("TRANSP") && !text.contains("STATUS"))
    }

    @Test func `a property that libical drops produces a warning`() throws {
        let line =
            "X-LIC-ERROR;X-LIC-ERRORTYPE=VALUE-PARSE-ERROR:No value for DESCRIPTION property. Removing entire property:"
        for component in ["VEVENT", "VTODO", "VALARM"] {
            let found = try said(component, line)
            #expect(found.count == 1 && found[0].contains("removed a property here"), "\(component)")
        }
        let file = try CalendarFile(text: calendar("DTSTART:20260401T090000Z\n\(line)"))
        let violations = file.validate().filter { $0.message.contains("removed a property here") }
        #expect(violations.map(\.severity) == [.warning])
    }

    @Test func `an attendee without an address or name is ignored`() throws {
        let text = calendar(
            "DTSTART:20260401T090000Z\nATTENDEE;RSVP=TRUE:\nATTENDEE;CN=Jo:\nATTENDEE;EMAIL=a@x.org:\nATTENDEE:mailto:b@x.org"
        )
        let found = try expand(text, from: "2026-01-01", to: "2027-01-01")
        let attendees = try #require(found.occurrences.first).attendees
        #expect(attendees.map(\.name) == ["Jo", nil, nil])
        #expect(attendees.map(\.email) == [nil, "a@x.org", "b@x.org"])
        #expect(found.warns(at: "ATTENDEE;RSVP", saying: "empty ATTENDEE; ignored"))
    }
}
