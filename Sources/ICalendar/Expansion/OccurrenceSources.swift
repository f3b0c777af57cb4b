/// What the occurrences of a window come from: the segments of series and what stands for itself, numbered.
///
/// Segments stand in the order of their UIDs' bytes, so that their numbers order what starts and ends together.
package final class OccurrenceSources: Sendable {
    /// The segments in the order of their UIDs, of one UID in the order in which they were built.
    let segments: [Segment]
    /// The same number for segments of one UID, rising with the UIDs.
    let ranks: [Int32]
    /// What stands for itself, in order.
    let singles: [SingleOccurrence]

    /// Puts segments in order, on several threads; `singles` are.
    init(segments: [Segment], singles: [SingleOccurrence], threads: Int = 1) {
        let keys = Self.keys(of: segments, threads: threads)
        self.segments = keys.map { segments[$0.place] }
        self.singles = singles
        var ranks: [Int32] = []
        ranks.reserveCapacity(keys.count)
        var last: Key?
        for key in keys {
            let rank = ranks.last ?? 0
            let isSame = last.map { last in
                last.beginning == key.beginning
                    && segments[last.place].member.uid.utf8.elementsEqual(segments[key.place].member.uid.utf8)
            }
            ranks.append(isSame ?? true ? rank : rank + 1)
            last = key
        }
        self.ranks = ranks
    }

    /// How many numbers of segments there are.
    package var segmentCount: Int { segments.count }

    /// The occurrence that a row stands for.
    package func occurrence(_ row: OccurrenceRow) -> Occurrence {
        let frame =
            if let number = row.single { singles[number].frame } else { segments[row.segment ?? 0].frame }
        return Occurrence(row, frame)
    }

    /// The UID of a row.
    func uid(of row: OccurrenceRow) -> String {
        if let number = row.single {
            singles[number].member.uid
        } else {
            segments[row.segment ?? 0].member.uid
        }
    }

    /// What a segment is ordered by: the first sixteen bytes of its UID as a number, which mostly settle it, and where it
    /// stood, by which the UID is found.
    private typealias Key = (beginning: UInt128, place: Int)

    /// The keys of segments in the order of their UIDs' bytes.
    private static func keys(of segments: [Segment], threads: Int) -> [Key] {
        var keys: [Key] = []
        keys.reserveCapacity(segments.count)
        // Each UID is somewhere else in memory, for which a thread waits.
        Workers.mapParts(
            of: segments.count,
            size: readTogether,
            threads: threads,
            transform: { places in
                places.map { (beginning: beginning(of: segments[$0].member.uid), place: $0) }
            },
            consume: { (part: [Key]) in keys += part }
        )
        // Strings of ASCII compare by their bytes, and a good deal faster than views of their bytes do. Most calendars have
        // no two beginnings alike and need not know.
        lazy var isASCII = segments.allSatisfy { $0.member.uid.utf8.allSatisfy { $0 < 0x80 } }
        return keys.sorted { left, right in
            if left.beginning != right.beginning { return left.beginning < right.beginning }
            let uids = (segments[left.place].member.uid, segments[right.place].member.uid)
            if isASCII { return uids.0 == uids.1 ? left.place < right.place : uids.0 < uids.1 }
            if OrderKey.precedes(uids.0, uids.1) { return true }
            return left.place < right.place && !OrderKey.precedes(uids.1, uids.0)
        }
    }

    /// As many UIDs are read by one thread before it takes others.
    private static let readTogether = 1024

    private static func beginning(of uid: String) -> UInt128 {
        var (number, shift): (UInt128, UInt128) = (0, 128)
        for byte in uid.utf8.prefix(16) {
            shift -= 8
            number |= UInt128(byte) &<< shift
        }
        return number
    }
}
