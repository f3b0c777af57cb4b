import ICalendarCore

/// A part of a recurrence rule in jCal and xCal: a lowercase name and one or more values.
///
/// See RFC 7265 section 3.6.10 and RFC 6321 section 3.6.10; `rscale` and `skip` come from RFC 7529.
struct RulePart {
    /// A single value: a number, a word or the time at which the rule ends.
    package enum Item {
        case number(Int)
        case word(String)
        case time(EventTime)
    }

    let name: String
    let items: [Item]

    /// Returns a rule's parts in the order of the RFC 6321 schema, excluding parts that have the default value.
    static func parts(of rule: RecurrenceRule) -> [RulePart] {
        var parts: [RulePart] = []
        func add(_ name: String, _ items: [Item]) {
            if !items.isEmpty { parts.append(RulePart(name: name, items: items)) }
        }
        func add(_ name: String, _ numbers: [Int]) {
            add(name, numbers.map(Item.number))
        }
        if let scale = rule.calendarScale { add("rscale", [.word(scale)]) }
        add("freq", [.word(rule.frequency.rawValue)])
        if let until = rule.until { add("until", [.time(until)]) }
        if let count = rule.count { add("count", [count]) }
        if rule.interval != 1 { add("interval", [rule.interval]) }
        add("bysecond", rule.bySecond)
        add("byminute", rule.byMinute)
        add("byhour", rule.byHour)
        add("byday", rule.byDay.map { .word(RuleText.format(day: $0)) })
        add("bymonthday", rule.byMonthDay)
        add("byyearday", rule.byYearDay)
        add("byweekno", rule.byWeekNumber)
        // A leap month is written with a letter (RFC 7529), while other months are numbers.
        add("bymonth", rule.byMonth.map { $0.isLeap ? .word("\($0.number)L") : .number($0.number) })
        add("bysetpos", rule.bySetPosition)
        if rule.weekStart != .monday { add("wkst", [.word(rule.weekStart.abbreviation)]) }
        if rule.skip != .omit { add("skip", [.word(rule.skip.rawValue)]) }
        return parts
    }
}

extension EventTime {
    /// Appends the time with hyphens and colons.
    ///
    /// A zoned time is written as a local time, since UNTIL has no zone.
    func appendExtended(to bytes: inout [UInt8]) {
        switch self {
        case .date(let date): ExtendedTimeText.append(date, to: &bytes)
        case .floating(let time), .zoned(let time, _): ExtendedTimeText.append(time, isUTC: false, to: &bytes)
        case .utc(let time): ExtendedTimeText.append(time, isUTC: true, to: &bytes)
        }
    }
}
