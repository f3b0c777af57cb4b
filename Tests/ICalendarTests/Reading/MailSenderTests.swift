import Testing

@testable import ICalendarCore

/// Tests which email addresses count as the sender of a calendar.
@Suite struct MailSenderTests {
    private func calendar(_ uid: String) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    }

    private func mail(_ from: String, _ uid: String = "u") -> String {
        "\(from)\r\nSubject: s\r\nContent-Type: text/calendar\r\n\r\n\(calendar(uid))"
    }

    private func senders(_ text: String) throws -> [String?] {
        let file = try CalendarFile(text: text, name: "a.eml")
        return file.calendars.map(file.sender(of:))
    }

    @Test(arguments: [
        ("From: nora@Studio.Example", "nora@studio.example"),
        ("from: Nora Lind <nora@studio.example>", "nora@studio.example"),
        ("From: \"Lind, <eve@other.example>\" <nora@studio.example> (office, \\) x)", "nora@studio.example"),
        ("From: =?utf-8?q?N=C3=B6ra?=\r\n <nora@studio.example>", "nora@studio.example"),
        ("From: (eve@other.example) nora@studio.example", "nora@studio.example"),
        ("From: Staff: nora@studio.example;", "nora@studio.example"),
        // If there are several senders, it is unknown which of them wrote the email.
        ("From: nora@studio.example, eve@other.example", ""),
        ("From: nora@studio.example\r\nFrom: eve@other.example", ""),
        ("From: <eve@other.example> <nora@studio.example>", ""),
        ("From: =?utf-8?q?nora=40studio=2Eexample?=", ""), ("From: undisclosed:;", ""),
        ("From: undisclosed", ""), ("From:", ""), ("From: <", ""), ("From: \"nora@studio.example", ""),
        ("Sender: nora@studio.example", ""),
    ])
    func `the address in the From field is found`(field: String, address: String) throws {
        #expect(try senders(mail(field)) == [address])
    }

    @Test func `each message in a mailbox has its own sender`() throws {
        let one = "From a Mon Jan  1 00:00:00 2026\r\n" + mail("From: a@x.example", "1") + "\r\n"
        let two = "From b Mon Jan  1 00:00:00 2026\r\n" + mail("From: b@x.example", "2")
        #expect(try senders(one + two) == ["a@x.example", "b@x.example"])
        // Each message has its own sender even if another sender has copied the calendar.
        let copied = two.replacing("UID:2", with: "UID:1")
        #expect(try senders(one + copied) == ["a@x.example", "b@x.example"])
        #expect(try senders(one + one) == ["a@x.example"])
        let bare = mail("From: c@x.example", "3").replacing("\r\n", with: "\r\n")
        #expect(try senders(one + "From c\r\n" + bare) == ["a@x.example", "c@x.example"])
    }

    @Test func `the person who forwards a message is the sender`() throws {
        let inner = mail("From: nora@studio.example")
        let outer =
            "From: bob@x.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
            + "Content-Type: message/rfc822\r\n\r\n\(inner)\r\n--b--\r\n"
        #expect(try senders(outer) == ["bob@x.example"])
    }

    @Test func `components outside a calendar have no known sender in a mailbox`() throws {
        let bare = calendar("1").split(separator: "\r\n").dropFirst(2).dropLast().joined(separator: "\r\n")
        func mail(_ address: String) -> String {
            "From a Mon Jan  1 00:00:00 2026\r\nFrom: \(address)\r\nContent-Type: text/calendar\r\n\r\n\(bare)\r\n\r\n"
        }
        for sender in try senders(mail("a@x.example") + mail("b@x.example").replacing("UID:1", with: "UID:2"))
        {
            #expect(sender == "")
        }
    }

    @Test func `a calendar outside an email has no sender`() throws {
        #expect(try senders(calendar("u")) == [nil])
    }
}
