/// Eight bytes of text as one number, which lets loops process eight bytes at a time.
package struct ByteWord: Sendable {
    /// The bytes as one number.
    ///
    /// The first byte is the least significant, regardless of the processor's byte order.
    @usableFromInline package let bits: UInt64

    /// A number whose bytes are all 1.
    ///
    /// ``tops`` has only the highest bit of each byte set.
    @inlinable package static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable static var tops: UInt64 { 0x8080_8080_8080_8080 }

    /// Loads the eight bytes at the given index, all of which must exist.
    @inlinable @inline(__always)
    package init(_ bytes: Span<UInt8>, at start: Int) {
        precondition(start >= 0 && start <= bytes.count - 8)
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
        bits = UInt64(littleEndian: word)
    }

    @unsafe @inline(__always)
    init(at address: UnsafePointer<UInt8>) {
        bits = unsafe UInt64(
            littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt64.self)
        )
    }

    /// The bytes as one number, for hashing.
    package var number: UInt64 { bits }

    /// The bytes as one number in which the first byte is the most significant.
    var packed: UInt64 { bits.byteSwapped }

    /// Returns up to eight leading bytes as one number, converting letters to uppercase.
    @inline(__always)
    package func capitals(_ count: Int) -> UInt64 {
        let kept = count >= 8 ? bits : bits & (1 << UInt64(8 * count) - 1)
        // With the highest bits cleared, sums never carry into the next byte.
        let low = kept & ~Self.tops
        let isFromA = low &+ Self.ones &* (0x80 - 0x61)
        let isBehindZ = low &+ Self.ones &* (0x80 - 0x7B)
        return kept & ~((isFromA & ~isBehindZ & ~kept & Self.tops) >> 2)
    }

    /// Whether any byte must be escaped in JSON or may start a character that must be escaped.
    ///
    /// True for control characters, quotes, backslashes, and C2, the first byte of U+0080 to U+009F.
    @inlinable @inline(__always)
    package var mayNeedEscape: Bool {
        let isBelowSpace = (bits &- Self.ones &* 0x20) & ~bits
        let isOne =
            Self.equal(bits, 0x22) | Self.equal(bits, 0x5C) | Self.equal(bits, 0x7F) | Self.equal(bits, 0xC2)
        return (isBelowSpace & Self.tops | isOne) != 0
    }

    /// Returns the index of the first byte that equals either of two bytes, or 8 if there is none.
    @inline(__always)
    package func first(of one: UInt8, or other: UInt8) -> Int {
        (Self.equal(bits, one) | Self.equal(bits, other)).trailingZeroBitCount >> 3
    }

    /// The four two-digit numbers in the bytes, or nil if any byte is not a digit.
    @inline(__always)
    var digitPairs: (Int, Int, Int, Int)? {
        let digits = bits ^ (Self.ones &* 0x30)
        // A byte above 9 has its highest bit set, either already or after the addition.
        guard (digits | (digits &+ Self.ones &* 0x76)) & Self.tops == 0 else { return nil }
        let pairs = digits &* 10 &+ digits >> 8
        return (
            Int(pairs & 0xFF), Int(pairs >> 16 & 0xFF), Int(pairs >> 32 & 0xFF), Int(pairs >> 48 & 0xFF)
        )
    }

    /// The same bytes with the first two replaced by the digit zero.
    @inline(__always)
    var withTwoZeros: ByteWord { ByteWord(bits: bits & ~0xFFFF | 0x3030) }

    @inline(__always)
    subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt64(8 * place)) }

    /// Whether all bytes are printable ASCII other than a backslash.
    @inline(__always)
    var isPlainText: Bool { oddBytes == 0 }

    /// A nonzero number if any byte is a backslash or not printable ASCII, otherwise 0.
    @inline(__always)
    var oddBytes: UInt64 {
        let isBelowSpace = (bits &- Self.ones &* 0x20) & ~bits
        return (bits | isBelowSpace | Self.equal(bits, 0x7F) | Self.equal(bits, 0x5C)) & Self.tops
    }

    /// The number of leading bytes that are uppercase letters or hyphens, as in property names.
    @inline(__always)
    var leadingNameBytes: Int {
        // With the highest bits cleared, sums never carry into the next byte.
        let low = bits & ~Self.tops
        let isFromA = low &+ Self.ones &* (0x80 - 0x41)
        let isBehindZ = low &+ Self.ones &* (0x80 - 0x5B)
        let isNoHyphen = (low ^ (Self.ones &* 0x2D)) &+ Self.ones &* 0x7F
        let isOther = bits | (~isFromA | isBehindZ) & isNoHyphen
        return (isOther & Self.tops).trailingZeroBitCount >> 3
    }

    private init(bits: UInt64) { self.bits = bits }

    /// Returns a number with the highest bit set in each byte that equals the given byte.
    ///
    /// The result is exact only up to the first match.
    @inlinable @inline(__always)
    static func equal(_ bits: UInt64, _ byte: UInt8) -> UInt64 {
        // The XOR of equal bytes is zero, and subtracting 1 from zero borrows.
        let difference = bits ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & tops
    }
}

extension Span<UInt8> {
    /// Returns the index of the first byte in a range that equals either of two bytes, or the end of the range.
    @inline(__always)
    package func firstPlace(of one: UInt8, or other: UInt8, in range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            let step = ByteWord(self, at: place).first(of: one, or: other)
            place += step
            if step < 8 { return place }
        }
        while place < range.upperBound, self[place] != one, self[place] != other { place += 1 }
        return place
    }
}
