import ICalendar
import Testing

@testable import ICalendarCore

/// Tests calendars in emails.
@Suite struct MailTests {
    private static let calendar =
        "BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:a\nDTSTART:20260610T080000Z\nSUMMARY:Grüße\n"
        + "DURATION:x\nEND:VEVENT\nEND:VCALENDAR\n"

    private func part(_ type: String, _ body: String, _ fields: String...) -> String {
        (["Content-Type: \(type)"] + fields).joined(separator: "\n") + "\n\n" + body
    }

    private func mail(_ parts: [String], _ type: String = "mixed", _ boundary: String = "b1") -> String {
        "From: a@x.example\nTo: b@x.example\nSubject: Hello\nMIME-Version: 1.0\n"
            + "Content-Type: multipart/\(type);\n boundary=\"\(boundary)\"\n\nFor old programs\n"
            + parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--\n"
    }

    /// Reads an email whole and in a search, with both kinds of line endings.
    private func read(_ text: String) throws -> CalendarFile {
        let file = try CalendarFile(text: text, name: "a.eml")
        let other = try CalendarFile(text: text.replacing("\n", with: "\r\n"), name: "a.eml")
        #expect(other.calendars == file.calendars)
        #expect(other.diagnostics == file.diagnostics)
        var search = OccurrenceSearch(in: try window("2026-06-01", "2026-07-01"))
        let said = try search.read(bytes: Array(text.utf8), name: "a.eml")
        #expect(said.first == file.diagnostics.first)
        #expect(search.occurrences().count() == file.calendars.flatMap(\.events).count)
        return file
    }

    private func line(of words: String, in text: String) -> Int? {
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasPrefix(words) }.map {
            $0 + 1
        }
    }

    @Test func `an indented calendar in an email is read`() throws {
        let indented = Self.calendar.replacing("\n", with: "\n    ").trimmingPrefix(" ")
        let text = mail([part("text/calendar", String(indented))])
        let file = try read(text)
        #expect(file.calendars[0].events.map(\.summary) == ["Grüße"])
        let remark = file.diagnostics.first { $0.code == .layout }
        #expect(remark?.message == "lines are indented; indentation ignored")
        #expect(remark?.line == line(of: "    VERSION", in: text))
    }

    @Test(arguments: ["", "  "])
    func `calendars are found between the lines of plain text`(indentation: String) throws {
        let calendar = Self.calendar.replacing("\n", with: "\n\(indentation)")
        let body =
            "Hello,\n\nhere it is:\n\(indentation)\(calendar)\nand\n\(indentation)"
            + calendar.replacing("UID:a", with: "UID:b") + "\nBegin: 10:00\nBye\n"
        let text = mail([part("text/plain", body)])
        let file = try read(text)
        #expect(file.calendars.flatMap(\.events).map(\.uid) == ["a", "b"])
        #expect(
            file.calendars[0].events[0].component.line == line(of: "\(indentation)BEGIN:VEVENT", in: text)
        )
        #expect(file.diagnostics.allSatisfy { [.mail, .layout, .badValue].contains($0.code) })
    }

    @Test func `jCal in an email is not read, and the message says so`() throws {
        let jCal = #"["vcalendar",[],[["vevent",[["uid",{},"text","j"]],[]]]]"#
        for type in ["application/calendar+json", "text/calendar"] {
            let error = #expect(throws: CalendarError.self) {
                try CalendarFile(text: mail([part(type, jCal)]))
            }
            #expect(error?.description.contains("jCal") == true)
            let file = try read(mail([part(type, jCal), part("text/calendar", Self.calendar)]))
            #expect(file.calendars.count == 1)
            #expect(file.diagnostics.contains { $0.severity == .warning && $0.message.contains("jCal") })
        }
    }

    @Test(arguments: [
        "text/calendar; charset=utf-8", "TEXT/Calendar; method=REQUEST", "application/ics; name=\"a.ics\"",
    ])
    func `line numbers in a calendar part refer to the email`(type: String) throws {
        let text = mail([
            part("text/plain", "See below"), part(type, Self.calendar, "Content-Transfer-Encoding: 8bit"),
        ])
        let file = try read(text)
        #expect(file.calendars[0].events.map(\.summary) == ["Grüße"])
        #expect(file.calendars[0].events[0].component.line == line(of: "BEGIN:VEVENT", in: text))
        #expect(file.diagnostics.map(\.code) == [.mail, .badValue])
        #expect(file.diagnostics[1].line == line(of: "DURATION", in: text))
        #expect(
            file.diagnostics[0].description
                == "a.eml: note: the input is an email; reading the calendar in it"
        )
    }

    @Test(arguments: [
        "\nContent-Type: text/calendar (an invitation (weekly)); charset=utf-8\nMIME-Version: 1.0\n\n",
        "From: a@x.example\nContent-Type: text/calendar;\n name=\"a (1).ics\"; charset=utf-8\n\n",
        "From: a@x.example\nContent-Type: application/octet-stream; name*0=\"inv\"; name*1=\"ite.ics\"\n\n",
        "From: a@x.example\nContent-Disposition: attachment; filename*0=b(1); filename*1=.ics\n\n",
    ])
    func `comments, divided parameters and empty lines before the header are read`(header: String) throws {
        let file = try CalendarFile(text: header + Self.calendar, name: "a.eml")
        #expect(file.calendars.flatMap(\.events).map(\.summary) == ["Grüße"])
    }

    @Test func `a divided boundary is read`() throws {
        let text = mail([part("text/calendar; charset=utf-8", Self.calendar)], "mixed", "abc")
            .replacing("boundary=\"abc\"", with: "boundary*0=a;\n boundary*1=\"bc\"")
        #expect(try read(text).calendars.flatMap(\.events).count == 1)
    }

    @Test func `an attachment with a calendar's file name is read`() throws {
        let attachment = part(
            "application/octet-stream",
            Self.calendar,
            "Content-Disposition: attachment;\n filename=\"Invite.ICS\""
        )
        #expect(try read(mail([part("text/html", "<p>"), attachment])).calendars.count == 1)
    }

    @Test func `Base64 is decoded, and line numbers refer to the decoded text`() throws {
        let body = base64(Self.calendar)
        let text = mail(
            [part("text/calendar; charset=\"UTF-8\"", body, "content-transfer-encoding: BASE64")],
            "alternative"
        )
        let file = try read(text)
        #expect(file.calendars[0].events.map(\.summary) == ["Grüße"])
        #expect(file.diagnostics[0].message.hasSuffix("; line numbers refer to the decoded text"))
        #expect(file.diagnostics[1].line == 8)
    }

    @Test func `quoted-printable is decoded, and line numbers are unchanged`() throws {
        let body = Self.calendar.replacing("Grüße", with: "Gr=C3=BC=\n=C3=9Fe=3D")
        let text = mail([part("text/calendar", body, "Content-Transfer-Encoding: quoted-printable")])
        let file = try read(text)
        #expect(file.calendars[0].events.map(\.summary) == ["Grüße="])
        #expect(file.diagnostics[1].line == line(of: "DURATION", in: text))
    }

    @Test func `a MIME part is read in its declared character set`() throws {
        let latin = Self.calendar.replacing("Grüße", with: "Gr=FC=DFe")
        let text = mail([
            part("text/calendar; charset=iso-8859-1", latin, "Content-Transfer-Encoding: quoted-printable")
        ])
        let file = try read(text)
        #expect(file.calendars[0].events.map(\.summary) == ["Grüße"])
        #expect(!file.diagnostics.contains { $0.code == .encoding })
    }

    @Test func `nested parts and forwarded emails are searched`() throws {
        let inner = mail(
            [part("text/plain", "x"), part("text/calendar", Self.calendar)],
            "alternative",
            "b2"
        )
        let start = try #require(inner.firstRange(of: "Content-Type: multipart"))
        for text in [
            mail([
                String(inner[start.lowerBound...]),
                part("image/png", "AAAA", "Content-Transfer-Encoding: base64"),
            ]),
            mail([part("message/rfc822", inner)]),
            mail([part("message/rfc822", mail([part("message/rfc822", inner)], "mixed", "b3"))]),
        ] {
            let file = try read(text)
            #expect(file.calendars.count == 1)
            #expect(file.diagnostics[1].line == line(of: "DURATION", in: text))
        }
    }

    @Test func `several calendars are read, but duplicates are read only once`() throws {
        let other = Self.calendar.replacing("UID:a", with: "UID:b")
        let attached = part("application/ics", Self.calendar.replacing("METHOD:REQUEST\n", with: ""))
        let text = mail([part("text/calendar", Self.calendar), attached, part("text/calendar", other)])
        let file = try read(text)
        #expect(file.calendars.flatMap(\.events).map(\.uid) == ["a", "b"])
        #expect(file.diagnostics[0].message.contains("the 2 calendars in it"))
        #expect(file.calendars[1].events[0].component.line.map { $0 > 30 } == true)
    }

    @Test func `of two copies, the one with a METHOD is read, and different METHODs are separate messages`()
        throws
    {
        let bare = Self.calendar.replacing("METHOD:REQUEST\n", with: "")
        let folded = Self.calendar.replacing("SUMMARY:", with: "SUM\n MARY:")
        for copies in [[bare, Self.calendar], [Self.calendar, bare], [bare, folded, Self.calendar, bare]] {
            let file = try read(mail(copies.map { part("text/calendar", $0) }))
            #expect(file.calendars.map(\.schedulingMethod) == [.request])
        }
        let cancel = part("text/calendar", Self.calendar.replacing("METHOD:REQUEST", with: "METHOD:CANCEL"))
        let both = try read(mail([part("text/calendar", Self.calendar), cancel, cancel]))
        #expect(both.calendars.map(\.schedulingMethod) == [.request, .cancel])
    }

    @Test func `an email whose body is a calendar is read`() throws {
        let head =
            "Return-Path: <a@x.example>\nReceived: by x; Mon,\n  1 Jun 2026\nContent-Type: text/calendar\n\n"
        #expect(try read(head + Self.calendar).calendars.count == 1)
        #expect(try read("From a@x Mon Jun  1 10:00:00 2026\n" + head + Self.calendar).calendars.count == 1)
        let plain = "Subject: x\nContent-Type: text/plain\n\n" + Self.calendar
        #expect(try read(plain).calendars.count == 1)
        let box =
            "From a@x\n\(head)\(Self.calendar)\nFrom b@x\n\(head)\(Self.calendar.replacing("UID:a", with: "UID:b"))"
        #expect(try read(box).calendars.flatMap(\.events).count == 2)
    }

    @Test(arguments: ["text/plain", "text/html", "multipart/mixed; boundary=x", "application/pdf"])
    func `an email without a calendar is reported`(type: String) {
        let text = "From: a@x.example\nDate: today\nContent-Type: \(type)\n\nHello\nthere: you\n"
        let error = #expect(throws: CalendarError.self) { try CalendarFile(text: text, name: "a.eml") }
        #expect(error?.code == .notACalendar)
        #expect(error?.description == "a.eml: the input is an email without a calendar")
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\nContent-Type: text/calendar\n\n", "X-A: b\n", "Subject: x\nDate: y\n",
        "To: a\nBEGIN:X\n",
    ])
    func `a calendar after text that is not an email is read normally`(start: String) throws {
        let file = try CalendarFile(text: start + Self.calendar)
        #expect(file.calendars.count == 1)
        #expect(!file.diagnostics.contains { $0.code == .mail })
    }

    @Test func `exceeding the limit on MIME parts is an error`() throws {
        let deep = (0..<40).reduce("") { text, number in
            text + "Content-Type: multipart/mixed; boundary=b\(number)\n\n--b\(number)\n"
        }
        let inner = deep + part("text/calendar", Self.calendar.replacing("UID:a", with: "UID:deep"))
        #expect {
            try CalendarFile(text: "From: a\n" + inner)
        } throws: { error in
            "\(error)".contains("an email with too many or too deeply nested parts")
        }
        let beside = mail([part("text/calendar", Self.calendar), inner])
        let many = mail(
            [part("text/calendar", Self.calendar)] + [String](repeating: part("text/x", "x"), count: 10_050)
                + [part("text/calendar", Self.calendar.replacing("UID:a", with: "UID:last"))]
        )
        for text in [beside, many] {
            let file = try CalendarFile(text: text)
            #expect(file.calendars.flatMap(\.events).map(\.uid) == ["a"])
            let limits = file.diagnostics.filter { $0.code == .limit }
            #expect(limits.map(\.severity) == [.error], "\(file.diagnostics)")
        }
        // The email has exactly as many parts as the limit allows.
        let fitting = mail(
            [String](repeating: part("text/x", "x"), count: 9_998) + [part("text/calendar", Self.calendar)]
        )
        #expect(try CalendarFile(text: fitting).diagnostics.allSatisfy { $0.code != .limit })
    }

    @Test func `an email with invalid boundaries or encodings does not trap`() throws {
        for text in [
            "Content-Type: multipart/mixed;boundary=\"\"\n\n--\n--\n",
            "Content-Type: text/calendar\nContent-Transfer-Encoding: base64\n\n=====",
        ] {
            let file = try? CalendarFile(text: "From: a\n" + text)
            #expect(file?.calendars.isEmpty ?? true)
        }
    }

    /// Returns text as Base64 in lines of 76 characters.
    private func base64(_ text: String) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bytes = Array(text.utf8)
        var result = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)].map(UInt32.init)
            let bits = part[0] << 16 | (part.count > 1 ? part[1] << 8 : 0) | (part.count > 2 ? part[2] : 0)
            for place in 0..<4 {
                result.append(place > part.count ? "=" : letters[Int(bits >> UInt32(18 - 6 * place) & 63)])
            }
            if start % 57 == 54 { result += "\n" }
        }
        return result
    }
}
