import SystemIO

/// The days of the shapes that a ``PeriodPlan`` met, kept where finding them takes long.
///
/// Thousands of parts and overrides of a series ask each of its hundred rules. A file can have thousands of rules, too:
/// nothing is kept before a rule was asked several times, and times, which take more room than days, for no more than the
/// years of a window.
final class ShapeMemory: Sendable {
    private struct State {
        var asked = 0
        var keys: [UInt8] = []
        var days: [DaySet] = []
        /// The days, or picked times, of the shapes that were walked through last, in seconds from the start of the period.
        var entries: [(key: Int, seconds: [Int32])] = []
        /// The place among them that is given away next.
        var next = 0
    }

    private static let (mostDays, mostEntries) = (28, 4)
    /// So many questions are answered by looking anew.
    private static let fewAsked = 16

    private let state = Lock(State())

    /// The days of a shape before BYSETPOS picks any; `find` is asked where they are not at hand.
    func days(ofShape key: Int, _ find: () -> DaySet) -> DaySet {
        state.withLock { Self.days(ofShape: key, in: &$0, find) }
    }

    /// Adds the entries of a shape to a list; `find` makes them of its days, and `findDays` finds these.
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

/// The days of all shapes of period that a rule can meet, computed once for a plan that will be asked often.
final class ShapeTable: Sendable {
    /// The days of all shapes, one shape after the other, in seconds from the start of the period.
    let entries: [Int]
    /// Where the days of each shape stand, by its key.
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
    /// The same plan, with the days of all shapes of period in store: it costs some microseconds now, and less at each
    /// asking.
    func prepared() -> RulePlan {
        guard case .periods(let plan) = engine, !plan.spills, plan.unit != .weekly else { return self }
        return RulePlan(start: start, engine: .periods(PeriodPlan(preparing: plan)))
    }
}
