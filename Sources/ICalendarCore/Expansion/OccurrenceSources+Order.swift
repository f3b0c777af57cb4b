extension OccurrenceSources {
    /// Returns the places of the rows of a slice in the order of start, end, UID and original start.
    ///
    /// Start and length are sorted as the digits of one number, which costs a few steps per row. Rows that start and
    /// end together then keep the order in which they were gathered: single occurrences, which are sorted, before
    /// segments, whose numbers follow their UIDs. UIDs are compared only where rows of both kinds meet.
    func order(of rows: [OccurrenceRow]) -> [UInt32] {
        guard rows.count >= RowEntries.fewest, var entries = RowEntries(of: rows) else {
            return compared(rows.indices.map { UInt32(truncatingIfNeeded: $0) }, rows)
        }
        entries.sort()
        let sorted = entries.list
        var places = sorted.map { UInt32(truncatingIfNeeded: $0 & entries.rowMask) }
        // The first row of a run of rows that start and end together, and whether the run is in order.
        var (start, isInOrder) = (0, true)
        for place in 1...sorted.count {
            if place < sorted.count, sorted[place] &>> entries.rowBits == sorted[start] &>> entries.rowBits {
                isInOrder = isInOrder && mayFollow(rows[Int(places[place - 1])], rows[Int(places[place])])
                continue
            }
            if !isInOrder {
                let run = start..<place
                places.replaceSubrange(run, with: compared(Array(places[run]), rows))
            }
            (start, isInOrder) = (place, true)
        }
        return places
    }

    /// Returns whether two rows that start and end together may keep the order in which they were gathered.
    @inline(__always)
    private func mayFollow(_ first: OccurrenceRow, _ second: OccurrenceRow) -> Bool {
        (first.segment == nil) == (second.segment == nil) && !precedes(second, first)
    }

    private func compared(_ places: [UInt32], _ rows: [OccurrenceRow]) -> [UInt32] {
        places.sorted { precedes(rows[Int($0)], rows[Int($1)]) }
    }

    @inline(__always)
    private func precedes(_ left: OccurrenceRow, _ right: OccurrenceRow) -> Bool {
        switch (left.segment, right.segment) {
        case (nil, nil):
            // Single occurrences were sorted before they were numbered.
            (left.sortStart, left.sortEnd, left.single ?? 0)
                < (right.sortStart, right.sortEnd, right.single ?? 0)
        case (let one?, let other?):
            left.orderKey(ranks[one]) < right.orderKey(ranks[other])
        default:
            left.orderKey(uid(of: left)) < right.orderKey(uid(of: right))
        }
    }
}

/// The sort keys of rows: the digits of start, length, and row number, packed into one number from high to low.
private struct RowEntries {
    /// The maximum number of bits in a digit.
    private static let digitBits = 11
    /// The number of rows below which rows are compared with one another instead.
    static let fewest = 64

    private(set) var list: [UInt64] = []
    /// The number of bits for the row number, and for the start and length.
    let rowBits: UInt64
    private let keyBits: Int
    /// The mask for a row number.
    var rowMask: UInt64 { 1 << rowBits &- 1 }

    /// Creates the entries of some rows, or returns nil if they do not fit.
    init?(of rows: [OccurrenceRow]) {
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
        // Times on whole minutes or hours share their low bits, which need not be sorted.
        let startShift = min(differing.starts.trailingZeroBitCount, Int.bitWidth - 1)
        let lengthShift = min(differing.lengths.trailingZeroBitCount, Int.bitWidth - 1)
        let lengthBits =
            Int.bitWidth - ((lengths.high - lengths.low) >> lengthShift).leadingZeroBitCount
        let startBits = Int.bitWidth - ((starts.high - starts.low) >> startShift).leadingZeroBitCount
        keyBits = lengthBits + startBits
        rowBits = UInt64(Int.bitWidth - rows.count.leadingZeroBitCount)
        guard keyBits + Int(rowBits) <= 64, rows.count <= UInt32.max else { return nil }
        let startPlace = UInt64(lengthBits) + rowBits
        list.reserveCapacity(rows.count)
        var number: UInt64 = 0
        for row in rows {
            let start = UInt64(bitPattern: Int64((row.sortStart &- starts.low) &>> startShift))
            let length = UInt64(
                bitPattern: Int64((row.sortEnd &- row.sortStart &- lengths.low) &>> lengthShift)
            )
            list.append(start &<< startPlace | length &<< rowBits | number)
            number &+= 1
        }
    }

    /// Sorts by the digits of start and length, from last to first; equal entries keep the order of their
    /// row numbers.
    mutating func sort() {
        let digits = (keyBits + Self.digitBits - 1) / Self.digitBits
        guard digits > 0 else { return }
        let width = (keyBits + digits - 1) / digits
        let mask = UInt64(1) << UInt64(width) - 1
        var other = [UInt64](repeating: 0, count: list.count)
        var ends = [Int32](repeating: 0, count: 1 << width)
        for digit in 0..<digits {
            let shift = UInt64(digit * width) + rowBits
            var target = other.mutableSpan
            var ends = ends.mutableSpan
            for place in ends.indices { ends[place] = 0 }
            for entry in list { ends[Int(truncatingIfNeeded: entry &>> shift & mask)] &+= 1 }
            var sum: Int32 = 0
            for place in ends.indices {
                let count = ends[place]
                ends[place] = sum
                sum &+= count
            }
            for entry in list {
                let place = Int(truncatingIfNeeded: entry &>> shift & mask)
                target[Int(ends[place])] = entry
                ends[place] &+= 1
            }
            swap(&list, &other)
        }
    }
}
