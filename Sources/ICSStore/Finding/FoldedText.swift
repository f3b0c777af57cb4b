/// Text for a comparison that ignores case, accents and similar differences.
enum FoldedText {
    /// Returns the bytes of a text in lower case, without accents: `Café` and `CAFE\u{301}` become `cafe`.
    static func bytes(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for character in text.lowercased() {
            if let ascii = character.asciiValue {
                bytes.append(ascii)
            } else if let base = plain[character] {
                bytes += base
            } else {
                for scalar in character.unicodeScalars where !isMark(scalar.value) {
                    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                }
            }
        }
        return bytes
    }

    /// Returns whether bytes contain others.
    static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first else { return true }
        guard bytes.count >= wanted.count else { return false }
        let last = bytes.count - wanted.count
        var place = 0
        while place <= last {
            if bytes[place] == first, bytes[place..<place + wanted.count].elementsEqual(wanted) {
                return true
            }
            place += 1
        }
        return false
    }

    /// Accents, and the vowel points of Hebrew and Arabic, which are often left out.
    private static func isMark(_ value: UInt32) -> Bool {
        switch value {
        case 0x0300...0x036F, 0x0591...0x05C7, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }

    /// The letters with accents, and those that are written as others where they are missing.
    ///
    /// Characters with the same canonical decomposition are equal, so a composed letter finds its base.
    private static let plain: [Character: [UInt8]] = {
        var plain: [Character: [UInt8]] = [
            "ß": Array("ss".utf8), "æ": Array("ae".utf8), "œ": Array("oe".utf8), "ø": Array("o".utf8),
            "ł": Array("l".utf8), "đ": Array("d".utf8), "ð": Array("d".utf8), "þ": Array("th".utf8),
            "ı": Array("i".utf8), "ς": Array("σ".utf8), "ŀ": Array("l".utf8), "ħ": Array("h".utf8),
        ]
        let marks = (0x0300...0x0328).compactMap { Unicode.Scalar($0) }
        let letters = "abcdefghijklmnopqrstuvwxyzαεηιουωгеиокуя".unicodeScalars
        for letter in letters {
            let base = Array(String(letter).utf8)
            for mark in marks {
                var text = String.UnicodeScalarView([letter, mark])
                plain[Character(String(text))] = base
                // Vietnamese and Greek letters have two.
                for second in ["\u{0300}", "\u{0301}", "\u{0303}", "\u{0309}", "\u{0323}"] as [Unicode.Scalar]
                where [0x0302, 0x0306, 0x031B, 0x0308, 0x0313, 0x0314].contains(mark.value) {
                    text = String.UnicodeScalarView([letter, mark, second])
                    plain[Character(String(text))] = base
                }
            }
        }
        return plain
    }()
}
