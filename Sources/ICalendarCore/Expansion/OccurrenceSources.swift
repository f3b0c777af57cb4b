/// The numbered sources of the occurrences in a window: segments of series, and single occurrences.
///
/// Segments are ordered by the bytes of their UIDs, so their numbers determine the order of occurrences with the same
/// start and end.
package final class OccurrenceSources: Sendable {
    /// The segments in UID order; segments with the same UID are in build order.
    package let segments: [Segment]
    /// The rank of each segment in UID order, equal for segments with the same UID.
    package let ranks: [Int32]
    /// The single occurrences in order.
    package let singles: [SingleOccurrence]

    /// Sorts the segments on several threads; `singles` must already be in order.
    init(segments: [Segment], singles: [SingleOccurrence], threads: Int = 1) {
        let order = Self.orderOfUIDs(segments.count, threads: threads) { segments[$0].member.uid }
        self.segments = order.places.map { segments[$0] }
        ranks = order.ranks
        self.singles = singles
    }

    package var segmentCount: Int { segments.count }

    package func occurrence(_ row: OccurrenceRow) -> Occurrence {
        let frame =
            if let number = row.single { singles[number].frame } else { segments[row.segment ?? 0].frame }
        return Occurrence(row, frame)
    }

    package func uid(of row: OccurrenceRow) -> ExactText {
        ExactText((row.single.map { singles[$0].member } ?? segments[row.segment ?? 0].member).uid)
    }
}

extension OccurrenceSources {
    /// Returns the indices of a slice's rows, sorted by start, end, UID, and original start.
    ///
    /// Start and length are sorted as the digits of one number, which costs a few steps per row. Rows with the same
    /// start and end then remain in gathering order: sorted single occurrences first, then segments, which are numbered
    /// in UID order. UIDs are compared only where a single occurrence and a segment's row have the same times.
    func order(of rows: [OccurrenceRow]) -> [UInt32] {
        guard rows.count >= RowEntries.fewest, var entries = RowEntries(of: rows) else {
            return compared(rows.indices.map { UInt32(truncatingIfNeeded: $0) }, rows)
        }
        entries.sort()
        let sorted = entries.list
        var places = sorted.map { UInt32(truncatingIfNeeded: $0 & entries.rowMask) }
        // The first row in a run of rows with the same start and end, and whether the run is in order.
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

    /// Returns whether two rows with the same start and end may remain in gathering order.
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
    /// The number of rows below which comparing rows is faster than sorting by digits.
    static let fewest = 64

    private(set) var list: [UInt64] = []
    /// The number of bits for the row number, and for start and length.
    let rowBits: UInt64
    private let keyBits: Int
    /// The mask for a row number.
    var rowMask: UInt64 { 1 << rowBits &- 1 }

    /// Creates the entries for some rows, or returns nil if the keys do not fit.
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
        // Times on whole minutes or hours share their low bits, so those bits need not be sorted.
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

    /// Sorts by the digits of start and length, from the last digit to the first; equal entries remain in row order.
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

extension OccurrenceSources {
    /// The sort key of a UID: its first sixteen bytes as a number, which is usually enough, and its index.
    private typealias UIDKey = (beginning: UInt128, place: Int)

    /// The number of UIDs that a thread reads at a time.
    private static let readTogether = 1024

    /// Sorts `count` UIDs by their bytes; several threads may request the UIDs by index.
    ///
    /// Returns the sorted indices of the UIDs, with equal UIDs in their given order, and a rank for each index. Equal
    /// UIDs share a rank. The ranks break ties between occurrences with the same start and end.
    static func orderOfUIDs(
        _ count: Int,
        threads: Int,
        uid: @escaping @Sendable (Int) -> String
    ) -> (places: [Int], ranks: [Int32]) {
        let keys = keys(of: count, threads: threads, uid)
        var ranks: [Int32] = []
        ranks.reserveCapacity(count)
        var last: UIDKey?
        for key in keys {
            let rank = ranks.last ?? 0
            let isSame = last.map { last in
                last.beginning == key.beginning && uid(last.place).utf8.elementsEqual(uid(key.place).utf8)
            }
            ranks.append(isSame ?? true ? rank : rank + 1)
            last = key
        }
        return (keys.map(\.place), ranks)
    }

    private static func keys(
        of count: Int,
        threads: Int,
        _ uid: @escaping @Sendable (Int) -> String
    ) -> [UIDKey] {
        var keys: [UIDKey] = []
        keys.reserveCapacity(count)
        // The UIDs are scattered in memory, so a thread spends most of its time waiting.
        Workers.mapParts(
            of: count,
            size: readTogether,
            threads: count > readTogether ? threads : 1,
            transform: { places in places.map { (beginning: beginning(of: uid($0)), place: $0) } },
            consume: { (part: [UIDKey]) in keys += part }
        )
        // Comparing ASCII strings directly is considerably faster than comparing ``ExactText``, with the same result.
        // Most calendars never need this check, because no two of their UIDs share their first sixteen bytes.
        lazy var isASCII = (0..<count).allSatisfy { uid($0).utf8.allSatisfy { $0 < 0x80 } }
        return keys.sorted { left, right in
            if left.beginning != right.beginning { return left.beginning < right.beginning }
            let uids = (uid(left.place), uid(right.place))
            if isASCII { return uids.0 == uids.1 ? left.place < right.place : uids.0 < uids.1 }
            let exact = (ExactText(uids.0), ExactText(uids.1))
            return exact.0 == exact.1 ? left.place < right.place : exact.0 < exact.1
        }
    }

    private static func beginning(of uid: String) -> UInt128 {
        var (number, shift): (UInt128, UInt128) = (0, 128)
        for byte in uid.utf8.prefix(16) {
            shift -= 8
            number |= UInt128(byte) &<< shift
        }
        return number
    }
}

/// One occurrence as numbers that can be merged, ordered, and printed without accessing its event.
///
/// Keys are the values that the event's clock compares: seconds since 1970 for times with a zone, otherwise the
/// wall-clock time in seconds since 1970-01-01 00:00:00. ``OccurrenceSources`` provides the corresponding events.
package struct OccurrenceRow: Sendable, BitwiseCopyable {
    /// The start and end in seconds since 1970, which determine the order.
    @usableFromInline package let sortStart: Int
    @usableFromInline package let sortEnd: Int
    /// The original start in seconds since 1970.
    @usableFromInline let sortOriginal: Int
    // The differences between keys and instants: zero for times with a zone, otherwise the UTC offset of the display
    // zone.
    @usableFromInline let startAhead: Int32
    @usableFromInline let endAhead: Int32
    @usableFromInline let originalAhead: Int32
    /// The segment number, or the bitwise complement of the number of a single occurrence.
    @usableFromInline package let place: Int32

    @inlinable @inline(__always) package var startKey: Int { sortStart &+ Int(startAhead) }
    @inlinable @inline(__always) package var endKey: Int { sortEnd &+ Int(endAhead) }
    /// The original start as a key; meaningless without an original start.
    @inlinable @inline(__always) package var originalKey: Int { sortOriginal &+ Int(originalAhead) }

    /// The number of the row's segment, or nil for a single occurrence.
    ///
    /// All rows with the same number share their event and time format.
    @inlinable @inline(__always) package var segment: Int? { place >= 0 ? Int(place) : nil }

    /// The number of the single occurrence, or nil for an instance of a segment.
    package var single: Int? { place < 0 ? Int(~place) : nil }

    init(_ item: SegmentItem, segment: Int) {
        sortStart = item.sortStart
        sortEnd = item.sortEnd
        sortOriginal = item.instance.sort
        startAhead = Self.distance(from: item.sortStart, to: item.startKey)
        endAhead = Self.distance(from: item.sortEnd, to: item.endKey)
        originalAhead = Self.distance(from: item.instance.sort, to: item.instance.key)
        place = Int32(truncatingIfNeeded: segment)
    }

    init(_ occurrence: SingleOccurrence, number: Int) {
        sortStart = occurrence.sortStart
        sortEnd = occurrence.sortEnd
        sortOriginal = occurrence.sortRecurrenceID
        startAhead = Self.distance(from: occurrence.sortStart, to: occurrence.startKey)
        endAhead = Self.distance(from: occurrence.sortEnd, to: occurrence.endKey)
        originalAhead = Self.distance(from: occurrence.sortRecurrenceID, to: occurrence.originalKey)
        place = ~Int32(truncatingIfNeeded: number)
    }

    func orderKey<UID>(_ uid: UID) -> OccurrenceKey<UID> {
        OccurrenceKey(
            start: sortStart,
            end: sortEnd,
            uid: uid,
            original: sortOriginal,
            place: segment ?? -1
        )
    }

    /// Returns the difference between a key and its instant, which is at most two days.
    @inline(__always)
    private static func distance(from instant: Int, to key: Int) -> Int32 {
        Int32(truncatingIfNeeded: key &- instant)
    }
}
