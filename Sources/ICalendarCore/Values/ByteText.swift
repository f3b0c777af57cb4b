/// Makes strings of the bytes of a value.
///
/// Bytes that are not UTF-8 are read as Windows-1252, the whole value, with a remark. NUL is left out, other control
/// characters stay, and hundreds of accents on one letter are parted (``AccentRuns``); each with a remark.
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

    /// Bytes without the NUL bytes among them, which are remarked on.
    package static func withoutNUL(_ bytes: Span<UInt8>, _ remarks: inout [ValueRemark]) -> [UInt8] {
        let others = bytes.indices.filter { bytes[$0] != 0 }.map { bytes[$0] }
        if others.count < bytes.count { remarks.note(.encoding, "NUL bytes in the value ignored") }
        return others
    }

    package static func plain(_ bytes: Span<UInt8>) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The string of bytes, or nil when they are not UTF-8.
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

    /// Reads bytes as Windows-1252; the five bytes without a character become the control characters of that number.
    static func windows1252(_ bytes: Span<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for index in bytes.indices {
            let byte = bytes[index]
            let code = (0x80...0x9F).contains(byte) ? upperHalf[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
        }
        return String(text)
    }

    /// The characters of the bytes 0x80 to 0x9F, where Windows-1252 differs from ISO 8859-1.
    private static let upperHalf: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}

/// What a value's bytes hold, found in one pass; it decides who reads them and how.
package struct ByteTraits: OptionSet {
    package let rawValue: UInt8

    package static let high = ByteTraits(rawValue: 1)
    /// C0 controls other than the tab, and DEL.
    package static let control = ByteTraits(rawValue: 2)
    static let nul = ByteTraits(rawValue: 4)
    package static let backslash = ByteTraits(rawValue: 8)
    package static let comma = ByteTraits(rawValue: 16)

    static let caret = ByteTraits(rawValue: 32)

    /// Whether the bytes are ASCII without controls, so that they are a string as they stand.
    package var isPlain: Bool { isDisjoint(with: [.high, .control, .nul]) }

    package init(_ text: Span<UInt8>) {
        var found = ByteTraits()
        let bytes = unsafe text.bytes
        let count = text.count
        var index = 0
        // Eight bytes at a time, the last eight perhaps twice; few hold anything that matters here.
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

    /// Whether one of eight bytes has a trait.
    @inline(__always)
    private static func mayMatter(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A subtraction borrows into the highest bit of a byte that is less; of equal bytes the difference is zero.
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
/// Swift compares and hashes texts by what they look like, which takes time with the square of such a run: a megabyte
/// takes minutes. So texts are read in the Stream-Safe Text Format of Unicode (UAX 15 section 13): after thirty such
/// characters stands U+034F, which nobody sees. No language needs as many.
package enum AccentRuns {
    /// So many combining characters may follow one another.
    private static let most = 30

    /// Whether there may be a longer run in bytes that are UTF-8; it costs little to know.
    package static func mayBeLong(_ bytes: Span<UInt8>) -> Bool {
        var (run, index) = (0, 0)
        while index < bytes.count {
            let lead = bytes[index]
            switch lead {
            case 0..<0x80:
                run = 0
                index += 1
                continue
            // Letters of Europe, of China and of Korea, which need no others behind them.
            case 0xC2...0xCB, 0xCE...0xD1, 0xD3...0xD5, 0xE4...0xE9, 0xEB...0xED: run = 0
            default: run += 1
            }
            if run > most { return true }
            index += lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        }
        return false
    }

    /// The text with its runs parted; nil when none is too long.
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
