import Foundation
import Testing

/// A person with a store who receives emails.
final class MailedPerson {
    let program: StoreProgram
    private var minute = 0

    init(_ address: String) throws {
        program = try StoreProgram()
        program.environment["ICS_STORE_ADDRESS"] = address
    }

    /// Runs a command that must succeed, one minute after the previous command.
    @discardableResult
    func run(_ arguments: [String], input: String = "") throws -> StoreProgram.Result {
        minute += 1
        program.environment["ICS_NOW"] = "2026-03-01T10:\(minute < 10 ? "0" : "")\(minute):00Z"
        let result = try program.start(arguments + ["--yes"], input: input).wait()
        #expect(result.status == 0, "\(arguments): \(result.errors) \(result.output)")
        return result
    }

    /// Processes an email and returns the lines about it.
    @discardableResult
    func process(_ mail: ServiceMail, _ more: String...) throws -> (lines: [String], errors: String) {
        let result = try run(["process", "--to", "home"] + more, input: mail.text)
        return (result.lines, result.errors)
    }

    /// Adds an event at ten on Thursday, 2 April 2026, and invites someone.
    ///
    /// Returns the event's UID.
    func invite(_ address: String, _ more: String...) throws -> String {
        let event = ["add", "--title", "Plan", "--start", "2026-04-02 10:00", "--calendar", "home"]
        let id = try #require(try run(event + more).lines.last)
        try run(["invite", id, address, "--format", "ics"])
        return try #require(id.split(separator: ":").last).replacingOccurrences(of: "%40", with: "@")
    }

    /// Returns the start, title and status of each event, such as `04-02 10:00 Review cancelled`.
    func events() throws -> [String] {
        try program.events().map { row in
            let start = (row["start"] as? String ?? "").dropFirst(5).prefix(11).replacing("T", with: " ")
            let isCancelled = (row["status"] as? String)?.lowercased() == "cancelled"
            return "\(start) \(row["summary"] as? String ?? "")" + (isCancelled ? " cancelled" : "")
        }
    }

    /// Returns the replies to an event, such as `sam@client.example accepted`.
    func answers(_ uid: String, _ slot: String = "") throws -> [String] {
        let lines = try program.run("show", "home:\(uid)\(slot.isEmpty ? "" : "/RID=\(slot)")").lines
        return lines.filter { $0.hasPrefix("answer: ") }.map {
            $0.dropFirst(8).replacingOccurrences(of: " (you)", with: "")
        }
    }

    /// Returns the text of all stored items, unfolded.
    func stored() throws -> String {
        try program.contents().filter { $0.key.hasSuffix(".ics") }.sorted { $0.key < $1.key }.map {
            String(decoding: $0.value, as: UTF8.self).replacingOccurrences(of: "\r\n ", with: "")
        }.joined()
    }
}

/// An email with a calendar, as a calendar service builds it.
struct ServiceMail {
    var from: String
    var method: String
    /// The calendar's lines before its components.
    var head = ""
    /// The components, with line feeds as line endings.
    var components: [String]
    /// Additional email header fields.
    var fields = ""
    var encoding = "base64"
    /// The structure of the email around the calendar.
    var form = Form.alternative

    enum Form {
        /// Plain text, HTML and the calendar as alternatives, as Exchange and iCloud send them.
        case alternative
        /// The alternatives, with the same calendar as an attachment, as Google sends it.
        case attachment
        /// The alternatives, and an attachment in Outlook's proprietary format.
        case winmail
        /// Only the calendar.
        case bare
    }

    var calendar: String {
        "BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:\(method)\n\(head)" + components.joined(separator: "\n")
            + "\nEND:VCALENDAR\n"
    }

    private func encoded(_ encoding: String) -> String {
        let text = calendar.replacingOccurrences(of: "\n", with: "\r\n")
        switch encoding {
        case "base64":
            return Data(text.utf8).base64EncodedString(options: [
                .lineLength76Characters, .endLineWithLineFeed,
            ])
        case "quoted-printable":
            return calendar.utf8.map { byte -> String in
                switch byte {
                case UInt8(ascii: "="), 0x80...: "=" + String(byte, radix: 16, uppercase: true)
                case UInt8(ascii: ":"): ":=\n"
                default: String(UnicodeScalar(byte))
                }
            }.joined()
        default: return calendar
        }
    }

    private var part: String {
        "Content-Type: text/calendar; charset=\"utf-8\"; method=\(method)\nContent-Transfer-Encoding: \(encoding)\n\n"
            + encoded(encoding)
    }

    private var alternatives: String {
        "Content-Type: multipart/alternative; boundary=\"_000_b\"\n\n--_000_b\nContent-Type: text/plain; "
            + "charset=\"iso-8859-1\"\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe\n--_000_b\n"
            + "Content-Type: text/html; charset=UTF-8\n\n<html><b>Hello</b></html>\n--_000_b\n\(part)\n--_000_b--\n"
    }

    var text: String {
        let mixed = "Content-Type: multipart/mixed; boundary=\"mixed\"\n\n--mixed\n\(alternatives)\n--mixed\n"
        let body =
            switch form {
            case .alternative: alternatives
            case .bare: part
            case .attachment:
                mixed + "Content-Type: application/ics; name=\"invite.ics\"\n"
                    + "Content-Disposition: attachment; filename=\"invite.ics\"\nContent-Transfer-Encoding: base64\n\n"
                    + encoded("base64") + "\n--mixed--\n"
            case .winmail:
                mixed + "Content-Type: application/ms-tnef; name=\"winmail.dat\"\n"
                    + "Content-Transfer-Encoding: base64\n\neJ8+IpUFAQ==\n--mixed--\n"
            }
        let text =
            "From: \(from)\nTo: me@home.example\n\(fields)Subject: =?utf-8?q?Sitzung?=\nMIME-Version: 1.0\n\(body)"
        return text.replacingOccurrences(of: "\n", with: "\r\n")
    }
}
