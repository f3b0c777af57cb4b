import Foundation
import TestTraits
import Testing

/// Tests importing a file again after its items were changed in the store.
@Suite struct RepeatedImportTests {
    private static let master =
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSUMMARY:S\nDTSTART;TZID=Europe/Berlin:20260302T090000\n"
        + "DTEND;TZID=Europe/Berlin:20260302T100000\nRRULE:FREQ=WEEKLY;COUNT=4\nEND:VEVENT"
    private static let moved =
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSUMMARY:S\n"
        + "RECURRENCE-ID;TZID=Europe/Berlin:20260309T090000\nDTSTART;TZID=Europe/Berlin:20260309T150000\n"
        + "DTEND;TZID=Europe/Berlin:20260309T160000\nEND:VEVENT"

    @Test(
        .long,
        arguments: [
            ["remove", "home:u/RID=20260309T080000Z", "--span", "future"],
            ["edit", "home:u/RID=20260309T080000Z", "--span", "future", "--set", "title=Split"],
            ["edit", "home:u", "--set", "start=2026-03-02 10:00"],
            ["edit", "home:u", "--set", "repeat=FREQ=WEEKLY;COUNT=1"],
            ["remove", "home:u/RID=20260309T080000Z"],
        ]
    )
    func `importing a file again does not restore a removed instance`(command: [String]) throws {
        let store = try StoreProgram()
        try store.write(calendarText(Self.master, Self.moved), to: "in.ics")
        #expect(try store.run("import", "in.ics", "--to", "home").status == 0)
        #expect(try store.run(command).status == 0)
        let (before, events) = (try store.contents(), try store.events().map { $0["start"] as? String })
        let again = try store.run("import", "in.ics", "--to", "home")
        #expect(again.output.hasPrefix("added 0, skipped 1, to home"), "\(again.output)\(again.errors)")
        #expect(try store.contents() == before)
        #expect(try store.events().map { $0["start"] as? String } == events)
    }

    @Test func `importing a file again does not reopen a completed instance`() throws {
        let master =
            "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nSUMMARY:T\nDTSTART:20260302T160000Z\nDUE:20260302T170000Z\n"
            + "RRULE:FREQ=DAILY;COUNT=4\nEND:VTODO"
        let override =
            "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nSUMMARY:First\nRECURRENCE-ID:20260302T160000Z\n"
            + "DTSTART:20260302T160000Z\nDUE:20260302T180000Z\nEND:VTODO"
        let store = try StoreProgram()
        try store.write(calendarText(master, override), to: "in.ics")
        #expect(try store.run("import", "in.ics", "--to", "home").status == 0)
        #expect(try store.run("reminders", "complete", "home:t").status == 0)
        let before = try store.run("reminders").output
        #expect(try store.run("import", "in.ics", "--to", "home").status == 0)
        #expect(try store.run("reminders").output == before)
    }

    @Test func `a reply with a delegate is recorded once`() throws {
        let stored =
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSUMMARY:S\nDTSTART:20260302T090000Z\n"
            + "ORGANIZER:mailto:nora@x.example\nATTENDEE:mailto:bob@x.example\nEND:VEVENT"
        let delegate = "ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:bob@x.example\":mailto:d@x.example"
        let from = "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:d@x.example\":mailto:bob@x.example"
        for lines in [delegate, "\(from)\n\(delegate)"] {
            let store = try StoreProgram()
            try store.write(calendarText(stored), to: "calendars/home/u.ics")
            let reply = calendarText(
                "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260102T000000Z\nORGANIZER:mailto:nora@x.example\n\(lines)\nEND:VEVENT"
            ).replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:REPLY")
            try store.write(reply, to: "reply.ics")
            let first = try store.run("import", "reply.ics", "--to", "home")
            #expect(first.output.contains("replies 1"), "\(first.output)\(first.errors)")
            let before = try store.contents()
            let second = try store.run("import", "reply.ics", "--to", "home")
            #expect(second.output == "added 0, skipped 1, to home; nothing new\n", "\(second.output)")
            #expect(try store.contents() == before)
        }
    }

    @Test func `a message about all following occurrences produces no missing-series warning`()
        throws
    {
        let store = try StoreProgram()
        try store.write(calendarText(Self.master), to: "calendars/home/u.ics")
        let cancel = calendarText(
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260103T000000Z\nSEQUENCE:1\n"
                + "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260316T090000\nEND:VEVENT"
        ).replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:CANCEL")
        try store.write(cancel, to: "c.ics")
        let result = try store.run("import", "c.ics", "--to", "home")
        #expect(result.lines.first == "canceled u: 2026-03-16 09:00 and all that follow", "\(result.output)")
        #expect(!result.errors.contains("RANGE"), "\(result.errors)")
        // For another calendar, the message names the location of the series.
        let other = try store.run("import", "c.ics", "--to", "work")
        #expect(other.errors.contains("no such item; found in home"), "\(other.errors)")
    }

    @Test func `a request without an organizer does not replace a meeting that has one`() throws {
        let stored =
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSUMMARY:S\nDTSTART:20260302T090000Z\n"
            + "ORGANIZER:mailto:nora@x.example\nATTENDEE:mailto:bob@x.example\nEND:VEVENT"
        let store = try StoreProgram()
        try store.write(calendarText(stored), to: "calendars/home/u.ics")
        let request = calendarText(
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260102T000000Z\nSEQUENCE:9\nSUMMARY:Mine\nDTSTART:20260302T090000Z\nEND:VEVENT"
        ).replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:REQUEST")
        try store.write(request, to: "r.ics")
        let result = try store.run("import", "r.ics", "--to", "home")
        #expect(
            result.errors.contains("the message has no ORGANIZER, but the stored item has nora@x.example")
        )
        #expect(try store.events().first?["summary"] as? String == "S")
    }
}
