/// A rule without the parts that RFC 5545 section 3.3.10 forbids in their context, and remarks about the removed parts.
package struct RuleScreening {
    /// The rule without its ignored parts.
    package var rule: RecurrenceRule
    package private(set) var remarks: [ValueRemark] = []
    /// Whether the rule can be computed.
    ///
    /// If not, a remark of error severity gives the reason.
    package private(set) var isUsable = true
    private let calendar: ScaleCalendar?

    /// Checks a rule against its frequency and the value type of its start.
    ///
    /// - Parameter calendar: The calendar specified by RSCALE, or nil for the Gregorian calendar.
    package init(_ rule: RecurrenceRule, isAllDay: Bool, calendar: ScaleCalendar? = nil) {
        self.rule = rule
        self.calendar = calendar
        readLeapSecond()
        refuseForeign(isAllDay: isAllDay)
        guard isUsable else { return }
        ignoreForbidden(isAllDay: isAllDay)
        if let calendar { dropImpossible(in: calendar) } else { resolveLeapMonths() }
    }

    private mutating func refuseForeign(isAllDay: Bool) {
        if calendar == nil, let scale = rule.calendarScale, scale.uppercased() != "GREGORIAN" {
            refuse("RSCALE=\(scale) is not the Gregorian calendar", "rule ignored")
        } else if rule.frequency.isSubDaily, isAllDay {
            refuse("FREQ=\(rule.frequency.rawValue) needs a start with a time", "rule ignored")
        } else if rule.interval < 1 || (rule.count ?? 1) < 1 {
            // DTSTART is the only instance. The reader has already reported COUNT=0 or INTERVAL=0.
            isUsable = false
        } else if let name = partOutOfRange {
            refuse("\(name) has a value out of range", "rule ignored")
        }
    }

    /// Changes second 60 to 59, as the file reader does.
    ///
    /// Only a rule created in code can still contain 60.
    private mutating func readLeapSecond() {
        guard rule.bySecond.contains(60) else { return }
        warn(RuleText.leapSecond.problem, RuleText.leapSecond.action)
        rule.bySecond = rule.bySecond.map { $0 == 60 ? 59 : $0 }
    }

    /// The name of a part with an out-of-range value, which can occur only in a rule that was not parsed from text.
    private var partOutOfRange: String? {
        func isFar(_ list: [Int], _ limit: Int) -> Bool {
            list.contains { $0 == 0 || $0.magnitude > limit }
        }
        if rule.bySecond.contains(where: { !(0...59).contains($0) }) { return "BYSECOND" }
        if rule.byMinute.contains(where: { !(0...59).contains($0) }) { return "BYMINUTE" }
        if rule.byHour.contains(where: { !(0...23).contains($0) }) { return "BYHOUR" }
        // Months and years have different lengths in other calendars.
        let (months, monthDays, yearDays) = calendar == nil ? (12, 31, 366) : (13, 32, 385)
        if rule.byMonth.contains(where: { !(1...months).contains($0.number) }) { return "BYMONTH" }
        if isFar(rule.byDay.compactMap(\.ordinal), 53) { return "BYDAY" }
        if isFar(rule.byMonthDay, monthDays) { return "BYMONTHDAY" }
        if isFar(rule.byYearDay, yearDays) { return "BYYEARDAY" }
        if isFar(rule.byWeekNumber, 53) { return "BYWEEKNO" }
        if isFar(rule.bySetPosition, 366) { return "BYSETPOS" }
        return nil
    }

    private mutating func ignoreForbidden(isAllDay: Bool) {
        let frequency = rule.frequency
        if frequency != .yearly { rule.byWeekNumber = ignored("BYWEEKNO", rule.byWeekNumber) }
        if frequency == .daily || frequency == .weekly || frequency == .monthly {
            rule.byYearDay = ignored("BYYEARDAY", rule.byYearDay)
        }
        if frequency == .weekly { rule.byMonthDay = ignored("BYMONTHDAY", rule.byMonthDay) }
        if isAllDay {
            rule.byHour = ignored("BYHOUR", rule.byHour, because: "an all-day series")
            rule.byMinute = ignored("BYMINUTE", rule.byMinute, because: "an all-day series")
            rule.bySecond = ignored("BYSECOND", rule.bySecond, because: "an all-day series")
        }
        ignoreOrdinals()
        let hasOtherPart =
            !rule.byMonth.isEmpty || !rule.byWeekNumber.isEmpty || !rule.byYearDay.isEmpty
            || !rule.byMonthDay.isEmpty || !rule.byDay.isEmpty || !rule.byHour.isEmpty
            || !rule.byMinute.isEmpty || !rule.bySecond.isEmpty
        if !hasOtherPart {
            rule.bySetPosition = ignored(
                "BYSETPOS",
                rule.bySetPosition,
                because: "a rule without another BYxxx part"
            )
        }
    }

    private mutating func ignoreOrdinals() {
        guard let item = rule.byDay.first(where: { $0.ordinal != nil }) else { return }
        let place: String
        switch rule.frequency {
        case .monthly: return
        case .yearly:
            if rule.byWeekNumber.isEmpty { return }
            place = "a rule with BYWEEKNO"
        default: place = "FREQ=\(rule.frequency.rawValue)"
        }
        let text = RuleText.format(day: item)
        warn(
            "BYDAY=\(text): the ordinal has no meaning in \(place)",
            "ordinal ignored"
        )
        rule.byDay = rule.byDay.map { .init($0.weekday) }
    }

    /// Resolves leap months with SKIP alone, because the Gregorian calendar has no leap months.
    private mutating func resolveLeapMonths() {
        guard let item = rule.byMonth.first(where: \.isLeap) else { return }
        let skip = rule.skip
        let months = rule.byMonth.compactMap { month -> RecurrenceRule.MonthNumber? in
            if !month.isLeap { return month }
            switch skip {
            case .omit: return nil
            case .backward: return .init(month.number)
            case .forward: return .init(month.number % 12 + 1)
            }
        }
        if months.isEmpty {
            refuse(
                "BYMONTH=\(item.number)L is not a month of the Gregorian calendar",
                "the rule has no instances"
            )
        }
        rule.byMonth = months
    }

    /// Returns an empty list in place of a meaningless part, and warns if the part had values.
    private mutating func ignored(_ name: String, _ part: [Int], because place: String? = nil) -> [Int] {
        guard !part.isEmpty else { return part }
        let place = place ?? "FREQ=\(rule.frequency.rawValue)"
        let value = part.prefix(4).map(String.init).joined(separator: ",")
        let rest = part.count > 4 ? ",..." : ""
        warn("\(name)=\(value)\(rest) has no meaning in \(place)", "ignored")
        return []
    }

    private mutating func warn(_ problem: String, _ action: String) {
        remarks.append(ValueRemark(severity: .warning, code: .rule, problem: problem, action: action))
    }

    mutating func refuse(_ problem: String, _ action: String) {
        remarks.append(ValueRemark(severity: .error, code: .rule, problem: problem, action: action))
        isUsable = false
    }

    /// Removes the months and days that never occur in the calendar, and rejects the rule if nothing remains.
    mutating func dropImpossible(in calendar: ScaleCalendar) {
        let skips = rule.skip != .omit
        drop(\.byMonth, "BYMONTH", of: calendar) { month in
            month.isLeap
                ? (skips && month.number <= calendar.monthCount)
                    || calendar.leapMonths?.contains(month.number) ?? false
                : month.number <= calendar.monthCount
        }
        // A day is possible if the longest month contains it. SKIP moves missing days.
        drop(\.byMonthDay, "BYMONTHDAY", of: calendar) { skips || $0.magnitude <= calendar.longest.month }
        drop(\.byYearDay, "BYYEARDAY", of: calendar) { skips || $0.magnitude <= calendar.longest.year }
    }

    private mutating func drop<Item>(
        _ part: WritableKeyPath<RecurrenceRule, [Item]>,
        _ name: String,
        of calendar: ScaleCalendar,
        unless isPossible: (Item) -> Bool
    ) {
        let items = rule[keyPath: part]
        let kept = items.filter(isPossible)
        guard kept.count < items.count, let item = items.first(where: { !isPossible($0) }) else { return }
        let what = "\(name)=\(RuleScreening.text(of: item)) does not occur in RSCALE=\(calendar.name)"
        if kept.isEmpty {
            refuse(what, "the rule has no instances")
        } else {
            warn(what, "ignored")
        }
        rule[keyPath: part] = kept
    }

    private static func text(of item: some Any) -> String {
        guard let month = item as? RecurrenceRule.MonthNumber else { return "\(item)" }
        return "\(month.number)\(month.isLeap ? "L" : "")"
    }
}
