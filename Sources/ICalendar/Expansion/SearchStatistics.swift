/// What an ``OccurrenceSearch`` has read.
///
/// ```swift
/// var search = OccurrenceSearch(in: window)
/// try search.read(contentsOf: "archive.ics")
/// print("\(search.statistics.screenedOut) of \(search.statistics.components) passed over")
/// ```
public struct SearchStatistics: Sendable, Hashable {
    /// The files and streams that gave a calendar; one of `notACalendar` counts nowhere.
    public private(set) var files = 0
    /// Their bytes, before folds are undone: `Double(search.statistics.bytes) / seconds` is the speed.
    public private(set) var bytes = 0
    /// The components that stand directly inside calendars, such as `VEVENT` and `VTIMEZONE`, and runs of calendars'
    /// own properties.
    public private(set) var components = 0
    /// Those of them that may touch the window: `search.statistics.keptComponents <= search.statistics.components`.
    public private(set) var keptComponents = 0
    /// The bytes of the components that were kept, which stay in memory as long as the search and its
    /// `occurrences()`.
    public private(set) var keptBytes = 0

    /// How many components of each kind they hold.
    package private(set) var kinds = ComponentKinds()

    /// Those components that cannot touch the window, and were passed over: `components - keptComponents`.
    public var screenedOut: Int { components - keptComponents }

    /// Adds what reading one file came to.
    mutating func add(_ tally: ReadingTally) {
        files += 1
        bytes += tally.bytes
        components += tally.components
        keptComponents += tally.kept
        keptBytes += tally.keptBytes
        kinds.add(tally.kinds)
    }
}
