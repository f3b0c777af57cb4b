import ICalendarStore

/// Lets every conflict fail.
struct RefusingMerge: FileMerging {
    /// The error of a conflict.
    struct Refused: Error, Hashable, CustomStringConvertible {
        /// `another program changed it`.
        var description: String { "another program changed it" }
    }

    /// There is nothing to set.
    init() {}

    /// Throws.
    func merged(_ conflict: FileConflict) throws -> [UInt8]? {
        throw Refused()
    }
}
