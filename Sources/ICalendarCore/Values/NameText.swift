/// Property, parameter and component names, sanitized for writing.
package enum NameText {
    /// Returns the bytes of a property name, or an empty array if no part of the name can be written.
    package static func property(_ name: String) -> [UInt8] {
        name.utf8.filter { isTolerable($0) }
    }

    /// Returns the bytes of a parameter name, or an empty array if no part of the name can be written.
    ///
    /// Parsing tolerates more bytes in a parameter name than in a property name.
    package static func parameter(_ name: String) -> [UInt8] {
        let bytes = name.utf8.filter {
            !TextEscapes.isControl($0) && $0 != Ascii.equals && $0 != Ascii.colon && $0 != Ascii.semicolon
        }
        return Array(bytes[bytes.span.trimmingBlanks(0..<bytes.count)])
    }

    /// Returns whether the name is BEGIN or END, which is not a valid property name.
    package static func isMarker(_ name: Span<UInt8>) -> Bool {
        guard name.count == 3 || name.count == 5 else { return false }
        var word: UInt64 = 0
        for index in name.indices { word = word << 8 | UInt64(Ascii.capital(name[index])) }
        // BEGIN or END.
        return word == 0x42_4547_494E || word == 0x45_4E44
    }

    package static func component(_ name: String) -> [UInt8] {
        name.utf8.filter { !TextEscapes.isControl($0) }
    }

    /// Returns whether a byte is tolerated in a nonstandard property name: any printable ASCII except delimiters.
    package static func isTolerable(_ byte: UInt8) -> Bool {
        guard byte > Ascii.space, byte < 0x7F else { return false }
        switch byte {
        case Ascii.quote, Ascii.equals, Ascii.comma, Ascii.colon, Ascii.semicolon, 0x3C, 0x3E: return false
        default: return true
        }
    }
}

/// A case-insensitive key for a name of up to sixteen bytes.
///
/// Two names are equal if their keys are equal.
struct NameKey: Equatable, Sendable {
    /// The first eight bytes in uppercase, or all bytes of a shorter name.
    private let first: UInt64
    /// The last eight bytes of a name longer than eight bytes.
    ///
    /// The two groups of eight bytes may overlap.
    private let last: UInt64
    private let count: Int

    /// Creates the key of an empty name.
    init() {
        (first, last, count) = (0, 0, 0)
    }

    /// Creates the key of a name in a line, or returns nil if the name is longer than sixteen bytes.
    @inline(__always)
    init?(_ name: Range<Int>, in line: Span<UInt8>) {
        count = name.count
        guard count <= 16 else { return nil }
        let start = name.lowerBound
        if start + 8 <= line.count {
            first = ByteWord(line, at: start).capitals(min(8, count))
        } else {
            var bytes: UInt64 = 0
            for place in name.reversed() { bytes = bytes << 8 | UInt64(Ascii.capital(line[place])) }
            first = bytes
        }
        last = count > 8 ? ByteWord(line, at: start + count - 8).capitals(8) : 0
    }

    /// Returns a hash with the given number of bits.
    @inline(__always)
    func hash(bits: Int) -> Int {
        let mixed = (first &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15 ^ last &* 0xC2B2_AE3D_27D4_EB4F
        return Int(mixed >> UInt64(64 - bits))
    }
}

/// A case-insensitive hash of a name (FNV-1a).
enum NameHash {
    static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Returns the hash extended by one byte.
    @inline(__always)
    static func adding(_ byte: UInt8, to hash: UInt64) -> UInt64 {
        (hash ^ UInt64(Ascii.capital(byte))) &* 0x100_0000_01B3
    }

    static func of(_ name: Span<UInt8>) -> UInt64 {
        var hash = start
        for index in name.indices { hash = adding(name[index], to: hash) }
        // The low bits select a slot, but FNV mixes the high bits best.
        return hash ^ hash >> 32
    }
}
