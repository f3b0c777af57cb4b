import Foundation
import TestTraits
import Testing

/// Tests importing invitations, revisions, cancellations and replies.
@Suite struct InvitationTests {
    /// Returns a message with a method and components.
    private func message(_ method: String?, _ components: String...) -> String {
        let text = calendarText(components.joined(separator: "\n"))
        return method.map {
            text.replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:\($0)")
        } ?? text
    }

    private func meeting(
        _ sequence: Int,
        _ title: String = "Review",
        _ more: String = "RRULE:FREQ=WEEKLY;COUNT=4\n"
    ) -> String {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSEQUENCE:\(sequence)\nSUMMARY:\(title)\n"
            + "ORGANIZER:mailto:nora@studio.example\nATTENDEE:mailto:bob@studio.example\n"
            + "DTSTART:20260330T080000Z\nDTEND:20260330T090000Z\n\(more)END:VEVENT"
    }

    private func store(_ files: [String: String]) throws -> StoreProgram {
        let store = try StoreProgram()
        for (name, text) in files { try store.write(text, to: name) }
        return store
    }

    private func text(_ store: StoreProgram, _ name: String = "home/u.ics") throws -> String {
        String(decoding: try store.contents()[name] ?? Data(), as: UTF8.self).replacingOccurrences(
            of: "\r\n ",
            with: ""
        )
    }

    @Test(.long) func `importing a file a second time changes nothing`() throws {
        let todo = "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nSUMMARY:B\nEND:VTODO"
        let unnamed =
            "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\nDTSTART:20260401T080000Z\nSUMMARY:C\nEND:VEVENT"
        for method in [nil, "publish", "REQUEST"] {
            let store = try store(["in.ics": message(method, meeting(0), todo, unnamed)])
            let first = try store.run("import", "in.ics", "--to", "home")
            #expect(first.output == "added 3, skipped 0, to home\n", "\(first.errors)")
            let before = try store.contents()
            let second = try store.run("import", "in.ics", "--to", "home")
            #expect(second.output == "added 0, skipped 3, to home; nothing new\n")
            #expect(second.status == 0)
            #expect(second.errors.components(separatedBy: "nothing new").count == 4, "\(second.errors)")
            #expect(try store.contents() == before)
            // Importing the file twice in a single run also adds each item only once.
            let third = try store.run("import", "in.ics", "in.ics", "--to", "work")
            #expect(third.output == "added 3, skipped 3, to work\n", "\(third.output)")
        }
    }

    @Test(arguments: ["calendars/home/u.ics", "calendars/home/other name.ics", "calendars/home/both.ics"])
    func `a later revision updates the stored item in any file`(file: String) throws {
        let stored = calendarText(meeting(0).replacingOccurrences(of: "UID", with: "CATEGORIES:mine\nUID"))
        let beside = calendarText(eventText("x", "0401"), meeting(0))
        let store = try store([
            file: file.contains("both") ? beside : stored, "in.ics": message("REQUEST", meeting(1, "New")),
        ])
        let before = try store.contents()
        let tried = try store.run("import", "in.ics", "--to", "home", "--dry-run")
        #expect(
            tried.lines == [
                #"would have updated "New" (u): SEQUENCE 0 to SEQUENCE 1"#,
                "would have added 0, updated 1, skipped 0, to home",
            ],
            "\(tried.output) \(tried.errors)"
        )
        #expect(try store.contents() == before)
        let done = try store.run("import", "in.ics", "--to", "home")
        #expect(
            done.lines == [
                #"updated "New" (u): SEQUENCE 0 to SEQUENCE 1"#, "added 0, updated 1, skipped 0, to home",
            ]
        )
        let name = String(file.dropFirst("calendars/".count))
        let text = try text(store, name)
        #expect(text.contains("SUMMARY:New") && !text.contains("Review") && !text.contains("METHOD"))
        #expect(text.contains(file.contains("both") ? "UID:x" : "CATEGORIES:mine"))
        let files = try store.contents().keys.filter { $0.hasSuffix(".ics") }
        #expect(files.count == before.keys.count { $0.hasSuffix(".ics") }, "\(files)")
        let older = try store.run("import", "in.ics", "--to", "home")
        #expect(older.output == "added 0, skipped 1, to home; nothing new\n")
    }

    @Test func `after one occurrence is removed, the organizer's next message still applies`() throws {
        let store = try store([
            "calendars/home/u.ics": message(nil, meeting(0)),
            "in.ics": message("REQUEST", meeting(0, "Retro").replacing("20260101", with: "20260102")),
        ])
        let address = ["--address", "bob@studio.example"]
        let removed = try store.run(address + ["remove", "home:u/RID=20260406T080000Z"])
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try text(store).contains("EXDATE:20260406T080000Z") && text(store).contains("SEQUENCE:0"))
        let result = try store.run(address + ["import", "in.ics", "--to", "home"])
        #expect(result.output.contains("updated 1"), "\(result.output) \(result.errors)")
    }

    @Test(arguments: [
        "STATUS:COMPLETED\nCOMPLETED:20260330T090000Z\nPERCENT-COMPLETE:100", "PERCENT-COMPLETE:40",
    ])
    func `an organizer's update keeps the progress of a to-do`(progress: String) throws {
        func todo(_ day: Int, _ more: String) -> String {
            "BEGIN:VTODO\nUID:u\nDTSTAMP:2026010\(day)T000000Z\nSEQUENCE:0\nSUMMARY:Order\nDUE:20260330T080000Z\n"
                + "ORGANIZER:mailto:nora@studio.example\nATTENDEE:mailto:bob@studio.example\n\(more)\nEND:VTODO"
        }
        let store = try store([
            "calendars/home/u.ics": message(nil, todo(1, progress)),
            "in.ics": message("REQUEST", todo(2, "PRIORITY:1")),
        ])
        let result = try store.run("import", "in.ics", "--to", "home")
        #expect(result.output.contains("updated 1"), "\(result.output) \(result.errors)")
        let stored = try text(store)
        #expect(
            (progress + "\nPRIORITY:1").split(separator: "\n").allSatisfy { stored.contains($0) },
            "\(stored)"
        )
    }

    @Test func `an organizer's update confirms a tentative event`() throws {
        let store = try store([
            "calendars/home/u.ics": message(nil, meeting(0, "Review", "STATUS:TENTATIVE\n")),
            "in.ics": message(
                "REQUEST",
                meeting(0, "Review", "STATUS:CONFIRMED\n").replacing("20260101", with: "20260102")
            ),
        ])
        #expect(try store.run("import", "in.ics", "--to", "home").output.contains("updated 1"))
        #expect(try text(store).contains("STATUS:CONFIRMED"))
    }

    @Test func `revisions in one run are applied in order`() throws {
        let store = try store([
            "1.ics": message("REQUEST", meeting(1, "One")), "2.ics": message("REQUEST", meeting(2, "Two")),
            "0.ics": message("REQUEST", meeting(0, "None")), "3.ics": message("CANCEL", meeting(3)),
        ])
        let result = try store.run("import", "1.ics", "2.ics", "0.ics", "3.ics", "--to", "home")
        #expect(
            result.lines.last == "added 1, updated 1, canceled 1, skipped 1, to home",
            "\(result.output)"
        )
        #expect(try text(store).contains("STATUS:CANCELLED") && text(store).contains("SUMMARY:Two"))
    }

    @Test func `a message about one occurrence adds an override or cancels only that occurrence`() throws {
        let id = "RECURRENCE-ID:20260406T080000Z"
        let moved =
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260102T000000Z\nSEQUENCE:1\nSUMMARY:Later\n\(id)\n"
            + "DTSTART:20260406T100000Z\nDTEND:20260406T110000Z\nEND:VEVENT"
        let gone = "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260103T000000Z\nSEQUENCE:2\n\(id)\nEND:VEVENT"
        let store = try store([
            "calendars/home/u.ics": calendarText(meeting(0)), "in.ics": message("REQUEST", moved),
            "out.ics": message("Cancel", gone),
        ])
        let first = try store.run("import", "in.ics", "--to", "home")
        #expect(
            first.lines == [
                #"updated "Later" (u): one occurrence"#, "added 0, updated 1, skipped 0, to home",
            ]
        )
        let titles = try store.events().map { $0["summary"] as? String }
        #expect(titles == ["Review", "Later", "Review", "Review"], "\(titles)")
        let second = try store.run("import", "out.ics", "--to", "home")
        #expect(second.lines.first == "canceled u: 2026-04-06 08:00Z", "\(second.output) \(second.errors)")
        let states = try store.events().map { $0["status"] as? String }
        #expect(
            states.map { $0?.lowercased() ?? "" }.filter { $0.hasPrefix("cancel") }.count == 1,
            "\(states)"
        )
        let third = try store.run("import", "out.ics", "--to", "home")
        #expect(third.output.hasSuffix("nothing new\n"))
    }

    @Test func `a reply is recorded, and neither a reply nor a cancellation adds an event`() throws {
        let reply =
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260102T000000Z\nSEQUENCE:0\nORGANIZER:mailto:nora@studio.example\n"
            + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@studio.example\nEND:VEVENT"
        let store = try store(["r.ics": message("REPLY", reply), "c.ics": message("CANCEL", meeting(1))])
        for name in ["r.ics", "c.ics"] {
            let result = try store.run("import", name, "--to", "home")
            #expect(
                result.output == "added 0, skipped 1, to home\n" && result.status == 0,
                "\(result.errors)"
            )
            #expect(result.errors.contains("but the calendar has no such item"), "\(result.errors)")
            let added = try store.run("add", name, "--calendar", "home")
            #expect(added.status == 1 && added.errors.contains("use `ics-store import`"), "\(added.errors)")
        }
        #expect(try store.contents().keys.filter { $0.hasSuffix(".ics") }.isEmpty)
        try store.write(calendarText(meeting(0)), to: "calendars/home/u.ics")
        let noted = try store.run("import", "r.ics", "--to", "home")
        #expect(
            noted.lines == [
                "recorded the reply for u: bob@studio.example accepted",
                "added 0, replies 1, skipped 0, to home",
            ],
            "\(noted.output) \(noted.errors)"
        )
        #expect(try text(store).contains("PARTSTAT=ACCEPTED"))
        #expect(try store.run("import", "r.ics", "--to", "home").output.hasSuffix("; nothing new\n"))
    }

    @Test(arguments: [
        ("COUNTER", "bob@studio.example proposes a change"), ("REFRESH", "asks for the latest revision"),
        ("DECLINECOUNTER", "the organizer keeps the stored revision"),
    ])
    func `messages that require a decision are printed and change nothing`(method: String, words: String)
        throws
    {
        let store = try store([
            "calendars/home/u.ics": calendarText(meeting(0)), "in.ics": message(method, meeting(0)),
        ])
        let before = try store.contents()
        let result = try store.run("import", "in.ics", "--to", "home")
        #expect(
            result.status == 0 && result.output.hasSuffix("\nadded 0, skipped 1, to home\n"),
            "\(result.output)"
        )
        #expect(result.output.contains(words), "\(result.output)")
        #expect(try store.contents() == before)
    }

    // MARK: - Emails

    private func mail(_ from: String, _ method: String, _ components: String...) -> String {
        let calendar = calendarText(components.joined(separator: "\n"))
            .replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:\(method)")
        return
            "From: \(from)\r\nTo: bob@studio.example\r\nSubject: =?utf-8?q?Sitzung?=\r\nMIME-Version: 1.0\r\n"
            + "Content-Type: multipart/alternative; boundary=\"a b\"\r\n\r\n--a b\r\nContent-Type: text/plain\r\n\r\n"
            + "Hello\r\n--a b\r\nContent-Type: text/calendar; charset=utf-8; method=\(method)\r\n"
            + "Content-Transfer-Encoding: base64\r\n\r\n\(Data(calendar.utf8).base64EncodedString())\r\n--a b--\r\n"
    }

    @Test func `an email is processed in the calendar that contains its event, and its sender is printed`()
        throws
    {
        let cancel = meeting(1)
        let store = try store([
            "calendars/home/u.ics": calendarText(meeting(0)),
            "calendars/work/x.ics": calendarText(eventText("x", "0401")),
            "in.eml": mail("\"Nora, L\" <nora@studio.example>", "CANCEL", cancel),
        ])
        let result = try store.run("process", "in.eml")
        #expect(
            result.lines == [#"canceled "Review" (u)"#, "added 0, canceled 1, skipped 0, to home"],
            "\(result.errors)"
        )
        #expect(result.errors.contains("in.eml: note: sent by nora@studio.example"), "\(result.errors)")
        #expect(try text(store).contains("STATUS:CANCELLED"))
        let piped = try store.run("process", input: mail("nora@studio.example", "CANCEL", cancel))
        #expect(piped.output.hasSuffix("nothing new\n"), "\(piped.output) \(piped.errors)")
    }

    @Test(arguments: ["import", "process"])
    func `an email from someone else changes nothing unless an option allows it`(command: String) throws {
        let store = try store([
            "calendars/home/u.ics": calendarText(meeting(0)),
            "in.eml": mail("Eve <eve@other.example>", "REQUEST", meeting(1, "Forged")),
            "new.eml": mail(
                "eve@other.example",
                "REQUEST",
                meeting(0).replacingOccurrences(of: "UID:u", with: "UID:v")
            ),
        ])
        let before = try store.contents()
        let refused = try store.run(command, "in.eml", "--to", "home")
        let words = "sent by eve@other.example, not by the organizer nora@studio.example"
        #expect(refused.status == 0 && refused.errors.contains(words + "; not applied"), "\(refused.errors)")
        #expect(try store.contents() == before)
        let allowed = try store.run(command, "in.eml", "--to", "home", "--any-sender")
        #expect(allowed.lines.first?.hasPrefix(#"updated "Forged""#) == true, "\(allowed.errors)")
        // A new item is only a warning, because forwarded invitations are common.
        let added = try store.run(command, "new.eml", "--to", "home")
        #expect(
            added.output.hasPrefix("added 1") && added.errors.contains("warning: " + words),
            "\(added.errors)"
        )
    }

    @Test func `time zones defined only in the message are added`() throws {
        let zone =
            "BEGIN:VTIMEZONE\nTZID:Ours\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0300\n"
            + "END:STANDARD\nEND:VTIMEZONE"
        let moved = meeting(1, "New", "").replacingOccurrences(
            of: "DTSTART:20260330T080000Z\nDTEND:20260330T090000Z",
            with: "DTSTART;TZID=Ours:20260330T120000"
        )
        let store = try store([
            "calendars/home/u.ics": calendarText(meeting(0)), "in.ics": message("REQUEST", zone, moved),
        ])
        #expect(try store.run("import", "in.ics", "--to", "home").status == 0)
        #expect(try text(store).contains("TZID:Ours"))
        #expect(try store.events().first?["start"] as? String == "2026-03-30T12:00:00+03:00")
    }
}
