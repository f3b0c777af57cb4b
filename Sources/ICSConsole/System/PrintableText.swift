/// Text from a file made safe for a terminal.
///
/// Calendars come from strangers: escape sequences in a summary must not move the cursor, and marks that turn the
/// direction of writing must not swap columns.
package enum PrintableText {
    /// Appends the text; line ends and tabs become blanks, other controls are spelled out as `\u{1B}`.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029:
                bytes.append(UInt8(ascii: " "))
            case _ where isHidden(scalar):
                bytes.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
            default:
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether a character drives a terminal, or turns the direction of writing, or is not seen at all.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF,
            0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// The text as ``append(_:to:)`` writes it.
    package static func string(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How many columns of a terminal the text takes: two for East Asian letters and pictures, none for marks.
    package static func width(_ text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
    }

    /// How many columns one character takes.
    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.generalCategory == .nonspacingMark || scalar.value == 0x200B ? 0 : 1
        }
    }
}
