import Foundation
import TestTraits
import Testing

/// Tests messages that would add every occurrence or attendee that they list to an item.
@Suite struct FloodOfMessagesTests {
    private static let large = String(repeating: "x", count: 100_000)

    private func message(_ method: String, _ components: [String]) -> String {
        calendarText(components.joined(separator: "\n"))
            .replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:\(method)")
    }

    private func series(_ lines: String) -> String {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nSUMMARY:S\nDTSTART:20260302T090000Z\n"
            + "ORGANIZER:mailto:nora@x.example\nATTENDEE:mailto:bob@x.example\n\(lines)\n"
            + "RRULE:FREQ=DAILY;COUNT=300\nEND:VEVENT"
    }

    private func occurrences(_ number: Int, _ lines: String) -> [String] {
        (0..<number).map { number in
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260102T000000Z\nORGANIZER:mailto:nora@x.example\n"
                + "RECURRENCE-ID:20260\(302 + number)T090000Z\n\(lines)END:VEVENT"
        }
    }

    @Test(
        .long,
        arguments: [
            ("CANCEL", "DESCRIPTION:", ""),
            ("REPLY", "DESCRIPTION:", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@x.example\n"),
            ("REQUEST", "CATEGORIES:", "DTSTART:20260302T100000Z\n"),
        ]
    )
    func `too many overrides of a large series are rejected together and do not affect other items`(
        method: String,
        property: String,
        lines: String
    ) throws {
        let store = try StoreProgram()
        let text = series("\(property)\(Self.large)\(Self.large)")
        try store.write(calendarText(text), to: "calendars/home/u.ics")
        try store.write(message(method, occurrences(28, lines)), to: "flood.ics")
        try store.write(calendarText(eventText("good", "0330")), to: "good.ics")
        let before = try store.contents()["home/u.ics"]
        let result = try store.run("import", "flood.ics", "good.ics", "--to", "home")
        #expect(result.status == 0 && result.output == "added 1, skipped 1, to home\n", "\(result.output)")
        #expect(
            result.errors.contains("would add more than 4 MiB to the item"),
            "\(result.errors.prefix(500))"
        )
        #expect(try store.contents()["home/u.ics"] == before)
    }

    @Test func `long lists of results are shortened`() throws {
        let store = try StoreProgram()
        try store.write(calendarText(series("LOCATION:Roof")), to: "calendars/home/u.ics")
        try store.write(message("CANCEL", occurrences(28, "")), to: "many.ics")
        let cancelled = try store.run("import", "many.ics", "--to", "home")
        #expect(cancelled.lines.first?.hasSuffix("2026-03-06 09:00Z, 23 more") == true, "\(cancelled.output)")
        let strangers = (0..<1000).map { "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a\($0)@x.example" }
        let replies = strangers.map { stranger in
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260102T000000Z\nORGANIZER:mailto:nora@x.example\n\(stranger)\nEND:VEVENT"
        }
        try store.write(message("REPLY", replies), to: "reply.ics")
        let ignored = try store.run("import", "reply.ics", "--to", "home")
        #expect(
            ignored.errors.contains("a4@x.example is not an attendee, 995 more"),
            "\(ignored.errors.prefix(500))"
        )
        // Instances are identified to the second.
        let odd = occurrences(1, "").map { $0.replacingOccurrences(of: "T090000Z", with: "T090030Z") }
        try store.write(message("CANCEL", odd), to: "odd.ics")
        let none = try store.run("import", "odd.ics", "--to", "home")
        #expect(none.errors.contains("no occurrence at 2026-03-02 09:00:30Z"), "\(none.errors)")
    }

    @Test func `messages about one item in several of a file's calendars count as one message`() throws {
        let store = try StoreProgram()
        try store.write(calendarText(series("LOCATION:Roof")), to: "calendars/home/u.ics")
        let each = occurrences(20, "").map { message("CANCEL", [$0]) }.joined()
        try store.write(each, to: "each.ics")
        let result = try store.run("import", "each.ics", "--to", "home")
        #expect(result.output.hasSuffix("added 0, canceled 1, skipped 0, to home\n"), "\(result.output)")
        let cancelled = try store.events().count { ($0["status"] as? String)?.lowercased() == "cancelled" }
        #expect(cancelled == 20)
    }
}
