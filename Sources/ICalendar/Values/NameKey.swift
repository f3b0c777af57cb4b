/// A name of up to sixteen bytes as numbers, which do not tell capitals from small letters: names are equal where their
/// keys are.
struct NameKey: Equatable, Sendable {
    /// The first eight bytes in capitals, or all that there are.
    private let first: UInt64
    /// The last eight bytes, where there are more than eight; some may be among the first too.
    private let last: UInt64
    /// How many bytes there are.
    private let count: Int

    /// The key of no name.
    init() {
        (first, last, count) = (0, 0, 0)
    }

    /// The key of the bytes of a line in these places, or nil when they are more than sixteen.
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

    /// A number of so many bits, from which names are found.
    @inline(__always)
    func hash(bits: Int) -> Int {
        let mixed = (first &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15 ^ last &* 0xC2B2_AE3D_27D4_EB4F
        return Int(mixed >> UInt64(64 - bits))
    }
}
