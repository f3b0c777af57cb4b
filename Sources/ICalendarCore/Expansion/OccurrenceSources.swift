/// The numbered sources of the occurrences of a window: the segments of series, and single occurrences.
///
/// Segments are ordered by the bytes of their UIDs, so their numbers determine the order of occurrences that start and
/// end together.
package final class OccurrenceSources: Sendable {
    /// The segments in the order of their UIDs; segments with the same UID are in the order in which they were built.
    package let segments: [Segment]
    /// A rank for each segment, equal for segments with the same UID and ascending with the UIDs.
    package let ranks: [Int32]
    /// The single occurrences, in order.
    package let singles: [SingleOccurrence]

    /// Sorts the segments on several threads; `singles` must already be in order.
    init(segments: [Segment], singles: [SingleOccurrence], threads: Int = 1) {
        let order = UIDOrder(of: segments.count, threads: threads) { segments[$0].member.uid }
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

/// The order of UIDs by their bytes, which breaks ties between occurrences that start and end together.
struct UIDOrder {
    /// The indices of the UIDs in their order; equal UIDs keep the order in which they were given.
    private(set) var places: [Int] = []
    /// A rank for each of these indices, equal for equal UIDs and ascending with the UIDs.
    private(set) var ranks: [Int32] = []

    /// The sort key of a UID: its first sixteen bytes as a number, which are usually sufficient, and its index.
    private typealias Key = (beginning: UInt128, place: Int)

    /// The number of UIDs that a thread reads at a time.
    private static let readTogether = 1024

    /// Sorts `count` UIDs, which several threads may request by index.
    init(of count: Int, threads: Int, uid: @escaping @Sendable (Int) -> String) {
        let keys = Self.keys(of: count, threads: threads, uid)
        places = keys.map(\.place)
        ranks.reserveCapacity(count)
        var last: Key?
        for key in keys {
            let rank = ranks.last ?? 0
            let isSame = last.map { last in
                last.beginning == key.beginning && uid(last.place).utf8.elementsEqual(uid(key.place).utf8)
            }
            ranks.append(isSame ?? true ? rank : rank + 1)
            last = key
        }
    }

    private static func keys(
        of count: Int,
        threads: Int,
        _ uid: @escaping @Sendable (Int) -> String
    ) -> [Key] {
        var keys: [Key] = []
        keys.reserveCapacity(count)
        // The UIDs are scattered in memory, so a thread spends most of its time waiting.
        Workers.mapParts(
            of: count,
            size: readTogether,
            threads: count > readTogether ? threads : 1,
            transform: { places in places.map { (beginning: beginning(of: uid($0)), place: $0) } },
            consume: { (part: [Key]) in keys += part }
        )
        // ASCII strings are compared by their bytes, which is considerably faster than comparing views of the bytes.
        // Most calendars never need this, because no two of their UIDs begin alike.
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
