/// A hash of the bytes of a UID, of 128 bits: two of FNV-1a, from different starts, the first a seed, mixed at the end.
struct UIDHash: Hashable, Sendable {
    private(set) var low = UIDHash.seed
    private(set) var high: UInt64 = 0x6C62_272E_07BB_0142

    /// Another one in each process, so that nobody can write UIDs that fall on one place of a table.
    private static let seed = UInt64.random(in: .min ... .max)

    /// The hash of nothing.
    init() {}

    /// The hash of a text.
    init(_ text: String) {
        for byte in text.utf8 { add(byte) }
        finish()
    }

    /// The hash of bytes.
    init(_ bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            add(bytes[index])
            index += 1
        }
        finish()
    }

    /// The hash of bytes that are the text of a UID as they are; nil when they may not be.
    init?(plain bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte >= Ascii.space, byte < 0x7F, byte != Ascii.backslash else { return nil }
            add(byte)
            index += 1
        }
        finish()
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8) {
        low = (low ^ UInt64(byte)) &* 0x100_0000_01B3
        high = (high ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
    }

    private mutating func finish() {
        low ^= low >> 29
        high ^= high >> 32
        low = (low ^ high) &* 0xBF58_476D_1CE4_E5B9
        low ^= low >> 32
    }
}
