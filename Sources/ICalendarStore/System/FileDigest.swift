/// A SHA-256 digest (FIPS 180-4), which distinguishes contents even if an attacker tries to create a collision.
package struct FileDigest: Sendable, Hashable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    private typealias Words = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    package init(of content: [UInt8]) {
        var state: Words = (
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
            0x5be0_cd19
        )
        let whole = content.count / 64 * 64
        // Padding: the remaining bytes, a 1 bit, zeros, and the length in bits.
        var tail = Array(content[whole...]) + [0x80]
        tail += Array(repeating: 0, count: (120 - tail.count) % 64)
        tail += (0..<8).map {
            UInt8(truncatingIfNeeded: (UInt64(content.count) &* 8) >> (56 - 8 * UInt64($0)))
        }
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            unsafe Self.constants.withUnsafeBufferPointer { constants in
                for (bytes, count) in [(content, whole), (tail, tail.count)] {
                    unsafe bytes.withUnsafeBytes { bytes in
                        for start in stride(from: 0, to: count, by: 64) {
                            unsafe Self.mix(bytes, start, &state, schedule, constants)
                        }
                    }
                }
            }
        }
        func number(_ high: UInt32, _ low: UInt32) -> UInt64 { UInt64(high) << 32 | UInt64(low) }
        (first, second) = (number(state.0, state.1), number(state.2, state.3))
        (third, fourth) = (number(state.4, state.5), number(state.6, state.7))
    }

    /// Creates a digest from 32 bytes, or returns nil for any other number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        func number(_ place: Int) -> UInt64 { bytes[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        (first, second, third, fourth) = (number(0), number(8), number(16), number(24))
    }

    package var bytes: [UInt8] {
        [first, second, third, fourth].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
        }
    }

    /// The first 16 bytes as two numbers.
    package var half: (high: UInt64, low: UInt64) { (first, second) }

    package var text: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private static func mix(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int,
        _ state: inout Words,
        _ schedule: UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>
    ) {
        var index = 0
        while index < 16 {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: start &+ index &* 4, as: UInt32.self)
            unsafe schedule[index] = UInt32(bigEndian: word)
            index &+= 1
        }
        while index < 64 {
            let early = unsafe schedule[index &- 15]
            let late = unsafe schedule[index &- 2]
            let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            unsafe schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
            index &+= 1
        }
        var (a, b, c, d, e, f, g, h) = state
        // Unrolling eight rounds keeps the words in their registers, which avoids moving them in each round.
        @inline(__always)
        func round(
            _ index: Int,
            _ a: UInt32,
            _ b: UInt32,
            _ c: UInt32,
            _ d: inout UInt32,
            _ e: UInt32,
            _ f: UInt32,
            _ g: UInt32,
            _ h: inout UInt32
        ) {
            let choice = g ^ e & (f ^ g)
            let one =
                unsafe h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index]
                &+ schedule[index]
            d = d &+ one
            h = one &+ (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b | c & (a | b))
        }
        index = 0
        while index < 64 {
            round(index, a, b, c, &d, e, f, g, &h)
            round(index &+ 1, h, a, b, &c, d, e, f, &g)
            round(index &+ 2, g, h, a, &b, c, d, e, &f)
            round(index &+ 3, f, g, h, &a, b, c, d, &e)
            round(index &+ 4, e, f, g, &h, a, b, c, &d)
            round(index &+ 5, d, e, f, &g, h, a, b, &c)
            round(index &+ 6, c, d, e, &f, g, h, a, &b)
            round(index &+ 7, b, c, d, &e, f, g, h, &a)
            index &+= 8
        }
        state = (
            state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g,
            state.7 &+ h
        )
    }

    @inline(__always)
    private static func turned(_ word: UInt32, _ places: UInt32) -> UInt32 {
        word &>> places | word &<< (32 &- places)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7,
        0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc,
        0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351,
        0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e,
        0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585,
        0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f,
        0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}
