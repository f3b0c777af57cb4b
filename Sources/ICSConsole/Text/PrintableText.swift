import ICalendar
package import SystemIO

/// Makes text from a file safe for a terminal.
///
/// Calendars are untrusted. Escape sequences in a summary must not move the cursor, and direction controls must not
/// swap columns.
package enum PrintableText {
    /// Appends the text.
    ///
    /// Line breaks and tabs become spaces. Other control characters are escaped, as in `\u{1B}`.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.appendOnOneLine(text)
    }

    package static func string(_ text: String) -> String { text.onOneLine }
}

/// Makes a file's contents safe for a terminal.
///
/// Calendars are untrusted. Output to a pipe or file is not escaped, since programs read it.
package enum TerminalBytes {
    /// Returns lines with control characters and direction marks escaped, as in `\u{202E}`.
    package static func lines(_ bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            if number > 0 { shown.append(UInt8(ascii: "\n")) }
            let isEnded = line.last == UInt8(ascii: "\r")
            PrintableText.append(
                String(decoding: isEnded ? line.dropLast() : line, as: UTF8.self),
                to: &shown
            )
        }
        return shown
    }

    /// Returns JSON with control characters and direction marks as JSON escapes, such as `\u202e`.
    package static func json(_ bytes: [UInt8]) -> [UInt8] {
        // JSON already escapes control characters below 0x7F.
        guard bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            guard scalar.value >= 0x7F, scalar.isHidden else {
                shown.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                continue
            }
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                let digits = String(unit, radix: 16)
                let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
                shown.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
            }
        }
        return shown
    }
}

extension Descriptor {
    /// Writes a file's contents, escaped if this descriptor is a terminal.
    package func writeShown(_ bytes: [UInt8], isJSON: Bool = false) throws(WriteError) {
        guard isTerminal else { return try write(bytes) }
        try write(isJSON ? TerminalBytes.json(bytes) : TerminalBytes.lines(bytes))
    }
}

package enum PlainBytes {
    /// Returns the bytes without control characters, including U+0080 to U+009F.
    ///
    /// Keeps tabs and line endings.
    package static func withoutControls(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        removeControls(from: &bytes)
        return bytes
    }

    package static func removeControls(from bytes: inout [UInt8], after start: Int = 0) {
        var end = 0
        for place in min(start, bytes.count)..<bytes.count {
            let byte = bytes[place]
            if end > 0, bytes[end - 1] == 0xC2, (0x80..<0xA0).contains(byte) {
                end -= 1
            } else if byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                bytes[end] = byte
                end += 1
            }
        }
        bytes.removeLast(bytes.count - end)
    }
}
