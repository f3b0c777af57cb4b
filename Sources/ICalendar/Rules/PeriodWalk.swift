/// Walks the periods of a ``PeriodPlan`` and finds the days of each.
struct PeriodWalk: Sendable {
    private let plan: PeriodPlan
    /// The next period to look at.
    private var period: Int
    private let last: Int
    /// Where the days of each shape stand among the entries: start and end, or nothing yet.
    private var ranges: [Range<Int32>?]

    /// A walk over the periods that may have a time between two days (both included).
    ///
    /// - Parameter day: nil for a walk from the first period on.
    init(_ plan: PeriodPlan, fromDay day: Int?, throughDay lastDay: Int) {
        self.plan = plan
        // A day that SKIP moved stands in a neighbouring period.
        let margin = plan.spills ? 1 : 0
        period = day.map { max(plan.period(ofDay: $0) - margin, plan.first) } ?? plan.first
        last = plan.period(ofDay: lastDay) + margin
        ranges = plan.spills ? [] : Array(repeating: nil, count: plan.shapeCount)
    }

    /// The next period that has any time; its days are among the entries, which the walk alone changes.
    mutating func next(into entries: inout [Int]) -> PeriodPlan.Block? {
        while let found = plan.active(from: period), found <= last {
            period = found + 1
            let (firstDay, key) = plan.shape(of: found)
            let range = plan.spills ? spilling(found, into: &entries) : stretch(ofShape: key, into: &entries)
            if !range.isEmpty { return .init(base: firstDay * 86_400, entries: range) }
        }
        return nil
    }

    private mutating func stretch(ofShape key: Int, into entries: inout [Int]) -> Range<Int> {
        if let range = ranges[key] { return Int(range.lowerBound)..<Int(range.upperBound) }
        let start = entries.count
        entries += plan.entries(ofShape: key)
        ranges[key] = Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: entries.count)
        return start..<entries.count
    }

    /// The days of a period where SKIP moves days over its border (RFC 7529 section 4.1).
    ///
    /// Such a day may be one that the neighbour has of its own, so it is put into the neighbour's list if the rule
    /// looks at the neighbour: lists then follow each other without overlap and without duplicates.
    private func spilling(_ period: Int, into entries: inout [Int]) -> Range<Int> {
        let isForward = plan.parts.skip == .forward
        let neighbour = isForward ? period + 1 : period - 1
        let giver = isForward ? period - 1 : period + 1
        let (firstDay, key) = plan.shape(of: period)
        let length = (plan.shape(of: period + 1).firstDay - firstDay) * 86_400
        func isSpilled(_ entry: Int, _ length: Int) -> Bool {
            isForward ? entry >= length : entry < 0
        }
        entries.removeAll(keepingCapacity: true)
        entries += plan.entries(ofShape: key)
        if plan.isActive(neighbour) { entries.removeAll { isSpilled($0, length) } }
        if plan.isActive(giver) {
            let (giverDay, giverKey) = plan.shape(of: giver)
            let giverLength = (plan.shape(of: giver + 1).firstDay - giverDay) * 86_400
            let shift = (giverDay - firstDay) * 86_400
            let moved = plan.entries(ofShape: giverKey).filter { isSpilled($0, giverLength) }.map { $0 + shift }
            entries = Set(entries + moved).sorted()
        }
        return 0..<entries.count
    }
}
