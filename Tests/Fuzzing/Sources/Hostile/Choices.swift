/// Where a maker of calendars takes its choices from: the bytes of a fuzzer, or a generator with a seed.
public struct Choices {
    private enum Source {
        case bytes([UInt8], next: Int)
        case seed(UInt64)
    }
    private var source: Source

    /// Choices that follow bytes; when they have run out, each choice is the first.
    public init(_ bytes: [UInt8]) {
        source = .bytes(bytes, next: 0)
    }

    /// Choices that follow a seed, the same for the same seed on every machine (SplitMix64).
    public init(seed: UInt64) {
        source = .seed(seed)
    }

    /// Whether bytes have run out; never true of a seed.
    public var isSpent: Bool {
        if case .bytes(let bytes, let next) = source { return next >= bytes.count }
        return false
    }

    /// A number below a bound; a bound up to 256 takes one byte.
    public mutating func number(below bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return bound <= 256 ? Int(next()) % bound : (Int(next()) << 8 | Int(next())) % bound
    }

    /// Whether a thing happens that happens so many times in a hundred.
    public mutating func chance(_ percent: Int) -> Bool {
        // A byte of zero, as after the end, is a no.
        number(below: 100) >= 100 - percent
    }

    /// One of some things.
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
