/// The escapes in TEXT (RFC 5545 section 3.3.11) and in parameters (RFC 6868), and the separators of list values.
package enum TextEscapes {
    /// Decodes `\n`, `\N`, `\,`, `\;` and `\\`.
    ///
    /// Any other backslash is left unchanged.
    static func undo(_ bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == Ascii.backslash, index < bytes.count, let meant = meaning(of: bytes[index]) {
                result.append(meant)
                index += 1
            } else {
                result.append(byte)
            }
        }
        return result
    }

    static func undo(_ text: String) -> String {
        guard text.utf8.contains(Ascii.backslash) else { return text }
        return String(decoding: undo(Array(text.utf8).span), as: UTF8.self)
    }

    /// Returns the string with `^n`, `^^` and `^'` decoded (RFC 6868); any other caret is left unchanged.
    static func undoCarets(_ text: String) -> String {
        guard text.utf8.contains(Ascii.caret) else { return text }
        var result: [UInt8] = []
        var isAfterCaret = false
        for byte in text.utf8 {
            if isAfterCaret {
                isAfterCaret = false
                switch byte {
                case 0x6E: result.append(Ascii.lineFeed)
                case Ascii.caret: result.append(Ascii.caret)
                case Ascii.apostrophe: result.append(Ascii.quote)
                default: result.append(contentsOf: [Ascii.caret, byte])
                }
            } else if byte == Ascii.caret {
                isAfterCaret = true
            } else {
                result.append(byte)
            }
        }
        if isAfterCaret { result.append(Ascii.caret) }
        return String(decoding: result, as: UTF8.self)
    }

    /// Splits `range` at the separators.
    ///
    /// A separator after an odd number of backslashes is part of the text.
    package static func split(
        _ text: Span<UInt8>,
        _ range: Range<Int>,
        at separator: UInt8,
        limit: Int
    ) -> (parts: [Range<Int>], leftOut: Int) {
        var parts: [Range<Int>] = []
        var leftOut = 0
        var start = range.lowerBound
        var index = start
        while index <= range.upperBound {
            if index == range.upperBound || text[index] == separator {
                if parts.count < limit { parts.append(start..<index) } else { leftOut += 1 }
                start = index + 1
            } else if text[index] == Ascii.backslash {
                index += 1
                // A backslash at the end of the range is not an escape.
                if index == range.upperBound { continue }
            }
            index += 1
        }
        return (parts, leftOut)
    }

    private static func meaning(of letter: UInt8) -> UInt8? {
        switch letter {
        case 0x6E, 0x4E: Ascii.lineFeed
        case Ascii.comma, Ascii.semicolon, Ascii.backslash: letter
        default: nil
        }
    }

    // MARK: - Writing TEXT and other strings within a single line
    //
    // iCalendar cannot express control characters except the tab and the line break, so other control characters are
    // removed. CR, LF and CRLF each count as one line break.

    /// Appends a TEXT value (RFC 5545 section 3.3.11) with backslashes, commas, semicolons and line breaks escaped.
    package static func append(text: String, to bytes: inout [UInt8]) { append(text, escaping: true, &bytes) }

    /// Appends a value of an unknown type unchanged.
    ///
    /// A line break becomes `\n`, because it would otherwise end the content line.
    package static func append(raw text: String, to bytes: inout [UInt8]) {
        append(text, escaping: false, &bytes)
    }

    @inline(__always)
    private static func append(_ text: String, escaping: Bool, _ bytes: inout [UInt8]) {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case Ascii.backslash, Ascii.comma, Ascii.semicolon:
                if escaping { bytes.append(Ascii.backslash) }
                bytes.append(byte)
            case Ascii.lineFeed where previous == Ascii.carriageReturn: break
            case Ascii.lineFeed, Ascii.carriageReturn: bytes += lineBreak
            case _ where isControl(byte): break
            default: bytes.append(byte)
            }
            previous = byte
        }
    }

    /// Appends a URI (section 3.3.13) unchanged, with control characters percent-encoded (RFC 3986 section 2.1).
    package static func append(uri text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isControl(byte) {
                bytes += [0x25, hexadecimal(byte >> 4), hexadecimal(byte & 15)]
            } else {
                bytes.append(byte)
            }
        }
    }

    /// Returns whether a byte is a control character other than the tab.
    package static func isControl(_ byte: UInt8) -> Bool {
        byte < Ascii.space && byte != Ascii.tab || byte == 0x7F
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? Ascii.zero + digit : 0x37 + digit
    }

    private static let lineBreak: [UInt8] = [Ascii.backslash, 0x6E]
}
