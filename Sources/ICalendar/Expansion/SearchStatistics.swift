/// What an ``OccurrenceSearch`` has read.
public struct SearchStatistics: Sendable, Hashable {
    /// The files and streams that gave a calendar.
    public private(set) var files = 0
    /// Their bytes.
    public private(set) var bytes = 0
    /// The components that stand directly inside calendars, and runs of calendars' own properties.
    public private(set) var components = 0
    /// Those of them that may touch the window.
    public private(set) var keptComponents = 0
    /// The bytes of the components that were kept, which stay in memory.
    public private(set) var keptBytes = 0

    /// Those components that cannot touch the window, and were passed over.
    public var screenedOut: Int { components - keptComponents }

    /// Adds what reading one file came to.
    mutating func add(_ tally: ReadingTally) {
        files += 1
        bytes += tally.bytes
        components += tally.components
        keptComponents += tally.kept
        keptBytes += tally.keptBytes
    }
}
