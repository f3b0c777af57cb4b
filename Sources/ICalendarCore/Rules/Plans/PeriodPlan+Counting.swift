extension PeriodPlan {
    /// Returns the number of times before a bound, counted from the beginning of the first period.
    ///
    /// If every period has the same number of times, whole periods are counted by multiplication. If the bound is far
    /// away, whole 400-year turns are counted in the same way.
    func count(before bound: Int) -> Int {
        let day = floorDivide(bound, 86_400)
        let period = period(ofDay: day)
        if let timesOfEach {
            if period < first { return 0 }
            let whole = (period - first + interval - 1) / interval * timesOfEach
            return isActive(period) ? whole + countByWalk(from: day, before: bound) : whole
        }
        let turns = (period - first) / turn
        // In the first turn, no earlier period can contribute days through SKIP. All other turns are alike.
        guard turns > 3 else { return countByWalk(before: bound) }
        let ends = (1...2).map { startOfTurn($0) }
        let firstTurn = count(before: ends[0])
        let otherTurn = count(before: ends[1]) - firstTurn
        let shift = (turns - 2) * (ends[1] - ends[0])
        return count(before: bound - shift) + (turns - 2) * otherTurn
    }

    /// Returns the number of times in `lower..<bound`, examining only the periods of the range if it is short.
    func count(from lower: Int, before bound: Int) -> Int {
        let day = floorDivide(lower, 86_400)
        let periods = period(ofDay: floorDivide(bound, 86_400)) - period(ofDay: day)
        if timesOfEach != nil || periods > turn { return count(before: bound) - count(before: lower) }
        return countByWalk(from: day, before: bound) - countByWalk(from: day, before: lower)
    }

    /// - Parameter day: A day in the first period to count, or nil for DTSTART's period.
    private func countByWalk(from day: Int? = nil, before bound: Int) -> Int {
        let lastDay = floorDivide(bound, 86_400)
        var entries = shapes?.entries ?? []
        var walk = PeriodWalk(self, fromDay: day, throughDay: lastDay)
        // A day may be in a neighboring period, because SKIP moves days and a numbered week may begin before its year.
        var count = walk.passDays(before: period(ofDay: lastDay) - 1, into: &entries) * times.count
        while let block = walk.next(into: &entries) {
            count += TimeGrid.count(before: bound - block.base, entries: entries[block.entries], times: times)
        }
        return count
    }

    /// Returns a civil second near the time at the given index, and the number of times before that second.
    ///
    /// Returns nil if the search must start at the first period.
    func second(near index: Int, through last: Int) -> (second: Int, before: Int)? {
        if let timesOfEach, timesOfEach > 0 {
            let most = (period(ofDay: floorDivide(last, 86_400)) - first) / interval
            let passed = max(0, min(index / timesOfEach, most))
            return (shape(of: first + passed * interval).firstDay * 86_400, passed * timesOfEach)
        }
        let turn = turn(near: index, through: last)
        // SKIP may move a day across the boundary between two years.
        if spills { return turn }
        let day = turn.map { floorDivide($0.second, 86_400) }
        var before = turn?.before ?? 0
        var entries = shapes?.entries ?? []
        var walk = PeriodWalk(self, fromDay: day, throughDay: floorDivide(last, 86_400))
        func most() -> Int { (index - before) / max(1, times.count) }
        if let days = walk.passYears(ofDays: most(), into: &entries) { before += days * times.count }
        let passed = walk.passPeriods(ofDays: most(), into: &entries)
        return (shape(of: passed.next).firstDay * 86_400, before + passed.days * times.count)
    }

    /// Returns the start of a turn, less than one turn before the time at the given index, and the number of times
    /// before that start.
    private func turn(near index: Int, through second: Int) -> (second: Int, before: Int)? {
        let last = (period(ofDay: floorDivide(second, 86_400)) - first) / turn
        guard last > 3 else { return nil }
        let (one, two) = (count(before: startOfTurn(1)), count(before: startOfTurn(2)))
        guard two > one, index >= two else { return nil }
        // SKIP may move a day across the boundary between two turns.
        var number = min((index - one) / (two - one), last) + 1
        repeat {
            number -= 1
            let second = startOfTurn(number)
            let before = count(before: second)
            if before <= index { return (second, before) }
        } while number > 1
        return nil
    }

    /// Returns the range of whole years between two periods, for a rule that selects the same days in all years of the
    /// same shape.
    ///
    /// Returns nil for any other rule, or if there are only a few years.
    func wholeYears(from period: Int, before end: Int) -> Range<Int>? {
        guard unit == .weekly ? interval == 1 : unit == .monthly && 12 % interval == 0 else { return nil }
        func year(_ period: Int) -> Int {
            unit == .monthly
                ? floorDivide(period, 12) : CivilDate(dayNumber: firstDay(ofWeek: period)).year
        }
        let first = year(max(period, first)) + 1
        let last = year(end)
        return last - first > 28 ? first..<last : nil
    }

    func firstPeriod(ofYear year: Int) -> Int {
        if unit == .monthly { return year * 12 }
        return period(ofDay: CivilDate.dayNumber(year: year, month: 1, day: 1) + 6)
    }

    /// Returns the start of a turn, in civil seconds; turn 0 begins with DTSTART's period.
    private func startOfTurn(_ number: Int) -> Int {
        shape(of: first + number * turn).firstDay * 86_400
    }

    /// Returns the last second up to which times can be counted in `steps` steps of about ten nanoseconds.
    func lastSecond(countedIn steps: Int) -> Int {
        if timesOfEach != nil { return RulePlan.lastSecond }
        // Computes the days once for each kind of period, or for each period if there are only a few.
        let stepsOfKind = 3 * stepsOfShape * (spills ? 3 : 1)
        let left = steps - min(kindCount, spills ? .max : 28) * stepsOfKind
        // There are fourteen kinds of whole years.
        if !spills, unit == .weekly ? interval == 1 : unit == .monthly && 12 % interval == 0,
            left >= PeriodPlan.stepsOfYears
        {
            return RulePlan.lastSecond
        }
        // Whole turns repeat too.
        let stepsOfPeriod = spills ? PeriodPlan.stepsOfSpilling : 6
        let periods = max(left / stepsOfPeriod, steps / (stepsOfPeriod + stepsOfKind))
        if periods / 3 >= turn / interval { return RulePlan.lastSecond }
        let last = min(
            first.adding(periods.multiplied(by: interval)),
            period(ofDay: RulePlan.lastSecond / 86_400)
        )
        return min(shape(of: last).firstDay * 86_400, RulePlan.lastSecond)
    }

    /// The cost, in steps, of skipping all years once each kind of period is known.
    private static let stepsOfYears = 3000

    /// The cost, in steps, of a period whose days may be in adjacent periods.
    private static let stepsOfSpilling = 40
}
