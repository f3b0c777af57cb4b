public import ICalendarCore

extension RecurrenceRule: CustomStringConvertible {
    /// The rule as an English sentence:
    /// `try RecurrenceRule(text: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU").description // "every second Tuesday"`.
    ///
    /// Parts that RFC 5545 forbids in their context are ignored. Values that the start implies are not described; use
    /// ``description(startingAt:)`` to include them.
    public var description: String {
        RuleSentence(self, isAllDay: false).text
    }

    /// Returns the rule as an English sentence, including the parts that its series' start implies (RFC 5545 section
    /// 3.3.10).
    ///
    /// Examples are the day, for a rule with neither BYDAY nor BYMONTHDAY, and the minutes, for a rule with only
    /// BYHOUR.
    ///
    /// ```swift
    /// let start = try EventTime("2026-01-31")
    /// RecurrenceRule(.monthly).description(startingAt: start)  // "every month on the 31st"
    /// ```
    public func description(startingAt start: EventTime) -> String {
        var rule = completed(by: start.civil)
        rule.takeUntil(for: start)
        return RuleSentence(rule, isAllDay: start.isDate).text
    }

    /// Returns the rule with explicit values for the parts that its start implies.
    private func completed(by start: CivilDateTime) -> RecurrenceRule {
        var rule = self
        let isGregorian = (calendarScale ?? "GREGORIAN").uppercased() == "GREGORIAN"
        if isGregorian { rule.takeDay(of: start.date) }
        if !frequency.isSubDaily, !byHour.isEmpty || !byMinute.isEmpty || !bySecond.isEmpty {
            if byHour.isEmpty { rule.byHour = [start.hour] }
            if byMinute.isEmpty { rule.byMinute = [start.minute] }
            if bySecond.isEmpty, start.second > 0 { rule.bySecond = [start.second] }
        }
        return rule
    }

    /// Converts UNTIL to the series' local time, or to a date if the instance on that day is included.
    private mutating func takeUntil(for start: EventTime) {
        guard let end = until, !end.isDate else { return }
        var last = end.civil
        var isInLast = last.secondOfDay >= start.civil.secondOfDay
        switch start {
        case .date: until = end.until(isAllDay: true)
        case .floating: until = .floating(last)
        case .utc: break
        case .zoned(_, let identifier):
            guard case .utc(let time) = end, let zone = try? Zone(identifier: identifier) else { return }
            let instant = Zone.utc.instant(of: time)
            last = zone.civil(at: instant)
            // Some programs write the last second of year 9999 in UTC for rules without an end.
            guard last.date.fields.year <= 9999 else { return }
            until = .floating(last)
            let start = CivilDateTime(last.date, secondOfDay: start.civil.secondOfDay)
            isInLast = zone.instant(of: start) <= instant
        }
        let setsTimes = frequency.isSubDaily || !(byHour.isEmpty && byMinute.isEmpty && bySecond.isEmpty)
        if !start.isDate, !setsTimes, isInLast { until = .date(last.date) }
    }

    /// Adds the start's day unless a part specifies a day.
    private mutating func takeDay(of date: CivilDate) {
        switch frequency {
        case .weekly:
            if byDay.isEmpty { byDay = [.init(date.weekday)] }
        case .monthly:
            if byDay.isEmpty, byMonthDay.isEmpty { byMonthDay = [date.day] }
        case .yearly:
            guard byDay.isEmpty, byMonthDay.isEmpty, byYearDay.isEmpty else { return }
            if !byWeekNumber.isEmpty {
                byDay = [.init(date.weekday)]
            } else {
                if byMonth.isEmpty { byMonth = [.init(date.month)] }
                byMonthDay = [date.day]
            }
        case .daily, .hourly, .minutely, .secondly:
            return
        }
    }
}
