/// Names and text in XML 1.0.
enum XMLText {
    /// Appends text between tags.
    ///
    /// XML 1.0 has no place for most control characters and for U+FFFE and U+FFFF, not even escaped: each becomes
    /// U+FFFD. Those that it has are escaped, so that printing the output cannot drive a terminal and a carriage return
    /// is not read as a line feed.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: bytes.append(contentsOf: "&amp;".utf8)
            case 0x3C: bytes.append(contentsOf: "&lt;".utf8)
            case 0x3E: bytes.append(contentsOf: "&gt;".utf8)
            case 0x09, 0x0A, 0x20..<0x7F: bytes.append(UInt8(scalar.value))
            case 0x0D, 0x7F...0x9F: bytes.append(contentsOf: "&#\(scalar.value);".utf8)
            case 0..<0x20, 0xFFFE, 0xFFFF: bytes.append(contentsOf: "\u{FFFD}".utf8)
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// The name of an element: a name of iCalendar in small letters.
    ///
    /// What XML does not allow in a name becomes `_`; one that begins with a digit or a hyphen gets a `_` in front.
    static func elementName(_ name: String) -> String {
        let small = ExchangeName.small(name).unicodeScalars.map { scalar -> UInt8 in
            switch scalar.value {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F: UInt8(scalar.value)
            default: 0x5F
            }
        }
        let canStart = small.first.map { $0 > 0x39 } ?? false
        return (canStart ? "" : "_") + String(decoding: small, as: UTF8.self)
    }
}
