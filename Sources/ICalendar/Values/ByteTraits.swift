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

    /// The traits of some bytes.
    init(_ text: Span<UInt8>) {
        var found: UInt8 = 0
        for index in text.indices {
            let byte = text[index]
            if byte >= 0x80 {
                found |= 1
            } else if byte < 0x20 {
                if byte != Ascii.tab { found |= byte == 0 ? 6 : 2 }
            } else if byte == Ascii.backslash {
                found |= 8
            } else if byte == Ascii.comma {
                found |= 16
            } else if byte == 0x7F {
                found |= 2
            }
        }
        rawValue = found
    }

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}
