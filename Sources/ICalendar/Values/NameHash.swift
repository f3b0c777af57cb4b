/// A hash of a name that does not tell capitals from small letters (FNV-1a).
enum NameHash {
    /// The hash of no bytes.
    static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash after one more byte.
    @inline(__always)
    static func adding(_ byte: UInt8, to hash: UInt64) -> UInt64 {
        (hash ^ UInt64(Ascii.capital(byte))) &* 0x100_0000_01B3
    }

    /// The hash of a name.
    static func of(_ name: Span<UInt8>) -> UInt64 {
        var hash = start
        for index in name.indices { hash = adding(name[index], to: hash) }
        // The low bits choose a slot; FNV mixes best upwards.
        return hash ^ hash >> 32
    }

    /// The hash of a name.
    static func of(_ name: String) -> UInt64 {
        of(Array(name.utf8).span)
    }
}
