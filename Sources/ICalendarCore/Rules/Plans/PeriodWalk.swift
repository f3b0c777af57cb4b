/// A walk over the periods of a ``PeriodPlan`` that finds each period's days.
struct PeriodWalk: Sendable {
    private let plan: PeriodPlan
    private var period: Int
    private let last: Int
    /// The range of each shape's days among the entries, or nil if they have not been added yet.
    ///
    /// Empty if the plan has precomputed shapes.
    private var ranges: [Range<Int16>?]
    /// The days of each shape, for rules whose SKIP changes the days of a period.
    private var shapes: [Int] = []

    /// The next part of the current period, if its days are processed in parts.
    private var part = 0

    /// The maximum number of entries to keep when adding a shape.
    ///
    /// The limit is low because a file may have thousands of rules that are all walked at once.
    private static let mostKept = 28

    /// Creates a walk over the periods that may have a time between two days, both inclusive.
    ///
    /// - Parameter day: The first day, or nil to start with the first period.
    init(_ plan: PeriodPlan, fromDay day: Int?, throughDay lastDay: Int) {
        self.plan = plan
        // A day moved by SKIP belongs to a neighboring period.
        let margin = plan.spills ? 1 : 0
        period = day.map { max(plan.period(ofDay: $0) - margin, plan.first) } ?? plan.first
        last = plan.period(ofDay: lastDay) + margin
        ranges = plan.shapes == nil ? Array(repeating: nil, count: plan.shapeCount) : []
    }

    /// Returns the next period that has at least one time.
    ///
    /// The days of the period are a range of `entries`, which only the walk may change.
    mutating func next(into entries: inout [Int]) -> PeriodPlan.Block? {
        // Days that are missing from a whole turn never occur. The first period has no predecessor, so one more turn
        // is searched.
        let last = min(last, period + 2 * plan.turn)
        if plan.isDense { return nextPart(into: &entries, through: last) }
        while let found = plan.active(from: period), found <= last {
            period = found + 1
            let (firstDay, key) = plan.shape(of: found)
            let range = days(of: found, shape: key, into: &entries)
            if !range.isEmpty { return .init(base: firstDay * 86_400, entries: range) }
        }
        return nil
    }

    private mutating func nextPart(into entries: inout [Int], through last: Int) -> PeriodPlan.Block? {
        while let found = plan.active(from: period), found <= last {
            period = found
            let (firstDay, key) = plan.shape(of: found)
            let days = plan.days(ofShape: key)
            while part < DaySet.parts {
                entries.removeAll(keepingCapacity: true)
                days.forEach(ofPart: part) { entries.append($0 * 86_400) }
                part += 1
                if !entries.isEmpty { return .init(base: firstDay * 86_400, entries: 0..<entries.count) }
            }
            (period, part) = (found + 1, 0)
        }
        return nil
    }

    /// Skips the periods before `end` and returns the number of days in them.
    ///
    /// Only the kinds of periods are examined, because four centuries have twenty thousand weeks and a file may have
    /// thousands of rules.
    mutating func passDays(before end: Int, into entries: inout [Int]) -> Int {
        var counts = [Int](repeating: -1, count: plan.kindCount)
        let passed = passYears(before: end, ofDays: .max, &counts, &entries) ?? 0
        return passed + pass(before: end, &counts, &entries)
    }

    /// Skips whole years with at most `most` days in total, and returns the number of days skipped.
    ///
    /// Returns nil if years cannot be grouped by kind.
    mutating func passYears(ofDays most: Int, into entries: inout [Int]) -> Int? {
        var counts = [Int](repeating: -1, count: plan.kindCount)
        return passYears(before: last, ofDays: most, &counts, &entries)
    }

    /// Skips periods with at most `most` days in total, and returns the number of days skipped and the next period.
    mutating func passPeriods(ofDays most: Int, into entries: inout [Int]) -> (days: Int, next: Int) {
        var counts = [Int](repeating: -1, count: plan.kindCount)
        let days = pass(before: last + 1, ofDays: most, &counts, &entries)
        return (days, period)
    }

    private mutating func passYears(
        before end: Int,
        ofDays most: Int,
        _ counts: inout [Int],
        _ entries: inout [Int]
    ) -> Int? {
        guard let years = plan.wholeYears(from: period, before: end) else { return nil }
        let start = period
        var sum = pass(before: plan.firstPeriod(ofYear: years.lowerBound), &counts, &entries)
        if sum > most {
            period = start
            return nil
        }
        // Indexed by length and first weekday.
        var ofYears = [Int](repeating: -1, count: 14)
        var weekday = floorModulo(CivilDate.dayNumber(year: years.lowerBound, month: 1, day: 1), 7)
        var year = years.lowerBound
        while year < years.upperBound {
            let isLeap = CivilDate.isLeap(year)
            let key = isLeap ? weekday + 7 : weekday
            if ofYears[key] < 0 {
                period = plan.firstPeriod(ofYear: year)
                ofYears[key] = pass(before: plan.firstPeriod(ofYear: year + 1), &counts, &entries)
            }
            if ofYears[key] > most - sum { break }
            sum += ofYears[key]
            weekday = (weekday + (isLeap ? 2 : 1)) % 7
            year += 1
        }
        period = plan.firstPeriod(ofYear: year)
        return sum
    }

    /// Skips periods one by one; `counts` caches the number of days in each kind of period.
    private mutating func pass(
        before end: Int,
        ofDays most: Int = .max,
        _ counts: inout [Int],
        _ entries: inout [Int]
    ) -> Int {
        var sum = 0
        var next = plan.active(from: period)
        while let found = next, found < end {
            var (key, run) = plan.kind(of: found)
            // The first period has no predecessor, so its count may differ from all others.
            let isSettled = found > plan.first
            var count = isSettled ? counts[key] : -1
            if count < 0 {
                count = days(of: found, shape: plan.shape(of: found).key, into: &entries).count
                if isSettled { counts[key] = count }
                run = 1
            }
            run = min(run, (end - 1 - found) / plan.interval + 1)
            if count > 0 { run = min(run, (most - sum) / count) }
            if run == 0 {
                period = found
                break
            }
            sum += count * run
            let following = found + run * plan.interval
            period = following - plan.interval + 1
            next = plan.unit == .weekly && key != 0 ? following : plan.active(from: following)
        }
        return sum
    }

    /// Returns the range of a period's days among the entries, adding the days first if necessary.
    private mutating func days(of period: Int, shape key: Int, into entries: inout [Int]) -> Range<Int> {
        plan.spills
            ? spilling(period, into: &entries)
            : PeriodWalk.stretch(ofShape: key, plan, in: &entries, &ranges)
    }

    /// Returns the range of a shape's days in a list, adding the days first if they are new.
    private static func stretch(
        ofShape key: Int,
        _ plan: PeriodPlan,
        in list: inout [Int],
        _ ranges: inout [Range<Int16>?]
    ) -> Range<Int> {
        if ranges.isEmpty, let range = plan.shapes?.ranges[key] {
            return Int(range.lowerBound)..<Int(range.upperBound)
        }
        if let range = ranges[key] { return Int(range.lowerBound)..<Int(range.upperBound) }
        if list.count > Self.mostKept {
            list.removeAll(keepingCapacity: true)
            for other in ranges.indices { ranges[other] = nil }
        }
        let start = list.count
        plan.addEntries(ofShape: key, to: &list)
        ranges[key] = Int16(truncatingIfNeeded: start)..<Int16(truncatingIfNeeded: list.count)
        return start..<list.count
    }

    /// Finds the days of a period if SKIP moves days across its boundaries (RFC 7529 section 4.1).
    ///
    /// A moved day may coincide with a day of the adjacent period, so the day is added to that period's list if the
    /// rule examines the period. As a result, consecutive lists neither overlap nor contain duplicates.
    private mutating func spilling(_ period: Int, into entries: inout [Int]) -> Range<Int> {
        let isForward = plan.parts.skip == .forward
        let (taker, giver) = isForward ? (period + 1, period - 1) : (period - 1, period + 1)
        entries.removeAll(keepingCapacity: true)
        let base = plan.shape(of: period).firstDay
        // Adds the days in order, so sorting is rarely needed.
        let added = isForward ? [giver, period, taker] : [taker, period, giver]
        for other in added {
            if other == period {
                add(period, spilled: false, to: &entries)
            } else if other == giver, plan.isActive(giver) {
                let own = entries.count
                let shift = (add(giver, spilled: true, to: &entries) - base) * 86_400
                for index in own..<entries.count { entries[index] += shift }
            } else if other == taker, !plan.isActive(taker) {
                add(period, spilled: true, to: &entries)
            }
        }
        if !entries.isSorted { entries.sort() }
        var kept = 0
        for entry in entries where kept == 0 || entry != entries[kept - 1] {
            entries[kept] = entry
            kept += 1
        }
        return 0..<kept
    }

    /// Appends either the days that SKIP moved out of a period or all other days, and returns the first day of the
    /// period.
    @discardableResult
    private mutating func add(_ period: Int, spilled: Bool, to entries: inout [Int]) -> Int {
        let (firstDay, key) = plan.shape(of: period)
        let end = (plan.shape(of: period + 1).firstDay - firstDay) * 86_400
        for index in PeriodWalk.stretch(ofShape: key, plan, in: &shapes, &ranges)
        where (shapes[index] < 0 || shapes[index] >= end) == spilled {
            entries.append(shapes[index])
        }
        return firstDay
    }
}
