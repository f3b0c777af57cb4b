public import ICalendarCore

extension RecurrenceRule: CustomStringConvertible {
    /// The rule as an English sentence:
    /// `try RecurrenceRule(text: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU").description // "every second Tuesday"`.
    ///
    /// What RFC 5545 forbids where it stands, and what therefore is ignored, is not in it. What the rule takes from
    /// its start is not in it either: see ``description(startingAt:)``.
    public var description: String {
        RuleSentence(self, isAllDay: false).text
    }

    /// The sentence of the rule with what it takes from the start of its series (RFC 5545 section 3.3.10): the day of
    /// a rule without BYDAY and BYMONTHDAY, and the minutes of one with BYHOUR alone.
    ///
    /// ```swift
    /// let start = EventTime.date(CivilDate(dayNumber: 20_484))  // 31 January 2026
    /// RecurrenceRule(.monthly).description(startingAt: start)   // "every month on the 31st"
    /// ```
    public func description(startingAt start: EventTime) -> String {
        var rule = completed(by: start.civil)
        rule.takeUntil(for: start)
        return RuleSentence(rule, isAllDay: start.isDate).text
    }

    /// The rule with the parts written out that it takes from its start.
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

    /// UNTIL as a series reads it: the date that it means where the start is one, and the wall clock as written where
    /// that floats.
    private mutating func takeUntil(for start: EventTime) {
        guard let end = until, !end.isDate else { return }
        switch start {
        case .date: until = end.until(isAllDay: true)
        case .floating: until = .floating(end.civil)
        case .utc, .zoned: return
        }
    }

    /// Writes out the day of the start where no part names one.
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
