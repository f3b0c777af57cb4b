/// The random numbers for a corpus (splitmix64).
///
/// The same seed produces the same numbers on every machine.
public struct SeededNumbers {
    private var state: UInt64

    /// Creates the sequence for a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns 64 uniformly distributed bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, `bound`, which must be positive.
    public mutating func below(_ bound: Int) -> Int {
        // The high half of a product is uniform enough here and needs no division.
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns a number in a closed range.
    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// Returns true with a probability in percent.
    mutating func percent(_ share: Int) -> Bool {
        below(100) < share
    }

    /// Returns one of the elements, all equally likely.
    mutating func one<Item>(of items: [Item]) -> Item {
        items[below(items.count)]
    }
}
