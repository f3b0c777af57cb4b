import Foundation
import Testing

/// Tests messages as sent by Google Calendar: the calendar is both an alternative and an attachment, guests
/// have X-NUM-GUESTS, and the email has a Sender different from the organizer.
@Suite struct GoogleMessageTests {
    private func mail(_ method: String, _ components: String...) -> ServiceMail {
        ServiceMail(
            from: "Nora Lind <nora@gmail.com>",
            method: method,
            head: "PRODID:-//Google Inc//Google Calendar 70.9054//EN\nCALSCALE:GREGORIAN\n",
            components: components,
            fields: "Sender: Google Calendar <calendar-notification@google.com>\nReply-To: nora@gmail.com\n",
            form: .attachment
        )
    }

    private func event(_ day: String, _ hour: Int, at stamp: Int, _ sequence: Int, _ more: String = "")
        -> String
    {
        "BEGIN:VEVENT\nDTSTART;TZID=Europe/Berlin:202604\(day)T\(hour)0000\n"
            + "DTEND;TZID=Europe/Berlin:202604\(day)T\(hour + 1)0000\nDTSTAMP:20260301T\(stamp)0000Z\n"
            + "ORGANIZER;CN=Nora Lind:mailto:nora@gmail.com\nUID:4vks0abc@google.com\n"
            + "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=TRUE\n"
            + " ;CN=Nora Lind;X-NUM-GUESTS=0:mailto:nora@gmail.com\n"
            + "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=\n"
            + " TRUE;CN=sam@client.example;X-NUM-GUESTS=0:mailto:sam@client.example\n"
            + "X-MICROSOFT-CDO-OWNERAPPTID:-1234567890\nCREATED:20260301T085900Z\nDESCRIPTION:\n"
            + "LAST-MODIFIED:20260301T\(stamp - 1)5959Z\nSEQUENCE:\(sequence)\nSTATUS:CONFIRMED\nSUMMARY:Review\n"
            + "TRANSP:OPAQUE\n\(more)END:VEVENT"
    }

    private let rule = "RRULE:FREQ=WEEKLY;COUNT=5\n"
    private let uid = "4vks0abc@google.com"

    @Test func `a guest receives an invitation once, with updates and cancellations`() throws {
        let sam = try MailedPerson("sam@client.example")
        let invitation = mail("REQUEST", event("02", 10, at: 10, 0, rule))
        #expect(try sam.process(invitation).lines == ["added 1, skipped 0, to home"])
        #expect(try sam.run(["invitations"]).output.contains("Review, from Nora Lind, repeats"))
        let reply = try sam.run(["accept", "home:\(uid)"]).output
        #expect(reply.contains("To: Nora Lind <nora@gmail.com>\r\n") && reply.contains("method=REPLY"))
        // Changing the title does not change SEQUENCE, and Google does not have the reply yet.
        let renamed = event("02", 10, at: 12, 0, rule).replacingOccurrences(
            of: ":Review",
            with: ":Big review"
        )
        #expect(try sam.process(mail("REQUEST", renamed)).lines[0].hasPrefix("updated \"Big review\""))
        #expect(try sam.answers(uid).contains("sam@client.example <sam@client.example> accepted"))
        // The same email arrives again.
        #expect(
            try sam.process(mail("REQUEST", renamed)).lines == ["added 0, skipped 1, to home; nothing new"]
        )
        // One occurrence is moved and another is canceled.
        let slot = "RECURRENCE-ID;TZID=Europe/Berlin:20260409T100000\n"
        #expect(
            try sam.process(mail("REQUEST", event("09", 14, at: 13, 1, slot))).lines[0].hasSuffix(
                ": one occurrence"
            )
        )
        #expect(
            try sam.answers(uid, "20260409T080000Z").contains(
                "sam@client.example <sam@client.example> pending"
            )
        )
        let gone = event("16", 10, at: 14, 1, slot.replacingOccurrences(of: "0409", with: "0416"))
            .replacingOccurrences(of: "CONFIRMED", with: "CANCELLED")
        #expect(try sam.process(mail("CANCEL", gone)).lines[0].hasSuffix(": 2026-04-16 10:00"))
        // A canceled occurrence without DTSTART, next to its series.
        let bare =
            "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260301T150000Z\nORGANIZER;CN=Nora Lind:mailto:nora@gmail.com\n"
            + "RECURRENCE-ID;TZID=Europe/Berlin:20260423T100000\nSEQUENCE:1\nSTATUS:CANCELLED\nEND:VEVENT"
        try sam.process(mail("REQUEST", renamed, bare))
        let expected = [
            "04-02 10:00 Big review", "04-09 14:00 Review", "04-16 10:00 Big review cancelled",
            "04-23 10:00 Big review cancelled", "04-30 10:00 Big review",
        ]
        #expect(try sam.events() == expected)
        // The whole series is canceled.
        let cancel = event("02", 10, at: 16, 2, rule).replacingOccurrences(of: "CONFIRMED", with: "CANCELLED")
        #expect(try sam.process(mail("CANCEL", cancel)).lines[0].hasPrefix("canceled"))
        #expect(try sam.events().allSatisfy { $0.hasSuffix("cancelled") })
    }

    @Test func `a guest who uses Google replies, and changes the reply without a new SEQUENCE`() throws {
        let me = try MailedPerson("sam@client.example")
        let uid = try me.invite("nora@gmail.com")
        func reply(_ status: String, _ more: String = "") -> ServiceMail {
            let text = event("02", 10, at: 11, 0, more)
                .replacingOccurrences(of: self.uid, with: uid)
                .replacingOccurrences(
                    of: "Nora Lind:mailto:nora@gmail.com",
                    with: "Sam:mailto:sam@client.example"
                )
            let lines = text.components(separatedBy: "\n").filter {
                !$0.hasPrefix("ATTENDEE") && !$0.hasPrefix(" ")
            }
            let attendee =
                "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=\(status);CN=Nora Lind;X-NUM-GUESTS=0:mailto"
                + ":nora@gmail.com"
            return mail("REPLY", ([lines[0], attendee] + lines.dropFirst()).joined(separator: "\n"))
        }
        // DTSTAMP is the same in both replies.
        for (status, word) in [("ACCEPTED", "accepted"), ("DECLINED", "declined")] {
            let done = try me.process(reply(status))
            #expect(done.lines.last == "added 0, replies 1, skipped 0, to home", "\(done)")
            #expect(try me.answers(uid).contains("nora@gmail.com \(word)"))
        }
        // A reply to an earlier time is ignored.
        try me.run(["invite", "home:\(uid)", "--set", "start=2026-04-02 12:00", "--format", "ics"])
        #expect(try me.process(reply("ACCEPTED")).errors.contains("the reply is for SEQUENCE 0"))
        #expect(try me.answers(uid).contains("nora@gmail.com pending"))
    }
}
