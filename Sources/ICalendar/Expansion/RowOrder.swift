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
        // The first of those that start and end together, and whether these stand in order.
        var (start, isInOrder) = (0, true)
        for place in 1...sorted.count {
            if place < sorted.count, sorted[place].key == sorted[start].key {
                isInOrder =
                    isInOrder && mayFollow(rows[Int(places[place - 1])], rows[Int(places[place])], sources)
                continue
            }
            if !isInOrder {
                let run = start..<place
                places.replaceSubrange(run, with: compared(Array(places[run]), rows, sources))
            }
            (start, isInOrder) = (place, true)
        }
        return places
    }

    /// Start and length as one number, and how many bits it has; nil when they do not fit.
    private static func entries(of rows: [OccurrenceRow]) -> (entries: [Entry], bits: Int)? {
        guard let one = rows.first else { return nil }
        let oneLength = one.sortEnd - one.sortStart
        var starts = (low: one.sortStart, high: one.sortStart)
        var lengths = (low: oneLength, high: oneLength)
        var differing = (starts: 0, lengths: 0)
        for row in rows {
            let length = row.sortEnd - row.sortStart
            starts = (min(starts.low, row.sortStart), max(starts.high, row.sortStart))
            lengths = (min(lengths.low, length), max(lengths.high, length))
            differing.starts |= row.sortStart ^ one.sortStart
            differing.lengths |= length ^ oneLength
        }
        // Whole minutes and hours have their last bits in common, which need not be sorted.
        let startShift = min(differing.starts.trailingZeroBitCount, Int.bitWidth - 1)
        let lengthShift = min(differing.lengths.trailingZeroBitCount, Int.bitWidth - 1)
        let lengthBits = Int.bitWidth - ((lengths.high - lengths.low) >> lengthShift).leadingZeroBitCount
        let startBits = Int.bitWidth - ((starts.high - starts.low) >> startShift).leadingZeroBitCount
        let bits = lengthBits + startBits
        guard bits <= 64, rows.count <= UInt32.max else { return nil }
        var entries: [Entry] = []
        entries.reserveCapacity(rows.count)
        var number: UInt32 = 0
        for row in rows {
            let start = UInt64(bitPattern: Int64((row.sortStart &- starts.low) &>> startShift))
            let length = UInt64(
                bitPattern: Int64((row.sortEnd &- row.sortStart &- lengths.low) &>> lengthShift)
            )
            entries.append(Entry(key: start &<< UInt64(lengthBits) | length, row: number))
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
            var target = other.mutableSpan
            var ends = ends.mutableSpan
            for place in ends.indices { ends[place] = 0 }
            for entry in entries { ends[Int(truncatingIfNeeded: entry.key &>> shift & mask)] &+= 1 }
            var sum: Int32 = 0
            for place in ends.indices {
                let count = ends[place]
                ends[place] = sum
                sum &+= count
            }
            for entry in entries {
                let place = Int(truncatingIfNeeded: entry.key &>> shift & mask)
                target[Int(ends[place])] = entry
                ends[place] &+= 1
            }
            swap(&entries, &other)
        }
        return entries
    }

    /// Whether of two rows that start and end together the second may follow the first, as they were gathered.
    @inline(__always)
    private static func mayFollow(
        _ first: OccurrenceRow,
        _ second: OccurrenceRow,
        _ sources: OccurrenceSources
    ) -> Bool {
        switch (first.segment, second.segment) {
        case (let one?, let other?):
            let ranks = (sources.ranks[one], sources.ranks[other])
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            return first.sortOriginal <= second.sortOriginal
        case (nil, nil): return (first.single ?? 0) <= (second.single ?? 0)
        default: return false
        }
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
