import Foundation
import Testing

/// Tests an organizer's changes: removed attendees, and updates that meet a guest's own changes.
@Suite struct OrganizerChangeTests {
    /// Returns the emails in the output, which is a mailbox if there are several.
    private func mails(_ output: String) -> [String] {
        output.hasPrefix("From ics-store@")
            ? output.components(separatedBy: "From ics-store@localhost Thu Jan  1 00:00:00 1970\r\n").filter {
                !$0.isEmpty
            }
            : [output]
    }

    private func sequences(_ text: String) -> [String] {
        text.components(separatedBy: "\r\n").filter { $0.hasPrefix("SEQUENCE") }
    }

    @Test func `a removed attendee's cancellation has a new SEQUENCE, which all others receive too`() throws {
        let nora = try MailedPerson("nora@studio.example")
        let (sam, bob) = (try MailedPerson("sam@client.example"), try MailedPerson("bob@client.example"))
        let uid = try nora.invite("sam@client.example")
        let id = "home:\(uid)"
        let first = try nora.run(["invite", id, "bob@client.example", "--all"]).output
        for mail in mails(first) {
            for person in [sam, bob] { try person.run(["process", "--to", "home"], input: mail) }
        }
        try nora.run(["process"], input: try sam.run(["accept", id]).output)
        // Bob is removed.
        let removal = mails(try nora.run(["invite", id, "--remove", "bob@client.example"]).output)
        #expect(
            removal.count == 2 && removal[0].contains("method=CANCEL")
                && removal[1].contains("method=REQUEST")
        )
        #expect(removal.flatMap(sequences) == ["SEQUENCE:1", "SEQUENCE:1"] && !removal[0].contains("STATUS"))
        #expect(
            removal[0].contains("To: bob@client.example") && removal[1].contains("To: sam@client.example")
        )
        #expect(try sequences(nora.stored()) == ["SEQUENCE:1"])
        try bob.run(["process"], input: removal[0])
        #expect(try bob.events() == ["04-02 10:00 Plan cancelled"])
        // Sam's reply is kept, and a later reply applies.
        try sam.run(["process"], input: removal[1])
        #expect(
            try sam.answers(uid) == nora.answers(uid)
                && nora.answers(uid).contains("sam@client.example accepted")
        )
        let later = try nora.run(["process"], input: try sam.run(["decline", id]).output)
        #expect(later.lines[0].hasSuffix("sam@client.example declined"), "\(later)")
        // Bob is invited again, and an old cancellation arrives twice.
        let again = try nora.run(["invite", id, "bob@client.example"]).output
        for mail in [again, removal[0], again, removal[0]] {
            try bob.run(["process", "--to", "home"], input: mail)
        }
        #expect(try bob.events() == ["04-02 10:00 Plan"] && bob.stored().contains("SEQUENCE:1\r\n"))
    }

    @Test func `an update applies even if a guest has set an alarm in the meantime`() throws {
        let (nora, sam) = (try MailedPerson("nora@studio.example"), try MailedPerson("sam@client.example"))
        let uid = try nora.invite("sam@client.example", "--repeat", "weekly")
        let id = "home:\(uid)"
        try sam.run(["process", "--to", "home"], input: try nora.run(["invite", id]).output)
        // The store's clock is later than all messages.
        try sam.run(["edit", id, "--set", "alarm=7m", "--set", "category=mine"])
        try sam.run(["edit", "\(id)/RID=20260409T080000Z", "--set", "title=Own title"])
        #expect(try !sam.stored().contains("SEQUENCE:2"))
        let renamed = try nora.run(["invite", id, "--set", "title=New plan"]).output
        #expect(try sam.run(["process"], input: renamed).lines[0].hasPrefix("updated \"New plan\""))
        let moved = try nora.run(["invite", id, "--set", "start=2026-04-02 12:00"]).output
        #expect(try sam.run(["process"], input: moved).lines[0].contains("SEQUENCE 1"))
        let text = try sam.stored()
        #expect(
            text.contains("SUMMARY:New plan") && text.contains("TRIGGER:-PT7M")
                && text.contains("CATEGORIES:mine")
        )
    }
}
