package import ICalendarStore

/// A merge for files that are sets of lines.
///
/// Lines added on either side are kept, and lines removed on one side are dropped.
package struct LineMerge: FileMerging {
    /// Creates a merge.
    package init() {}

    /// Returns the merged lines, or nil if one side removed the file and the other did not change it.
    package func merged(_ conflict: FileConflict) -> [UInt8]? {
        guard let theirs = conflict.theirs else { return conflict.ours }
        guard let ours = conflict.ours else { return theirs == conflict.base ? nil : theirs }
        let base = Self.lines(conflict.base ?? [])
        let (mine, other) = (Self.lines(ours), Self.lines(theirs))
        let merged = other.union(mine.subtracting(base)).subtracting(base.subtracting(mine))
        return merged == other ? theirs : Self.bytes(merged)
    }

    /// Returns the lines of a file.
    package static func lines(_ bytes: [UInt8]) -> Set<String> {
        Set(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
    }

    /// Returns a file with the given lines, sorted.
    package static func bytes(_ lines: Set<String>) -> [UInt8] {
        Array((lines.sorted().joined(separator: "\n") + "\n").utf8)
    }
}
