/// A plan for calendar periods: years, months, or the weeks of selected months.
///
/// A period's days depend on little more than its shape, which is its length and first weekday. A walk can therefore
/// reuse the days for every period of the same shape.
package final class PeriodPlan: Sendable {
    /// The unit of a period: year, month, or week.
    let unit: RecurrenceRule.Frequency
    /// Whether years are week-numbering years, as BYWEEKNO with INTERVAL or BYSETPOS requires.
    ///
    /// Otherwise, the start of the year makes no difference, because each day's week number stays the same.
    let isWeekYear: Bool
    let interval: Int
    /// The number of the period that contains DTSTART.
    let first: Int
    let parts: DayParts
    /// The sorted times of each day, in seconds, or only 0 if ``positions`` picks days and times together.
    let times: PeriodTimes
    /// Whether SKIP may move a day out of its period.
    let spills: Bool
    /// The number of periods, spanning at least 400 years, after which the calendar and the interval repeat.
    let turn: Int
    /// The precomputed days of all shapes.
    let shapes: ShapeTable?
    /// The sorted BYSETPOS values; empty if absent.
    let positions: [Int]
    /// The sorted times of each day before ``positions`` picks from them, in seconds.
    let timesOfDay: PeriodTimes
    let timesOfEach: Int?
    /// Whether periods are so large that a walk processes their days in parts.
    let isDense: Bool
    /// The days of recently used shapes, or nil if recomputing them is cheap.
    let memory: ShapeMemory?
    /// The number of search steps needed to find the days of a shape.
    let stepsOfShape: Int

    /// A period's days and times, as a range of the walk's entries.
    struct Block {
        /// The start of the period, in civil seconds.
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
        // Positions beyond the largest possible period pick nothing.
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
        // A moved day belongs to its new week-numbering year.
        case _ where isWeekYear, .omit: spills = false
        case .forward: spills = days.contains { $0 > safe }
        case .backward: spills = days.contains { $0 < -safe }
        }
        isDense = unit == .yearly && positions.isEmpty && !spills && parts.mostDaysOfYear > DaySet.daysOfPart
        stepsOfShape =
            parts.stepsOfDays(of: unit) * (isWeekYear ? 3 : 1) + SetPositions.steps(for: reachable)
        // A walk requests the days of a dense year several times.
        memory = stepsOfShape >= Self.stepsOfRemembering / (isDense ? 4 : 1) ? ShapeMemory() : nil
    }

    /// The minimum number of search steps that makes a shape worth caching.
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
        return periods / greatestCommonDivisor(interval, periods) * interval
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
        // A week belongs to the year that contains its fourth day; day 0 is a Thursday.
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

    /// Returns the first period to examine at or after the given one, or nil.
    func active(from period: Int) -> Int? {
        var period = max(period, first)
        let rest = interval == 1 ? 0 : (period - first) % interval
        if rest > 0 { period += interval - rest }
        if unit == .weekly { return activeWeek(from: period) }
        guard unit == .monthly, parts.months != 0 else { return period }
        // The months repeat after at most twelve steps.
        for _ in 0..<12 {
            if isInMonths(period) { return period }
            period += interval
        }
        return nil
    }

    /// Returns the first week to examine at or after a candidate, skipping weeks outside the rule's months.
    private func activeWeek(from period: Int) -> Int {
        let firstDay = firstDay(ofWeek: period)
        if weekKey(firstDay: firstDay) != 0 { return period }
        var (year, month, _) = CivilDate(dayNumber: firstDay).fields
        repeat {
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        } while parts.months & 1 << month == 0
        let next = self.period(ofDay: CivilDate.dayNumber(year: year, month: month, day: 1))
        // The interval may skip the next week with days. The week found instead is examined even if it has no days.
        return next + floorModulo(first - next, interval)
    }

    func firstDay(ofWeek period: Int) -> Int {
        period * 7 - 4 + parts.weekStart
    }

    private func isInMonths(_ period: Int) -> Bool {
        parts.months == 0 || parts.months & 1 << (period % 12 + 1) != 0
    }

    // MARK: Shapes

    /// The number of keys that ``shape(of:)`` can return.
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

    /// The number of keys that ``kind(of:)`` can return.
    var kindCount: Int { unit == .weekly ? 128 : spills && unit == .monthly ? 168 : 28 }

    /// Returns a key for all properties that determine the number of days in any period except the first.
    ///
    /// `run` is the number of consecutive examined periods, starting with this one, that are known to share the key.
    /// If SKIP moves days across boundaries, the key includes the adjacent periods.
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
            // Weeks that are entirely within one month share a key.
            let week = week(firstDay: firstDay(ofWeek: period))
            return (week.key, (max(1, week.rest / 7) + interval - 1) / interval)
        }
    }

    /// Returns the days of a week that are in the rule's months, as a bit mask.
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

    /// Returns whether a second is one of the plan's times.
    ///
    /// Does not build the list of times, because thousands of overrides may require this check.
    func contains(_ second: Int) -> Bool {
        let day = floorDivide(second, 86_400)
        let time = second - day * 86_400
        guard let place = timesOfDay.index(of: time) else { return false }
        let period = period(ofDay: day)
        if has(day, timeAt: place, inPeriod: period) { return true }
        // A day moved by SKIP belongs to a neighboring period.
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

    /// Returns the days of a shape before BYSETPOS picks from them.
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

    /// Returns the days or picked times of a shape, sorted, in seconds from the start of the period.
    func entries(ofShape key: Int) -> [Int] {
        var entries: [Int] = []
        addEntries(ofShape: key, to: &entries)
        return entries
    }

    /// Appends the days or picked times of a shape to a list, sorted, in seconds from the start of the period.
    func addEntries(ofShape key: Int, to list: inout [Int]) {
        guard !positions.isEmpty else {
            let days = days(ofShape: key)
            // Reserves space for the shapes of one year, which is enough for nearly all rules.
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
    /// Returns the number of days in every year or month, or nil if a quick check is inconclusive.
    ///
    /// If `isEven` is false, the count is only a minimum. Numbers with the same sign select distinct days; numbers
    /// with different signs may select the same day.
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

    /// Returns whether each number selects a distinct position in every period with at least `most` positions.
    static func areEverywhere(_ numbers: [Int], most: Int) -> Bool {
        numbers.allSatisfy { (1...most).contains($0) } || numbers.allSatisfy { (1...most).contains(-$0) }
    }
}
