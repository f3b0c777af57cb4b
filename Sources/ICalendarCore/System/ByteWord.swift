/// Eight bytes of a text as one number, so that loops over bytes take eight steps at once.
package struct ByteWord: Sendable {
    /// The bytes, the first one lowest, whatever the processor's own order is.
    @usableFromInline package let bits: UInt64

    /// A one, and the highest bit, of each byte.
    @inlinable package static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable static var tops: UInt64 { 0x8080_8080_8080_8080 }

    /// The eight bytes from a place on, all of which must be there.
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

    /// The bytes as they hash: as one number.
    package var number: UInt64 { bits }

    /// The bytes as a text is packed elsewhere: the first one highest.
    var packed: UInt64 { bits.byteSwapped }

    /// The first bytes, at most eight, as one number, with letters in capitals.
    @inline(__always)
    package func capitals(_ count: Int) -> UInt64 {
        let kept = count >= 8 ? bits : bits & (1 << UInt64(8 * count) - 1)
        // With the highest bits gone, no sum reaches into the next byte.
        let low = kept & ~Self.tops
        let isFromA = low &+ Self.ones &* (0x80 - 0x61)
        let isBehindZ = low &+ Self.ones &* (0x80 - 0x7B)
        return kept & ~((isFromA & ~isBehindZ & ~kept & Self.tops) >> 2)
    }

    /// Whether a byte is one that JSON escapes, or may begin a character that it does: a control character, a quote, a
    /// backslash, or C2, with which U+0080 to U+009F begin.
    @inlinable @inline(__always)
    package var mayNeedEscape: Bool {
        let isBelowSpace = (bits &- Self.ones &* 0x20) & ~bits
        let isOne =
            Self.equal(bits, 0x22) | Self.equal(bits, 0x5C) | Self.equal(bits, 0x7F) | Self.equal(bits, 0xC2)
        return (isBelowSpace & Self.tops | isOne) != 0
    }

    /// The place of the first byte that is one of two, or 8 when none is.
    @inline(__always)
    package func first(of one: UInt8, or other: UInt8) -> Int {
        (Self.equal(bits, one) | Self.equal(bits, other)).trailingZeroBitCount >> 3
    }

    /// The numbers from 0 to 99 that each two of the bytes write, or nil when not all of them are digits.
    @inline(__always)
    var digitPairs: (Int, Int, Int, Int)? {
        let digits = bits ^ (Self.ones &* 0x30)
        // A byte above 9 has its highest bit set, or gets it.
        guard (digits | (digits &+ Self.ones &* 0x76)) & Self.tops == 0 else { return nil }
        let pairs = digits &* 10 &+ digits >> 8
        return (
            Int(pairs & 0xFF), Int(pairs >> 16 & 0xFF), Int(pairs >> 32 & 0xFF), Int(pairs >> 48 & 0xFF)
        )
    }

    /// The same bytes, with zeros written over the first two.
    @inline(__always)
    var withTwoZeros: ByteWord { ByteWord(bits: bits & ~0xFFFF | 0x3030) }

    @inline(__always)
    subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt64(8 * place)) }

    /// Whether all are printable ASCII, and none is a backslash.
    @inline(__always)
    var isPlainText: Bool { oddBytes == 0 }

    /// Some bit, if not all are printable ASCII or one is a backslash; else 0.
    @inline(__always)
    var oddBytes: UInt64 {
        let isBelowSpace = (bits &- Self.ones &* 0x20) & ~bits
        return (bits | isBelowSpace | Self.equal(bits, 0x7F) | Self.equal(bits, 0x5C)) & Self.tops
    }

    /// How many of the bytes, from the first on, are capital letters or hyphens, as in the names of properties.
    @inline(__always)
    var leadingNameBytes: Int {
        // With the highest bits gone, no sum reaches into the next byte.
        let low = bits & ~Self.tops
        let isFromA = low &+ Self.ones &* (0x80 - 0x41)
        let isBehindZ = low &+ Self.ones &* (0x80 - 0x5B)
        let isNoHyphen = (low ^ (Self.ones &* 0x2D)) &+ Self.ones &* 0x7F
        let isOther = bits | (~isFromA | isBehindZ) & isNoHyphen
        return (isOther & Self.tops).trailingZeroBitCount >> 3
    }

    private init(bits: UInt64) { self.bits = bits }

    /// The highest bit of each byte that equals another; exact up to the first such byte.
    @inlinable @inline(__always)
    static func equal(_ bits: UInt64, _ byte: UInt8) -> UInt64 {
        // The difference is zero, and a subtraction from zero borrows.
        let difference = bits ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & tops
    }
}

extension Span<UInt8> {
    /// The place of the first byte in a range that is one of two, or the end of the range when none is.
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
