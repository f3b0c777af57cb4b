package import ICalendarCore

package enum JSONText {
    /// Appends a string in quotes.
    ///
    /// Quotes, backslashes and all control characters, including those outside ASCII, are escaped. The output therefore
    /// cannot control a terminal. Slashes are not escaped.
    package static func append(string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: string.utf8)
        // Few strings need escapes, so checking the whole string once is faster than checking each byte.
        if mayNeedEscape(bytes.span.extracting(start...)) {
            bytes.removeSubrange(start...)
            appendEscaped(string, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Returns whether any byte needs an escape or may begin a character that does.
    ///
    /// The UTF-8 form of the control characters U+0080 to U+009F begins with C2.
    private static func mayNeedEscape(_ bytes: Span<UInt8>) -> Bool {
        // For a few bytes, copying them one by one is fast enough.
        guard bytes.count >= 8 else { return true }
        // Eight bytes are checked at a time, and the last word may overlap the previous one.
        var place = 0
        while place < bytes.count {
            if ByteWord(bytes, at: min(place, bytes.count - 8)).mayNeedEscape { return true }
            place += 8
        }
        return false
    }

    private static func appendEscaped(_ string: String, to bytes: inout [UInt8]) {
        // U+0080 to U+009F are encoded as C2 80 to C2 9F.
        var isAfterC2 = false
        for byte in string.utf8 {
            if isAfterC2 {
                isAfterC2 = false
                if byte < 0xA0 {
                    appendEscape(byte, to: &bytes)
                } else {
                    bytes.append(0xC2)
                    bytes.append(byte)
                }
            } else if byte == 0xC2 {
                isAfterC2 = true
            } else if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
                appendEscape(byte, to: &bytes)
            } else {
                bytes.append(byte)
            }
        }
    }

    /// Appends an ASCII string that contains no characters that need escapes.
    static func append(plain string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: string.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    static func append(number: Int, to bytes: inout [UInt8]) { bytes.append(contentsOf: String(number).utf8) }

    /// Appends a number.
    ///
    /// Infinity and NaN become strings, since JSON has no such numbers.
    static func append(number: Double, to bytes: inout [UInt8]) {
        // The description is the shortest text that reads back as the same number, in any locale.
        if number.isFinite {
            bytes.append(contentsOf: number.description.utf8)
        } else {
            append(plain: number.description, to: &bytes)
        }
    }

    /// Appends a comma and a key: `,"key":`.
    ///
    /// The key must not contain characters that need escapes.
    package static func append(key: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        append(plain: key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    package static func append(key: String, string: String, to bytes: inout [UInt8]) {
        append(key: key, to: &bytes)
        append(string: string, to: &bytes)
    }

    package static func append<Element>(
        key: String,
        list elements: [Element],
        to bytes: inout [UInt8],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        guard !elements.isEmpty else { return }
        append(key: key, to: &bytes)
        for (index, element) in elements.enumerated() {
            bytes.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
            write(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    package static func append(key: String, literal: some CustomStringConvertible, to bytes: inout [UInt8]) {
        append(key: key, to: &bytes)
        bytes.append(contentsOf: literal.description.utf8)
    }

    /// Appends an object with the non-nil strings, followed by the output of `more`.
    package static func append(
        object fields: [(key: String, value: String?)],
        to bytes: inout [UInt8],
        and more: (inout [UInt8]) -> Void = { _ in }
    ) {
        let start = bytes.count
        for (key, value) in fields {
            if let value { append(key: key, string: value, to: &bytes) }
        }
        more(&bytes)
        // The comma before the first key becomes the opening brace.
        if bytes.count == start { bytes.append(0) }
        bytes[start] = UInt8(ascii: "{")
        bytes.append(UInt8(ascii: "}"))
    }

    private static func appendEscape(_ code: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch code {
        case 0x22, 0x5C: bytes.append(code)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            let digits = String(code, radix: 16)
            bytes.append(contentsOf: "u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
        }
    }
}

extension JSONText {
    /// Appends an occurrence as an object, writing keys in a fixed order and omitting empty values.
    ///
    /// If they are not nil, `calendar` and `file` replace the names in the occurrence.
    package static func append(
        _ occurrence: Occurrence,
        _ event: Event,
        calendar: String? = nil,
        file: String? = nil,
        to bytes: inout [UInt8]
    ) {
        var parts: [UInt8] = []
        let (head, middle) = appendParts(occurrence, event, calendar: calendar, file: file, to: &parts)
        bytes += parts[..<head]
        bytes += Array("\(occurrence.start)\",\"end\":\"\(occurrence.end)".utf8)
        bytes += parts[head..<middle]
        if let original = occurrence.recurrenceID { bytes += Array(original.description.utf8) }
        bytes += parts[middle...]
    }

    /// Appends the parts of the object that all instances of an event share.
    ///
    /// Returns the positions at which to insert an instance's times and original start. The argument `key` is JSON for
    /// the first member, or nil.
    package static func appendParts(
        _ occurrence: Occurrence,
        _ event: Event,
        key: [UInt8]? = nil,
        calendar: String? = nil,
        file: String? = nil,
        to bytes: inout [UInt8]
    ) -> (head: Int, middle: Int) {
        bytes.append(UInt8(ascii: "{"))
        if let key {
            bytes.append(contentsOf: #""key":"#.utf8)
            bytes += key
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append(contentsOf: #""uid":"#.utf8)
        append(string: occurrence.uid, to: &bytes)
        append("summary", event.summary, to: &bytes)
        bytes.append(contentsOf: #","start":""#.utf8)
        let head = bytes.count
        bytes.append(UInt8(ascii: "\""))
        append("timeZone", occurrence.start.timeZone, to: &bytes)
        if occurrence.isAllDay { bytes.append(contentsOf: #","allDay":true"#.utf8) }
        var middle = bytes.count
        if occurrence.recurrenceID != nil {
            bytes.append(contentsOf: #","recurrenceId":""#.utf8)
            middle = bytes.count
            bytes.append(UInt8(ascii: "\""))
        }
        if occurrence.isDetached { bytes.append(contentsOf: #","isDetached":true"#.utf8) }
        append("status", event.status?.rawValue, to: &bytes)
        append("location", event.location, to: &bytes)
        append("description", event.descriptionText, to: &bytes)
        append("url", event.url, to: &bytes)
        append(key: "categories", list: event.categories, to: &bytes) { append(string: $0, to: &$1) }
        if let organizer = event.organizer { append(organizer, to: &bytes) }
        append(key: "attendees", list: event.attendees, to: &bytes) { append($0, to: &$1) }
        append("calendar", calendar ?? occurrence.calendarName, to: &bytes)
        append("method", occurrence.method, to: &bytes)
        append("file", file ?? occurrence.file, to: &bytes)
        if let line = occurrence.line { append(key: "line", literal: line, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
        return (head, middle)
    }

    private static func append(_ key: String, _ value: String?, to bytes: inout [UInt8]) {
        if let value { append(key: key, string: value, to: &bytes) }
    }

    /// Appends an organizer as `{name, email}`, or nothing if both are unknown.
    private static func append(_ organizer: Organizer, to bytes: inout [UInt8]) {
        let (name, email) = (organizer.name, organizer.email)
        guard name != nil || email != nil else { return }
        append(key: "organizer", to: &bytes)
        append(object: [("name", name), ("email", email)], to: &bytes)
    }

    /// Appends an attendee as `{name, email, status, role, type}`.
    private static func append(_ attendee: Attendee, to bytes: inout [UInt8]) {
        let fields: [(String, String?)] = [
            ("name", attendee.name), ("email", attendee.email), ("status", attendee.status.rawValue),
            ("role", attendee.role.rawValue), ("type", attendee.type.rawValue),
        ]
        append(object: fields, to: &bytes)
    }
}
