/// The occurrences of an index in a window: lazy, and strictly ordered by start, end, UID and original start.
///
/// Making it costs a search in the index; going through it costs what is returned. It can be gone through again and
/// again, and on any thread.
public struct IndexedOccurrences: Sendable, Sequence {
    let index: OccurrenceIndex
    /// The range of instants that is searched.
    public let searchedRange: Range<Instant>
    /// Whether occurrences that started before the range belong to it.
    let includesOngoing: Bool

    /// Goes through the occurrences in order.
    public func makeIterator() -> Iterator {
        Iterator(
            walk: OccurrenceIndexWalk(
                index.parts,
                in: searchedRange.lowerBound.secondsSince1970..<searchedRange.upperBound.secondsSince1970,
                includesOngoing: includesOngoing
            )
        )
    }

    /// Gives one occurrence after the other.
    public struct Iterator: IteratorProtocol {
        fileprivate var walk: OccurrenceIndexWalk

        /// The next occurrence, or nil after the last.
        public mutating func next() -> Occurrence? {
            walk.nextOccurrence()
        }
    }

    /// How many there are, without making any: for those that the index knows one by one in no time at all.
    ///
    /// - Complexity: O(log N) and O(n) over what series without an end or with a long run give.
    public var count: Int {
        var walk = OccurrenceIndexWalk(
            index.parts,
            in: searchedRange.lowerBound.secondsSince1970..<searchedRange.upperBound.secondsSince1970,
            includesOngoing: includesOngoing
        )
        return walk.count()
    }
}
