/// Two occurrences that take the same time.
public struct Conflict: Sendable {
    /// The one that starts earlier; of two that start together the one that comes first in ``Occurrences``.
    public let first: Occurrence
    /// The other one.
    public let second: Occurrence
    /// The time that both take.
    public let overlap: Range<Instant>
}

/// The pairs of occurrences of a window that take the same time, in the order in which they begin to.
///
/// An occurrence takes time by the same rules as for free and busy times: ``FreeBusy/BusyTime/Kind/init(of:options:)``.
/// Copies and revisions of one occurrence, as of a calendar that was read twice, are no conflict; overlapping instances of
/// one series are.
///
/// ```swift
/// for conflict in file.conflicts(in: window) {
///     print(conflict.first.summary ?? "", conflict.second.summary ?? "", conflict.overlap.lowerBound)
/// }
/// ```
public struct Conflicts: Sendable, RandomAccessCollection {
    /// The pairs.
    private let pairs: [Conflict]
    /// Whether there are more than the limit, of which the first are given.
    public let isLimited: Bool

    /// How many pairs are given unless more are asked for.
    public static let usualLimit = 100_000

    /// Finds the pairs among occurrences.
    ///
    /// - Complexity: O(n + p log p) for n occurrences and p pairs, at most `limit`.
    public init(among occurrences: Occurrences, options: BusyOptions = .init(), limit: Int = usualLimit) {
        var search = ConflictSearch(options: options, limit: limit, zone: occurrences.window.zone)
        for occurrence in occurrences where !search.add(occurrence) { break }
        pairs = search.found
        isLimited = search.isLimited
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// How many pairs there are.
    public var endIndex: Int { pairs.count }
    /// The pair at a place.
    public subscript(place: Int) -> Conflict { pairs[place] }
}

extension Occurrences {
    /// How many pairs of these occurrences take the same time, at most `limit`; no pair is kept for it.
    public func conflictCount(options: BusyOptions = .init(), upTo limit: Int = .max) -> Int {
        var search = ConflictSearch(options: options, limit: limit, zone: window.zone, keepsPairs: false)
        for occurrence in self where !search.add(occurrence) { break }
        return search.pairCount
    }

    /// The pairs of these occurrences that take the same time, at most `limit`.
    public func conflicts(options: BusyOptions = .init(), limit: Int = Conflicts.usualLimit) -> Conflicts {
        Conflicts(among: self, options: options, limit: limit)
    }
}

extension CalendarFile {
    /// The pairs of occurrences in a window that take the same time, at most `limit`; see ``Conflicts``.
    public func conflicts(
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        expansion: ExpansionOptions = .init(),
        limit: Int = Conflicts.usualLimit
    ) -> Conflicts {
        occurrences(in: window, options: expansion).conflicts(options: options, limit: limit)
    }
}

extension CalendarObject {
    /// The pairs of occurrences in a window that take the same time, at most `limit`; see ``Conflicts``.
    public func conflicts(
        in window: OccurrenceWindow,
        options: BusyOptions = .init(),
        expansion: ExpansionOptions = .init(),
        limit: Int = Conflicts.usualLimit
    ) -> Conflicts {
        occurrences(in: window, options: expansion).conflicts(options: options, limit: limit)
    }
}
