/// A lazy sequence of an index's occurrences in a window, sorted by start, end, UID, and original start.
///
/// Creating the sequence costs one index lookup, and iterating over it takes time proportional to the number of
/// occurrences returned. You can iterate over it repeatedly and on any thread.
///
/// ```swift
/// let occurrences = index.occurrences(in: window)
/// print(occurrences.count, occurrences.first { $0.isAllDay }?.summary ?? "")
/// ```
public struct IndexedOccurrences: Sendable, Sequence {
    package let index: OccurrenceIndex
    /// The range of instants to search: `index.occurrences(in: window).searchedRange == window.searchedRange`.
    package let searchedRange: Range<Instant>
    /// Whether the sequence includes occurrences that start before the range and extend into it.
    package let includesOngoing: Bool

    /// Returns an iterator over the occurrences in order, as used by a `for` loop.
    ///
    /// ```swift
    /// var iterator = index.occurrences(in: window).makeIterator()
    /// while let occurrence = iterator.next() { print(occurrence) }
    /// ```
    public func makeIterator() -> Iterator {
        Iterator(
            walk: OccurrenceIndexWalk(
                index.parts,
                in: searchedRange.seconds,
                includesOngoing: includesOngoing
            )
        )
    }

    /// An iterator over indexed occurrences.
    ///
    /// ```swift
    /// var iterator: IndexedOccurrences.Iterator = index.occurrences(in: window).makeIterator()
    /// let first = iterator.next()
    /// ```
    public struct Iterator: IteratorProtocol {
        fileprivate var walk: OccurrenceIndexWalk

        /// Returns the next occurrence, or nil after the last one.
        ///
        /// ```swift
        /// var iterator = index.occurrences(in: window).makeIterator()
        /// let (first, second) = (iterator.next(), iterator.next())
        /// ```
        public mutating func next() -> Occurrence? {
            walk.nextOccurrence()
        }
    }

    /// The number of occurrences, computed without creating any: `index.occurrences(in: window).count`.
    ///
    /// - Complexity: O(log N), plus O(n) for the occurrences of endless and long series.
    public var count: Int {
        OccurrenceIndexWalk.count(
            index.parts,
            in: searchedRange.seconds,
            includesOngoing: includesOngoing
        ).number
    }
}
