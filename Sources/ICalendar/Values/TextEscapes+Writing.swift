/// Writing TEXT and other strings, so that whatever they hold stays inside its own line.
///
/// iCalendar has no way to write control characters other than the tab and the line break, so they are left out; each
/// of CR, LF and CRLF is a line break.
extension TextEscapes {
    /// Adds a TEXT (RFC 5545 section 3.3.11) with backslashes, commas, semicolons and line breaks escaped.
    static func append(text: String, to bytes: inout [UInt8]) {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case Ascii.backslash, Ascii.comma, Ascii.semicolon:
                bytes.append(Ascii.backslash)
                bytes.append(byte)
            case Ascii.lineFeed where previous == Ascii.carriageReturn: break
            case Ascii.lineFeed, Ascii.carriageReturn: bytes += lineBreak
            case _ where isControl(byte): break
            default: bytes.append(byte)
            }
            previous = byte
        }
    }

    /// Adds a value of no known type as it is; a line break in it becomes `\n`, as it could not stand in a line.
    static func append(raw text: String, to bytes: inout [UInt8]) {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case Ascii.lineFeed where previous == Ascii.carriageReturn: break
            case Ascii.lineFeed, Ascii.carriageReturn: bytes += lineBreak
            case _ where isControl(byte): break
            default: bytes.append(byte)
            }
            previous = byte
        }
    }

    /// Adds a URI (section 3.3.13) as it is; control characters in it are percent-encoded (RFC 3986 section 2.1).
    static func append(uri text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isControl(byte) || byte == Ascii.tab {
                bytes += [0x25, hexadecimal(byte >> 4), hexadecimal(byte & 15)]
            } else {
                bytes.append(byte)
            }
        }
    }

    /// Whether a byte is a control character other than the tab.
    static func isControl(_ byte: UInt8) -> Bool {
        byte < Ascii.space && byte != Ascii.tab || byte == 0x7F
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? Ascii.zero + digit : 0x37 + digit
    }

    private static let lineBreak: [UInt8] = [Ascii.backslash, 0x6E]
}
