/// 128 bits for what something says, so that much can be compared without being kept or gone through again.
///
/// They are made with a key of this run of the program, which whoever writes a file cannot know; two things that differ
/// share one with a chance of one in 2 to the 128th.
struct Fingerprint: Hashable, Sendable {
    private var first: Int
    private var second: Int

    /// That of nothing, for adding to.
    init() {
        (first, second) = (0, 0)
    }

    /// That of what is fed to a hasher, twice.
    init(_ feed: (inout Hasher) -> Void) {
        var hasher = Hasher()
        hasher.combine(0 as UInt8)
        feed(&hasher)
        first = hasher.finalize()
        hasher = Hasher()
        hasher.combine(1 as UInt8)
        feed(&hasher)
        second = hasher.finalize()
    }

    /// Adds one of a heap, in which the order makes no difference.
    mutating func add(_ other: Fingerprint) {
        first &+= other.first
        second &+= other.second
    }
}
