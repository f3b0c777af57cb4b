/// Measures text in terminal columns.
///
/// East Asian wide characters and emoji take two columns. Combining marks and joiners take no columns. The width
/// assumes a terminal that supports joined emoji. Other terminals show their parts side by side.
package enum TextWidth {
    /// Returns the number of columns for text that is safe for a terminal.
    package static func columns(_ text: String) -> Int {
        if isPlain(text) { return text.utf8.count }
        return text.reduce(0) { $0 + columns($1) }
    }

    /// Returns the number of columns for one user-perceived character.
    package static func columns(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count == 1 { return columns(first) }
        // Covers joined emoji, emoji with a skin tone, and text characters presented as emoji.
        if scalars.contains(where: { $0.value == 0xFE0F || isModifier($0) }), first.properties.isEmoji {
            return 2
        }
        if isFlagLetter(first) { return 2 }
        if columns(first) == 2, scalars.contains(where: { $0.value == 0x200D }) { return 2 }
        var sum = 0
        var isJamo = false
        for scalar in scalars {
            // The vowels and finals of a Korean syllable are drawn as part of its first consonant.
            if isJamo, (0x1160...0x11FF).contains(scalar.value) { continue }
            isJamo = (0x1100...0x11FF).contains(scalar.value)
            sum += columns(scalar)
        }
        return sum
    }

    /// Returns the number of extra columns in a terminal that shows the parts of joined emoji side by side.
    package static func excess(_ text: String) -> Int {
        if isPlain(text) { return 0 }
        return text.reduce(0) { sum, character in
            sum + max(0, character.unicodeScalars.reduce(0) { $0 + columns($1) } - columns(character))
        }
    }

    /// Returns text truncated to a number of columns.
    ///
    /// Truncated text ends with an ellipsis in the last column.
    package static func cut(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        if isPlain(text) {
            return text.utf8.count <= width ? text : "\(text.prefix(width - 1).trimmedEnd)…"
        }
        var sum = 0
        var end = text.startIndex
        for index in text.indices {
            let next = sum + columns(text[index])
            if next > width { return "\(text[..<end].trimmedEnd)…" }
            sum = next
            // If the text is cut after this character, the ellipsis still fits.
            if sum < width { end = text.index(after: index) }
        }
        return text
    }

    /// Returns text padded to a number of columns with trailing spaces.
    package static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(text)))
    }

    /// Returns text wrapped to a number of columns, at spaces where possible.
    ///
    /// If there are more than `most` lines, the last line ends with an ellipsis.
    package static func wrapped(_ text: String, to width: Int, most: Int) -> [String] {
        guard width > 0, most > 0 else { return [] }
        var lines: [String] = []
        var rest = text[...]
        while columns(String(rest)) > width {
            guard lines.count < most - 1 else { return lines + [cut(String(rest), to: width)] }
            var sum = 0
            var end = rest.startIndex
            var blank: String.Index?
            for index in rest.indices {
                sum += columns(rest[index])
                if rest[index] == " " { blank = index }
                if sum > width { break }
                end = rest.index(after: index)
            }
            if end == rest.startIndex { end = rest.index(after: end) }
            let edge = blank.flatMap { $0 > rest.startIndex ? $0 : nil } ?? end
            lines.append(String(rest[..<edge].trimmedEnd))
            rest = rest[edge...].drop { $0 == " " }
        }
        return rest.isEmpty ? lines : lines + [String(rest)]
    }

    /// Returns whether a string contains right-to-left characters.
    ///
    /// In terminals that reorder text, right-to-left text needs a mark after it to keep it from swapping places with
    /// its neighbor.
    package static func isRightToLeft(_ text: String) -> Bool {
        !isPlain(text)
            && text.unicodeScalars.contains { scalar in
                switch scalar.value {
                case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                    true
                default: false
                }
            }
    }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F3FB...0x1F3FF).contains(scalar.value)
    }

    private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: return isWide(value) ? 2 : 1
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(value)
    }

    /// The ranges of East Asian width W and F, including the unassigned code points between them.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
        0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
        0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
        0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
        0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
        0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
        0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
        0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
        0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
        0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
        0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
        0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
        0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC,
        0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF,
        0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]
}

extension StringProtocol {
    /// The string without trailing spaces.
    fileprivate var trimmedEnd: SubSequence {
        var rest = self[...]
        while rest.last == " " { rest = rest.dropLast() }
        return rest
    }
}
