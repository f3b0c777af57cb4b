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

    /// Puts segments in order; `singles` are.
    init(segments: [Segment], singles: [SingleOccurrence]) {
        let keys = Self.keys(of: segments)
        self.segments = keys.map { segments[$0.place] }
        self.singles = singles
        var ranks: [Int32] = []
        ranks.reserveCapacity(keys.count)
        var last: Key?
        for key in keys {
            let rank = ranks.last ?? 0
            let isSame = last.map { $0.beginning == key.beginning && $0.uid.utf8.elementsEqual(key.uid.utf8) }
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

    /// What a segment is ordered by: the first eight bytes of its UID as a number, which mostly settle it, the UID, and
    /// where it stood.
    private typealias Key = (beginning: UInt64, uid: String, place: Int)

    /// The keys of segments in the order of their UIDs' bytes.
    private static func keys(of segments: [Segment]) -> [Key] {
        let keys = segments.enumerated().map { place, segment in
            let uid = segment.member.uid
            return (beginning: beginning(of: uid), uid: uid, place: place)
        }
        // Strings of ASCII compare by their bytes, and a good deal faster than views of their bytes do.
        if keys.allSatisfy({ $0.uid.utf8.allSatisfy { $0 < 0x80 } }) { return keys.sorted { $0 < $1 } }
        return keys.sorted { left, right in
            if left.beginning != right.beginning { return left.beginning < right.beginning }
            if OrderKey.precedes(left.uid, right.uid) { return true }
            return left.place < right.place && !OrderKey.precedes(right.uid, left.uid)
        }
    }

    private static func beginning(of uid: String) -> UInt64 {
        var (number, shift): (UInt64, UInt64) = (0, 64)
        for byte in uid.utf8.prefix(8) {
            shift -= 8
            number |= UInt64(byte) << shift
        }
        return number
    }
}
