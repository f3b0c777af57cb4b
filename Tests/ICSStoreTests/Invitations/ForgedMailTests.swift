import Foundation
import TestTraits
import Testing

/// Tests forged, contradictory, looping and huge emails, which must not change anything that a person has
/// agreed to.
@Suite struct ForgedMailTests {
    private func event(
        _ sequence: Int,
        _ hour: String = "09",
        organizer: String = "ORGANIZER:mailto:nora@studio.example",
        _ more: String = ""
    ) -> String {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260301T0\(sequence)0000Z\nSEQUENCE:\(sequence)\nSUMMARY:Review\n\(organizer)\n"
            + "DTSTART:20260406T\(hour)0000Z\nATTENDEE;PARTSTAT=ACCEPTED:mailto:nora@studio.example\n"
            + "ATTENDEE;RSVP=TRUE:mailto:sam@client.example\nATTENDEE:mailto:bob@client.example\n\(more)END:VEVENT"
    }

    private func mail(_ from: String, _ method: String, _ fields: String = "", _ components: String...)
        -> ServiceMail
    {
        ServiceMail(from: from, method: method, components: components, fields: fields, form: .bare)
    }

    /// Returns Sam, who has accepted the invitation.
    private func guest() throws -> MailedPerson {
        let sam = try MailedPerson("sam@client.example")
        try sam.process(mail("nora@studio.example", "REQUEST", "", event(0)))
        try sam.run(["accept", "home:u"])
        return sam
    }

    /// From fields that do not prove that Nora alone sent the email, each with additional fields.
    private static let senders = [
        ("eve@evil.example", "Sender: nora@studio.example\nReply-To: nora@studio.example\n"),
        ("nora@studio.example, eve@evil.example", "Sender: nora@studio.example\n"),
        ("nora@studio.example\nFrom: eve@evil.example", ""),
        ("\"nora@studio.example\" <eve@evil.example>", ""),
        ("nora@studio.example <eve@evil.example>", ""),
        ("\"Nora <nora@studio.example>\" <eve@evil.example>", ""),
        ("=?utf-8?q?nora=40studio.example?= <eve@evil.example>", ""),
        ("Nora (nora@studio.example) <eve@evil.example>", ""),
        ("<nora@studio.example> <eve@evil.example>", ""),
        ("eve@evil.example (\n <nora@studio.example>)", ""),
        ("Team: nora@studio.example, eve@evil.example;", ""),
        ("nora@studio.example@evil.example", ""),
        ("eve@evil.example", "Resent-From: nora@studio.example\nX-Original-From: nora@studio.example\n"),
        ("", "Sender: nora@studio.example\n"),
    ]

    @Test func `no trick with the sender changes an accepted event`() throws {
        let sam = try guest()
        let before = try sam.stored()
        for (from, fields) in Self.senders {
            let moved = mail(from, "REQUEST", fields, event(1, "15"))
            let cancel = mail(from, "CANCEL", fields, event(2))
            // A reply in the user's own name, and one in Bob's name.
            let lines =
                "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260301T120000Z\nORGANIZER:mailto:nora@studio.example\n"
            let own = mail(
                from,
                "REPLY",
                fields,
                "\(lines)ATTENDEE;PARTSTAT=DECLINED:mailto:sam@client.example\nEND:VEVENT"
            )
            for message in [moved, cancel, own] {
                let done = try sam.process(message)
                #expect(done.lines.last == "added 0, skipped 1, to home", "\(from): \(done)")
            }
        }
        #expect(try sam.stored() == before)
    }

    @Test func `contradictory messages change nothing, except what the organizer has clearly specified`()
        throws
    {
        let sam = try guest()
        let before = try sam.stored()
        let nora = "nora@studio.example"
        let eve = "ORGANIZER:mailto:eve@evil.example"
        let both = "\(eve)\nORGANIZER:mailto:\(nora)"
        let other = "ORGANIZER:mailto:\(nora)\n\(eve)"
        for message in [
            // Two organizers: the first one applies.
            mail(nora, "REQUEST", "", event(1, "15", organizer: both)),
            mail("eve@evil.example", "REQUEST", "", event(1, "15", organizer: both)),
            mail("eve@evil.example", "REQUEST", "", event(1, "15", organizer: other)),
            // A second component with a different organizer.
            mail("eve@evil.example", "CANCEL", "", event(1, organizer: eve), event(1)),
            mail(nora, "CANCEL", "", event(1), event(1, organizer: eve)),
            // STATUS specifies a cancellation, and the METHOD of a reply comes from the wrong side.
            mail("eve@evil.example", "REQUEST", "", event(1, "09", "STATUS:CANCELLED\n")),
            mail(nora, "REPLY", "", event(1, "15")),
            mail("bob@client.example", "REQUEST", "", event(1, "15")),
            mail(nora, "COUNTER", "", event(0, "15")),
            mail(nora, "REFRESH", "", event(0)),
            mail("bob@client.example", "DECLINECOUNTER", "", event(0)),
        ] {
            let done = try sam.process(message)
            #expect(done.lines.last?.hasPrefix("added 0, skipped ") == true, "\(message.text): \(done)")
            #expect(try sam.stored() == before, "\(message.text)")
        }
        // METHOD:CANCEL takes precedence over STATUS, and the email part's content type is ignored.
        let cancel = mail(nora, "CANCEL", "", event(1, "09", "STATUS:CONFIRMED\n"))
        #expect(try sam.process(cancel).lines[0].hasPrefix("canceled"))
        #expect(try sam.events() == ["04-06 09:00 Review cancelled"])
    }

    @Test func `a decline must refer to the guest's own proposal and to the stored revision`() throws {
        let sam = try guest()
        func refusal(_ name: String, _ sequence: Int = 0) -> ServiceMail {
            let text = event(sequence).components(separatedBy: "\n").filter { !$0.hasPrefix("ATTENDEE") }
            let attendee = ["ATTENDEE:mailto:\(name)@client.example", "END:VEVENT"]
            return mail(
                "nora@studio.example",
                "DECLINECOUNTER",
                "",
                (text.dropLast() + attendee).joined(separator: "\n")
            )
        }
        #expect(
            try sam.process(refusal("bob")).errors.contains("it declines a proposal by bob@client.example")
        )
        #expect(try sam.process(refusal("sam")).lines[0].hasSuffix("the organizer keeps the stored revision"))
        try sam.process(mail("nora@studio.example", "REQUEST", "", event(1, "15")))
        let late = try sam.process(refusal("sam")).errors
        #expect(late.contains("the refusal is for SEQUENCE 0, but the stored item has SEQUENCE 1"), "\(late)")
        // Organizers do not make proposals.
        let nora = try MailedPerson("nora@studio.example")
        try nora.program.write(calendarText(event(0)), to: "calendars/home/u.ics")
        #expect(try nora.process(refusal("sam")).errors.contains("you are the organizer"))
    }

    @Test func `no message is answered automatically, and a message in the user's name is not added`() throws
    {
        let sam = try guest()
        let reply = try sam.run(["decline", "home:u"]).output
        let before = try sam.stored()
        // The user's own reply, returned, and a reply to it.
        let again = try sam.run(["process"], input: reply)
        #expect(
            again.output == "added 0, skipped 1, to home; nothing new\n" && !again.output.contains("From:")
        )
        for method in ["REPLY", "REFRESH", "COUNTER"] {
            let text = reply.replacingOccurrences(of: "method=REPLY", with: "method=\(method)")
                .replacingOccurrences(of: "METHOD:REPLY", with: "METHOD:\(method)")
                .replacingOccurrences(
                    of: "From: \"sam@client.example\" <sam@client.example>",
                    with: "From: nora@studio.example"
                )
            let done = try sam.run(["process"], input: text)
            #expect(done.output.hasPrefix("added 0, skipped 1"), "\(done)")
        }
        #expect(try sam.stored() == before)
        // An invitation organized by the user, with and without a matching event.
        let own = event(3, "15", organizer: "ORGANIZER:mailto:sam@client.example")
        let unknown = own.replacingOccurrences(of: "UID:u", with: "UID:new")
        for text in [own, unknown] {
            let done = try sam.process(mail("bob@client.example", "REQUEST", "", text))
            #expect(done.lines == ["added 0, skipped 1, to home"], "\(done)")
        }
        let refused = try sam.process(mail("bob@client.example", "REQUEST", "", unknown)).errors
        #expect(
            refused.contains("not by the organizer sam@client.example, which is you; not added"),
            "\(refused)"
        )
        #expect(try sam.stored() == before)
    }

    @Test(arguments: TestRun.isComplete ? [90_000] : [2000])
    func `an event with very many attendees is processed, and the user's reply is kept`(count: Int) throws {
        let sam = try guest()
        let crowd = (0..<count).map { "ATTENDEE;RSVP=TRUE:mailto:guest\($0)@x.example\n" }.joined()
        let large = event(0, "09", crowd).replacingOccurrences(
            of: "DTSTAMP:20260301T000000Z",
            with: "DTSTAMP:20260301T110000Z"
        )
        let done = try sam.process(mail("nora@studio.example", "REQUEST", "", large))
        #expect(done.lines.last?.hasPrefix("added 0, updated 1") == true, "\(done.errors.suffix(300))")
        #expect(try sam.stored().contains("PARTSTAT=ACCEPTED;X-CALENDARSERVER"))
        // Many replies at once, one from a guest.
        let lines = "UID:u\nDTSTAMP:20260301T120000Z\nORGANIZER:mailto:nora@studio.example\n"
        let replies = (0..<200).map {
            "BEGIN:VEVENT\n\(lines)ATTENDEE;PARTSTAT=ACCEPTED:mailto:guest\($0)@x.example\nEND:VEVENT"
        }
        var flood = mail("guest7@x.example", "REPLY", "", replies[7])
        flood.components = replies
        #expect(try sam.process(flood).lines.last == "added 0, skipped 1, to home")
        let one = try sam.process(mail("guest7@x.example", "REPLY", "", replies[7]))
        #expect(one.lines[0].hasSuffix("guest7@x.example accepted"))
    }

    @Test func `a non-ASCII address is written unchanged, with a warning`() throws {
        let me = try MailedPerson("me@home.example")
        let event = ["add", "--title", "Plan", "--start", "2026-04-02 10:00", "--calendar", "home"]
        let id = try #require(try me.run(event).lines.last)
        let sent = try me.run(["invite", id, "Jürgen <jürgen@münchen.example>"])
        #expect(
            sent.output.contains("To: =?UTF-8?B?SsO8cmdlbg==?= <jürgen@münchen.example>\r\n"),
            "\(sent.output)"
        )
        #expect(
            sent.errors.contains(
                "jürgen@münchen.example is not ASCII; the email needs a server with SMTPUTF8"
            )
        )
        // Message timestamps follow ICS_NOW.
        #expect(sent.output.contains("DTSTAMP:20260301T1002") || sent.output.contains("base64"))
        #expect(sent.output.contains("Date: Sun, 1 Mar 2026 10:02:00 +0000\r\n"))
        let text = try me.run(["invite", id, "--format", "ics"]).output
        #expect(text.contains("DTSTAMP:20260301T100300Z\r\n"), "\(text)")
        #expect(try me.run(["invite", id, "ann@x.example", "--format", "ics"]).errors.isEmpty)
    }

    @Test func `messages are not written next to those from an earlier run`() throws {
        let me = try MailedPerson("me@home.example")
        let uid = try me.invite("ann@x.example")
        let out = me.program.folder.appending(path: "out")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        try me.run(["invite", "home:\(uid)", "--output", out.path()])
        let names = try FileManager.default.contentsOfDirectory(atPath: out.path())
        #expect(names == ["1-request.eml"])
        let before = try me.stored()
        let second = try me.program.run("invite", "home:\(uid)", "--set", "title=New", "--output", out.path())
        #expect(second.status != 0 && second.errors.contains("is not empty; its files could be sent again"))
        #expect(
            try me.stored() == before && FileManager.default.contentsOfDirectory(atPath: out.path()) == names
        )
    }
}
