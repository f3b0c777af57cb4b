import Foundation
import TestTraits
import Testing

/// Tests complete exchanges between stores that send each other emails, without a server.
@Suite struct ConversationTests {
    /// A person with a separate store.
    private struct Person {
        let program: StoreProgram
        let address: String

        init(_ address: String) throws {
            self.address = address
            program = try StoreProgram()
            program.environment = ["ICS_STORE_ADDRESS": address, "ICS_NOW": "2026-03-01T10:00:00Z"]
        }

        /// Runs a command that must succeed, and returns its result.
        @discardableResult
        func run(at minute: Int, _ arguments: String..., input: String = "") throws -> StoreProgram.Result {
            program.environment["ICS_NOW"] = "2026-03-01T10:\(minute < 10 ? "0" : "")\(minute):00Z"
            let result = try program.start(arguments + ["--yes"], input: input).wait()
            #expect(result.status == 0, "\(arguments): \(result.errors) \(result.output)")
            return result
        }

        @discardableResult
        func process(_ mail: String, at minute: Int) throws -> StoreProgram.Result {
            #expect(mail.contains("MIME-Version: 1.0\r\n"), "\(mail)")
            return try run(at: minute, "process", "--to", "home", input: mail)
        }

        /// Returns the event as a person sees it, without the person's identity.
        func event(_ id: String) throws -> [String] {
            try program.run("show", id).lines.map { $0.replacingOccurrences(of: " (you)", with: "") }
        }

        func sequence() throws -> [String] {
            let text = try program.contents().filter { $0.key.hasSuffix(".ics") }.map {
                String(decoding: $0.value, as: UTF8.self)
            }
            return text.flatMap { $0.components(separatedBy: "\r\n") }.filter {
                $0.hasPrefix("SEQUENCE") || $0.hasPrefix("STATUS")
            }
        }
    }

    @Test func `two stores invite, reply, propose, delegate and cancel by email`() throws {
        let (nora, sam) = (try Person("nora@studio.example"), try Person("sam@client.example"))
        let eva = try Person("eva@client.example")
        let id = try #require(
            try nora.run(
                at: 0,
                "add",
                "--title",
                "Review",
                "--start",
                "2026-04-02 10:00",
                "--calendar",
                "home"
            ).lines.last
        )
        // Nora sends the invitation.
        let invitation = try nora.run(at: 1, "invite", id, "Sam Reed <sam@client.example>").output
        #expect(
            invitation.contains("To: Sam Reed <sam@client.example>\r\n")
                && invitation.contains("method=REQUEST")
        )
        try sam.process(invitation, at: 2)
        let busy = try #require(
            try sam.run(
                at: 2,
                "add",
                "--title",
                "Dentist",
                "--start",
                "2026-04-02 10:30",
                "--calendar",
                "work"
            ).lines.last
        )
        let waiting = try sam.run(at: 2, "invitations").output
        #expect(waiting.contains("2026-04-02 10:00  Review, from nora@studio.example"), "\(waiting)")
        #expect(waiting.contains("    overlaps with \"Dentist\""), "\(waiting)")
        #expect(try nora.run(at: 2, "invitations").output.isEmpty)
        #expect(try sam.event(id) == nora.event(id))
        // The dry run changes nothing.
        let before = try sam.program.contents()
        let tried = try sam.run(at: 3, "accept", id, "--dry-run")
        #expect(tried.output == "would send METHOD:REPLY for Review to nora@studio.example\n")
        #expect(try sam.program.contents() == before)
        // Sam accepts, undoes the reply, and accepts again.
        let first = try sam.run(at: 3, "accept", id)
        #expect(first.errors.contains("overlaps with \"Dentist\""))
        #expect(try sam.program.run("show", id).output.contains("sam@client.example> accepted (you)"))
        try sam.run(at: 3, "undo")
        #expect(try sam.program.contents() == before)
        let acceptance = try sam.run(at: 3, "accept", id, "--comment", "Gladly").output
        try nora.process(acceptance, at: 4)
        #expect(try nora.event(id).contains("answer: Sam Reed <sam@client.example> accepted"))
        #expect(try sam.event(id) == nora.event(id))
        #expect(try sam.run(at: 4, "invitations").output.isEmpty)
        // Sam proposes another time, which is declined.
        let proposal = try sam.run(at: 5, "counter", id, "--set", "start=2026-04-02 14:00").output
        let proposed = try nora.process(proposal, at: 6)
        #expect(
            proposed.output.contains("sam@client.example proposes 2026-04-02 14:00"),
            "\(proposed.output)"
        )
        let refusal = try nora.run(at: 6, "counter", id, "--decline", "sam@client.example").output
        #expect(refusal.contains("method=DECLINECOUNTER"))
        try sam.process(refusal, at: 7)
        #expect(try sam.event(id) == nora.event(id))
        // Nora moves the event, which requires new replies.
        let update = try nora.run(at: 8, "invite", id, "--set", "start=2026-04-03 10:00").output
        #expect(update.contains("Subject: Updated invitation: Review\r\n"))
        try sam.process(update, at: 9)
        #expect(try sam.event(id) == nora.event(id) && sam.sequence() == nora.sequence())
        #expect(try nora.event(id).contains("answer: Sam Reed <sam@client.example> pending"))
        #expect(try sam.run(at: 9, "invitations").output.contains("2026-04-03 10:00  Review"))
        // An old reply to the event has no effect.
        #expect(try nora.process(acceptance, at: 9).errors.contains("the reply is for SEQUENCE 0"))
        // Sam delegates the invitation.
        let folder = sam.program.folder.appending(path: "out")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try sam.run(at: 10, "delegate", id, "Eva <eva@client.example>", "--output", folder.path())
        let reply = try String(contentsOf: folder.appending(path: "1-reply.eml"), encoding: .utf8)
        let request = try String(contentsOf: folder.appending(path: "2-request.eml"), encoding: .utf8)
        try nora.process(reply, at: 11)
        try eva.process(request, at: 11)
        #expect(try sam.event(id) == nora.event(id))
        let accepted = try eva.run(at: 12, "accept", id).output
        #expect(accepted.contains("sam@client.example"))
        try nora.process(accepted, at: 13)
        try sam.process(accepted, at: 13)
        #expect(try sam.event(id) == nora.event(id))
        #expect(try Set(eva.event(id)) == Set(nora.event(id)))
        #expect(try nora.event(id).contains("answer: Eva <eva@client.example> accepted"))
        // A forged cancellation has no effect.
        let cancellation = try nora.run(at: 14, "invite", id, "--cancel", "--comment", "Flooded").output
        let forged = cancellation.replacingOccurrences(of: "From: nora@", with: "From: mallory@")
        let kept = try sam.program.contents()
        #expect(try sam.process(forged, at: 15).errors.contains("not by the organizer"))
        #expect(try sam.program.contents() == kept)
        // Nora's cancellation arrives, twice for Sam.
        for person in [sam, eva, sam] { try person.process(cancellation, at: 15) }
        #expect(try sam.event(id) == nora.event(id) && Set(eva.event(id)) == Set(nora.event(id)))
        #expect(
            try Set(sam.sequence()) == Set(nora.sequence()) && nora.event(id).contains("status: cancelled")
        )
        #expect(try sam.program.run("show", busy).status == 0)
    }

    @Test func `replies to a series and to one of its occurrences arrive in a mailbox`() throws {
        let (nora, sam) = (try Person("nora@studio.example"), try Person("sam@client.example"))
        let id = try #require(
            try nora.run(
                at: 0,
                "add",
                "--title",
                "Lesson",
                "--start",
                "2026-04-02 10:00",
                "--repeat",
                "weekly",
                "--attendee",
                "sam@client.example",
                "--calendar",
                "home"
            ).lines.last
        )
        try sam.process(try nora.run(at: 1, "invite", id).output, at: 2)
        #expect(try sam.run(at: 2, "invitations").output.contains("from nora@studio.example, repeats"))
        try nora.process(try sam.run(at: 3, "accept", id).output, at: 4)
        let one = "\(id)/RID=20260409T080000Z"
        try nora.process(try sam.run(at: 5, "decline", one).output, at: 6)
        #expect(try sam.event(id) == nora.event(id) && sam.event(one) == nora.event(one))
        #expect(try nora.event(one).contains("answer: sam@client.example declined"))
        #expect(try nora.event(id).contains("answer: sam@client.example accepted"))
        // Cancels one occurrence and moves another.
        let other = "\(id)/RID=20260416T080000Z"
        try sam.process(try nora.run(at: 7, "invite", one, "--cancel").output, at: 8)
        try sam.process(
            try nora.run(at: 9, "invite", other, "--set", "start=2026-04-16 12:00").output,
            at: 10
        )
        #expect(try sam.event(one) == nora.event(one) && sam.event(other) == nora.event(other))
        #expect(try nora.event(other).contains("answer: sam@client.example pending"))
        // A new attendee gets the whole series, and a removed attendee gets a cancellation.
        let mailbox = try nora.run(
            at: 11,
            "invite",
            id,
            "eva@client.example",
            "--remove",
            "sam@client.example"
        ).output
        #expect(
            mailbox.hasPrefix("From ") && mailbox.contains("method=CANCEL")
                && mailbox.contains("method=REQUEST")
        )
        try sam.process(mailbox, at: 12)
        #expect(try sam.event(id).contains("status: cancelled"))
        let eva = try Person("eva@client.example")
        try eva.process(mailbox, at: 12)
        #expect(try eva.run(at: 12, "invitations").output.contains("Lesson"))
    }

    @Test func `commands report missing information`() throws {
        let sam = try Person("sam@client.example")
        let id = try #require(
            try sam.run(at: 0, "add", "--title", "Alone", "--start", "2026-04-02 10:00", "--calendar", "home")
                .lines.last
        )
        func failure(_ arguments: String...) throws -> String {
            let result = try sam.program.start(arguments + ["--yes"]).wait()
            #expect(result.status != 0 && result.output.isEmpty, "\(result)")
            return result.errors
        }
        let before = try sam.program.contents()
        #expect(try failure("accept", id).contains("it is not an invitation: it has no organizer"))
        #expect(try failure("invite", id).contains("has no attendees; give their addresses"))
        #expect(try failure("invite", id, "sam reed").contains("is not an email address"))
        #expect(try failure("invite", id, "a@x.example", "--cancel").contains("cannot be combined"))
        #expect(try failure("counter", id).contains("use either --set NAME=VALUE or --decline ADDRESS"))
        #expect(try failure("accept", id, "--address", "nobody").contains("is not an email address"))
        let inside = sam.program.calendars.appending(path: "mail.eml").path()
        #expect(try failure("invite", id, "a@x.example", "--output", inside) != "")
        sam.program.environment["ICS_STORE_ADDRESS"] = ""
        #expect(try failure("invite", id, "a@x.example").contains("your address is unknown"))
        #expect(try failure("invitations").contains("your address is unknown"))
        #expect(try sam.program.contents() == before)
    }
}
