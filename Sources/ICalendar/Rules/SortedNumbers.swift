extension [Int] {
    /// The numbers in order, each once.
    var sortedOnce: [Int] { count < 2 ? self : Set(self).sorted() }

    /// Whether no number is less than the one before it.
    var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
