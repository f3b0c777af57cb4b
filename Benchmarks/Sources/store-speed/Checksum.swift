import Synchronization

/// Keeps the compiler from leaving out what is measured.
final class Checksum: Sendable {
    private let sum = Atomic<Int>(0)

    /// Takes a number in.
    func add(_ number: Int) { sum.wrappingAdd(number, ordering: .relaxed) }

    /// What came of it.
    var value: Int { sum.load(ordering: .relaxed) }
}
