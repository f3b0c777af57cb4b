import ICalendarCore

/// A writer for JSON strings and numbers (RFC 8259).
///
/// jCal consists of arrays with elements of different types, which Foundation's encoder cannot express.
enum JSONOutput {
    /// Appends a string in quotes.
    ///
    /// All control characters are escaped, including non-ASCII ones, so that the output is safe to print in a terminal.
    /// Slashes are not escaped.
    static func append(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(Ascii.quote)
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != Ascii.quote && $0 != Ascii.backslash }) {
            bytes.append(contentsOf: string.utf8)
        } else {
            // U+0080 to U+009F are C2 80 to C2 9F.
            var isAfterC2 = false
            for byte in string.utf8 {
                if isAfterC2 {
                    isAfterC2 = false
                    if byte < 0xA0 { appendEscape(byte, to: &bytes) } else { bytes += [0xC2, byte] }
                } else if byte == 0xC2 {
                    isAfterC2 = true
                } else if byte < 0x20 || byte == Ascii.quote || byte == Ascii.backslash || byte == 0x7F {
                    appendEscape(byte, to: &bytes)
                } else {
                    bytes.append(byte)
                }
            }
        }
        bytes.append(Ascii.quote)
    }

    /// Appends an ASCII string that needs no escapes.
    static func append(plain string: String, to bytes: inout [UInt8]) {
        bytes.append(Ascii.quote)
        bytes.append(contentsOf: string.utf8)
        bytes.append(Ascii.quote)
    }

    /// Appends a number; infinity and NaN, which JSON does not support, become strings.
    static func append(_ number: Double, to bytes: inout [UInt8]) {
        // The shortest text that reads back as the same number in every locale.
        if number.isFinite {
            bytes.append(contentsOf: number.description.utf8)
        } else {
            append(plain: number.description, to: &bytes)
        }
    }

    static func append(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(number).utf8)
    }

    private static func appendEscape(_ code: UInt8, to bytes: inout [UInt8]) {
        bytes.append(Ascii.backslash)
        switch code {
        case Ascii.quote, Ascii.backslash: bytes.append(code)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case Ascii.tab: bytes.append(UInt8(ascii: "t"))
        case Ascii.lineFeed: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case Ascii.carriageReturn: bytes.append(UInt8(ascii: "r"))
        default:
            let digits = String(code, radix: 16)
            bytes.append(contentsOf: "u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
        }
    }
}
