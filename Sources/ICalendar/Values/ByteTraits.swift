/// What a value's bytes hold, found in one pass; it decides who reads them and how.
struct ByteTraits: OptionSet {
    let rawValue: UInt8

    /// Bytes of 0x80 and above.
    static let high = ByteTraits(rawValue: 1)
    /// C0 controls other than the tab, and DEL.
    static let control = ByteTraits(rawValue: 2)
    /// NUL.
    static let nul = ByteTraits(rawValue: 4)
    /// A backslash.
    static let backslash = ByteTraits(rawValue: 8)
    /// A comma.
    static let comma = ByteTraits(rawValue: 16)

    /// A caret.
    static let caret = ByteTraits(rawValue: 32)

    /// Whether the bytes are ASCII without controls, so that they are a string as they stand.
    var isPlain: Bool { isDisjoint(with: [.high, .control, .nul]) }

    /// The traits of some bytes.
    init(_ text: Span<UInt8>) {
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

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
