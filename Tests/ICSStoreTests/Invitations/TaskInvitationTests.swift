import Foundation
import Testing

/// Tests reminders that are assigned to others (RFC 5546 section 3.4).
@Suite struct TaskInvitationTests {
    @Test func `an assigned reminder is listed, accepted, updated and completed`() throws {
        let (nora, sam) = (try MailedPerson("nora@studio.example"), try MailedPerson("sam@client.example"))
        let added = try nora.run([
            "reminders", "add", "--title", "Report", "--due", "2026-04-03 12:00", "--calendar", "home",
        ])
        let id = try #require(added.lines.last)
        let uid = try #require(id.split(separator: ":").last).replacingOccurrences(of: "%40", with: "@")
        let invitation = try nora.run(["invite", id, "sam@client.example"]).output
        #expect(invitation.contains("asks you to do this task") && invitation.contains("BEGIN:VTODO"))
        try sam.run(["process", "--to", "home"], input: invitation)
        #expect(
            try sam.run(["invitations"]).lines == [
                "due 2026-04-03 12:00  Report, from nora@studio.example  (\(id))"
            ]
        )
        let json = try sam.run(["invitations", "--format", "ndjson"]).output
        #expect(json.contains(#""due":"2026-04-03 12:00""#) && json.contains(#""title":"Report""#), "\(json)")
        for (arguments, word, lines) in [
            (["accept"], "accepted", []),
            (["accept", "--progress", "40"], "inProcess", ["PARTSTAT=IN-PROCESS", "PERCENT-COMPLETE:40"]),
            (["tentative"], "tentative", []), (["decline"], "declined", []),
            (
                ["accept", "--progress", "100"], "completed",
                ["PARTSTAT=COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20260301T"]
            ),
        ] {
            let reply = try sam.run([arguments[0], id] + arguments.dropFirst() + ["--comment", word]).output
            #expect(lines.allSatisfy(reply.contains), "\(reply)")
            let done = try nora.run(["process"], input: reply)
            #expect(done.lines.last == "added 0, replies 1, skipped 0, to home", "\(done)")
            #expect(try nora.answers(uid).contains("sam@client.example \(word)"))
            #expect(try sam.answers(uid) == nora.answers(uid))
            #expect(try sam.run(["invitations"]).output.isEmpty)
        }
        // Sam's reminder is completed, and Nora completes her own.
        #expect(
            try sam.stored().contains("STATUS:COMPLETED\r\n") && !nora.stored().contains("STATUS:COMPLETED")
        )
        let cancellation = try nora.run(["invite", id, "--cancel"]).output
        #expect(try sam.run(["process"], input: cancellation).lines[0].hasPrefix("canceled"))
    }

    @Test func `progress is a percentage and applies only to reminders`() throws {
        let sam = try MailedPerson("sam@client.example")
        let event = ["add", "--title", "Plan", "--start", "2026-04-02 10:00", "--calendar", "home"]
        let id = try #require(try sam.run(event).lines.last)
        for percent in ["40", "101", "-1"] {
            let result = try sam.program.run("accept", id, "--progress", percent)
            let words = percent == "40" ? "--progress is only for reminders" : "--progress"
            #expect(result.status == 64 && result.errors.contains(words), "\(result)")
        }
    }
}
