/// What the occurrences of a window come from: the segments of series and what stands for itself, numbered.
///
/// Segments stand in the order of their UIDs' bytes, so that their numbers order what starts and ends together.
package final class OccurrenceSources: Sendable {
    /// The segments in the order of their UIDs, of one UID in the order in which they were built.
    package let segments: [Segment]
    /// The same number for segments of one UID, rising with the UIDs.
    package let ranks: [Int32]
    /// What stands for itself, in order.
    package let singles: [SingleOccurrence]

    /// Puts segments in order, on several threads; `singles` are.
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

/// The order of UIDs by their bytes, which settles what starts and ends together.
struct UIDOrder {
    /// The places of the UIDs in their order; those of equal UIDs as they were given.
    private(set) var places: [Int] = []
    /// A number for each of these places: the same for equal UIDs, rising with the UIDs.
    private(set) var ranks: [Int32] = []

    /// What a UID is ordered by: its first sixteen bytes as a number, which mostly settle it, and where it is found.
    private typealias Key = (beginning: UInt128, place: Int)

    /// As many UIDs are read by one thread before it takes others.
    private static let readTogether = 1024

    /// Sorts so many UIDs, each given for its place, which may be read on several threads.
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
        // Each UID is somewhere else in memory, for which a thread waits.
        Workers.mapParts(
            of: count,
            size: readTogether,
            threads: count > readTogether ? threads : 1,
            transform: { places in places.map { (beginning: beginning(of: uid($0)), place: $0) } },
            consume: { (part: [Key]) in keys += part }
        )
        // Strings of ASCII compare by their bytes, and a good deal faster than views of their bytes do. Most calendars have
        // no two beginnings alike and need not know.
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
