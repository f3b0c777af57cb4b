/// A hash of the bytes of a UID, of 96 bits.
///
/// Two different UIDs with one hash are not to be expected: of a million events that are kept and ten million that are
/// left out, the odds are one to 7 quadrillion. Nor can they be written on purpose, as each process hashes by its own
/// seeds.
package struct UIDHash: Hashable, Sendable {
    let low: UInt64
    package let high: UInt32

    package init(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    package init(_ bytes: Span<UInt8>) {
        var mixer = Mixer()
        mixer.add(bytes)
        self.init(mixer, count: bytes.count)
    }

    /// The hash of bytes that are the text of a UID as they are; nil when they may not be.
    package init?(plain bytes: Span<UInt8>) {
        var mixer = Mixer()
        mixer.add(bytes)
        guard mixer.isPlain else { return nil }
        self.init(mixer, count: bytes.count)
    }

    package init(low: UInt64, high: UInt32) {
        self.low = low
        self.high = high
    }

    private init(_ mixer: Mixer, count: Int) {
        var mixer = mixer
        // Texts that differ in zeros at the end must differ.
        mixer.add(UInt64(truncatingIfNeeded: count))
        low = mixer.first
        high = UInt32(truncatingIfNeeded: mixer.second)
    }

    /// Mixes eight bytes at a time into two numbers, by products of 128 bits: each half of such a product depends on
    /// all bits of both factors.
    private struct Mixer {
        private(set) var first = Mixer.seeds.0
        private(set) var second = Mixer.seeds.1
        /// Whether all bytes so far were printable ASCII without a backslash.
        private(set) var isPlain = true

        private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

        @inline(__always)
        mutating func add(_ word: UInt64) {
            let one = (first ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            let other = (second ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            first = one.high ^ one.low
            second = other.high ^ other.low
        }

        /// Adds eight bytes at a time, the last eight perhaps with some that were added already.
        @inline(__always)
        mutating func add(_ bytes: Span<UInt8>) {
            var index = 0
            if bytes.count >= 8 {
                var odd: UInt64 = 0
                while index < bytes.count {
                    let word = ByteWord(bytes, at: min(index, bytes.count - 8))
                    odd |= word.oddBytes
                    add(word.number)
                    index += 8
                }
                isPlain = isPlain && odd == 0
                return
            }
            var word: UInt64 = 0
            while index < bytes.count {
                let byte = bytes[index]
                isPlain = isPlain && byte >= Ascii.space && byte < 0x7F && byte != Ascii.backslash
                word = word << 8 | UInt64(byte)
                index += 1
            }
            add(word)
        }
    }
}
