/// The segments of an index that must be queried individually, organized by the periods that they can affect.
///
/// A segment whose rule specifies a few months of the year is queried only for those months.
struct OccurrenceIndexStreams: Sendable {
    /// Segments sorted by the first instant that they can affect.
    private struct List: Sendable {
        let starts: [Int]
        let ends: OccurrenceIndexEndTree
        let sources: [UInt32]

        init(_ extents: [OccurrenceIndexExtent]) {
            let sorted = extents.sorted { ($0.first, $0.source) < ($1.first, $1.source) }
            starts = sorted.map(\.first)
            ends = OccurrenceIndexEndTree(sorted.map(\.last))
            sources = sorted.map { UInt32(truncatingIfNeeded: $0.source) }
        }

        func sources(in range: Range<Int>) -> [Int] {
            ends.places(
                before: starts.firstPlace { $0 < range.upperBound },
                endingAfter: range.lowerBound &- 1
            )
            .map { Int(sources[$0]) }
        }
    }

    /// The segments for any month, followed by the segments for each month; a segment can be in several lists.
    private let lists: [List]
    let count: Int

    init(_ extents: [OccurrenceIndexExtent]) {
        count = extents.count
        lists = (0...12).map { month in
            List(extents.filter { month == 0 ? $0.months == 0 : $0.months & 1 << month != 0 })
        }
    }

    func sources(in range: Range<Int>) -> [Int] {
        var sources = lists[0].sources(in: range)
        let limits = RulePlan.firstSecond..<RulePlan.lastSecond
        let months = OccurrenceIndexExtent.months(touching: range.clamped(to: limits))
        let others = (1...12).filter { months & 1 << $0 != 0 }.map { lists[$0].sources(in: range) }
        for found in others { sources += found }
        return others.count > 1 ? Array(Set(sources)) : sources
    }

    var byteCount: Int {
        lists.reduce(0) { $0 + $1.starts.capacity * 8 + $1.ends.byteCount + $1.sources.capacity * 4 }
    }
}

/// The bounds of a segment, computed without a walk.
struct OccurrenceIndexExtent: Sendable {
    var source: Int
    /// The first and last instants that the segment can affect, in seconds since 1970, or `.max` if the segment never
    /// ends.
    let first: Int
    let last: Int
    /// The months in which the segment's occurrences start, as a bit mask, or 0 for any month; bit 1 is January.
    let months: UInt16

    /// A margin in seconds that exceeds differences between zones and the reordering of shifted times.
    private static let slack = 300_000
    /// The maximum time, in seconds, between the start of an event found by its month and the window.
    private static let greatestLength = 20 * 86_400

    init(_ segment: Segment, source: Int) {
        self.source = source
        let set = segment.base
        let starts = set.dates.map(\.sort) + (set.rules.isEmpty ? [] : [set.start.sort])
        let lasts = set.dates.map(\.sort) + set.rules.map { Self.last(of: $0, on: set.clock) }
        var (first, last) = (starts.min() ?? .max, lasts.max() ?? .min)
        if segment.keys.above > .min { first = max(first, segment.keys.above - Self.slack) }
        if segment.keys.through < .max { last = min(last, segment.keys.through + Self.slack) }
        self.first = first == .max ? .max : first - Self.slack + min(0, segment.shift)
        self.last =
            last == .max || last == .min
            ? last : last + Self.slack + max(0, segment.shift) + segment.longestPeriod
        months = Self.months(of: segment)
    }

    /// Returns an upper bound on the instant of a rule's last instance.
    private static func last(of rule: BoundedRule, on clock: SeriesClock) -> Int {
        guard rule.count != nil else { return rule.lastKey }
        return min(rule.lastKey, min(rule.countedEnd(on: clock), RulePlan.lastSecond))
    }

    private static func months(of segment: Segment) -> UInt16 {
        let set = segment.base
        guard set.rules.count == 1, case .periods(let plan)? = set.rules.first?.plan.engine,
            plan.parts.months != 0, plan.parts.months.nonzeroBitCount <= 4, plan.parts.skip == .omit,
            segment.shift == 0, set.dates.count <= 1, set.periods.isEmpty,
            segment.length.upperBound <= greatestLength
        else { return 0 }
        return set.dates.reduce(plan.parts.months) {
            $0 | 1 << CivilDate(dayNumber: floorDivide($1.civil, 86_400)).month
        }
    }

    /// Returns the months in which, in any zone, an occurrence that overlaps a range of instants can start.
    static func months(touching range: Range<Int>) -> UInt16 {
        var day = floorDivide(range.lowerBound - greatestLength, 86_400) - 3
        let last = floorDivide(range.upperBound, 86_400) + 3
        if last - day > 366 { return 0x1FFE }
        var months: UInt16 = 1 << CivilDate(dayNumber: last).month
        while day < last {
            months |= 1 << CivilDate(dayNumber: day).month
            day += 28
        }
        return months
    }
}
