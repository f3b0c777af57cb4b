extension RecurrenceRule {
    /// What RFC 5545 section 3.3.10 and RFC 7529 forbid in this rule, a sentence each without a full stop.
    ///
    /// Reading and expanding are lenient about all of it; builders are not.
    ///
    /// ```swift
    /// var rule = RecurrenceRule.weekly(on: .monday)
    /// rule.byDay = [.first(.monday)]
    /// rule.violations         // ["BYDAY with a number is for MONTHLY and YEARLY rules"]
    /// ```
    public var violations: [String] {
        limitViolations + rangeViolations + combinationViolations
    }

    /// The same, and what does not fit a start: a limit of another type, times of day in a series of whole days.
    ///
    /// ```swift
    /// RecurrenceRule(.hourly).violations(startingAt: try EventTime("2026-03-29")).count      // 1
    /// ```
    public func violations(startingAt start: EventTime) -> [String] {
        var found = violations
        if start.isDate {
            if frequency.isSubDaily { found.append("\(frequency.rawValue) is for events with a time") }
            for (name, list) in [("BYHOUR", byHour), ("BYMINUTE", byMinute), ("BYSECOND", bySecond)]
            where !list.isEmpty {
                found.append("\(name) is for events with a time")
            }
        }
        guard let until else { return found }
        let wanted: (word: String, fits: Bool) =
            switch (start, until) {
            case (.date, .date): ("", true)
            case (.date, _): ("a date, as the start is", false)
            case (.floating, .floating): ("", true)
            case (.floating, _): ("a floating time, as the start is", false)
            case (.utc, .utc), (.zoned, .utc): ("", true)
            default: ("a time in UTC", false)
            }
        if !wanted.fits { found.append("UNTIL must be \(wanted.word)") }
        return found
    }

    /// Gives the rule back when it may start there.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` with what RFC 5545 forbids.
    func checked(startingAt start: EventTime) throws(CalendarError) -> RecurrenceRule {
        let found = violations(startingAt: start)
        if let first = found.first { throw CalendarError(.invalidValue, "RRULE: \(first)") }
        return self
    }

    /// INTERVAL, COUNT and UNTIL.
    private var limitViolations: [String] {
        var found: [String] = []
        if interval < 1 { found.append("INTERVAL must be at least 1") }
        if let count, count < 1 { found.append("COUNT must be at least 1") }
        if count != nil, until != nil { found.append("COUNT and UNTIL may not stand together") }
        if case .zoned? = until { found.append("UNTIL has no time zone of its own; write it in UTC") }
        if skip != .omit, calendarScale == nil { found.append("SKIP is for rules with RSCALE") }
        return found
    }

    /// Whether the rule counts in the Gregorian calendar, whose months and weeks are known.
    private var isGregorian: Bool { calendarScale == nil || calendarScale == "GREGORIAN" }

    /// Numbers that no second, day or month has.
    private var rangeViolations: [String] {
        var found: [String] = []
        func hold(_ name: String, _ list: [Int], _ range: ClosedRange<Int>) {
            if !list.allSatisfy(range.contains) {
                found.append("\(name) is from \(range.lowerBound) to \(range.upperBound)")
            }
        }
        func holdSigned(_ name: String, _ list: [Int], _ limit: Int) {
            if !list.allSatisfy({ $0 != 0 && (-limit...limit).contains($0) }) {
                found.append("\(name) is from 1 to \(limit), or from -1 to -\(limit)")
            }
        }
        hold("BYSECOND", bySecond, 0...60)
        hold("BYMINUTE", byMinute, 0...59)
        hold("BYHOUR", byHour, 0...23)
        hold("BYMONTH", byMonth.map(\.number), 1...(isGregorian ? 12 : 13))
        holdSigned("BYMONTHDAY", byMonthDay, isGregorian ? 31 : 32)
        holdSigned("BYYEARDAY", byYearDay, isGregorian ? 366 : 385)
        holdSigned("BYWEEKNO", byWeekNumber, isGregorian ? 53 : 55)
        holdSigned("BYSETPOS", bySetPosition, 366)
        holdSigned("the number in BYDAY", byDay.compactMap(\.ordinal), 53)
        if isGregorian, byMonth.contains(where: \.isLeap) {
            found.append("leap months in BYMONTH are for other calendars (RSCALE)")
        }
        return found
    }

    /// Parts that may not stand with this frequency, or with each other.
    private var combinationViolations: [String] {
        var found: [String] = []
        if byDay.contains(where: { $0.ordinal != nil }) {
            if frequency != .monthly, frequency != .yearly {
                found.append("BYDAY with a number is for MONTHLY and YEARLY rules")
            } else if frequency == .yearly, !byWeekNumber.isEmpty {
                found.append("BYDAY with a number may not stand with BYWEEKNO")
            }
        }
        if !byMonthDay.isEmpty, frequency == .weekly { found.append("BYMONTHDAY is not for WEEKLY rules") }
        if !byYearDay.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
            found.append("BYYEARDAY is not for DAILY, WEEKLY and MONTHLY rules")
        }
        if !byWeekNumber.isEmpty, frequency != .yearly { found.append("BYWEEKNO is for YEARLY rules") }
        let lists = [bySecond, byMinute, byHour, byMonthDay, byYearDay, byWeekNumber, byMonth.map(\.number)]
        if !bySetPosition.isEmpty, byDay.isEmpty, lists.allSatisfy(\.isEmpty) {
            found.append("BYSETPOS needs another BYxxx part")
        }
        return found
    }
}
