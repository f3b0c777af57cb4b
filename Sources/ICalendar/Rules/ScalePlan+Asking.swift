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

    /// What falls on a day, where the period that holds it tells; nil where others have to be looked at, too.
    private func entries(onDay day: Int) -> [Int]? {
        let isShort = rule.frequency >= .weekly
        guard isShort || parts.skip == .omit else { return nil }
        guard let year = calendar.year(ofDay: day), year.ordinal >= firstYear else { return nil }
        let period: Int
        switch rule.frequency {
        case .yearly: period = year.ordinal
        case .monthly: period = calendar.ordinal(ofMonth: year.index(ofMonthWithDay: day), of: year)
        case .weekly: period = ScalePlan.week(ofDay: day, weekStart: parts.weekStart)
        default: period = day
        }
        guard (period - first) % rule.interval == 0 else { return [] }
        if !isShort {
            guard parts.isSeenByDay else { return nil }
            guard parts.allows(day, in: year, calendar) else { return [] }
            return positions.isEmpty ? [day * 86_400] : nil
        }
        var days = [day]
        if rule.frequency == .weekly, !positions.isEmpty {
            let firstDay = ScalePlan.firstDay(ofWeek: period, parts.weekStart)
            days = Array(firstDay..<(firstDay + 7))
        }
        let seconds = days.filter { day in
            // A week can begin in the year before.
            guard let own = day < year.firstDay ? calendar.year(ofDay: day) : year else { return false }
            return parts.allows(day, in: own, calendar)
        }
        .map { $0 * 86_400 }
        if positions.isEmpty || seconds.isEmpty { return seconds }
        return SetPositions.pick(positions, from: seconds, times: timesOfDay)
    }
}
