import SystemIO

/// A walk over the years of a ``ScalePlan`` that returns each year's entries in order, without duplicates.
struct ScaleWalk: Sendable {
    private let plan: ScalePlan
    /// The next year to examine.
    private var ordinal: Int
    private let lastDay: Int
    /// The sorted entries in years that have not been examined yet.
    private var pending: [Int] = []

    /// The year whose weeks are returned one by one, because BYSETPOS may pick hundreds of times in each week.
    private var weeks: (year: ScaleYear, days: ArraySlice<Int>)?

    /// Whether ``pending`` already contains the complete result.
    private var isKnown = false

    /// Creates a walk over the years that may have a time between two days, both inclusive.
    init(_ plan: ScalePlan, fromDay day: Int, throughDay lastDay: Int) {
        self.init(plan, fromYear: Self.year(before: day, in: plan), throughDay: lastDay)
        if let known = plan.entries(fromDay: day, throughDay: lastDay) { (pending, isKnown) = (known, true) }
    }

    /// Returns the first year that may have a time on a day.
    static func year(before day: Int, in plan: ScalePlan) -> Int {
        // SKIP may move a day or a month of the previous year into this year.
        plan.calendar.kind.ordinal(ofYearFrom: day) - 2
    }

    /// Creates a walk over all periods that begin in or after the given year, but not before DTSTART's year.
    init(_ plan: ScalePlan, fromYear ordinal: Int, throughDay lastDay: Int) {
        self.plan = plan
        self.lastDay = lastDay
        self.ordinal = max(ordinal, plan.firstYear)
    }

    /// Returns the next days or picked times, in seconds since 1970, sorted and nonempty, or nil after the last.
    mutating func next() -> [Int]? {
        if !isKnown, plan.rule.frequency == .weekly, !plan.positions.isEmpty { return nextWeek() }
        while !isKnown, let year = plan.year(from: ordinal), year.firstDay - 1 <= lastDay {
            ordinal = year.ordinal + 1
            let entries = plan.entries(of: year)
            if plan.parts.skip == .omit, pending.isEmpty {
                // Without SKIP, entries never extend into the periods of another year.
                if entries.isEmpty { continue }
                return entries
            }
            pending = pending.isEmpty ? entries : pending.union(entries)
            // SKIP can move the first day of the next year to the last day of this year.
            let settled = pending[...].firstIndex(from: (year.endDay - 1) * 86_400) ?? pending.count
            if settled > 0 {
                let given = settled == pending.count ? pending : Array(pending[..<settled])
                // Copies the slice to free the rest of the buffer, because thousands of walks may be open at once.
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

/// A cache of the entries of a ``ScalePlan`` around the most recent query.
///
/// The cache is used while overrides are matched to their instances and discarded afterward, because a file can have
/// thousands of rules.
package final class ScaleMemory: Sendable {
    private struct Stretch {
        /// The stretch's number, counted from the stretch that begins with 1970.
        var number = Int.min
        /// The entries of the stretch, or nil if it has been queried only once.
        var found: Found?
    }

    /// The entries of a stretch.
    ///
    /// The form is compact, because a UID's masters may each have a hundred rules, and each rule caches a stretch.
    private enum Found {
        /// Whole days, one bit each.
        case days([UInt64])
        /// The times that BYSETPOS picks, sorted, in seconds from the start of the stretch.
        case times([Int32])
    }

    /// The length of a stretch, in days.
    ///
    /// A long stretch costs less per year than a short one, because the years on both sides must be examined too.
    private static let length = 4096

    private let stretch = Lock<Stretch?>(nil)

    func begin() { stretch.withLock { $0 = $0 ?? Stretch() } }

    /// Discards all cached entries and stops caching.
    func end() { stretch.withLock { $0 = nil } }

    /// Returns the entries on days within a single stretch, or nil if the stretch is not cached.
    ///
    /// The stretch is cached on its second query.
    func entries(of plan: ScalePlan, fromDay day: Int, throughDay lastDay: Int) -> [Int]? {
        let number = floorDivide(day, Self.length)
        guard day <= lastDay, floorDivide(lastDay, Self.length) == number else { return nil }
        return stretch.withLock { stretch in
            guard let known = stretch else { return nil }
            if known.number != number {
                // A single query does not justify the cost, because queries may be far apart.
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
