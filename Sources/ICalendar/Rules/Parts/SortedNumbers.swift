extension [Int] {
    /// The numbers in order, each once.
    var sortedOnce: [Int] {
        if zip(self, dropFirst()).allSatisfy({ $0 < $1 }) { return self }
        var numbers: [Int] = []
        numbers.reserveCapacity(count)
        for number in sorted() where numbers.last != number { numbers.append(number) }
        return numbers
    }

    /// Whether no number is less than the one before it.
    var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }

    /// The numbers of two lists that are sorted and have each once, as such a list.
    func union(_ other: [Int]) -> [Int] {
        guard let last, let first = other.first, first <= last else { return self + other }
        return (self + other).sortedOnce
    }
}
