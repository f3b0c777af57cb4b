extension String {
    /// The text on one line, safe for terminals and logs.
    package var onOneLine: String {
        var bytes: [UInt8] = []
        bytes.appendOnOneLine(self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a string on one line, safe for terminals and logs.
    ///
    /// Line ends and tabs become spaces; other hidden characters are escaped, as in `\u{1B}`.
    package mutating func appendOnOneLine(_ text: String) {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            append(contentsOf: text.utf8)
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029:
                append(UInt8(ascii: " "))
            case _ where scalar.isHidden:
                append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
            default:
                append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character controls a terminal, changes the writing direction, or is invisible.
    package var isHidden: Bool {
        switch value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF,
            0xE0000...0xE007F:
            true
        default: false
        }
    }
}
