import ICalendarStore

/// A merge that fails on every conflict.
struct RefusingMerge: FileMerging {
    /// The error thrown on a conflict.
    struct Refused: Error, Hashable, CustomStringConvertible {
        var description: String { "another program changed it" }
    }

    init() {}

    /// Throws an error.
    func merged(_ conflict: FileConflict) throws -> [UInt8]? {
        throw Refused()
    }
}
