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
        let order = UIDOrder(of: segments.count, threads: threads) { segments[$0].member.uid }
        self.segments = order.places.map { segments[$0] }
        ranks = order.ranks
        self.singles = singles
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
}
