/// Factory methods for common rules.
///
/// Each method accepts only the parts that RFC 5545 section 3.3.10 allows for its frequency. ``violations`` reports
/// out-of-range numbers.
extension RecurrenceRule {
    /// Returns a rule that repeats every `interval` days.
    ///
    /// ```swift
    /// RecurrenceRule.daily()              // FREQ=DAILY
    /// RecurrenceRule.daily(every: 3)      // FREQ=DAILY;INTERVAL=3
    /// ```
    public static func daily(every interval: Int = 1) -> RecurrenceRule {
        RecurrenceRule(.daily, interval: interval)
    }

    /// Returns a rule that repeats every `interval` weeks, on the given days or on the weekday of the start.
    ///
    /// ```swift
    /// RecurrenceRule.weekly(on: .monday, .friday)         // FREQ=WEEKLY;BYDAY=MO,FR
    /// RecurrenceRule.weekly(every: 2, on: .tuesday)       // FREQ=WEEKLY;INTERVAL=2;BYDAY=TU
    /// ```
    public static func weekly(every interval: Int = 1, on days: Weekday...) -> RecurrenceRule {
        var rule = RecurrenceRule(.weekly, interval: interval)
        rule.byDay = days.map { .every($0) }
        return rule
    }

    /// Returns a rule that repeats from Monday to Friday.
    ///
    /// ```swift
    /// RecurrenceRule.onWorkdays()         // FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    /// ```
    public static func onWorkdays() -> RecurrenceRule {
        .weekly(on: .monday, .tuesday, .wednesday, .thursday, .friday)
    }

    /// Returns a rule that repeats every `interval` months, on the start's day of the month.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(every: 3)                        // FREQ=MONTHLY;INTERVAL=3
    /// ```
    public static func monthly(every interval: Int = 1) -> RecurrenceRule {
        RecurrenceRule(.monthly, interval: interval)
    }

    /// Returns a rule that repeats every `interval` months, on the given weekdays of the month.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .last(.friday))              // FREQ=MONTHLY;BYDAY=-1FR
    /// RecurrenceRule.monthly(on: .first(.monday), .third(.monday))
    /// ```
    public static func monthly(every interval: Int = 1, on day: WeekdayNumber, _ more: WeekdayNumber...)
        -> RecurrenceRule
    {
        var rule = RecurrenceRule(.monthly, interval: interval)
        rule.byDay = [day] + more
        return rule
    }

    /// Returns a rule that repeats every `interval` months, on the given days of the month: 1 to 31, or -1 to -31
    /// counted from the end.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(onDays: 1, 15)       // FREQ=MONTHLY;BYMONTHDAY=1,15
    /// RecurrenceRule.monthly(onDays: -1)          // the last day of each month
    /// ```
    public static func monthly(every interval: Int = 1, onDays day: Int, _ more: Int...) -> RecurrenceRule {
        var rule = RecurrenceRule(.monthly, interval: interval)
        rule.byMonthDay = [day] + more
        return rule
    }

    /// Returns a rule that repeats every `interval` years, on the date of the start.
    ///
    /// ```swift
    /// RecurrenceRule.yearly()                                 // FREQ=YEARLY
    /// ```
    public static func yearly(every interval: Int = 1) -> RecurrenceRule {
        RecurrenceRule(.yearly, interval: interval)
    }

    /// Returns a rule that repeats every `interval` years in the given months, on the start's day of the month.
    ///
    /// ```swift
    /// RecurrenceRule.yearly(in: 3, 9)                         // FREQ=YEARLY;BYMONTH=3,9
    /// ```
    public static func yearly(every interval: Int = 1, in month: MonthNumber, _ more: MonthNumber...)
        -> RecurrenceRule
    {
        var rule = RecurrenceRule(.yearly, interval: interval)
        rule.byMonth = [month] + more
        return rule
    }

    /// Returns a rule that repeats every `interval` years on weekdays of the given months, or of the year if none are
    /// given.
    ///
    /// ```swift
    /// RecurrenceRule.yearly(in: 11, on: .fourth(.thursday))   // FREQ=YEARLY;BYDAY=4TH;BYMONTH=11
    /// RecurrenceRule.yearly(on: .last(.monday))               // FREQ=YEARLY;BYDAY=-1MO
    /// ```
    public static func yearly(
        every interval: Int = 1,
        in months: MonthNumber...,
        on day: WeekdayNumber,
        _ more: WeekdayNumber...
    ) -> RecurrenceRule {
        var rule = RecurrenceRule(.yearly, interval: interval)
        rule.byMonth = months
        rule.byDay = [day] + more
        return rule
    }

    /// Returns a rule that repeats every `interval` years on days of the given months, or of every month if none are
    /// given.
    ///
    /// ```swift
    /// RecurrenceRule.yearly(in: 12, onDays: 24, 31)           // FREQ=YEARLY;BYMONTHDAY=24,31;BYMONTH=12
    /// ```
    public static func yearly(
        every interval: Int = 1,
        in months: MonthNumber...,
        onDays day: Int,
        _ more: Int...
    ) -> RecurrenceRule {
        var rule = RecurrenceRule(.yearly, interval: interval)
        rule.byMonth = months
        rule.byMonthDay = [day] + more
        return rule
    }

    /// Returns the rule limited to `count` instances.
    ///
    /// Any UNTIL is removed, because COUNT and UNTIL cannot be combined.
    ///
    /// ```swift
    /// RecurrenceRule.daily().count(10)            // FREQ=DAILY;COUNT=10
    /// ```
    public func count(_ count: Int) -> RecurrenceRule {
        var rule = self
        rule.count = count
        rule.until = nil
        return rule
    }

    /// Returns the rule with an inclusive end.
    ///
    /// Any COUNT is removed, because COUNT and UNTIL cannot be combined.
    ///
    /// The end is a date for an all-day series, a UTC time for a series in a time zone or in UTC, or a floating time
    /// for a floating series.
    ///
    /// ```swift
    /// RecurrenceRule.daily().until(try EventTime("2026-12-31"))      // FREQ=DAILY;UNTIL=20261231
    /// ```
    public func until(_ end: EventTime) -> RecurrenceRule {
        var rule = self
        rule.until = end
        rule.count = nil
        return rule
    }
}

extension RecurrenceRule.WeekdayNumber {
    /// Returns a BYDAY item for every occurrence of a weekday in the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .every(.monday))
    /// ```
    public static func every(_ day: Weekday) -> Self { Self(day) }
    /// Returns a BYDAY item for the first occurrence of a weekday in the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .first(.monday))         // 1MO
    /// ```
    public static func first(_ day: Weekday) -> Self { Self(day, ordinal: 1) }
    /// Returns a BYDAY item for the second occurrence of a weekday in the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .second(.tuesday))       // 2TU
    /// ```
    public static func second(_ day: Weekday) -> Self { Self(day, ordinal: 2) }
    /// Returns a BYDAY item for the third occurrence of a weekday in the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .third(.tuesday))        // 3TU
    /// ```
    public static func third(_ day: Weekday) -> Self { Self(day, ordinal: 3) }
    /// Returns a BYDAY item for the fourth occurrence of a weekday in the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .fourth(.tuesday))       // 4TU
    /// ```
    public static func fourth(_ day: Weekday) -> Self { Self(day, ordinal: 4) }
    /// Returns a BYDAY item for the last occurrence of a weekday in the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .last(.friday))          // -1FR
    /// ```
    public static func last(_ day: Weekday) -> Self { Self(day, ordinal: -1) }
}
