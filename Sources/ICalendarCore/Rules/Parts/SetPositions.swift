/// The selection of times in one period by BYSETPOS (RFC 5545 section 3.3.10).
enum SetPositions {
    /// Returns the times at the given positions, sorted and unique.
    ///
    /// The positions must also be sorted and unique. The set contains every time at every entry, ordered by entry. It
    /// is never enumerated, because it may have millions of members, of which at most 732 are picked.
    static func pick(_ positions: [Int], from entries: [Int], times: PeriodTimes) -> [Int] {
        let count = entries.count * times.count
        let split = positions[...].firstIndex(from: 0) ?? positions.count
        // Positions from the end and positions from the start are each sorted, but not together.
        var fromEnd = positions[..<split].drop { $0 < -count }
        var fromStart = positions[split...].prefix { $0 <= count }
        var picked: [Int] = []
        picked.reserveCapacity(fromEnd.count + fromStart.count)
        while true {
            let index: Int
            switch (fromStart.first, fromEnd.first) {
            case (nil, nil): return picked
            case (let first?, let last?) where first - 1 <= count + last:
                index = first - 1
                fromStart.removeFirst()
                if index == count + last { fromEnd.removeFirst() }
            case (_, let last?):
                index = count + last
                fromEnd.removeFirst()
            case (let first?, nil):
                index = first - 1
                fromStart.removeFirst()
            }
            picked.append(entries[index / times.count] + times[index % times.count])
        }
    }

    /// Returns the approximate number of search steps needed to pick the positions.
    static func steps(for positions: [Int]) -> Int { positions.isEmpty ? 0 : 16 + positions.count / 2 }

    /// Returns whether positions pick the member at the given index in a set with `count` members.
    static func pick(_ positions: [Int], memberAt index: Int, of count: Int) -> Bool {
        positions[...].has(index + 1) || positions[...].has(index - count)
    }
}
