/// BYSETPOS: picks from the times of one period (RFC 5545 section 3.3.10).
enum SetPositions {
    /// The picked times, sorted, each once.
    ///
    /// The set is every entry plus every time, in that order. It is never written out: it may have millions
    /// of members, of which 732 at most are picked.
    static func pick(_ positions: [Int], from entries: [Int], times: PeriodTimes) -> [Int] {
        let count = entries.count * times.count
        var indices: [Int] = []
        for position in positions {
            let index = position > 0 ? position - 1 : count + position
            if (0..<count).contains(index) { indices.append(index) }
        }
        indices.sort()
        var picked: [Int] = []
        for index in indices {
            let time = entries[index / times.count] + times[index % times.count]
            if picked.last != time { picked.append(time) }
        }
        return picked
    }
}
