public import ICalendarCore

/// Two overlapping occurrences.
///
/// ```swift
/// let names = [conflict.first.summary, conflict.second.summary]
/// names  // ["Stand-up", "Call"]
/// ```
public struct Conflict: Sendable {
    /// The occurrence that starts earlier, or the one that comes first in ``Occurrences`` if both start together:
    /// `conflict.first.summary // "Stand-up"`.
    public let first: Occurrence
    /// The other occurrence: `conflict.second.summary // "Call"`.
    public let second: Occurrence
    /// The time range that both occurrences occupy: `conflict.overlap.lowerBound.description //
    /// "2026-03-30T07:20:00Z"`.
    public let overlap: Range<Instant>
}

/// The pairs of overlapping occurrences in a window, sorted by the start of the overlap.
///
/// `BusyPeriod.FreeBusyType.init(of:options:)` determines which occurrences are busy. Copies and revisions of an
/// occurrence, as in a calendar that was read twice, do not conflict with each other, but overlapping instances of a
/// series do.
///
/// ```swift
/// for conflict in file.conflicts(in: window) {
///     print(conflict.first.summary ?? "", conflict.second.summary ?? "", conflict.overlap.lowerBound)
/// }
/// ```
public struct Conflicts: Sendable, RandomAccessCollection {
    private let pairs: [Conflict]
    /// Whether there are more pairs than the limit allows.
    ///
    /// For `file.conflicts(in: window, limit: 10)`, the value is true if there is an eleventh pair.
    public let isLimited: Bool
    /// The time at which the search stopped after examining more than ``ReadingLimits/visits`` occurrences.
    ///
    /// Conflicts between later occurrences are unknown. The value is nil if all occurrences were examined, or if the
    /// limit on pairs ended the search.
    ///
    /// ```swift
    /// if let stop = conflicts.stoppedAt { print("conflicts after \(stop) are not known") }
    /// ```
    public let stoppedAt: Instant?

    /// Finds the conflicts among occurrences.
    ///
    /// - Complexity: O(n + p log p) for n occurrences and p pairs, where p is at most `limit` (by default, 100,000).
    init(among occurrences: Occurrences, options: BusyOptions, limit: Int?) {
        var search = ConflictSearch(options: options, limit: limit ?? 100_000, zone: occurrences.window.zone)
        let mostVisits = occurrences.mostVisits
        var visits = 0
        var stop: Instant?
        for occurrence in occurrences {
            visits += 1
            if visits > mostVisits { stop = occurrence.start.instant(in: occurrences.window.zone) }
            guard visits <= mostVisits, search.add(occurrence) else { break }
        }
        pairs = search.found
        isLimited = search.isLimited
        stoppedAt = stop
    }

    /// The position of the first pair: `conflicts.startIndex // 0`.
    public var startIndex: Int { 0 }
    /// The position after the last pair: `conflicts.endIndex // 1`.
    public var endIndex: Int { pairs.count }
    /// Accesses the pair at the given position, from 0 to ``endIndex``, exclusive.
    ///
    /// ```swift
    /// conflicts[0].second.uid  // "call@studio.example"
    /// ```
    public subscript(place: Int) -> Conflict { pairs[place] }
}

extension Occurrences {
    /// Returns the number of overlapping pairs and whether there were too many occurrences to compare.
    ///
    /// - Complexity: O(n log n) for n occurrences.
    package func countConflicts(options: BusyOptions) -> (count: Int, isCut: Bool) {
        var count = ConflictCount(options: options, window: window, repeated: uidsOfCopies)
        var iterator = makeIterator()
        var left = mostVisits
        while left > 0, let occurrence = iterator.next() {
            count.add(occurrence)
            left -= 1
        }
        return (count.countPairs(), left == 0 && iterator.next() != nil)
    }

    /// Returns the overlapping pairs of these occurrences, at most `limit` (by default, 100,000).
    ///
    /// ```swift
    /// let mine = occurrences.conflicts(options: BusyOptions(owner: "nora@studio.example"))
    /// mine.isEmpty  // true
    /// ```
    public func conflicts(options: BusyOptions = .init(), limit: Int? = nil) -> Conflicts {
        Conflicts(among: self, options: options, limit: limit)
    }
}

extension CalendarContents {
    /// Returns the overlapping pairs of occurrences in a window, at most `limit` (by default, 100,000).
    ///
    /// ``Conflicts`` describes which occurrences count as busy.
    ///
    /// ```swift
    /// today.conflicts(in: window).first?.second.summary  // "Call"
    /// calendar.conflicts(in: window).isEmpty             // true
    /// ```
    public func conflicts(
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        expansion: ExpansionOptions = .init(),
        limit: Int? = nil
    ) -> Conflicts {
        occurrences(in: window, options: expansion).conflicts(options: options, limit: limit)
    }
}
