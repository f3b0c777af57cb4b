import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests emails with scheduling messages (RFC 6047), which the package's own reader must be able to read.
@Suite struct OutgoingMailTests {
    private func message(
        title: String = "Review",
        name: String = "Nora Lind",
        notes: String = "",
        to: [String] = ["sam@client.example"]
    ) throws -> OutgoingMessage {
        var event = try Event(
            "x",
            start: EventTime("2026-03-30 10:00", in: "Europe/Berlin"),
            duration: .hours(1)
        )
        event.uid = "u"
        event.summary = title
        event.descriptionText = notes.isEmpty ? nil : notes
        event.organizer = Organizer(email: "nora@studio.example", name: name)
        event.attendees = to.map { Attendee(email: $0, name: name) }
        let item = StoredItem(calendar: CalendarObject(events: [event]), uid: "u", displayZone: .utc)
        let users = Attendee.keys(ofEmails: ["nora@studio.example"])
        let messages = try ItemScheduling(item, users: users, at: Instant(secondsSince1970: 1_774_000_000))
            .changes(since: [])
        return try #require(messages.first)
    }

    private func mail(_ message: OutgoingMessage) -> [UInt8] {
        OutgoingMail(message, at: Instant(secondsSince1970: 1_774_000_000), token: "0123456789").bytes
    }

    @Test func `an email has the RFC 5322 header fields and two alternatives`() throws {
        let text = String(decoding: mail(try message()), as: UTF8.self)
        let head = text.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        #expect(
            head == [
                "From: Nora Lind <nora@studio.example>", "To: Nora Lind <sam@client.example>",
                "Subject: Invitation: Review", "Date: Fri, 20 Mar 2026 09:46:40 +0000",
                "Message-ID: <0123456789@studio.example>", "MIME-Version: 1.0",
                "Content-Type: multipart/alternative; boundary=\"=_0123456789\"",
            ]
        )
        #expect(text.contains("Content-Type: text/calendar; charset=UTF-8; method=REQUEST\r\n"))
        #expect(text.contains("Nora Lind invites you to this event.\r\n"))
        #expect(text.contains("When: 2026-03-30 10:00 to 11:00 (Europe/Berlin)\r\n"))
        #expect(text.hasSuffix("--=_0123456789--\r\n"))
        #expect(!text.replacingOccurrences(of: "\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
    }

    /// Checks that an email can be read back, and that no text has become structure.
    private func check(_ message: OutgoingMessage) throws {
        let bytes = mail(message)
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n")
        let head = Array(lines.prefix { !$0.isEmpty })
        let fields = head.filter { !$0.hasPrefix(" ") }.map { String($0.prefix { $0 != ":" }) }
        if fields != ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"] {
            Issue.record("fields \(fields)")
        }
        if !lines.allSatisfy({ $0.utf8.count <= 998 && $0 != "." && !$0.hasPrefix("From ") }) {
            Issue.record("a line is too long or misleading: \(text)")
        }
        if head.contains(where: { $0.utf8.count > 400 || !$0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }) {
            Issue.record("a header field has a long line or a non-ASCII character: \(head)")
        }
        if lines.count(where: { $0.hasPrefix("--=_0123456789") }) != 3 { Issue.record("delimiters: \(text)") }
        let file = try CalendarFile(bytes: bytes)
        let calendar = file.calendars.first
        // A calendar cannot contain control characters.
        let plain = try CalendarFile(bytes: CalendarFile(calendars: [message.calendar]).icsBytes())
        if file.calendars.count != 1 || calendar?.events != plain.calendars.first?.events {
            Issue.record("read back as \(file.icsText), not \(message.text)")
        }
        if calendar?.schedulingMethod != message.method { Issue.record("another METHOD") }
        if calendar.flatMap(file.sender(of:)) != "nora@studio.example" {
            Issue.record("wrong sender: \(head)")
        }
    }

    @Test(arguments: [
        "Bär\r\nBcc: eve@evil.example", "=?UTF-8?Q?Subject?=", "a\"b\\c", "x\u{2028}Subject: y", "From me",
        ".", "--=_0123456789--",
        "日本語のとても長い題名がここにありますのでいくつもの語に分けられます", String(repeating: "word ", count: 100),
        String(repeating: "x", count: 300), "BEGIN:VCALENDAR", "Lind, Nora (Studio) <eve@evil.example>",
        "\u{202E}gnirts", " ", "a=b; c",
    ])
    func `hostile text is written as plain text`(text: String) throws {
        try check(
            try message(title: text, name: text, notes: "\(text)\n\(text)\n.\nFrom here\n\n--\n\(text)")
        )
    }

    @Test func `random text reads back unchanged`() throws {
        var random = SeededGenerator(seed: 5546)
        let alphabet = Array("aZ09 .-=?_\"\\<>@,;:()\r\n\tFrom äß日🎉\u{2028}\u{0}\u{1B}%=")
        func text() -> String {
            String(
                (0..<Int.random(in: 0...90, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? "a"
                }
            )
        }
        for _ in 0..<60 {
            try check(try message(title: text(), name: text(), notes: text() + "\n" + text()))
        }
    }

    @Test(arguments: [
        "a%0D%0ABcc:eve@evil.example", "a b@x.example", "a,b@x.example", "-oQ/tmp@x.example", "a@b@c", "a@-x",
        "nobody",
    ])
    func `an address that would inject a header field gets no email`(address: String) throws {
        var object = CalendarObject(events: [
            try Event("x", start: EventTime("2026-03-30 10:00", in: "Europe/Berlin"))
        ])
        object.component.components[0].properties += [
            Property("ORGANIZER", .calendarAddress("mailto:nora@studio.example")),
            Property("ATTENDEE", .calendarAddress("mailto:\(address)")),
            Property("ATTENDEE", .calendarAddress("mailto:sam@client.example")),
        ]
        let uid = object.events[0].uid ?? ""
        let item = StoredItem(calendar: object, uid: uid, displayZone: .utc)
        let users = Attendee.keys(ofEmails: ["nora@studio.example"])
        let messages = try ItemScheduling(item, users: users, at: .now).changes(since: [])
        #expect(messages.map { $0.recipients.map(\.email) } == [["sam@client.example"]])
        #expect(messages.first?.unreachable.count == 1)
    }
}
