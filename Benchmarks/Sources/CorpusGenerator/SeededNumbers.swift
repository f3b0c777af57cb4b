/// The numbers behind a corpus (splitmix64): the same seed gives the same bytes on every machine.
public struct SeededNumbers {
    private var state: UInt64

    /// The numbers of a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// 64 even bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `bound`, which is above zero.
    public mutating func below(_ bound: Int) -> Int {
        // The high half of a product is even enough here and needs no division.
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number of a closed range.
    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// True in so many cases of a hundred.
    mutating func percent(_ share: Int) -> Bool {
        below(100) < share
    }

    /// One of these, each as likely as the others.
    mutating func one<Item>(of items: [Item]) -> Item {
        items[below(items.count)]
    }
}
