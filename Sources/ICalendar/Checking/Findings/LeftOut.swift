/// What was taken out of a component, as the rules forbid it.
struct LeftOut {
    /// How many properties, or parts of them, and components.
    private(set) var count = 0
    /// What was wrong with the first of them.
    private(set) var first: Violation?

    /// Adds one thing, and what was wrong with it.
    mutating func add(_ violation: Violation) {
        count += 1
        first = first ?? violation
    }

    /// Adds what was taken out later.
    mutating func add(_ other: LeftOut) {
        count += other.count
        first = first ?? other.first
    }
}
