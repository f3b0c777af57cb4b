/// A sorted list of time ranges that neither overlap nor touch, in seconds since 1970.
package struct TimeRanges: Sendable, Hashable {
    package private(set) var ranges: [Range<Int>] = []

    package init() {}

    /// Creates the union of ranges, which can be in any order.
    package init(_ ranges: [Range<Int>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
    }

    /// Adds a range that does not start before any previous one.
    mutating func append(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if let last = ranges.last, range.lowerBound <= last.upperBound {
            ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
            ranges.append(range)
        }
    }

    package func union(_ other: TimeRanges) -> TimeRanges {
        if other.ranges.isEmpty { return self }
        return TimeRanges(ranges + other.ranges)
    }

    package func subtracting(_ other: TimeRanges) -> TimeRanges {
        guard !other.ranges.isEmpty else { return self }
        var result = TimeRanges()
        var place = 0
        for range in ranges {
            var start = range.lowerBound
            while place < other.ranges.count, other.ranges[place].upperBound <= start { place += 1 }
            var next = place
            while next < other.ranges.count, other.ranges[next].lowerBound < range.upperBound {
                if start < other.ranges[next].lowerBound {
                    result.append(start..<other.ranges[next].lowerBound)
                }
                start = max(start, other.ranges[next].upperBound)
                next += 1
            }
            if start < range.upperBound { result.append(start..<range.upperBound) }
            // The last range examined may extend into the next one.
            place = max(place, next - 1)
        }
        return result
    }

    package func clamped(to bounds: Range<Int>) -> TimeRanges {
        var result = TimeRanges()
        for range in ranges { result.append(range.clamped(to: bounds)) }
        return result
    }
}
