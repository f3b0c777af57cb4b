/// Choices for a generator, from a fuzzer's bytes or a seeded random generator.
public struct Choices {
    private enum Source {
        case bytes([UInt8], next: Int)
        case seed(UInt64)
    }
    private var source: Source

    /// Creates choices from bytes.
    ///
    /// After the last byte, each choice is the first option.
    public init(_ bytes: [UInt8]) {
        source = .bytes(bytes, next: 0)
    }

    /// Creates choices from a seed.
    ///
    /// The same seed produces the same choices on every machine (SplitMix64).
    public init(seed: UInt64) {
        source = .seed(seed)
    }

    /// Whether all bytes are consumed; never true for a seed.
    public var isSpent: Bool {
        if case .bytes(let bytes, let next) = source { return next >= bytes.count }
        return false
    }

    /// Returns a number below a bound.
    ///
    /// A bound up to 256 consumes one byte.
    public mutating func number(below bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return bound <= 256 ? Int(next()) % bound : (Int(next()) << 8 | Int(next())) % bound
    }

    /// Returns true with the given probability in percent.
    public mutating func chance(_ percent: Int) -> Bool {
        // A zero byte means no, and so do missing bytes after the end.
        number(below: 100) >= 100 - percent
    }

    /// Returns one of several options.
    public mutating func pick<T>(_ things: [T]) -> T {
        things[number(below: things.count)]
    }

    private mutating func next() -> UInt8 {
        switch source {
        case .bytes(let bytes, let next):
            guard next < bytes.count else { return 0 }
            source = .bytes(bytes, next: next + 1)
            return bytes[next]
        case .seed(let state):
            let state = state &+ 0x9E37_79B9_7F4A_7C15
            source = .seed(state)
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
        }
    }
}
