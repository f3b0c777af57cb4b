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
        var found: UInt8 = 0
        // Without branches, so that many bytes are looked at together.
        for index in text.indices {
            let byte = text[index]
            found |= byte >> 7
            found |= (byte < 0x20 && byte != Ascii.tab) || byte == 0x7F ? 2 : 0
            found |= byte == 0 ? 4 : 0
            found |= byte == Ascii.backslash ? 8 : 0
            found |= byte == Ascii.comma ? 16 : 0
            found |= byte == Ascii.caret ? 32 : 0
        }
        rawValue = found
    }

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
