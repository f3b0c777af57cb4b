/// Conversion between RECUR values (RFC 5545 section 3.3.10, RFC 7529 section 4.1) and ``RecurrenceRule``.
///
/// Parsing is lenient. Case and blanks are insignificant, and harmless errors are ignored with a remark. However, a
/// rule with an unreadable FREQ, INTERVAL, COUNT, UNTIL or BYxxx is rejected, because its meaning would change without
/// that part.
package struct RuleText {
    let bytes: [UInt8]
    var remarks: [ValueRemark] = []
    var flood = RemarkFlood()
    var rule = RecurrenceRule(.daily)
    /// The parts in ``names`` that have been read so far, one bit each.
    var seen = 0

    /// Whether an escaped separator has been reported.
    var hasBackslash = false

    /// The remark about a BYSECOND of 60, which few programs support.
    static let leapSecond = (problem: "BYSECOND=60 is a leap second", action: "read as 59")

    /// The upper bound for intervals and counts.
    ///
    /// Larger numbers make no difference before the year 9999.
    static let greatestNumber = 1 << 40

    /// Parses a rule, or returns nil with a remark of error severity.
    ///
    /// `COUNT=0` and `INTERVAL=0` are accepted with a warning. A rule with either part has no instances, so only
    /// DTSTART remains. ``RulePlan`` rejects such rules.
    package static func parse(_ text: String) -> (rule: RecurrenceRule?, remarks: [ValueRemark]) {
        var text = RuleText(bytes: Array(text.utf8))
        let rule = text.read()
        return (rule, text.remarks)
    }

    /// Returns the rule as the value of an RRULE property, with FREQ first.
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

    /// Returns a rule's text for use in a diagnostic, shortened to fit on a line.
    package static func excerpt(_ rule: RecurrenceRule) -> String {
        let text = format(rule)
        return text.utf8.count <= 80 ? text : text.prefix(77) + "..."
    }

    /// Returns the text of a BYDAY item, such as `-1SU`.
    package static func format(day: RecurrenceRule.WeekdayNumber) -> String {
        (day.ordinal.map(String.init) ?? "") + day.weekday.abbreviation
    }

    /// Returns UNTIL as a DATE or DATE-TIME value.
    ///
    /// A zoned time is written as its wall-clock time, because UNTIL has no TZID.
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
