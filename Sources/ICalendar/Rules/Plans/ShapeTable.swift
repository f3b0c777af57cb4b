/// The days of all shapes of period that a rule can meet, computed once for a plan that will be asked often.
final class ShapeTable: Sendable {
    /// The days of all shapes, one shape after the other, in seconds from the start of the period.
    let entries: [Int]
    /// Where the days of each shape stand, by its key.
    let ranges: [Range<Int32>]

    /// The table of a plan.
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
