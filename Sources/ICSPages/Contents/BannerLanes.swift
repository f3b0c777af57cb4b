import ICSViews

/// The bars for all-day events and other long events in one week of a grid.
///
/// An event stays in the same lane for the entire week, so its days form a single bar.
struct BannerLanes {
    /// A bar for an event in a week.
    struct Bar {
        let entry: DayList.Entry
        let lane: Int
        /// The columns that the event covers in this week.
        let columns: Range<Int>
        /// Whether the event began before this week.
        let continues: Bool
    }

    private(set) var bars: [Bar] = []
    private(set) var laneCount = 0

    /// Arranges the banners for the days of a week, where nil represents a day outside the grid.
    init(_ week: [DayList.Day?]) {
        var found: [Int: (entry: DayList.Entry, columns: Range<Int>)] = [:]
        for (column, day) in week.enumerated() {
            for entry in day?.entries ?? [] where entry.isBanner {
                let start = found[entry.position]?.columns.lowerBound ?? column
                let first = found[entry.position]?.entry ?? entry
                found[entry.position] = (first, start..<column + 1)
            }
        }
        let sorted = found.values.sorted { left, right in
            if left.columns.lowerBound != right.columns.lowerBound {
                return left.columns.lowerBound < right.columns.lowerBound
            }
            if left.columns.count != right.columns.count { return left.columns.count > right.columns.count }
            return left.entry.position < right.entry.position
        }
        // The first free column in each lane.
        var ends: [Int] = []
        for (entry, columns) in sorted {
            let lane = ends.firstIndex { $0 <= columns.lowerBound } ?? ends.count
            // Lanes beyond the maximum are not visible, and there could be thousands of them.
            if lane >= Self.mostLanes { continue }
            if lane == ends.count { ends.append(0) }
            ends[lane] = columns.upperBound
            bars.append(Bar(entry: entry, lane: lane, columns: columns, continues: entry.dayNumber > 1))
        }
        laneCount = ends.count
    }

    private static let mostLanes = 64

    /// Returns the bar in the given lane and column.
    func bar(lane: Int, column: Int) -> Bar? {
        bars.first { $0.lane == lane && $0.columns.contains(column) }
    }

    /// Returns the number of lanes up to the last lane used in a column.
    func lanes(inColumn column: Int) -> Int {
        bars.filter { $0.columns.contains(column) }.map { $0.lane + 1 }.max() ?? 0
    }
}
