import ICalendarStore

/// A merge that fails on every conflict.
struct RefusingMerge: FileMerging {
    /// The error of a conflict.
    struct Refused: Error, Hashable, CustomStringConvertible {
        /// The text `another program changed it`.
        var description: String { "another program changed it" }
    }

    /// Creates a merge.
    init() {}

    /// Throws a conflict.
    func merged(_ conflict: FileConflict) throws -> [UInt8]? {
        throw Refused()
    }
}
