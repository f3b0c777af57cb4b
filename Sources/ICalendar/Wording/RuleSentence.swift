/// One rule as an English sentence: how often, on which days, at which times, and until when.
struct RuleSentence {
    /// The rule as the engine reads it, lists sorted and without duplicates.
    let rule: RecurrenceRule

    /// The sentence of a rule; what is ignored where it stands is left out.
    init(_ rule: RecurrenceRule, isAllDay: Bool) {
        let screening = RuleScreening(rule, isAllDay: isAllDay)
        self.rule = RuleSentence.plain(screening.isUsable ? screening.rule : rule)
    }

    /// `every second Tuesday until 3 March 2027`.
    var text: String {
        // COUNT=0 and INTERVAL=0 say nothing that can be said; DTSTART stands alone then.
        if (rule.count ?? 1) < 1 || rule.interval < 1 { return "once, at its start" }
        var text = body
        if !rule.bySetPosition.isEmpty, pickedNoun == nil {
            let positions = EnglishWords.list(rule.bySetPosition.map(EnglishWords.position))
            text += ", only the \(positions) of each \(period)"
        }
        return text + bounds + remarks
    }

    /// How often, on which days and at which times.
    private var body: String {
        if let noun = pickedNoun {
            let positions = EnglishWords.list(rule.bySetPosition.map(EnglishWords.position))
            let months = monthClause
            let isYearly = rule.frequency == .yearly
            return "the \(positions) \(noun)" + (isYearly ? months : "") + " of every \(step)\(period)"
                + (isYearly ? "" : months) + timeClause
        }
        return head + dayClause + timeClause
    }

    /// What BYSETPOS picks from, where that is nothing but weekdays: `weekday`, or `Monday or Tuesday`.
    private var pickedNoun: String? {
        guard !rule.bySetPosition.isEmpty, [.weekly, .monthly, .yearly].contains(rule.frequency),
            !rule.byDay.isEmpty, rule.byDay.allSatisfy({ $0.ordinal == nil }),
            rule.byMonthDay.isEmpty, rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty,
            rule.byHour.count <= 1, rule.byMinute.count <= 1, rule.bySecond.count <= 1
        else { return nil }
        return weekdayNoun ?? EnglishWords.list(weekdayNames, "or")
    }

    /// `every second Tuesday`, `every week`, `every 45 minutes`.
    private var head: String {
        if rule.frequency.isSubDaily {
            return rule.interval == 1 ? "every \(period)" : "every \(rule.interval) \(period)s"
        }
        guard namesWeekdaysInHead else { return "every \(step)\(period)" }
        return "every \(step)\(weekdayNoun ?? EnglishWords.list(weekdayNames))"
    }

    /// Whether the weekdays take the place of the word week: `every Monday and Friday`, `every third Sunday`.
    var namesWeekdaysInHead: Bool {
        rule.frequency == .weekly && !rule.byDay.isEmpty && (rule.interval == 1 || rule.byDay.count == 1)
    }

    /// `second `, or nothing when it is every one.
    private var step: String {
        rule.interval == 1 ? "" : EnglishWords.ordinal(rule.interval) + " "
    }

    /// The length of one period.
    private var period: String {
        switch rule.frequency {
        case .yearly: "year"
        case .monthly: "month"
        case .weekly: "week"
        case .daily: "day"
        case .hourly: "hour"
        case .minutely: "minute"
        case .secondly: "second"
        }
    }

    /// UNTIL and COUNT.
    private var bounds: String {
        var text = ""
        if let until = rule.until {
            text = " until " + EnglishWords.date(until.civil.date)
            switch until {
            case .date: break
            case .floating(let time), .zoned(let time, _):
                text += " at " + EnglishWords.clock(time.secondOfDay)
            case .utc(let time):
                text += " at " + EnglishWords.clock(time.secondOfDay) + " UTC"
            }
        }
        if let count = rule.count {
            text += (rule.until == nil ? ", " : ", at most ") + EnglishWords.times(count)
        }
        return text
    }

    /// WKST where it changes the instances, RSCALE and SKIP.
    private var remarks: String {
        var text = ""
        if weekStartMatters { text += ", weeks starting on \(EnglishWords.name(rule.weekStart))" }
        if !isGregorian, let scale = rule.calendarScale {
            text += ", in the \(scale.prefix(1).uppercased() + scale.dropFirst().lowercased()) calendar"
        }
        switch rule.skip {
        case .omit: break
        case .backward: text += ", a day earlier where the date does not exist"
        case .forward: text += ", a day later where the date does not exist"
        }
        return text
    }

    /// Whether weeks that start on a Monday would give other instances.
    private var weekStartMatters: Bool {
        guard rule.weekStart != .monday else { return false }
        if rule.frequency == .yearly { return !rule.byWeekNumber.isEmpty }
        guard rule.frequency == .weekly else { return false }
        guard rule.interval > 1 || !rule.bySetPosition.isEmpty else { return false }
        // The days from Monday up to WKST move to the week before; that matters when others stay.
        let start = RuleSentence.place(of: rule.weekStart)
        let moved = rule.byDay.filter { RuleSentence.place(of: $0.weekday) < start }.count
        return moved > 0 && moved < rule.byDay.count
    }

    /// Whether months and days are those of the Gregorian calendar.
    var isGregorian: Bool { (rule.calendarScale ?? "GREGORIAN").uppercased() == "GREGORIAN" }

    /// The place of a weekday in a week that starts on Monday, from 0.
    static func place(of weekday: Weekday) -> Int { (weekday.rawValue + 6) % 7 }
}
