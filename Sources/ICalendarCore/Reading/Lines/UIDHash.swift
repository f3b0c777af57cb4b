/// A 96-bit hash of the bytes of a UID.
///
/// Collisions of different UIDs are not expected: with a million kept and ten million skipped events, the odds are one
/// in 7 quadrillion. Nor can anyone construct a collision, because each process hashes with its own seeds.
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

    /// Creates the hash of bytes that are certainly the text of a UID, or returns nil if they may need decoding.
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
        // Texts that differ only in trailing zeros must have different hashes.
        mixer.add(UInt64(truncatingIfNeeded: count))
        low = mixer.first
        high = UInt32(truncatingIfNeeded: mixer.second)
    }

    /// A mixer that folds eight bytes at a time into two numbers by 128-bit multiplication.
    ///
    /// Each half of such a product depends on all bits of both factors.
    private struct Mixer {
        private(set) var first = Mixer.seeds.0
        private(set) var second = Mixer.seeds.1
        /// Whether all bytes so far are printable ASCII without a backslash.
        private(set) var isPlain = true

        private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

        @inline(__always)
        mutating func add(_ word: UInt64) {
            let one = (first ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            let other = (second ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            first = one.high ^ one.low
            second = other.high ^ other.low
        }

        /// Adds eight bytes at a time; the last eight may include some that were already added.
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
