/// The kind of input, judged by its first bytes, which helps explain why the input is not a calendar.
package enum InputKind: Equatable {
    case empty, calendar, card, mail, utf16, png, jpeg, gif, gzip, zip, pdf, html, xml, json, other

    package init(_ bytes: [UInt8]) {
        if bytes.isEmpty {
            self = .empty
        } else if let kind = InputKind.signatures.first(where: { bytes.starts(with: $0.bytes) })?.kind {
            self = kind
        } else if bytes.count >= 2, (bytes[0] == 0) != (bytes[1] == 0) {
            // The first character of any expected UTF-16 text is ASCII, so one of its two bytes is 0.
            self = .utf16
        } else {
            self = MailHeader.begins(bytes) ? .mail : InputKind.text(bytes)
        }
    }

    /// Returns whether an input with these first bytes is JSON rather than text that happens to start with a bracket.
    package static func isJSON(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var content = bytes[start...].lazy.filter { $0 > 0x20 }.makeIterator()
        guard let first = content.next(), first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
            return false
        }
        guard let second = content.next() else { return true }
        let following: [UInt8] =
            first == UInt8(ascii: "{") ? Array("\"}".utf8) : Array("\"[]{-0123456789tfn".utf8)
        return following.contains(second)
    }

    /// Whether the input certainly contains no calendar.
    package var isHopeless: Bool {
        switch self {
        case .empty, .utf16, .png, .jpeg, .gif, .gzip, .zip, .pdf: true
        case .calendar, .card, .mail, .html, .xml, .json, .other: false
        }
    }

    /// The reason the input is not a calendar, as a sentence without a final period.
    package var complaint: String {
        switch self {
        case .empty: "the input is empty"
        case .calendar, .other: "not a calendar: no BEGIN:VCALENDAR found"
        case .card: "this is a vCard (a contact), not a calendar"
        case .mail: "the input is an email without a calendar"
        case .utf16: "this is text in UTF-16, which iCalendar does not allow; convert it to UTF-8"
        case .png: "this is a PNG image, not a calendar"
        case .jpeg: "this is a JPEG image, not a calendar"
        case .gif: "this is a GIF image, not a calendar"
        case .gzip: "this is compressed with gzip; unpack it first"
        case .zip: "this is a ZIP archive; unpack it first"
        case .pdf: "this is a PDF document, not a calendar"
        case .html:
            "this is an HTML page, not a calendar; the server may have sent an error or login page"
        case .xml: "this is an XML document, not a calendar"
        case .json: "this is JSON, not a calendar"
        }
    }

    private static let signatures: [(bytes: [UInt8], kind: InputKind)] = [
        ([0xFF, 0xFE], .utf16),
        ([0xFE, 0xFF], .utf16),
        ([0x89, 0x50, 0x4E, 0x47], .png),
        ([0xFF, 0xD8, 0xFF], .jpeg),
        (Array("GIF8".utf8), .gif),
        ([0x1F, 0x8B], .gzip),
        ([0x50, 0x4B, 0x03, 0x04], .zip),
        ([0x50, 0x4B, 0x05, 0x06], .zip),
        (Array("%PDF".utf8), .pdf),
    ]

    private static func text(_ bytes: [UInt8]) -> InputKind {
        let content = bytes.drop { $0 <= Ascii.space || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        let start = String(decoding: content.prefix(32).map(Ascii.capital), as: UTF8.self)
        if start.hasPrefix("BEGIN:VCALENDAR") { return .calendar }
        if start.hasPrefix("BEGIN:VCARD") { return .card }
        if start.hasPrefix("<?XML") { return .xml }
        if start.hasPrefix("<") { return .html }
        return start.hasPrefix("{") || start.hasPrefix("[") ? .json : .other
    }
}
