extension PeriodPlan {
    /// How many times of the periods, the first one from its beginning, lie before a bound.
    ///
    /// Where all periods have as many, or where it is far, periods or whole turns of 400 years are multiplied.
    func count(before bound: Int) -> Int {
        let day = floorDivide(bound, 86_400)
        let period = period(ofDay: day)
        if let timesOfEach {
            if period < first { return 0 }
            let whole = (period - first + interval - 1) / interval * timesOfEach
            return isActive(period) ? whole + countByWalk(from: day, before: bound) : whole
        }
        let turns = (period - first) / turn
        // In the first turn SKIP finds no period before the first; all others are alike.
        guard turns > 3 else { return countByWalk(before: bound) }
        let ends = (1...2).map { startOfTurn($0) }
        let firstTurn = count(before: ends[0])
        let otherTurn = count(before: ends[1]) - firstTurn
        let shift = (turns - 2) * (ends[1] - ends[0])
        return count(before: bound - shift) + (turns - 2) * otherTurn
    }

    /// How many times lie in `lower..<bound`; in a short stretch only its own periods are looked at.
    func count(from lower: Int, before bound: Int) -> Int {
        let day = floorDivide(lower, 86_400)
        let periods = period(ofDay: floorDivide(bound, 86_400)) - period(ofDay: day)
        if timesOfEach != nil || periods > turn { return count(before: bound) - count(before: lower) }
        return countByWalk(from: day, before: bound) - countByWalk(from: day, before: lower)
    }

    /// - Parameter day: a day of the first period that is counted; nil for the one of DTSTART.
    private func countByWalk(from day: Int? = nil, before bound: Int) -> Int {
        let lastDay = floorDivide(bound, 86_400)
        var entries = shapes?.entries ?? []
        var walk = PeriodWalk(self, fromDay: day, throughDay: lastDay)
        // A day may lie in the neighbour of its period: SKIP moves days, and weeks with numbers begin before their year.
        var count = walk.passDays(before: period(ofDay: lastDay) - 1, into: &entries) * times.count
        while let block = walk.next(into: &entries) {
            count += TimeGrid.count(before: bound - block.base, entries: entries[block.entries], times: times)
        }
        return count
    }

    /// A civil second from which the time that has this many others before it is near, and how many are before that;
    /// nil where that is the first period.
    func second(near index: Int, through last: Int) -> (second: Int, before: Int)? {
        if let timesOfEach, timesOfEach > 0 {
            let most = (period(ofDay: floorDivide(last, 86_400)) - first) / interval
            let passed = max(0, min(index / timesOfEach, most))
            return (shape(of: first + passed * interval).firstDay * 86_400, passed * timesOfEach)
        }
        let turn = turn(near: index, through: last)
        // A day that SKIP moved may lie on the other side of a border between two years.
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

    /// The start of a turn from which that time is less than a turn away, and how many times are before it.
    private func turn(near index: Int, through second: Int) -> (second: Int, before: Int)? {
        let last = (period(ofDay: floorDivide(second, 86_400)) - first) / turn
        guard last > 3 else { return nil }
        let (one, two) = (count(before: startOfTurn(1)), count(before: startOfTurn(2)))
        guard two > one, index >= two else { return nil }
        // A day that SKIP moved may lie on the other side of a border between two turns.
        var number = min((index - one) / (two - one), last) + 1
        repeat {
            number -= 1
            let second = startOfTurn(number)
            let before = count(before: second)
            if before <= index { return (second, before) }
        } while number > 1
        return nil
    }

    /// The years whose periods lie between two periods, where years of one length and first weekday have the same; nil
    /// where they have not, or where they are few.
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

    /// The civil second at which a turn begins, counted from the period of DTSTART.
    private func startOfTurn(_ number: Int) -> Int {
        shape(of: first + number * turn).firstDay * 86_400
    }

    /// The last second up to which times are counted in so many steps of some ten nanoseconds.
    func lastSecond(countedIn steps: Int) -> Int {
        if timesOfEach != nil { return RulePlan.lastSecond }
        // Those of each kind are found once, or of each period while these are few.
        let stepsOfKind = 3 * stepsOfShape * (spills ? 3 : 1)
        let left = steps - min(kindCount, spills ? .max : 28) * stepsOfKind
        // Whole years are of fourteen kinds.
        if !spills, unit == .weekly ? interval == 1 : unit == .monthly && 12 % interval == 0,
            left >= PeriodPlan.stepsOfYears
        {
            return RulePlan.lastSecond
        }
        // Turns are like each other, too.
        let stepsOfPeriod = spills ? PeriodPlan.stepsOfSpilling : 6
        let periods = max(left / stepsOfPeriod, steps / (stepsOfPeriod + stepsOfKind))
        if periods / 3 >= turn / interval { return RulePlan.lastSecond }
        let last = min(
            first.adding(periods.multiplied(by: interval)),
            period(ofDay: RulePlan.lastSecond / 86_400)
        )
        return min(shape(of: last).firstDay * 86_400, RulePlan.lastSecond)
    }

    /// What passing over as many years as there are costs, once the periods of each kind are known.
    private static let stepsOfYears = 3000

    /// What a period costs whose days may lie in its neighbours.
    private static let stepsOfSpilling = 40
}
