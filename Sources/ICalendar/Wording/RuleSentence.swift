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
            text += ", only the \(positions) of these each \(period)"
        }
        return text + bounds + remarks
    }

    /// How often, on which days and at which times.
    private var body: String {
        if let noun = pickedNoun { return picked(noun) + timeClause }
        if namesWeekdaysBeforePeriod {
            let months = rule.frequency == .yearly && !rule.byMonth.isEmpty
            let isPlain = rule.byDay.allSatisfy { $0.ordinal == nil }
            let names = weekdayNoun ?? EnglishWords.list(weekdayNames)
            let days = isPlain ? "every \(names)" : countedWeekdays("and")
            if months { return "\(days) of \(self.months) every \(step)year" + timeClause }
            return "\(days) of every \(step)\(period)" + monthClause + timeClause
        }
        return head + dayClause + timeClause
    }

    /// `the last weekday of every month`, `the first two Mondays of January every year`.
    private func picked(_ noun: String) -> String {
        let positions = rule.bySetPosition
        let count = EnglishWords.cardinal(positions.count)
        var which = EnglishWords.list(positions.map(EnglishWords.position))
        var isPlural = false
        if positions.count > 1, positions == Array(1...positions.count) {
            (which, isPlural) = ("first \(count)", true)
        } else if positions.count > 1, positions == Array((-positions.count)...(-1)) {
            (which, isPlural) = ("last \(count)", true)
        }
        func all(_ conjunction: String) -> String {
            weekdayNoun.map { $0 + "s" } ?? EnglishWords.list(weekdayNames.map { $0 + "s" }, conjunction)
        }
        let days = "the \(which) \(isPlural ? all("or") : noun)"
        guard !rule.byMonth.isEmpty else { return "\(days) of every \(step)\(period)" }
        switch rule.frequency {
        case .yearly where rule.byMonth.count > 1:
            // They are counted over all the months, not in each.
            return "the \(which) of all \(all("and"))\(monthClause) every \(step)year"
        case .yearly: return "\(days) of \(months) every \(step)year"
        case .monthly where rule.interval == 1: return "\(days) of \(months)"
        default: return "\(days) of every \(step)\(period)" + monthClause
        }
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
        if let friday = weekdayAndDay, namesWeekdayAndDay { return "every \(friday)" }
        guard namesWeekdaysInHead else { return "every \(step)\(period)" }
        return "every \(step)\(weekdayNoun ?? EnglishWords.list(weekdayNames))"
    }

    /// Whether the weekdays take the place of the word week: `every Monday and Friday`, `every third Sunday`.
    var namesWeekdaysInHead: Bool {
        rule.frequency == .weekly && !rule.byDay.isEmpty && (rule.interval == 1 || rule.byDay.count == 1)
    }

    /// Whether weekdays that come several times in a period stand before it: `every Tuesday of every second month`.
    var namesWeekdaysBeforePeriod: Bool {
        guard rule.bySetPosition.isEmpty, rule.byMonthDay.isEmpty, rule.byYearDay.isEmpty,
            rule.byWeekNumber.isEmpty,
            rule.byDay.contains(where: { $0.ordinal == nil })
        else { return false }
        if rule.frequency == .weekly { return rule.interval > 1 && weekdayNoun != nil }
        return rule.frequency == .monthly || rule.frequency == .yearly
    }

    /// Whether `every Friday the 13th` says all about the days.
    var namesWeekdayAndDay: Bool {
        rule.interval == 1 && weekdayAndDay != nil && rule.bySetPosition.isEmpty
            && (rule.frequency == .monthly || rule.frequency == .yearly)
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
            if rule.until != nil {
                text += ", at most \(EnglishWords.times(count))"
            } else {
                // "every day, twice" would be twice a day.
                text += count == 1 ? ", but only once" : ", \(EnglishWords.times(count)) in all"
            }
        }
        return text
    }

    /// WKST where it changes the instances, RSCALE and SKIP.
    private var remarks: String {
        var text = ""
        if weekStartMatters { text += ", weeks starting on \(EnglishWords.name(rule.weekStart))" }
        if !isGregorian, let scale = rule.calendarScale {
            let words = scale.split(separator: "-").map {
                $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
            }
            text += ", in the \(words.joined(separator: " ")) calendar"
        }
        switch rule.skip {
        case .omit: break
        case .backward: text += ", moved earlier where there is no such date"
        case .forward: text += ", moved later where there is no such date"
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
