/// Rules that read as they are spoken.
///
/// Each maker takes only the parts that RFC 5545 section 3.3.10 allows with its frequency; numbers out of range are found
/// by ``violations``.
extension RecurrenceRule {
    /// Every so many days.
    ///
    /// ```swift
    /// RecurrenceRule.daily()              // FREQ=DAILY
    /// RecurrenceRule.daily(every: 3)      // FREQ=DAILY;INTERVAL=3
    /// ```
    public static func daily(every interval: Int = 1) -> RecurrenceRule {
        RecurrenceRule(.daily, interval: interval)
    }

    /// Every so many weeks, on these days, or on the day of the week of the start.
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

    /// From Monday to Friday.
    ///
    /// ```swift
    /// RecurrenceRule.onWorkdays()         // FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    /// ```
    public static func onWorkdays() -> RecurrenceRule {
        .weekly(on: .monday, .tuesday, .wednesday, .thursday, .friday)
    }

    /// Every so many months, on the day of the month of the start.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(every: 3)                        // FREQ=MONTHLY;INTERVAL=3
    /// ```
    public static func monthly(every interval: Int = 1) -> RecurrenceRule {
        RecurrenceRule(.monthly, interval: interval)
    }

    /// Every so many months, on these weekdays of the month.
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

    /// Every so many months, on these days of the month, 1 to 31, or -1 to -31 from its end.
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

    /// Every so many years, on the day of the start.
    ///
    /// ```swift
    /// RecurrenceRule.yearly()                                 // FREQ=YEARLY
    /// ```
    public static func yearly(every interval: Int = 1) -> RecurrenceRule {
        RecurrenceRule(.yearly, interval: interval)
    }

    /// Every so many years, in these months, on the day of the month of the start.
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

    /// Every so many years, in these months and on these weekdays of them; without months on weekdays of the year.
    ///
    /// ```swift
    /// RecurrenceRule.yearly(in: 11, on: .fourth(.thursday))   // FREQ=YEARLY;BYDAY=4TH;BYMONTH=11
    /// RecurrenceRule.yearly(on: .nth(20, .monday))            // FREQ=YEARLY;BYDAY=20MO
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

    /// Every so many years, in these months, on these days of them; without months in each month.
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

    /// Every so many years, in these weeks of the year (ISO 8601), on these days of them.
    ///
    /// ```swift
    /// RecurrenceRule.yearly(inWeeks: [20], on: .monday)        // FREQ=YEARLY;BYDAY=MO;BYWEEKNO=20
    /// ```
    public static func yearly(
        every interval: Int = 1,
        inWeeks weeks: [Int],
        on day: Weekday,
        _ more: Weekday...
    )
        -> RecurrenceRule
    {
        var rule = RecurrenceRule(.yearly, interval: interval)
        rule.byWeekNumber = weeks
        rule.byDay = ([day] + more).map { .every($0) }
        return rule
    }

    /// The same rule with at most so many instances; an UNTIL that it had goes, as both may not stand together.
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

    /// The same rule up to a last moment, included; a COUNT that it had goes, as both may not stand together.
    ///
    /// For a series of whole days that is a date, for one in a zone or in UTC a time in UTC, for a floating one a
    /// floating time.
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

    /// The same rule with weeks that start on another day than Monday (WKST).
    ///
    /// ```swift
    /// RecurrenceRule.weekly(every: 2, on: .sunday, .monday).weeksStarting(on: .sunday)
    /// ```
    public func weeksStarting(on day: Weekday) -> RecurrenceRule {
        var rule = self
        rule.weekStart = day
        return rule
    }
}

extension RecurrenceRule.WeekdayNumber {
    /// Every such day of the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .every(.monday))
    /// ```
    public static func every(_ day: Weekday) -> Self { Self(day) }
    /// The first such day of the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .first(.monday))         // 1MO
    /// ```
    public static func first(_ day: Weekday) -> Self { Self(day, ordinal: 1) }
    /// The second such day of the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .second(.tuesday))       // 2TU
    /// ```
    public static func second(_ day: Weekday) -> Self { Self(day, ordinal: 2) }
    /// The third such day of the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .third(.tuesday))        // 3TU
    /// ```
    public static func third(_ day: Weekday) -> Self { Self(day, ordinal: 3) }
    /// The fourth such day of the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .fourth(.tuesday))       // 4TU
    /// ```
    public static func fourth(_ day: Weekday) -> Self { Self(day, ordinal: 4) }
    /// The last such day of the period.
    ///
    /// ```swift
    /// RecurrenceRule.monthly(on: .last(.friday))          // -1FR
    /// ```
    public static func last(_ day: Weekday) -> Self { Self(day, ordinal: -1) }
    /// Such a day of the period by its number, from its end when negative.
    ///
    /// ```swift
    /// RecurrenceRule.yearly(on: .nth(20, .monday))        // 20MO
    /// ```
    public static func nth(_ ordinal: Int, _ day: Weekday) -> Self { Self(day, ordinal: ordinal) }
}
