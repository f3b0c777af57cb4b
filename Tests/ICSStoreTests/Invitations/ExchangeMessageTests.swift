import Foundation
import Testing

/// Tests messages as sent by Exchange and Outlook: Windows time zones, proprietary properties, replies
/// without names, and proposals for new times.
@Suite struct ExchangeMessageTests {
    private static let zone = """
        BEGIN:VTIMEZONE
        TZID:W. Europe Standard Time
        BEGIN:STANDARD
        DTSTART:16010101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        """
    private static let uid =
        "040000008200E00074C5B7101A82E00800000000C0A1B2C3D4E5DA01000000000000000010000000AABBCCDDEEFF"

    private func mail(_ method: String, _ components: String...) -> ServiceMail {
        ServiceMail(
            from: "\"Lind, Nora\" <Nora.Lind@contoso.example>",
            method: method,
            head: "PRODID:Microsoft Exchange Server 2010\n\(Self.zone)\n",
            components: components,
            fields: "Thread-Topic: Budget\nX-MS-Has-Attach:\n"
        )
    }

    private func event(
        _ day: String,
        _ hour: Int,
        at stamp: Int,
        _ sequence: Int,
        _ more: String = "",
        own: Int? = nil
    ) -> String {
        "BEGIN:VEVENT\nORGANIZER;CN=Lind, Nora:mailto:Nora.Lind@contoso.example\n"
            + "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Sam Reed:mailt\n"
            + " o:Sam@client.example\nDESCRIPTION;LANGUAGE=de-DE:\\n\nUID:\(Self.uid)\n"
            + "SUMMARY;LANGUAGE=de-DE:Budget\nDTSTART;TZID=W. Europe Standard Time:202604\(day)T\(hour)0000\n"
            + "DTEND;TZID=W. Europe Standard Time:202604\(day)T\(hour + 1)0000\nCLASS:PUBLIC\nPRIORITY:5\n"
            + "DTSTAMP:20260301T\(stamp)0000Z\nTRANSP:OPAQUE\nSTATUS:CONFIRMED\nSEQUENCE:\(sequence)\n"
            + "LOCATION;LANGUAGE=de-DE:Raum 5\nX-MICROSOFT-CDO-APPT-SEQUENCE:\(own ?? sequence)\n"
            + "X-MICROSOFT-CDO-OWNERAPPTID:2119\nX-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE\n"
            + "X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY\nX-MICROSOFT-CDO-ALLDAYEVENT:FALSE\n"
            + "X-MICROSOFT-CDO-IMPORTANCE:1\nX-MICROSOFT-CDO-INSTTYPE:1\nX-MICROSOFT-DISALLOW-COUNTER:FALSE\n\(more)"
            + "BEGIN:VALARM\nDESCRIPTION:REMINDER\nTRIGGER;RELATED=START:-PT15M\nACTION:DISPLAY\nEND:VALARM\nEND:VEVENT"
    }

    private let rule = "RRULE:FREQ=WEEKLY;UNTIL=20260423T090000Z;INTERVAL=1;BYDAY=TH;WKST=MO\n"
    private func slot(_ time: String) -> String {
        "RECURRENCE-ID;TZID=W. Europe Standard Time:202604\(time)0000\n"
    }

    @Test(arguments: ["T11", "T00"])
    func `a guest receives an invitation, updates and cancellations`(time: String) throws {
        let sam = try MailedPerson("sam@client.example")
        var first = mail("REQUEST", event("02", 10, at: 10, 0, rule))
        first.form = .winmail
        #expect(try sam.process(first).lines == ["added 1, skipped 0, to home"])
        let reply = try sam.run(["tentative", "home:\(Self.uid)"]).output
        #expect(
            reply.contains("To: \"Lind, Nora\" <Nora.Lind@contoso.example>") && reply.contains("SEQUENCE:0")
        )
        // A new time requires a new reply. SEQUENCE decides, not Microsoft's property.
        let moved = mail("REQUEST", event("02", 11, at: 11, 1, rule, own: 0))
        #expect(try sam.process(moved).lines[0].hasSuffix(": SEQUENCE 0 to SEQUENCE 1"))
        #expect(try sam.answers(Self.uid).contains("Sam Reed <Sam@client.example> pending"))
        let old = mail("REQUEST", event("02", 9 + 3, at: 12, 0, rule, own: 9))
        #expect(try sam.process(old).errors.contains("SEQUENCE 0 is older than the stored SEQUENCE 1"))
        // Some versions identify an occurrence by its day at midnight.
        try sam.process(mail("REQUEST", event("09", 15, at: 13, 2, slot("09\(time)"))))
        let gone = event("16", 11, at: 14, 3, slot("16\(time)"))
            .replacingOccurrences(of: "CONFIRMED", with: "CANCELLED")
            .replacingOccurrences(of: ":Budget", with: ":Abgesagt: Budget")
        #expect(try sam.process(mail("CANCEL", gone)).lines[0].hasSuffix(": 2026-04-16 11:00"))
        let expected = [
            "04-02 11:00 Budget", "04-09 15:00 Budget", "04-16 11:00 Budget cancelled", "04-23 11:00 Budget",
        ]
        #expect(try sam.events() == expected)
        let cancel = event("02", 11, at: 15, 4, rule).replacingOccurrences(of: "CONFIRMED", with: "CANCELLED")
        try sam.process(mail("CANCEL", cancel))
        #expect(try sam.events().allSatisfy { $0.hasSuffix("cancelled") })
    }

    /// Returns the lines of a reply from Outlook.
    private func answer(_ uid: String, _ attendee: String, at hour: Int, _ title: String, _ more: String)
        -> String
    {
        "BEGIN:VEVENT\nATTENDEE;\(attendee):MAILTO:Nora.Lind@contoso.example\nCOMMENT;LANGUAGE=de-DE:Grüße\\n\nUID:\(uid)\n"
            + "SUMMARY;LANGUAGE=de-DE:\(title): Plan\nDTSTART;TZID=W. Europe Standard Time:20260402T\(hour)0000\n"
            + "DTEND;TZID=W. Europe Standard Time:20260402T\(hour + 1)0000\nCLASS:PUBLIC\nPRIORITY:5\n"
            + "DTSTAMP:20260301T120000Z\nTRANSP:OPAQUE\nSTATUS:CONFIRMED\nSEQUENCE:0\nLOCATION;LANGUAGE=de-DE:\n"
            + "X-MICROSOFT-CDO-APPT-SEQUENCE:0\nX-MICROSOFT-CDO-OWNERAPPTID:0\n\(more)END:VEVENT"
    }

    @Test func `a guest who uses Outlook replies and proposes a new time`() throws {
        let me = try MailedPerson("sam@client.example")
        let uid = try me.invite("Nora.Lind@contoso.example")
        // A reply has neither a name nor an organizer.
        var reply = mail("REPLY", answer(uid, "PARTSTAT=ACCEPTED", at: 10, "Zugesagt", ""))
        reply.encoding = "quoted-printable"
        let done = try me.process(reply)
        #expect(done.lines.last == "added 0, replies 1, skipped 0, to home", "\(done)")
        let accepted = try me.answers(uid)
        #expect(accepted.contains("Nora.Lind@contoso.example accepted"))
        let before = try me.stored()
        let original =
            "X-MS-OLK-ORIGINALSTART;TZID=W. Europe Standard Time:20260402T100000\n"
            + "X-MS-OLK-ORIGINALEND;TZID=W. Europe Standard Time:20260402T110000\n"
        let attendee = "PARTSTAT=TENTATIVE;CN=\"Lind, Nora\""
        let counter = answer(uid, attendee, at: 15, "New Time Proposed", original)
        let proposed = try me.process(mail("COUNTER", counter)).lines
        #expect(
            proposed[0].hasSuffix("Nora.Lind@contoso.example proposes 2026-04-02 15:00 to 2026-04-02 16:00"),
            "\(proposed)"
        )
        // The same time in another time zone is not a proposal.
        let place = answer(uid, attendee, at: 10, "New Time Proposed", original)
            .replacingOccurrences(of: "LOCATION;LANGUAGE=de-DE:", with: "LOCATION;LANGUAGE=de-DE:Raum 7")
        let elsewhere = try me.process(mail("COUNTER", place)).lines
        #expect(elsewhere[0].hasSuffix("proposes another LOCATION, SUMMARY"), "\(elsewhere)")
        #expect(try me.stored() == before)
    }
}
