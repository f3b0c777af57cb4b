package import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A message as an email, ready for `sendmail -t` (RFC 6047 and RFC 5322).
///
/// The email contains readable text and the calendar as alternative parts.
package struct OutgoingMail: Sendable {
    private let message: OutgoingMessage
    private let date: Instant
    /// The unique part of the message identifier and the boundary.
    private let token: String

    package init(_ message: OutgoingMessage, at date: Instant) {
        self.init(message, at: date, token: UniqueIdentifier.random())
    }

    init(_ message: OutgoingMessage, at date: Instant, token: String) {
        (self.message, self.date, self.token) = (message, date, token)
    }

    /// The email's bytes, with CRLF at the end of each line.
    package var bytes: [UInt8] {
        let words = MessageWords(message)
        let boundary = "=_\(token)"
        let domain = message.sender.email.split(separator: "@").last.map(String.init) ?? ""
        let isPlain = domain.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        var lines = MailField.addresses("From", [message.sender])
        lines += MailField.addresses("To", message.recipients)
        lines += MailField.text("Subject", words.subject)
        lines += [
            "Date: \(Self.date(date))", "Message-ID: <\(token)@\(isPlain ? domain : "localhost")>",
            "MIME-Version: 1.0", "Content-Type: multipart/alternative; boundary=\"\(boundary)\"", "",
            "--\(boundary)",
        ]
        lines += Self.textPart(words.lines)
        lines.append("--\(boundary)")
        lines += calendarPart
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private var calendarPart: [String] {
        let bytes = CalendarFile(calendars: [message.calendar]).icsBytes()
        let type = "Content-Type: text/calendar; charset=UTF-8; method=\(message.method.keyword)"
        // iCalendar content lines are at most 75 bytes long.
        if bytes.allSatisfy({ $0 < 0x7F && $0 != 0 }) {
            let text = String(decoding: bytes, as: UTF8.self)
            let lines = text.split(separator: "\r\n", omittingEmptySubsequences: true).map(String.init)
            if lines.allSatisfy({ $0.utf8.count <= 78 && !$0.contains("\r") && !$0.contains("\n") }) {
                return [type, "Content-Transfer-Encoding: 7bit", ""] + lines
            }
        }
        let encoded = Array(Data(bytes).base64EncodedString().utf8)
        let lines = stride(from: 0, to: encoded.count, by: 76).map { place in
            String(decoding: encoded[place..<min(place + 76, encoded.count)], as: UTF8.self)
        }
        return [type, "Content-Transfer-Encoding: base64", ""] + lines
    }

    private static func textPart(_ paragraphs: [String]) -> [String] {
        let lines = paragraphs.flatMap { paragraph in
            paragraph.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
                String(
                    String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" })
                )
            }
        }
        let type = "Content-Type: text/plain; charset=UTF-8"
        let isPlain = lines.allSatisfy { line in
            line.utf8.count <= 78 && line.utf8.allSatisfy { $0 < 0x7F } && !line.hasPrefix("From ")
                && !line.hasPrefix(".") && !line.hasPrefix("--")
        }
        if isPlain { return [type, "Content-Transfer-Encoding: 7bit", ""] + lines }
        return [type, "Content-Transfer-Encoding: quoted-printable", ""] + lines.flatMap(quotedPrintable)
    }

    /// Returns a line in quoted-printable encoding (RFC 2045 section 6.7), divided by soft line breaks.
    private static func quotedPrintable(_ line: String) -> [String] {
        let bytes = Array(line.utf8)
        var (lines, line) = ([String](), "")
        for (place, byte) in bytes.enumerated() {
            let isEdge = place == bytes.count - 1
            if line.utf8.count > 72 {
                lines.append(line + "=")
                line = ""
            }
            // A line must not begin with characters that are special in mailboxes or SMTP.
            let isFirst = line.isEmpty
            let isPlain =
                switch byte {
                case UInt8(ascii: "="): false
                case 0x20, 0x09: !isEdge
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "F"): !isFirst
                default: byte > 0x20 && byte < 0x7F
                }
            line += isPlain ? String(UnicodeScalar(byte)) : "=" + hexadecimal(byte)
        }
        return lines + [line]
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.utf8.count == 1 ? "0" + text : text
    }

    /// Returns a date such as `Sat, 28 Nov 2026 21:00:00 +0000` (RFC 5322 section 3.3).
    private static func date(_ instant: Instant) -> String {
        let civil = Zone.utc.civil(at: instant)
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = days[((civil.date.dayNumber % 7) + 7) % 7]
        let time = civil.description.dropFirst(11).prefix(8)
        return "\(day), \(civil.date.day) \(months[civil.date.month - 1]) \(civil.date.year) \(time) +0000"
    }
}

/// The header fields of an email, with values encoded to prevent header injection (RFC 5322 section 2.2, RFC 2047).
enum MailField {
    /// The maximum number of bytes per encoded word, which limits the word to 75 characters.
    private static let longestWord = 45

    static func addresses(_ name: String, _ people: [OutgoingMessage.Person]) -> [String] {
        people.enumerated().flatMap { place, person in
            var lines = person.name.map { phrase($0) } ?? []
            let address = lines.isEmpty ? person.email : "<\(person.email)>"
            if let last = lines.last, last.utf8.count + address.utf8.count < 70 {
                lines[lines.count - 1] = "\(last) \(address)"
            } else {
                lines.append(address)
            }
            if place < people.count - 1 { lines[lines.count - 1] += "," }
            let isFirst = place == 0
            return lines.enumerated().map { ($0 == 0 && isFirst ? "\(name): " : " ") + $1 }
        }
    }

    static func text(_ name: String, _ text: String) -> [String] {
        let clean = oneLine(text)
        var lines: [String] = []
        var line = "\(name):"
        let words = clean.split(separator: " ", omittingEmptySubsequences: true)
        guard isPlain(clean), words.allSatisfy({ $0.utf8.count <= 60 }) else {
            let encoded = encodedWords(clean)
            return encoded.enumerated().map { ($0 == 0 ? "\(name): " : " ") + $1 }
        }
        for word in words {
            if line.utf8.count + word.utf8.count > 75 {
                lines.append(line)
                line = ""
            }
            line += " \(word)"
        }
        return lines + [line]
    }

    /// Returns the lines for a display name that precedes an address.
    private static func phrase(_ name: String) -> [String] {
        let clean = oneLine(name)
        if clean.isEmpty { return [] }
        guard isPlain(clean), clean.utf8.count <= 60 else { return encodedWords(clean) }
        let isAtom = clean.utf8.allSatisfy { byte in
            byte == 0x20 || UnicodeScalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte)
                || byte == 0x2D
        }
        if isAtom { return [clean] }
        let escaped = clean.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return ["\"\(escaped)\""]
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !text.contains("=?")
    }

    /// Returns the text on one line, without control characters.
    private static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> UnicodeScalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: " "
            default: scalar
            }
        }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
        return String(words.joined(separator: " ").prefix(500))
    }

    private static func encodedWords(_ text: String) -> [String] {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > longestWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }
    }
}
