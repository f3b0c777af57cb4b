/// Periods of the calendar: years, months, or the weeks of chosen months.
///
/// Which days a period takes depends on its shape alone (its length and first weekday, and little more), so
/// the days of a shape serve all periods alike, as long as a walk keeps them.
package final class PeriodPlan: Sendable {
    /// Years, months or weeks.
    let unit: RecurrenceRule.Frequency
    /// Whether years are week-numbering years: BYWEEKNO with INTERVAL or BYSETPOS counts in those.
    ///
    /// Without both it makes no difference where a year begins, as each day has the number of its own week.
    let isWeekYear: Bool
    let interval: Int
    /// The number of the period that holds DTSTART.
    let first: Int
    let parts: DayParts
    /// The times of each day, in seconds, sorted; just 0 where ``positions`` picked days and times together.
    let times: PeriodTimes
    /// Whether SKIP may move a day out of its period.
    let spills: Bool
    /// After how many periods the calendar and the interval begin anew: 400 years, or more with an interval.
    let turn: Int
    /// The days of all shapes, where they were computed beforehand.
    let shapes: ShapeTable?
    /// BYSETPOS, sorted; empty when absent.
    let positions: [Int]
    /// The times of each day, in seconds, sorted, before ``positions`` picked any.
    let timesOfDay: PeriodTimes
    let timesOfEach: Int?
    /// Whether a period may have so many days that a walk takes some of them at a time.
    let isDense: Bool
    /// What was found of the shapes that were met last; nil where it is soon found anew.
    let memory: ShapeMemory?
    /// How many steps of a search it takes to find the days of a shape.
    let stepsOfShape: Int

    /// The days and times of a period, as a stretch of a walk's entries.
    struct Block {
        /// The civil second at which the period starts.
        var base: Int
        var entries: Range<Int>
    }

    init?(
        _ unit: RecurrenceRule.Frequency,
        interval: Int,
        start: CivilDate,
        parts: DayParts,
        times: PeriodTimes,
        positions: [Int]
    ) {
        let isWeekYear =
            unit == .yearly && !parts.weekNumbers.isEmpty && (interval > 1 || !positions.isEmpty)
        // More members than this no period has; such a position picks nothing.
        let mostDays =
            switch unit {
            case .yearly: 371
            case .monthly: 31
            default: parts.weekdays.nonzeroBitCount
            }
        let most = times.count * mostDays
        let reachable = positions.filter { $0.magnitude <= most }
        if reachable.isEmpty, !positions.isEmpty { return nil }
        self.unit = unit
        self.isWeekYear = isWeekYear
        self.interval = interval
        self.parts = parts
        shapes = nil
        self.positions = reachable
        self.timesOfDay = times
        self.times = reachable.isEmpty ? times : PeriodTimes([0])
        timesOfEach = parts.days(ofEach: unit).flatMap { days, isEven in
            if isEven, reachable.isEmpty { return days * times.count }
            let isEverywhere = DayParts.areEverywhere(reachable, most: max(days * times.count, 1))
            return !reachable.isEmpty && isEverywhere ? Set(reachable).count : nil
        }
        first = PeriodPlan.period(unit, isWeekYear, ofDay: start.dayNumber, weekStart: parts.weekStart)
        turn = PeriodPlan.turn(unit, interval: interval)
        let days = unit == .monthly ? parts.monthDays : unit == .yearly ? parts.yearDays : []
        let safe = unit == .monthly ? 28 : 365
        switch parts.skip {
        // A day belongs to the week-numbering year that it is moved to.
        case _ where isWeekYear, .omit: spills = false
        case .forward: spills = days.contains { $0 > safe }
        case .backward: spills = days.contains { $0 < -safe }
        }
        isDense = unit == .yearly && positions.isEmpty && !spills && parts.mostDaysOfYear > DaySet.daysOfPart
        stepsOfShape =
            parts.stepsOfDays(of: unit) * (isWeekYear ? 3 : 1) + SetPositions.steps(for: reachable)
        // The days of a dense year are asked for several times.
        memory = stepsOfShape >= Self.stepsOfRemembering / (isDense ? 4 : 1) ? ShapeMemory() : nil
    }

    /// What takes as many steps of a search to be found is kept.
    private static let stepsOfRemembering = 32

    var stepsOfOpening: Int {
        min(stepsOfShape, memory == nil ? .max : Self.stepsOfRemembering / 2) * (spills ? 3 : 1)
    }

    init(preparing plan: PeriodPlan) {
        (unit, isWeekYear, interval) = (plan.unit, plan.isWeekYear, plan.interval)
        (first, parts) = (plan.first, plan.parts)
        (times, spills, turn) = (plan.times, plan.spills, plan.turn)
        (positions, timesOfDay, timesOfEach) = (plan.positions, plan.timesOfDay, plan.timesOfEach)
        shapes = ShapeTable(plan)
        isDense = false
        (memory, stepsOfShape) = (nil, plan.stepsOfShape)
    }

    private static func turn(_ unit: RecurrenceRule.Frequency, interval: Int) -> Int {
        let periods =
            switch unit {
            case .yearly: 400
            case .monthly: 4800
            default: 20_871
            }
        if interval == 1 { return periods }
        var (divisor, rest) = (interval, periods)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        return periods / divisor * interval
    }

    // MARK: Numbers of periods

    func period(ofDay day: Int) -> Int {
        PeriodPlan.period(unit, isWeekYear, ofDay: day, weekStart: parts.weekStart)
    }

    private static func period(
        _ unit: RecurrenceRule.Frequency,
        _ isWeekYear: Bool,
        ofDay day: Int,
        weekStart: Int
    ) -> Int {
        switch unit {
        // The fourth day of a week lies in the year that the week belongs to; day 0 is a Thursday.
        case .yearly where isWeekYear:
            return CivilDate(dayNumber: day + 3 - floorModulo(day + 4 - weekStart, 7)).year
        case .yearly: return CivilDate(dayNumber: day).year
        case .monthly:
            let (year, month, _) = CivilDate(dayNumber: day).fields
            return year * 12 + month - 1
        default:
            // Day 0 is a Thursday.
            return floorDivide(day + 4 - weekStart, 7)
        }
    }

    func isActive(_ period: Int) -> Bool {
        guard period >= first, (period - first) % interval == 0 else { return false }
        return unit != .monthly || isInMonths(period)
    }

    /// The first period the rule looks at, from this one on; nil when there is none.
    func active(from period: Int) -> Int? {
        var period = max(period, first)
        let rest = interval == 1 ? 0 : (period - first) % interval
        if rest > 0 { period += interval - rest }
        if unit == .weekly { return activeWeek(from: period) }
        guard unit == .monthly, parts.months != 0 else { return period }
        // After twelve steps the months repeat.
        for _ in 0..<12 {
            if isInMonths(period) { return period }
            period += interval
        }
        return nil
    }

    /// The first week the rule looks at, from one that it may look at on: weeks outside the months are jumped
    /// over.
    private func activeWeek(from period: Int) -> Int {
        let firstDay = firstDay(ofWeek: period)
        if weekKey(firstDay: firstDay) != 0 { return period }
        var (year, month, _) = CivilDate(dayNumber: firstDay).fields
        repeat {
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        } while parts.months & 1 << month == 0
        let next = self.period(ofDay: CivilDate.dayNumber(year: year, month: month, day: 1))
        // An interval may step over it; the week found then is looked at all the same, and has no days.
        return next + floorModulo(first - next, interval)
    }

    func firstDay(ofWeek period: Int) -> Int {
        period * 7 - 4 + parts.weekStart
    }

    private func isInMonths(_ period: Int) -> Bool {
        parts.months == 0 || parts.months & 1 << (period % 12 + 1) != 0
    }

    // MARK: Shapes

    /// How many keys ``shape(of:)`` may give.
    var shapeCount: Int { unit == .weekly ? 128 : 28 }

    func shape(of period: Int) -> (firstDay: Int, key: Int) {
        switch unit {
        case .yearly:
            let firstDay = CivilDate.dayNumber(year: period, month: 1, day: 1)
            if !parts.dependsOnWeekday { return (firstDay, CivilDate.isLeap(period) ? 7 : 0) }
            var shape = YearShape(year: period, firstDay: firstDay)
            if isWeekYear { return (firstDay + shape.startOfWeekOne(weekStart: parts.weekStart), shape.key) }
            if parts.weekNumbers.isEmpty { (shape.followsLeap, shape.precedesLeap) = (false, false) }
            return (firstDay, shape.key)
        case .monthly:
            let firstDay = CivilDate.dayNumber(year: period / 12, month: period % 12 + 1, day: 1)
            return (firstDay, MonthShape.key(ofMonth: period))
        default:
            let firstDay = firstDay(ofWeek: period)
            return (firstDay, weekKey(firstDay: firstDay))
        }
    }

    /// How many keys ``kind(of:)`` may give.
    var kindCount: Int { unit == .weekly ? 128 : spills && unit == .monthly ? 168 : 28 }

    /// A key for all that decides how many days a period takes, but for the first one, and of how many
    /// periods the rule looks at from this one on it is known that they have the same.
    ///
    /// Where SKIP moves days over borders the neighbours matter, too.
    func kind(of period: Int) -> (key: Int, run: Int) {
        switch unit {
        case .yearly where spills:
            let firstDay = CivilDate.dayNumber(year: period, month: 1, day: 1)
            return (YearShape(year: period, firstDay: firstDay).key, 1)
        case .monthly:
            let key = MonthShape.key(ofMonth: period)
            guard spills else { return (key, 1) }
            return (period % 12 * 14 + (CivilDate.isLeap(period / 12) ? 7 : 0) + key % 7, 1)
        case .yearly: return (shape(of: period).key, 1)
        default:
            // The weeks that lie in one month as a whole.
            let week = week(firstDay: firstDay(ofWeek: period))
            return (week.key, (max(1, week.rest / 7) + interval - 1) / interval)
        }
    }

    /// The days of a week that lie in the rule's months, one bit each.
    private func weekKey(firstDay: Int) -> Int { week(firstDay: firstDay).key }

    private func week(firstDay: Int) -> (key: Int, rest: Int) {
        let (year, month, day) = CivilDate(dayNumber: firstDay).fields
        let rest = CivilDate.daysInMonth(month, ofYear: year) - day + 1
        let inFirst = rest >= 7 ? 0x7F : 0x7F >> (7 - rest)
        var key = parts.months & 1 << month != 0 ? inFirst : 0
        if parts.months & 1 << (month % 12 + 1) != 0 { key |= 0x7F & ~inFirst }
        return (key, rest)
    }

    // MARK: - The days and times of single periods

    /// Whether a second is a time of one of the periods.
    ///
    /// Thousands of overrides may ask, so that no times are written out.
    func contains(_ second: Int) -> Bool {
        let day = floorDivide(second, 86_400)
        let time = second - day * 86_400
        guard let place = timesOfDay.index(of: time) else { return false }
        let period = period(ofDay: day)
        if has(day, timeAt: place, inPeriod: period) { return true }
        // A day that SKIP moved stands in a neighbouring period.
        return spills
            && (has(day, timeAt: place, inPeriod: period - 1)
                || has(day, timeAt: place, inPeriod: period + 1))
    }

    private func has(_ day: Int, timeAt place: Int, inPeriod period: Int) -> Bool {
        guard isActive(period) else { return false }
        let (firstDay, key) = shape(of: period)
        let days = days(ofShape: key)
        guard days.contains(day - firstDay) else { return false }
        if positions.isEmpty { return true }
        let index = days.count(before: day - firstDay) * timesOfDay.count + place
        return SetPositions.pick(positions, memberAt: index, of: days.count * timesOfDay.count)
    }

    /// The days of a shape, before BYSETPOS picks any.
    func days(ofShape key: Int) -> DaySet {
        memory?.days(ofShape: key) { findDays(ofShape: key) } ?? findDays(ofShape: key)
    }

    private func findDays(ofShape key: Int) -> DaySet {
        switch unit {
        case .yearly where isWeekYear: return parts.days(ofWeekYear: YearShape(key: key))
        case .yearly: return parts.days(of: YearShape(key: key))
        case .monthly: return parts.days(of: MonthShape(key: key))
        default:
            var week = DaySet(weekdays: parts.weekdays, first: parts.weekStart)
            var inMonths = DaySet()
            inMonths.insert(mask: UInt64(key), at: 1)
            week.formIntersection(inMonths)
            return week
        }
    }

    /// The days, or picked times, of a shape, in seconds from the start of the period, sorted.
    func entries(ofShape key: Int) -> [Int] {
        var entries: [Int] = []
        addEntries(ofShape: key, to: &entries)
        return entries
    }

    /// Adds the days, or picked times, of a shape to a list, in seconds from the start of the period, sorted.
    func addEntries(ofShape key: Int, to list: inout [Int]) {
        guard !positions.isEmpty else {
            let days = days(ofShape: key)
            // Room for the shapes of a year, as nearly all rules need.
            if list.isEmpty { list.reserveCapacity(max(days.count, 16)) }
            return days.forEach { list.append($0 * 86_400) }
        }
        func pick(from days: DaySet) -> [Int] {
            var seconds: [Int] = []
            seconds.reserveCapacity(days.count)
            days.forEach { seconds.append($0 * 86_400) }
            return SetPositions.pick(positions, from: seconds, times: timesOfDay)
        }
        guard let memory else {
            list += pick(from: findDays(ofShape: key))
            return
        }
        memory.addEntries(
            ofShape: key,
            to: &list,
            findDays: { findDays(ofShape: key) },
            pick(from:)
        )
    }
}

extension DayParts {
    /// How many days each year or month has, where one look tells that all have as many; or the fewest that one has,
    /// where only that is known.
    ///
    /// Numbers of one sign that every period has are so many days; numbers of both signs may meet.
    func days(ofEach unit: RecurrenceRule.Frequency) -> (count: Int, isEven: Bool)? {
        guard unit == .yearly || unit == .monthly && months == 0, weekNumbers.isEmpty, skip == .omit else {
            return nil
        }
        let months = unit == .monthly ? 1 : months == 0 ? 12 : months.nonzeroBitCount
        switch (monthDays.isEmpty, yearDays.isEmpty, hasWeekdays) {
        case (false, true, false):
            return DayParts.areEverywhere(monthDays, most: 28) ? (months * Set(monthDays).count, true) : nil
        case (true, false, false) where unit == .yearly && self.months == 0:
            return DayParts.areEverywhere(yearDays, most: 365) ? (Set(yearDays).count, true) : nil
        case (true, true, true) where ordinals.isEmpty:
            let weeks = unit == .yearly && self.months == 0 ? 52 : 4 * months
            return (weeks * weekdays.nonzeroBitCount, false)
        case (true, true, true) where weekdays == 0:
            let isYear = unit == .yearly && self.months == 0
            guard DayParts.areEverywhere(ordinals.map(\.number), most: isYear ? 52 : 4) else { return nil }
            return ((isYear ? 1 : months) * Set(ordinals).count, true)
        default: return nil
        }
    }

    /// Whether every period of at least so many places has a place for each of these numbers, no two for the same one.
    static func areEverywhere(_ numbers: [Int], most: Int) -> Bool {
        numbers.allSatisfy { (1...most).contains($0) } || numbers.allSatisfy { (1...most).contains(-$0) }
    }
}
