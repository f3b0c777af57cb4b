import Foundation
import Testing

/// Tests messages as sent by iCloud, which hides addresses behind others, and by Nextcloud, whose emails come
/// from the server's address.
@Suite struct CloudMessageTests {
    // MARK: - iCloud

    private static let token = "mailto:2_GE2DANRQGM4DQNBRGQYDMMBTHDA4@imip.me.com"
    private static let principal = "/aMTQwNjAzODQxNDA2MDM4NC/principal/"
    private static let uid = "8153F823-B9F1-4BE0-ADFB-5FEEB01C08A9"

    private func apple(
        _ method: String,
        from: String = "Nora Lind <nora@icloud.com>",
        _ components: String...
    )
        -> ServiceMail
    {
        ServiceMail(
            from: from,
            method: method,
            head: "CALSCALE:GREGORIAN\nPRODID:-//caldav.icloud.com//CALDAVJ 2617B27//EN\n",
            components: components
        )
    }

    private func dinner(
        _ day: String,
        at stamp: Int,
        _ sequence: Int,
        _ more: String = "RRULE:FREQ=WEEKLY;COUNT=3\n",
        organizer: String = "EMAIL=nora@icloud.com:\(token)"
    ) -> String {
        "BEGIN:VEVENT\nCREATED:20260301T080000Z\nUID:\(Self.uid)\nDTEND;TZID=Europe/Berlin:202604\(day)T210000\n"
            + "ORGANIZER;CN=Nora Lind;\(organizer)\n"
            + "ATTENDEE;CN=Nora Lind;CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;ROLE=CHAIR;\(organizer)\n"
            + "ATTENDEE;CN=Sam;CUTYPE=INDIVIDUAL;EMAIL=sam@client.example;PARTSTAT=NEEDS-ACTION;RSVP=TRUE"
            + ";ROLE=REQ-PARTICIPANT:mailto:sam@client.example\nTRANSP:OPAQUE\nSUMMARY:Dinner\n"
            + "DTSTART;TZID=Europe/Berlin:202604\(day)T190000\nDTSTAMP:20260301T\(stamp)0000Z\nSEQUENCE:\(sequence)\n"
            + "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC\n\(more)END:VEVENT"
    }

    private let second = "RECURRENCE-ID;TZID=Europe/Berlin:20260410T190000\n"

    @Test func `an iCloud organizer is identified by the EMAIL address, and replies go to the other address`()
        throws
    {
        let sam = try MailedPerson("sam@client.example")
        let added = try sam.process(apple("REQUEST", dinner("02", at: 10, 0)))
        #expect(
            added.lines == ["added 1, skipped 0, to home"] && !added.errors.contains("warning"),
            "\(added)"
        )
        let reply = try sam.run(["accept", "home:\(Self.uid)"]).output
        #expect(reply.contains("To: Nora Lind <2_GE2DANRQGM4DQNBRGQYDMMBTHDA4@imip.me.com>\r\n"), "\(reply)")
        #expect(try sam.process(apple("REQUEST", dinner("03", at: 11, 1))).lines[0].hasPrefix("updated"))
        // Other senders cannot put their own address in EMAIL.
        let before = try sam.stored()
        let forged = dinner("03", at: 12, 2, organizer: "EMAIL=eve@evil.example:\(Self.token)")
        for message in [
            apple("REQUEST", from: "Eve <eve@evil.example>", forged),
            apple(
                "REQUEST",
                from: "Eve <eve@evil.example>",
                dinner("04", at: 12, 2, organizer: "EMAIL=nora@icloud.com:mailto:eve@evil.example")
            ),
            apple("CANCEL", from: "Nora Lind <noreply@email.apple.com>", dinner("03", at: 12, 2)),
        ] {
            #expect(try sam.process(message).errors.contains("not by the organizer"))
        }
        #expect(try sam.stored() == before)
        try sam.process(apple("REQUEST", dinner("11", at: 13, 2, second)))
        let gone = dinner("17", at: 14, 3, second.replacingOccurrences(of: "0410", with: "0417"))
        try sam.process(apple("CANCEL", gone))
        #expect(
            try sam.events() == ["04-03 19:00 Dinner", "04-11 19:00 Dinner", "04-17 19:00 Dinner cancelled"]
        )
        try sam.process(apple("CANCEL", dinner("03", at: 15, 4)))
        #expect(try sam.events().allSatisfy { $0.hasSuffix("cancelled") })
    }

    @Test func `a stored iCloud server address belongs to the person with the same EMAIL`() throws {
        let sam = try MailedPerson("sam@client.example")
        let stored = dinner("02", at: 10, 0, organizer: "EMAIL=nora@icloud.com:\(Self.principal)")
            .replacingOccurrences(
                of: "EMAIL=sam@client.example",
                with: "EMAIL=sam@client.example;X-APPLE-ID=1"
            )
            .replacingOccurrences(of: ":mailto:sam@client.example", with: ":/aMTIz/principal/")
        try sam.program.write(calendarText(stored), to: "calendars/home/\(Self.uid).ics")
        #expect(try sam.run(["invitations"]).output.contains("Dinner, from Nora Lind"))
        let reply = try sam.run(["decline", "home:\(Self.uid)"]).output
        #expect(
            reply.contains("To: Nora Lind <nora@icloud.com>\r\n")
                && reply.contains("From: Sam <sam@client.example>")
        )
        let update = try sam.process(apple("REQUEST", dinner("03", at: 11, 1)))
        #expect(update.lines[0].hasPrefix("updated"), "\(update)")
        // The organizer's guest replies with the server's address.
        let nora = try MailedPerson("nora@icloud.com")
        let own = dinner("02", at: 10, 0, organizer: "EMAIL=nora@icloud.com:\(Self.principal)")
            .replacingOccurrences(
                of: "mailto:sam@client.example",
                with: "urn:uuid:5E2C1D0A-0000-4000-8000-AABBCCDDEEFF"
            )
        try nora.program.write(calendarText(own), to: "calendars/home/\(Self.uid).ics")
        let answer =
            "BEGIN:VEVENT\nUID:\(Self.uid)\nDTSTAMP:20260301T120000Z\nSEQUENCE:0\n"
            + "ORGANIZER;EMAIL=nora@icloud.com:\(Self.principal)\n"
            + "ATTENDEE;CN=Sam;EMAIL=sam@client.example;PARTSTAT=TENTATIVE:mailto:sam@client.example\nEND:VEVENT"
        let done = try nora.process(apple("REPLY", from: "sam@client.example", answer))
        #expect(done.lines.last == "added 0, replies 1, skipped 0, to home", "\(done)")
        #expect(try nora.answers(Self.uid).contains("Sam <sam@client.example> tentative"))
    }

    // MARK: - Nextcloud

    private func cloud(_ method: String, _ components: String...) -> ServiceMail {
        ServiceMail(
            from: "Nora Lind via Nextcloud <no-reply@cloud.example>",
            method: method,
            head: "PRODID:-//Sabre//Sabre VObject 4.5.4//EN\nCALSCALE:GREGORIAN\n",
            components: components,
            fields: "Reply-To: Nora Lind <nora@cloud.example>\n",
            form: .attachment
        )
    }

    private func sprint(_ day: String, _ hour: String, at stamp: Int, _ sequence: Int, _ more: String)
        -> String
    {
        "BEGIN:VEVENT\nCREATED:20260301T080000Z\nDTSTAMP:20260301T\(stamp)0000Z\nLAST-MODIFIED:20260301T\(stamp)0000Z\n"
            + "SEQUENCE:\(sequence)\nUID:0f1e2d3c-0000-4000-8000-123456789abc\nSTATUS:CONFIRMED\nSUMMARY:Sprint\n"
            + "DTSTART;TZID=Europe/Berlin:202604\(day)T\(hour)0000\nDTEND;TZID=Europe/Berlin:202604\(day)T\(hour)3000\n"
            + "ATTENDEE;CN=kim@client.example;CUTYPE=INDIVIDUAL;PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPANT;RSVP=TRUE;LANG"
            + "UAGE=en;SCHEDULE-STATUS=1.1;X-NC-GROUP-ID=0:mailto:kim@client.example\n"
            + "ORGANIZER;CN=Nora Lind:mailto:nora@cloud.example\nX-NC-DISABLE-SCHEDULING:false\n\(more)END:VEVENT"
    }

    @Test func `emails from a server in an organizer's name apply only if the user allows it`() throws {
        let kim = try MailedPerson("kim@client.example")
        let uid = "0f1e2d3c-0000-4000-8000-123456789abc"
        let rule = "RRULE:FREQ=WEEKLY;COUNT=3\n"
        let added = try kim.process(cloud("REQUEST", sprint("02", "09", at: 10, 1, rule)))
        #expect(added.lines == ["added 1, skipped 0, to home"])
        #expect(
            added.errors.contains(
                "warning: sent by no-reply@cloud.example, not by the organizer nora@cloud.example"
            )
        )
        try kim.run(["accept", "home:\(uid)"])
        let before = try kim.stored()
        let moved = cloud("REQUEST", sprint("02", "10", at: 11, 2, rule))
        #expect(
            try kim.process(moved).errors.contains("not by the organizer nora@cloud.example; not applied")
        )
        #expect(try kim.stored() == before)
        try kim.process(moved, "--any-sender")
        #expect(try kim.answers(uid) == ["kim@client.example <kim@client.example> pending"])
        let slot = "RECURRENCE-ID;TZID=Europe/Berlin:20260409T100000\n"
        try kim.process(cloud("REQUEST", sprint("09", "15", at: 12, 3, slot)), "--any-sender")
        let gone = sprint("16", "10", at: 13, 3, slot.replacingOccurrences(of: "0409", with: "0416"))
            .replacingOccurrences(of: "CONFIRMED", with: "CANCELLED")
        try kim.process(cloud("CANCEL", gone), "--any-sender")
        #expect(
            try kim.events() == ["04-02 10:00 Sprint", "04-09 15:00 Sprint", "04-16 10:00 Sprint cancelled"]
        )
        try kim.process(cloud("CANCEL", sprint("02", "10", at: 14, 4, "")), "--any-sender")
        #expect(try kim.events().allSatisfy { $0.hasSuffix("cancelled") })
    }

    @Test func `Nextcloud sends replies to a series and one of its occurrences in one message`() throws {
        let kim = try MailedPerson("kim@client.example")
        let uid = try kim.invite("nora@cloud.example", "--repeat", "weekly")
        func part(_ day: String, _ status: String, _ more: String = "") -> String {
            "BEGIN:VEVENT\nUID:\(uid)\nSEQUENCE:0\nDTSTAMP:20260301T120000Z\nREQUEST-STATUS:2.0;Success\n"
                + "ORGANIZER;CN=Kim;SCHEDULE-STATUS=1.1:mailto:kim@client.example\n\(more)"
                + "DTSTART;TZID=Europe/Berlin:202604\(day)T100000\nDTEND;TZID=Europe/Berlin:202604\(day)T110000\n"
                + "SUMMARY:Plan\nATTENDEE;PARTSTAT=\(status);CN=Nora Lind:mailto:nora@cloud.example\nEND:VEVENT"
        }
        let id = "RECURRENCE-ID;TZID=Europe/Berlin:20260409T100000\n"
        let done = try kim.process(
            cloud("REPLY", part("02", "ACCEPTED"), part("09", "DECLINED", id)),
            "--any-sender"
        )
        #expect(done.lines.last == "added 0, replies 1, skipped 0, to home", "\(done)")
        #expect(!done.errors.contains("kept as a separate event"), "\(done.errors)")
        #expect(try kim.answers(uid).contains("nora@cloud.example accepted"))
        #expect(try kim.answers(uid, "20260409T080000Z").contains("nora@cloud.example declined"))
    }
}
