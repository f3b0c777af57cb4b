package import ICalendarStore

/// Merges files that are sets of lines: what either side added is there, what either side took away is not.
package struct LineMerge: FileMerging {
    /// There is nothing to set.
    package init() {}

    /// The lines of both; a file that one side removed and the other left alone goes.
    package func merged(_ conflict: FileConflict) -> [UInt8]? {
        guard let theirs = conflict.theirs else { return conflict.ours }
        guard let ours = conflict.ours else { return theirs == conflict.base ? nil : theirs }
        let base = Self.lines(conflict.base ?? [])
        let (mine, other) = (Self.lines(ours), Self.lines(theirs))
        let merged = other.union(mine.subtracting(base)).subtracting(base.subtracting(mine))
        return merged == other ? theirs : Self.bytes(merged)
    }

    /// The lines of a file.
    package static func lines(_ bytes: [UInt8]) -> Set<String> {
        Set(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
    }

    /// A file with these lines, sorted.
    package static func bytes(_ lines: Set<String>) -> [UInt8] {
        Array((lines.sorted().joined(separator: "\n") + "\n").utf8)
    }
}
