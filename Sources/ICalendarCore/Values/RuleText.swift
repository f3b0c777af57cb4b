/// RECUR values (RFC 5545 section 3.3.10, RFC 7529 section 4.1) between text and ``RecurrenceRule``.
///
/// Reading is lenient: case and blanks do not matter, and whatever can be left out alone is left out alone,
/// with a remark. A rule of which a limit cannot be read (FREQ, INTERVAL, COUNT, UNTIL, BYxxx) is no rule,
/// since without that limit it would say something else.
package enum RuleText {
    /// Greater intervals and counts than this cannot matter before the year 9999; they are read as this.
    static let greatestNumber = 1 << 40

    /// The rule of a text, or nil with a remark of error severity.
    ///
    /// `COUNT=0` and `INTERVAL=0` are kept as zeros, with a warning: such a rule has no instances, so that
    /// DTSTART stands alone. ``RulePlan`` refuses it.
    package static func parse(_ text: String) -> (rule: RecurrenceRule?, remarks: [ValueRemark]) {
        var reader = RuleReader(text)
        let rule = reader.read()
        return (rule, reader.remarks)
    }

    /// The text of a rule, FREQ first; the value of RRULE, without its name.
    package static func format(_ rule: RecurrenceRule) -> String {
        var text = "FREQ=" + rule.frequency.rawValue
        func add(_ name: String, _ value: String) {
            text += ";" + name + "=" + value
        }
        func add(_ name: String, _ list: [Int]) {
            if !list.isEmpty { add(name, list.map(String.init).joined(separator: ",")) }
        }
        if let scale = rule.calendarScale {
            add("RSCALE", String(decoding: NameText.property(scale), as: UTF8.self))
        }
        if let until = rule.until { add("UNTIL", format(until: until)) }
        if let count = rule.count { add("COUNT", String(count)) }
        if rule.interval != 1 { add("INTERVAL", String(rule.interval)) }
        add("BYSECOND", rule.bySecond)
        add("BYMINUTE", rule.byMinute)
        add("BYHOUR", rule.byHour)
        if !rule.byDay.isEmpty {
            add("BYDAY", rule.byDay.map(format(day:)).joined(separator: ","))
        }
        add("BYMONTHDAY", rule.byMonthDay)
        add("BYYEARDAY", rule.byYearDay)
        add("BYWEEKNO", rule.byWeekNumber)
        if !rule.byMonth.isEmpty {
            let months = rule.byMonth.map { String($0.number) + ($0.isLeap ? "L" : "") }
            add("BYMONTH", months.joined(separator: ","))
        }
        add("BYSETPOS", rule.bySetPosition)
        if rule.weekStart != .monday { add("WKST", rule.weekStart.abbreviation) }
        if rule.skip != .omit { add("SKIP", rule.skip.rawValue) }
        return text
    }

    /// The text of a rule as it is quoted in a diagnostic: not more than a line holds.
    package static func excerpt(_ rule: RecurrenceRule) -> String {
        let text = format(rule)
        return text.utf8.count <= 80 ? text : text.prefix(77) + "..."
    }

    /// An item of BYDAY, such as `-1SU`.
    package static func format(day: RecurrenceRule.WeekdayNumber) -> String {
        (day.ordinal.map(String.init) ?? "") + day.weekday.abbreviation
    }

    /// UNTIL as DATE or DATE-TIME; a zoned time is written as its wall clock, since UNTIL carries no TZID.
    package static func format(until: EventTime) -> String {
        var bytes: [UInt8] = []
        if case .date(let date) = until {
            DateTimeText.append(date, to: &bytes)
        } else {
            let isUTC = if case .utc = until { true } else { false }
            DateTimeText.append(until.civil, isUTC: isUTC, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
