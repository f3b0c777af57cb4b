/// The escapes of TEXT (RFC 5545 section 3.3.11) and what separates the values of a list.
enum TextEscapes {
    /// The text with `\n`, `\N`, `\,`, `\;` and `\\` undone; any other backslash is kept as written.
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

    /// A string with its escapes undone.
    static func undo(_ text: String) -> String {
        guard text.utf8.contains(Ascii.backslash) else { return text }
        return String(decoding: undo(Array(text.utf8).span), as: UTF8.self)
    }

    /// Whether every backslash starts an escape of RFC 5545.
    static func areAllKnown(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            if text[index] == Ascii.backslash {
                index += 1
                guard index < text.count, meaning(of: text[index]) != nil else { return false }
            }
            index += 1
        }
        return true
    }

    /// The parts of `range` between the separators; a separator after an odd number of backslashes is text.
    static func split(
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
                // A backslash at the very end escapes nothing.
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
}
