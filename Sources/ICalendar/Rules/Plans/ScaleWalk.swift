/// Walks the years of a ``ScalePlan`` and gives the days of each, in order and each once.
struct ScaleWalk: Sendable {
    private let plan: ScalePlan
    /// The next year to look at.
    private var ordinal: Int
    private let lastDay: Int
    /// What reaches into years that were not looked at yet, sorted.
    private var pending: [Int] = []

    /// The days of a year whose weeks are given one by one, as BYSETPOS may pick hundreds of times in each.
    private var weeks: (year: ScaleYear, days: ArraySlice<Int>)?

    /// Whether all that it gives is in ``pending``.
    private var isKnown = false

    /// A walk over the years that may have a time between two days (both included).
    init(_ plan: ScalePlan, fromDay day: Int, throughDay lastDay: Int) {
        self.init(plan, fromYear: Self.year(before: day, in: plan), throughDay: lastDay)
        if let known = plan.entries(fromDay: day, throughDay: lastDay) { (pending, isKnown) = (known, true) }
    }

    /// The first year that may have a time on a day.
    static func year(before day: Int, in plan: ScalePlan) -> Int {
        // SKIP moves a day, or a month, of the year before into this one.
        plan.calendar.kind.ordinal(ofYearFrom: day) - 2
    }

    /// A walk over the years from one on, or from DTSTART's, with all that their periods give.
    init(_ plan: ScalePlan, fromYear ordinal: Int, throughDay lastDay: Int) {
        self.plan = plan
        self.lastDay = lastDay
        self.ordinal = max(ordinal, plan.firstYear)
    }

    /// The next days or picked times in seconds since 1970, sorted and not empty; nil after the last.
    mutating func next() -> [Int]? {
        if !isKnown, plan.rule.frequency == .weekly, !plan.positions.isEmpty { return nextWeek() }
        while !isKnown, let year = plan.year(from: ordinal), year.firstDay - 1 <= lastDay {
            ordinal = year.ordinal + 1
            let entries = plan.entries(of: year)
            if plan.parts.skip == .omit, pending.isEmpty {
                // Nothing reaches into another year's periods.
                if entries.isEmpty { continue }
                return entries
            }
            pending = pending.isEmpty ? entries : pending.union(entries)
            // SKIP can move the first day of the next year to the last of this one.
            let settled = pending[...].firstIndex(from: (year.endDay - 1) * 86_400) ?? pending.count
            if settled > 0 {
                let given = settled == pending.count ? pending : Array(pending[..<settled])
                // A list of its own, as thousands of walks are open at once.
                pending = Array(pending[settled...])
                return given
            }
        }
        if pending.isEmpty { return nil }
        defer { pending = [] }
        return pending
    }

    /// The next week that has any times.
    private mutating func nextWeek() -> [Int]? {
        while true {
            if case (let year, var days)? = weeks {
                let week = plan.nextWeek(of: year, &days)
                weeks = week == nil ? nil : (year, days)
                if let week { return week }
            }
            guard let year = plan.year(from: ordinal), year.firstDay - 1 <= lastDay else { return nil }
            ordinal = year.ordinal + 1
            weeks = (year, plan.weekDays(of: year))
        }
    }
}
