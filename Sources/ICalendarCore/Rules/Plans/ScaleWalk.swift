import SystemIO

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

/// What a ``ScalePlan`` has on the days around those that it was asked about last.
///
/// It is kept while overrides are put to their instances, and forgotten then: a file can have thousands of rules.
package final class ScaleMemory: Sendable {
    private struct Stretch {
        /// How many stretches lie between it and the year 1970.
        var number = Int.min
        /// What falls on its days; nil as long as it was asked about but once.
        var found: Found?
    }

    /// What falls on the days of a stretch; all masters of a UID may have a hundred rules each that keep one.
    private enum Found {
        /// Whole days, a bit each.
        case days([UInt64])
        /// Times that BYSETPOS picked, in seconds from the start of the stretch, sorted.
        case times([Int32])
    }

    /// Years on both sides have to be looked at, too, so that a long stretch costs less a year than a short one.
    private static let length = 4096

    private let stretch = Lock<Stretch?>(nil)

    func begin() { stretch.withLock { $0 = $0 ?? Stretch() } }

    /// Forgets everything, and keeps nothing from now on.
    func end() { stretch.withLock { $0 = nil } }

    /// What falls on days that lie in one stretch, where it is kept or comes to be; else nil.
    func entries(of plan: ScalePlan, fromDay day: Int, throughDay lastDay: Int) -> [Int]? {
        let number = floorDivide(day, Self.length)
        guard day <= lastDay, floorDivide(lastDay, Self.length) == number else { return nil }
        return stretch.withLock { stretch in
            guard let known = stretch else { return nil }
            if known.number != number {
                // One question does not make it worth while: they may jump about.
                stretch = Stretch(number: number)
                return nil
            }
            let found = known.found ?? Self.find(of: plan, inStretch: number)
            if known.found == nil { stretch?.found = found }
            let start = number * Self.length
            switch found {
            case .days(let words):
                return (day - start...lastDay - start)
                    .filter { words[$0 >> 6] >> UInt64($0 & 63) & 1 == 1 }
                    .map { (start + $0) * 86_400 }
            case .times(let times):
                let (from, end) = ((day - start) * 86_400, (lastDay + 1 - start) * 86_400)
                return times[times.firstPlace { $0 < from }..<times.firstPlace { $0 < end }].map {
                    start * 86_400 + Int($0)
                }
            }
        }
    }

    private static func find(of plan: ScalePlan, inStretch number: Int) -> Found {
        let (day, endDay) = (number * length, (number + 1) * length)
        var walk = ScaleWalk(plan, fromYear: ScaleWalk.year(before: day, in: plan), throughDay: endDay - 1)
        var words = [UInt64](repeating: 0, count: length / 64)
        var times: [Int32] = []
        while let more = walk.next() {
            for second in more where second >= day * 86_400 && second < endDay * 86_400 {
                if plan.positions.isEmpty {
                    let place = second / 86_400 - day
                    words[place >> 6] |= 1 << UInt64(place & 63)
                } else {
                    times.append(Int32(second - day * 86_400))
                }
            }
        }
        return plan.positions.isEmpty ? .days(words) : .times(times)
    }
}
