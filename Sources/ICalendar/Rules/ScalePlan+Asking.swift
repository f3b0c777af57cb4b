extension RulePlan {
    /// Whether it is seen at a glance that nothing falls on a day, in days since 1970; false where it has to be found out.
    ///
    /// It is so for most days that thousands of overrides name, beside a hundred rules.
    func isEmpty(onDay day: Int) -> Bool {
        guard case .scale(let plan) = engine else { return false }
        return plan.entries(fromDay: day, throughDay: day)?.isEmpty ?? false
    }
}

extension ScalePlan {
    /// What falls on a few days, in seconds since 1970, sorted, each once, where that is known without a walk through
    /// the years around them; nil where it is not.
    ///
    /// Thousands of overrides may ask each of a hundred rules for a day.
    func entries(fromDay day: Int, throughDay lastDay: Int) -> [Int]? {
        if day == lastDay, let entries = entries(onDay: day) { return entries }
        // Days and weeks are as soon found as remembered.
        return rule.frequency < .weekly ? memory.entries(of: self, fromDay: day, throughDay: lastDay) : nil
    }

    /// Whether a day has the time at a place among ``timesOfDay``, where that is known without such a walk; nil where it
    /// is not.
    func has(_ day: Int, timeAt place: Int) -> Bool? {
        guard rule.frequency == .weekly, !positions.isEmpty else {
            let time = positions.isEmpty ? 0 : timesOfDay[place]
            return entries(fromDay: day, throughDay: day).map { $0.contains(day * 86_400 + time) }
        }
        guard let week = seconds(ofPeriodWith: day) else { return nil }
        guard let before = week.firstIndex(of: day * 86_400) else { return false }
        return SetPositions.pick(
            positions,
            memberAt: before * timesOfDay.count + place,
            of: week.count * timesOfDay.count
        )
    }

    /// What falls on a day, where the period that holds it tells; nil where others have to be looked at, too.
    private func entries(onDay day: Int) -> [Int]? {
        if rule.frequency >= .weekly {
            guard let seconds = seconds(ofPeriodWith: day) else { return nil }
            if positions.isEmpty || seconds.isEmpty { return seconds }
            return SetPositions.pick(positions, from: seconds, times: timesOfDay)
        }
        guard parts.skip == .omit, let year = calendar.year(ofDay: day), year.ordinal >= firstYear else {
            return nil
        }
        let period =
            rule.frequency == .yearly
            ? year.ordinal : calendar.ordinal(ofMonth: year.index(ofMonthWithDay: day), of: year)
        guard (period - first) % rule.interval == 0 else { return [] }
        guard parts.isSeenByDay else { return nil }
        guard parts.allows(day, in: year, calendar) else { return [] }
        return positions.isEmpty ? [day * 86_400] : nil
    }

    /// A day, or the days of its week where BYSETPOS picks from them, as far as the parts allow them; nil where the years are
    /// not known.
    private func seconds(ofPeriodWith day: Int) -> [Int]? {
        guard let year = calendar.year(ofDay: day), year.ordinal >= firstYear else { return nil }
        let isWeekly = rule.frequency == .weekly
        let period = isWeekly ? ScalePlan.week(ofDay: day, weekStart: parts.weekStart) : day
        guard (period - first) % rule.interval == 0 else { return [] }
        var days = day...day
        if isWeekly, !positions.isEmpty {
            let firstDay = ScalePlan.firstDay(ofWeek: period, parts.weekStart)
            days = firstDay...(firstDay + 6)
        }
        return days.filter { day in
            // A week can begin in the year before.
            guard let own = day < year.firstDay ? calendar.year(ofDay: day) : year else { return false }
            return parts.allows(day, in: own, calendar)
        }
        .map { $0 * 86_400 }
    }
}
