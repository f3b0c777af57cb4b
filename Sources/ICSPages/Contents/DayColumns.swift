package import ICSViews
import ICalendar

/// A side-by-side layout for a day's timed events, with overlapping events in different columns.
package struct DayColumns {
    /// One of the day's events, and its position.
    package struct Block {
        package let entry: DayList.Entry
        package let column: Int
        /// The number of columns for this event and all events that overlap it, directly or through other events.
        package var columnCount: Int
    }

    package private(set) var blocks: [Block] = []

    /// Arranges the first `limit` events, treating each as at least `shortest` seconds long.
    package init(_ entries: [DayList.Entry], shortest: Int, limit: Int) {
        let sorted = entries.filter { !$0.isBanner }.prefix(limit)
            .sorted { left, right in
                let (one, other) = (left.part, right.part)
                if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
                return one.upperBound > other.upperBound
            }
        /// The end of each column in the current group.
        var ends: [Instant] = []
        var firstOfGroup = 0
        for entry in sorted {
            let start = entry.part.lowerBound
            let end = max(entry.part.upperBound, start.adding(seconds: shortest))
            if ends.allSatisfy({ $0 <= start }) {
                close(from: firstOfGroup, ends.count)
                (ends, firstOfGroup) = ([], blocks.count)
            }
            let column = ends.firstIndex { $0 <= start } ?? ends.count
            if column == ends.count { ends.append(end) } else { ends[column] = end }
            blocks.append(Block(entry: entry, column: column, columnCount: 1))
        }
        close(from: firstOfGroup, ends.count)
    }

    private mutating func close(from first: Int, _ count: Int) {
        for place in first..<max(first, blocks.count) { blocks[place].columnCount = max(1, count) }
    }
}
