/// The days and times of single periods.
extension PeriodPlan {
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
