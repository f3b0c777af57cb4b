import Synchronization

/// A sink that keeps the compiler from removing the measured work.
final class Checksum: Sendable {
    private let sum = Atomic<Int>(0)

    /// Adds a number.
    func add(_ number: Int) { sum.wrappingAdd(number, ordering: .relaxed) }

    /// The result so far.
    var value: Int { sum.load(ordering: .relaxed) }
}
