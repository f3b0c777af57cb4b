/// Conversion of a value's bytes to strings.
///
/// A value that is not valid UTF-8 is read entirely as Windows-1252. NUL bytes are removed, other control characters
/// are preserved, and very long runs of accents are split (``AccentRuns``). Each case adds a remark.
package enum ByteText {
    package static func string(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> String {
        string(bytes, ByteTraits(bytes), &remarks)
    }

    package static func string(
        _ bytes: Span<UInt8>,
        _ traits: ByteTraits,
        _ remarks: inout [ValueRemark]
    ) -> String {
        if traits.isPlain { return plain(bytes) }
        if traits.contains(.nul) {
            return text(withoutNUL(bytes, &remarks).span, &remarks)
        } else if traits.contains(.control) {
            remarks.note(.encoding, "control characters in the value; kept, but not written")
        }
        return text(bytes, &remarks)
    }

    /// Returns the bytes without NUL bytes, adding a remark if there were any.
    package static func withoutNUL(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> [UInt8] {
        let others = bytes.indices.filter { bytes[$0] != 0 }.map { bytes[$0] }
        if others.count < bytes.count { remarks.note(.encoding, "NUL bytes in the value ignored") }
        return others
    }

    package static func plain(_ bytes: Span<UInt8>) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes as a string, or nil if they are not valid UTF-8.
    package static func valid(_ bytes: Span<UInt8>) -> String? {
        unsafe bytes.withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) }
    }

    package static func append(_ bytes: Span<UInt8>, to others: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe others.append(contentsOf: $0) }
    }

    private static func text(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> String {
        if let text = valid(bytes) {
            guard AccentRuns.mayBeLong(bytes), let parted = AccentRuns.parted(text) else { return text }
            remarks.note(.encoding, "more than 30 accents on one letter; read with U+034F between them")
            return parted
        }
        remarks.note(.encoding, "value is not UTF-8; read as Windows-1252")
        return windows1252(bytes)
    }

    /// Decodes Windows-1252.
    ///
    /// The five undefined bytes become the control characters with the same codes.
    static func windows1252(_ bytes: Span<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for index in bytes.indices {
            let byte = bytes[index]
            let code = (0x80...0x9F).contains(byte) ? upperHalf[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
        }
        return String(text)
    }

    /// The characters for the bytes 0x80 to 0x9F, where Windows-1252 differs from ISO 8859-1.
    private static let upperHalf: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}

/// The traits of a value's bytes, determined in a single pass.
///
/// The traits determine how the value is parsed.
package struct ByteTraits: OptionSet {
    package let rawValue: UInt8

    package static let high = ByteTraits(rawValue: 1)
    /// C0 control characters except the tab, and DEL.
    package static let control = ByteTraits(rawValue: 2)
    static let nul = ByteTraits(rawValue: 4)
    package static let backslash = ByteTraits(rawValue: 8)
    package static let comma = ByteTraits(rawValue: 16)

    static let caret = ByteTraits(rawValue: 32)

    /// Whether the bytes are ASCII without control characters and therefore need no conversion.
    package var isPlain: Bool { isDisjoint(with: [.high, .control, .nul]) }

    package init(_ text: Span<UInt8>) {
        var found = ByteTraits()
        let bytes = unsafe text.bytes
        let count = text.count
        var index = 0
        // Scans eight bytes at a time. The last block may overlap the previous one. Few blocks contain relevant
        // bytes.
        while index < count, count >= 8 {
            let start = min(index, count - 8)
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
            if ByteTraits.mayMatter(word) {
                for place in start..<start + 8 { found.note(text[place]) }
            }
            index += 8
        }
        while index < count {
            found.note(text[index])
            index += 1
        }
        self = found
    }

    /// Returns whether any of the eight bytes has a trait.
    @inline(__always)
    private static func mayMatter(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Subtracting sets the highest bit of any smaller byte. The XOR of equal bytes is zero.
        func isAny(_ byte: UInt8) -> UInt64 {
            let difference = word ^ (ones &* UInt64(byte))
            return (difference &- ones) & ~difference
        }
        let isBelowSpace = (word &- ones &* 0x20) & ~word
        let found =
            word | isBelowSpace | isAny(0x7F) | isAny(Ascii.backslash) | isAny(Ascii.comma)
            | isAny(Ascii.caret)
        return found & (ones &* 0x80) != 0
    }

    @inline(__always)
    private mutating func note(_ byte: UInt8) {
        switch byte {
        case 0x80...: formUnion(.high)
        case 0: formUnion([.nul, .control])
        case Ascii.tab: break
        case 1..<0x20, 0x7F: formUnion(.control)
        case Ascii.backslash: formUnion(.backslash)
        case Ascii.comma: formUnion(.comma)
        case Ascii.caret: formUnion(.caret)
        default: break
        }
    }

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}

/// Long runs of combining characters, such as a letter with a thousand accents.
///
/// Swift compares and hashes strings by canonical equivalence, which takes quadratic time for such a run: minutes for a
/// megabyte. Text is therefore converted to Unicode's Stream-Safe Text Format (UAX 15 section 13), which inserts the
/// invisible U+034F after every thirty combining characters. No language needs that many combining characters.
package enum AccentRuns {
    /// The maximum number of consecutive combining characters.
    private static let most = 30

    /// Returns whether UTF-8 bytes may contain a long run.
    ///
    /// The check is fast and may return false positives.
    package static func mayBeLong(_ bytes: Span<UInt8>) -> Bool {
        var (run, index) = (0, 0)
        while index < bytes.count {
            let lead = bytes[index]
            switch lead {
            case 0..<0x80:
                run = 0
                index += 1
                continue
            // European, Chinese and Korean letters, which need no combining characters.
            case 0xC2...0xCB, 0xCE...0xD1, 0xD3...0xD5, 0xE4...0xE9, 0xEB...0xED: run = 0
            default: run += 1
            }
            if run > most { return true }
            index += lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        }
        return false
    }

    /// Returns the string with long runs split, or nil if there are no long runs.
    package static func parted(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        var run = 0
        var isParted = false
        for scalar in text.unicodeScalars {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            run = isMark ? run + 1 : 0
            if run > most {
                scalars.append("\u{34F}")
                (run, isParted) = (1, true)
            }
            scalars.append(scalar)
        }
        return isParted ? String(scalars) : nil
    }
}
