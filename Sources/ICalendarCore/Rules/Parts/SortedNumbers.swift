extension [Int] {
    /// The numbers in ascending order, without duplicates.
    var sortedOnce: [Int] {
        if zip(self, dropFirst()).allSatisfy({ $0 < $1 }) { return self }
        var numbers: [Int] = []
        numbers.reserveCapacity(count)
        for number in sorted() where numbers.last != number { numbers.append(number) }
        return numbers
    }

    var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }

    /// Returns the sorted union of two sorted lists.
    ///
    /// Neither the lists nor the union contains duplicates.
    package func union(_ other: [Int]) -> [Int] {
        guard let last, let first = other.first, first <= last else { return self + other }
        return (self + other).sortedOnce
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the first index in a sorted collection for which `isBefore` is false, using binary search.
    @inline(__always)
    func firstPlace(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) >> 1
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension ArraySlice<Int> {
    /// Returns the index of the first number in a sorted list that is at least `bound`.
    func firstIndex(from bound: Int) -> Int? {
        let place = firstPlace { $0 < bound }
        return place < endIndex ? place : nil
    }

    /// Returns whether a sorted list contains a number.
    func has(_ number: Int) -> Bool { firstIndex(from: number).map { self[$0] == number } ?? false }
}
