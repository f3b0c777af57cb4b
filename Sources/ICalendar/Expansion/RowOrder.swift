/// Puts the rows of a slice in order: start, end, UID, original start.
///
/// Start and length are sorted as the digits of one number, which costs a few steps a row. What starts and ends together
/// then stands in the order in which it was gathered: single occurrences, which are sorted, before segments, whose
/// numbers follow their UIDs. Only where both meet are UIDs compared.
struct RowOrder {
    /// A row's number and what it is sorted by.
    private struct Entry: BitwiseCopyable {
        var key: UInt64
        var row: UInt32
    }

    /// Digits have at most so many bits.
    private static let digitBits = 11
    /// Fewer rows than these are compared with one another.
    private static let fewest = 64

    /// The numbers of rows in their order.
    static func places(of rows: [OccurrenceRow], from sources: OccurrenceSources) -> [UInt32] {
        guard rows.count >= fewest, let (entries, bits) = entries(of: rows) else {
            return compared(rows.indices.map { UInt32(truncatingIfNeeded: $0) }, rows, sources)
        }
        let sorted = sorted(entries, bits: bits)
        var places = sorted.map(\.row)
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].key == sorted[start].key { end += 1 }
            if end - start > 1, !isInOrder(places[start..<end], rows, sources) {
                places.replaceSubrange(start..<end, with: compared(Array(places[start..<end]), rows, sources))
            }
            start = end
        }
        return places
    }

    /// Start and length as one number, and how many bits it has; nil when they do not fit.
    private static func entries(of rows: [OccurrenceRow]) -> (entries: [Entry], bits: Int)? {
        guard let one = rows.first else { return nil }
        var starts = (low: one.sortStart, high: one.sortStart)
        var lengths = (low: one.sortEnd - one.sortStart, high: one.sortEnd - one.sortStart)
        for row in rows {
            starts = (min(starts.low, row.sortStart), max(starts.high, row.sortStart))
            let length = row.sortEnd - row.sortStart
            lengths = (min(lengths.low, length), max(lengths.high, length))
        }
        let lengthBits = Int.bitWidth - (lengths.high - lengths.low).leadingZeroBitCount
        let bits = lengthBits + Int.bitWidth - (starts.high - starts.low).leadingZeroBitCount
        guard bits <= 64, rows.count <= UInt32.max else { return nil }
        var entries: [Entry] = []
        entries.reserveCapacity(rows.count)
        var number: UInt32 = 0
        for row in rows {
            let start = UInt64(bitPattern: Int64(row.sortStart &- starts.low))
            let length = UInt64(bitPattern: Int64(row.sortEnd &- row.sortStart &- lengths.low))
            entries.append(Entry(key: start << UInt64(lengthBits) | length, row: number))
            number &+= 1
        }
        return (entries, bits)
    }

    /// Sorts by the digits from the last to the first; equal keys keep their order.
    private static func sorted(_ entries: [Entry], bits: Int) -> [Entry] {
        let digits = (bits + digitBits - 1) / digitBits
        guard digits > 0 else { return entries }
        let width = (bits + digits - 1) / digits
        let mask = UInt64(1) << UInt64(width) - 1
        var (entries, other) = (entries, entries)
        var ends = [Int32](repeating: 0, count: 1 << width)
        for digit in 0..<digits {
            let shift = UInt64(digit * width)
            for place in ends.indices { ends[place] = 0 }
            for entry in entries { ends[Int(truncatingIfNeeded: entry.key >> shift & mask)] &+= 1 }
            var sum: Int32 = 0
            for place in ends.indices {
                let count = ends[place]
                ends[place] = sum
                sum &+= count
            }
            for entry in entries {
                let place = Int(truncatingIfNeeded: entry.key >> shift & mask)
                other[Int(ends[place])] = entry
                ends[place] &+= 1
            }
            swap(&entries, &other)
        }
        return entries
    }

    /// Whether rows that start and end together stand in order as they were gathered.
    private static func isInOrder(
        _ places: ArraySlice<UInt32>,
        _ rows: [OccurrenceRow],
        _ sources: OccurrenceSources
    ) -> Bool {
        var last: OccurrenceRow?
        for place in places {
            let row = rows[Int(place)]
            if let last {
                switch (last.segment, row.segment) {
                case (nil, nil):
                    if (last.single ?? 0) > (row.single ?? 0) { return false }
                case (let before?, let segment?):
                    if sources.ranks[before] > sources.ranks[segment] { return false }
                    if sources.ranks[before] == sources.ranks[segment], last.sortOriginal > row.sortOriginal {
                        return false
                    }
                default: return false
                }
            }
            last = row
        }
        return true
    }

    /// Sorts rows by comparing them; what is equal keeps its order, single occurrences first.
    private static func compared(
        _ places: [UInt32],
        _ rows: [OccurrenceRow],
        _ sources: OccurrenceSources
    ) -> [UInt32] {
        places.sorted { precedes(rows[Int($0)], rows[Int($1)], sources) }
    }

    private static func precedes(
        _ left: OccurrenceRow,
        _ right: OccurrenceRow,
        _ sources: OccurrenceSources
    ) -> Bool {
        if left.sortStart != right.sortStart { return left.sortStart < right.sortStart }
        if left.sortEnd != right.sortEnd { return left.sortEnd < right.sortEnd }
        switch (left.segment, right.segment) {
        case (nil, nil): return (left.single ?? 0) < (right.single ?? 0)
        case (let one?, let other?):
            let ranks = (sources.ranks[one], sources.ranks[other])
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            if left.sortOriginal != right.sortOriginal { return left.sortOriginal < right.sortOriginal }
            return one < other
        default:
            let uids = (sources.uid(of: left), sources.uid(of: right))
            if OrderKey.precedes(uids.0, uids.1) { return true }
            if OrderKey.precedes(uids.1, uids.0) { return false }
            if left.sortOriginal != right.sortOriginal { return left.sortOriginal < right.sortOriginal }
            return left.segment == nil
        }
    }
}
