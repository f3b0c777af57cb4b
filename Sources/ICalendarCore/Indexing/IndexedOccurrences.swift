/// The occurrences of an index in a window: lazy, and strictly ordered by start, end, UID and original start.
///
/// Making it costs a search in the index; going through it costs what is returned. It can be gone through again and
/// again, and on any thread.
///
/// ```swift
/// let occurrences = index.occurrences(in: window)
/// print(occurrences.count, occurrences.first { $0.isAllDay }?.summary ?? "")
/// ```
public struct IndexedOccurrences: Sendable, Sequence {
    package let index: OccurrenceIndex
    /// The range of instants that is searched: `index.occurrences(in: window).searchedRange == window.searchedRange`.
    public let searchedRange: Range<Instant>
    /// Whether occurrences that started before the range belong to it.
    package let includesOngoing: Bool

    /// Goes through the occurrences in order; a `for` loop calls it.
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

    /// Gives one occurrence after the other.
    ///
    /// ```swift
    /// var iterator: IndexedOccurrences.Iterator = index.occurrences(in: window).makeIterator()
    /// let first = iterator.next()
    /// ```
    public struct Iterator: IteratorProtocol {
        fileprivate var walk: OccurrenceIndexWalk

        /// The next occurrence, or nil after the last.
        ///
        /// ```swift
        /// var iterator = index.occurrences(in: window).makeIterator()
        /// let (first, second) = (iterator.next(), iterator.next())
        /// ```
        public mutating func next() -> Occurrence? {
            walk.nextOccurrence()
        }
    }

    /// How many there are, without making any, for those that the index knows one by one in no time at all:
    /// `index.occurrences(in: window).count`.
    ///
    /// - Complexity: O(log N) and O(n) over what series without an end or with a long run give.
    public var count: Int {
        OccurrenceIndexWalk.count(
            index.parts,
            in: searchedRange.seconds,
            includesOngoing: includesOngoing
        ).number
    }
}
