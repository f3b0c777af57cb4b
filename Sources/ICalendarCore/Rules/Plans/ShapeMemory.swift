import SystemIO

/// A cache for the days of a ``PeriodPlan``'s shapes, used if finding the days is slow.
///
/// A series may have a hundred rules, each queried by thousands of parts and overrides. Because a file can also have
/// thousands of rules, nothing is cached until a rule has received several queries. Times need more memory than days,
/// so they are cached only for the years of a window.
final class ShapeMemory: Sendable {
    private struct State {
        var asked = 0
        var keys: [UInt8] = []
        var days: [DaySet] = []
        /// The days or picked times of the most recent shapes, in seconds from the start of the period.
        var entries: [(key: Int, seconds: [Int32])] = []
        /// The index of the entry to replace next.
        var next = 0
    }

    private static let (mostDays, mostEntries) = (28, 4)
    /// The number of queries to answer without caching.
    private static let fewAsked = 16

    private let state = Lock(State())

    /// Returns the days of a shape before BYSETPOS picks from them, calling `find` if they are not cached.
    func days(ofShape key: Int, _ find: () -> DaySet) -> DaySet {
        state.withLock { Self.days(ofShape: key, in: &$0, find) }
    }

    /// Appends the entries of a shape to a list; `findDays` finds its days, and `find` derives the entries from them.
    func addEntries(
        ofShape key: Int,
        to list: inout [Int],
        findDays: () -> DaySet,
        _ find: (DaySet) -> [Int]
    ) {
        list += state.withLock { state in
            if let known = state.entries.first(where: { $0.key == key }) {
                return known.seconds.map(Int.init)
            }
            let entries = find(Self.days(ofShape: key, in: &state, findDays))
            guard state.asked > Self.fewAsked else { return entries }
            let kept = (key, entries.map(Int32.init))
            if state.entries.count < Self.mostEntries {
                state.entries.append(kept)
            } else {
                state.entries[state.next] = kept
                state.next = (state.next + 1) % Self.mostEntries
            }
            return entries
        }
    }

    private static func days(ofShape key: Int, in state: inout State, _ find: () -> DaySet) -> DaySet {
        if let place = state.keys.firstIndex(of: UInt8(key)) { return state.days[place] }
        state.asked += 1
        let days = find()
        if state.asked > fewAsked, state.days.count < mostDays {
            state.keys.append(UInt8(key))
            state.days.append(days)
        }
        return days
    }
}

/// The days of all possible shapes of a rule, precomputed for a plan with many queries.
final class ShapeTable: Sendable {
    /// The days of all shapes, grouped by shape, in seconds from the start of the period.
    let entries: [Int]
    /// The range of each shape's days, indexed by key.
    let ranges: [Range<Int32>]

    init(_ plan: PeriodPlan) {
        var entries: [Int] = []
        var ranges: [Range<Int32>] = []
        ranges.reserveCapacity(plan.shapeCount)
        for key in 0..<plan.shapeCount {
            let start = Int32(truncatingIfNeeded: entries.count)
            entries += plan.entries(ofShape: key)
            ranges.append(start..<Int32(truncatingIfNeeded: entries.count))
        }
        (self.entries, self.ranges) = (entries, ranges)
    }
}

extension RulePlan {
    /// Returns the same plan with the days of all shapes precomputed.
    ///
    /// Preparing the plan takes a few microseconds and speeds up each subsequent query.
    func prepared() -> RulePlan {
        guard case .periods(let plan) = engine, !plan.spills, plan.unit != .weekly else { return self }
        return RulePlan(start: start, engine: .periods(PeriodPlan(preparing: plan)))
    }
}
