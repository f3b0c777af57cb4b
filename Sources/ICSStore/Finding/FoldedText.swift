/// Folds text for comparisons that ignore case, accents, and hyphens.
enum FoldedText {
    /// Returns the bytes of a string in lowercase, without accents and hyphens.
    ///
    /// `Café` and `CAFE\u{301}` become `cafe`, and `Stand-up` becomes `standup`.
    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        return bytes
    }

    /// Returns whether bytes contain a given sequence.
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

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let value = scalar.value
        if value < 0x80 {
            if value != 0x2D { bytes.append(UInt8(value) | ((0x41...0x5A).contains(value) ? 0x20 : 0)) }
            return
        }
        if isOmitted(value) { return }
        if let letter = letter(value) {
            switch letter {
            case UInt8(ascii: "A"): bytes += Array("ae".utf8)
            case UInt8(ascii: "J"): bytes += Array("ij".utf8)
            case UInt8(ascii: "O"): bytes += Array("oe".utf8)
            case UInt8(ascii: "S"): bytes += Array("ss".utf8)
            case UInt8(ascii: "T"): bytes += Array("th".utf8)
            default: bytes.append(letter)
            }
            return
        }
        if let other = others[value] {
            bytes.append(contentsOf: UTF8.encode(other) ?? UTF8.encodedReplacementCharacter)
        } else if hasCase(value) {
            bytes += scalar.properties.lowercaseMapping.utf8
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Returns whether a character is one that people often omit: an accent, a Hebrew or Arabic vowel point, or a
    /// hyphen.
    private static func isOmitted(_ value: UInt32) -> Bool {
        switch value {
        case 0x0300...0x036F, 0x0591...0x05C7, 0x064B...0x065F, 0x0670, 0xAD, 0x2010, 0x2011: true
        default: false
        }
    }

    /// Returns whether a character might have a lowercase form.
    ///
    /// An exact test would be too slow.
    private static func hasCase(_ value: UInt32) -> Bool {
        switch value {
        case 0x80..<0x0590, 0x10A0...0x10FF, 0x13A0...0x13FF, 0x1C80...0x1FFF, 0x2100...0x24FF,
            0x2C00...0x2DFF,
            0xA640...0xA7FF, 0xFF00...0xFFEF, 0x10400...0x118FF, 0x1E900...0x1E95F:
            true
        default: false
        }
    }

    /// Returns the base letter of an accented Latin letter.
    ///
    /// A, J, O, S, and T represent ae, ij, oe, ss, and th.
    private static func letter(_ value: UInt32) -> UInt8? {
        let letter: UInt8
        switch value {
        case 0xC0...0x17F: letter = latin[Int(value) - 0xC0]
        case 0x1A0...0x24F: letter = moreLatin[Int(value) - 0x1A0]
        case 0x1E00...0x1EFF: letter = additionalLatin[Int(value) - 0x1E00]
        default: return nil
        }
        return letter == UInt8(ascii: ".") ? nil : letter
    }

    private static let latin = Array(
        """
        aaaaaaAceeeeiiiidnooooo.ouuuuyTSaaaaaaAceeeeiiiidnooooo.ouuuuyTyaaaaaaccccccccddddeeeeeeeeeegggggggghhhh\
        iiiiiiiiiiJJjjkk.llllllllllnnnnnnn..ooooooOOrrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzzs
        """.utf8
    )
    private static let moreLatin = Array(
        """
        oo.............uu............................aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa....aaaaeeee\
        iiiioooorrrruuuusstt..hh......aaeeooooooooyy............................
        """.utf8
    )
    private static let additionalLatin = Array(
        """
        aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssss\
        ssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy....S.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooo\
        oooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......
        """.utf8
    )

    /// The base letters of accented Greek and Cyrillic letters.
    private static let others: [UInt32: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, [UInt32])] = [
            ("α", [0x386, 0x3AC]), ("ε", [0x388, 0x3AD]), ("η", [0x389, 0x3AE]),
            ("ι", [0x38A, 0x3AF, 0x390, 0x3AA, 0x3CA]), ("ο", [0x38C, 0x3CC]),
            ("υ", [0x38E, 0x3CD, 0x3B0, 0x3AB, 0x3CB]), ("ω", [0x38F, 0x3CE]), ("σ", [0x3C2]),
            ("е", [0x400, 0x401, 0x450, 0x451]), ("и", [0x419, 0x439, 0x40D, 0x45D]), ("і", [0x407, 0x457]),
            ("у", [0x40E, 0x45E]), ("г", [0x403, 0x453]), ("к", [0x40C, 0x45C]),
        ]
        var others: [UInt32: Unicode.Scalar] = [:]
        for (letter, accented) in groups { for value in accented { others[value] = letter } }
        return others
    }()
}
