import ICalendarCore

/// A rule as an English sentence, with its frequency, days, times and end.
struct RuleSentence {
    /// The rule in the engine's form; its lists are sorted and contain no duplicates.
    let rule: RecurrenceRule

    /// Creates the sentence for a rule, excluding parts that are ignored in their context.
    init(_ rule: RecurrenceRule, isAllDay: Bool) {
        let screening = RuleScreening(rule, isAllDay: isAllDay)
        self.rule = RuleSentence.plain(screening.isUsable ? screening.rule : rule)
    }

    /// The complete sentence, such as `every second Tuesday until 3 March 2027`.
    var text: String {
        // COUNT=0 and INTERVAL=0 produce no instances, so only DTSTART remains.
        if (rule.count ?? 1) < 1 || rule.interval < 1 { return "once, at its start" }
        var text = body
        if !rule.bySetPosition.isEmpty, pickedNoun == nil {
            let positions = EnglishWords.list(rule.bySetPosition.map(EnglishWords.position))
            text += ", only the \(positions) of these each \(period)"
        }
        return text + bounds + remarks
    }

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

    /// Returns the days that BYSETPOS selects, such as `the last weekday of every month` or `the first two Mondays of
    /// January every year`.
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
            // Positions are counted across all months rather than within each month.
            return "the \(which) of all \(all("and"))\(monthClause) every \(step)year"
        case .yearly: return "\(days) of \(months) every \(step)year"
        case .monthly where rule.interval == 1: return "\(days) of \(months)"
        default: return "\(days) of every \(step)\(period)" + monthClause
        }
    }

    /// The noun for the days that BYSETPOS selects from if a rule specifies only weekdays, such as `weekday` or
    /// `Monday or Tuesday`.
    private var pickedNoun: String? {
        guard !rule.bySetPosition.isEmpty, [.weekly, .monthly, .yearly].contains(rule.frequency),
            !rule.byDay.isEmpty, rule.byDay.allSatisfy({ $0.ordinal == nil }),
            rule.byMonthDay.isEmpty, rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty,
            rule.byHour.count <= 1, rule.byMinute.count <= 1, rule.bySecond.count <= 1
        else { return nil }
        return weekdayNoun ?? EnglishWords.list(weekdayNames, "or")
    }

    /// The beginning of the sentence, such as `every second Tuesday`, `every week` or `every 45 minutes`.
    private var head: String {
        if rule.frequency.isSubDaily {
            return rule.interval == 1 ? "every \(period)" : "every \(rule.interval) \(period)s"
        }
        if let friday = weekdayAndDay, namesWeekdayAndDay { return "every \(friday)" }
        guard namesWeekdaysInHead else { return "every \(step)\(period)" }
        return "every \(step)\(weekdayNoun ?? EnglishWords.list(weekdayNames))"
    }

    /// Whether weekdays replace the word "week", as in `every Monday and Friday` or `every third Sunday`.
    var namesWeekdaysInHead: Bool {
        rule.frequency == .weekly && !rule.byDay.isEmpty && (rule.interval == 1 || rule.byDay.count == 1)
    }

    /// Whether the weekdays precede a longer period, as in `every Tuesday of every second month`.
    var namesWeekdaysBeforePeriod: Bool {
        guard rule.bySetPosition.isEmpty, rule.byMonthDay.isEmpty, rule.byYearDay.isEmpty,
            rule.byWeekNumber.isEmpty,
            rule.byDay.contains(where: { $0.ordinal == nil })
        else { return false }
        if rule.frequency == .weekly { return rule.interval > 1 && weekdayNoun != nil }
        return rule.frequency == .monthly || rule.frequency == .yearly
    }

    /// Whether `every Friday the 13th` fully describes the days.
    var namesWeekdayAndDay: Bool {
        rule.interval == 1 && weekdayAndDay != nil && rule.bySetPosition.isEmpty
            && (rule.frequency == .monthly || rule.frequency == .yearly)
    }

    /// The interval, such as `second `, or an empty string for an interval of 1.
    private var step: String {
        rule.interval == 1 ? "" : EnglishWords.ordinal(rule.interval) + " "
    }

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
                // The phrase "every day, twice" would mean twice a day.
                text += count == 1 ? ", but only once" : ", \(EnglishWords.times(count)) in all"
            }
        }
        return text
    }

    /// The wording for RSCALE, SKIP and, if it affects the instances, WKST.
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
        case .backward: text += ", moved earlier if that date does not exist"
        case .forward: text += ", moved later if that date does not exist"
        }
        return text
    }

    /// Whether weeks that start on Monday would generate different instances.
    private var weekStartMatters: Bool {
        guard rule.weekStart != .monday else { return false }
        if rule.frequency == .yearly { return !rule.byWeekNumber.isEmpty }
        guard rule.frequency == .weekly else { return false }
        guard rule.interval > 1 || !rule.bySetPosition.isEmpty else { return false }
        // The days from Monday to the day before WKST move to the previous week. This matters if other days remain in
        // their week.
        let start = RuleSentence.place(of: rule.weekStart)
        let moved = rule.byDay.filter { RuleSentence.place(of: $0.weekday) < start }.count
        return moved > 0 && moved < rule.byDay.count
    }

    /// Whether months and days are Gregorian.
    var isGregorian: Bool { (rule.calendarScale ?? "GREGORIAN").uppercased() == "GREGORIAN" }

    /// Returns a weekday's zero-based position in a week that starts on Monday.
    static func place(of weekday: Weekday) -> Int { (weekday.rawValue + 6) % 7 }

    /// Returns the rule in its shortest equivalent form, sorting its lists.
    ///
    /// For example, `FREQ=DAILY;BYDAY=MO` becomes a rule for every Monday.
    static func plain(_ rule: RecurrenceRule) -> RecurrenceRule {
        var rule = rule
        sortLists(of: &rule)
        let isShort = rule.frequency.isSubDaily || rule.frequency == .daily
        if isShort, Set(rule.byDay.map(\.weekday)).count == 7 { rule.byDay = [] }
        let isGregorian = (rule.calendarScale ?? "GREGORIAN").uppercased() == "GREGORIAN"
        guard isGregorian, rule.skip == .omit, rule.interval == 1, rule.bySetPosition.isEmpty,
            rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty
        else { return rule }
        // Unlike weekdays with an ordinal, days of the month have the same meaning in a yearly and a monthly rule.
        if rule.frequency == .yearly, !rule.byMonthDay.isEmpty, rule.byMonth.isEmpty,
            rule.byDay.allSatisfy({ $0.ordinal == nil })
        {
            rule.frequency = .monthly
        }
        let hasPlainDays = !rule.byDay.isEmpty && rule.byDay.allSatisfy { $0.ordinal == nil }
        if rule.frequency == .daily, !rule.byMonthDay.isEmpty { rule.frequency = .monthly }
        if [.yearly, .monthly, .daily].contains(rule.frequency), hasPlainDays, rule.byMonthDay.isEmpty {
            rule.frequency = .weekly
        }
        if rule.frequency == .monthly, !rule.byMonth.isEmpty { rule.frequency = .yearly }
        return rule
    }

    private static func sortLists(of rule: inout RecurrenceRule) {
        for part: WritableKeyPath<RecurrenceRule, [Int]> in [
            \.bySecond, \.byMinute, \.byHour, \.byMonthDay, \.byYearDay, \.byWeekNumber, \.bySetPosition,
        ] {
            // Positions from the end are sorted after positions from the beginning.
            rule[keyPath: part] = Set(rule[keyPath: part]).sorted {
                ($0 < 0) != ($1 < 0) ? $1 < 0 : $0 < $1
            }
        }
        rule.byMonth = Set(rule.byMonth).sorted {
            $0.number != $1.number ? $0.number < $1.number : !$0.isLeap && $1.isLeap
        }
        if Set(rule.byMonth) == Set((1...12).map { RecurrenceRule.MonthNumber($0) }) { rule.byMonth = [] }
        rule.byDay = Set(rule.byDay).sorted { left, right in
            let (first, second) = (rank(left.ordinal), rank(right.ordinal))
            return first != second ? first < second : place(of: left.weekday) < place(of: right.weekday)
        }
    }

    /// Returns a weekday's sort rank.
    ///
    /// Weekdays without an ordinal come first, followed by those counted from the start and then those counted from the
    /// end.
    private static func rank(_ ordinal: Int?) -> Int {
        guard let ordinal else { return 0 }
        return ordinal > 0 ? ordinal : Int(Int32.max) + max(ordinal, -1000)
    }

    /// The maximum number of times of day to list.
    ///
    /// If there are more times, hours and minutes are described separately.
    private static let mostTimes = 8

    /// The times of day, preceded by a space.
    var timeClause: String {
        let seconds = rule.bySecond.isEmpty ? [0] : rule.bySecond
        // A rule that a program created may contain any number.
        let areClockTimes = (rule.byHour + rule.byMinute + seconds).allSatisfy { (0...59).contains($0) }
        if !rule.frequency.isSubDaily, !rule.byHour.isEmpty, !rule.byMinute.isEmpty, areClockTimes {
            if rule.byHour.count * rule.byMinute.count * seconds.count <= RuleSentence.mostTimes {
                let times = rule.byHour.flatMap { hour in
                    rule.byMinute.flatMap { minute in
                        seconds.map { EnglishWords.clock(hour * 3600 + minute * 60 + $0) }
                    }
                }
                return " at " + EnglishWords.list(times)
            }
        }
        return withinHour + hours
    }

    private var namesAllHours: Bool { rule.byHour == Array(0...23) }

    /// The minutes and seconds, such as ` at 0 and 30 minutes past the hour`, ` on the hour` or ` at second 3 of minute
    /// 2`.
    private var withinHour: String {
        let hour = namesAllHours && !rule.frequency.isSubDaily ? "every hour" : "the hour"
        if !rule.bySecond.isEmpty, !rule.byMinute.isEmpty {
            return " at \(numbered("second", rule.bySecond)) of \(numbered("minute", rule.byMinute))"
        }
        if !rule.bySecond.isEmpty { return " at \(counted("second", rule.bySecond)) past the minute" }
        if rule.byMinute.isEmpty { return "" }
        if rule.byMinute == [0], namesAllHours, !rule.frequency.isSubDaily {
            return ", every hour on the hour"
        }
        return rule.byMinute == [0] ? " on \(hour)" : " at \(counted("minute", rule.byMinute)) past \(hour)"
    }

    /// The hours, such as ` between 09:00 and 16:59` or ` in the hours 9, 12 and 17`.
    private var hours: String {
        if rule.byHour.isEmpty { return "" }
        if namesAllHours, !rule.byMinute.isEmpty || rule.frequency.isSubDaily { return "" }
        if namesAllHours { return " in every hour" }
        let stretches = stretchesOfHours
        if (1...2).contains(stretches.count), rule.frequency.isSubDaily || !rule.byMinute.isEmpty {
            let clauses = stretches.map { first, last in
                "between \(EnglishWords.clock(first * 3600)) and \(EnglishWords.clock(last * 3600 + 3540))"
            }
            return " " + EnglishWords.list(clauses)
        }
        return " in \(rule.byHour.count > 1 ? "the " : "")\(numbered("hour", rule.byHour))"
    }

    /// The runs of consecutive hours, each with its first and last hour, or an empty array if any number is not an
    /// hour.
    ///
    /// Hours that continue past midnight form a single run.
    private var stretchesOfHours: [(first: Int, last: Int)] {
        guard rule.byHour.allSatisfy({ (0...23).contains($0) }) else { return [] }
        var stretches: [(first: Int, last: Int)] = []
        for hour in rule.byHour {
            if let last = stretches.last, last.last + 1 == hour {
                stretches[stretches.count - 1].last = hour
            } else {
                stretches.append((hour, hour))
            }
        }
        if stretches.count > 1, stretches[0].first == 0, let night = stretches.last, night.last == 23 {
            let morning = stretches.removeFirst()
            stretches[stretches.count - 1].last = morning.last
        }
        return stretches
    }

    /// Returns numbers followed by their unit, such as `0 and 30 minutes` or `1 minute`.
    private func counted(_ unit: String, _ numbers: [Int]) -> String {
        "\(EnglishWords.list(EnglishWords.runs(numbers) { String($0) })) \(unit)\(numbers == [1] ? "" : "s")"
    }

    /// Returns numbers preceded by their unit, such as `minute 30` or `hours 9 to 17`.
    private func numbered(_ unit: String, _ numbers: [Int]) -> String {
        "\(unit)\(numbers.count > 1 ? "s" : "") "
            + EnglishWords.list(EnglishWords.runs(numbers) { String($0) })
    }

    /// The unique names of the weekdays in BYDAY, in the order of a week that starts on Monday.
    var weekdayNames: [String] {
        Set(rule.byDay.map(\.weekday)).sorted { RuleSentence.place(of: $0) < RuleSentence.place(of: $1) }
            .map(EnglishWords.name)
    }

    /// The noun for the weekdays: `weekday` for Monday to Friday, `day` for all seven, or nil for any others.
    var weekdayNoun: String? {
        guard rule.byDay.allSatisfy({ $0.ordinal == nil }) else { return nil }
        let days = Set(rule.byDay.map(\.weekday))
        if days.count == 7 { return "day" }
        return days == [.monday, .tuesday, .wednesday, .thursday, .friday] ? "weekday" : nil
    }

    /// Whether the sentence names weekdays together with their months, as in `the last Sunday of October`.
    var namesMonthsWithWeekdays: Bool {
        rule.frequency == .yearly && !rule.byMonth.isEmpty && rule.byDay.contains { $0.ordinal != nil }
    }

    /// The weekdays, such as `Tuesday and Thursday`, `weekdays`, `every Tuesday` or `the first and third Monday`.
    var weekdays: String {
        if rule.byDay.allSatisfy({ $0.ordinal == nil }) {
            if rule.frequency.isSubDaily {
                return weekdayNoun.map { $0 == "day" ? "every day" : "weekdays" }
                    ?? EnglishWords.list(weekdayNames.map { $0 + "s" })
            }
            // A weekday occurs once a week but several times a month.
            let isOnce = rule.frequency == .weekly || !rule.byWeekNumber.isEmpty
            if let noun = weekdayNoun { return noun == "weekday" && isOnce ? "weekdays" : "every \(noun)" }
            return (isOnce ? "" : "every ") + EnglishWords.list(weekdayNames)
        }
        var scope = ""
        if rule.frequency == .yearly {
            scope = rule.byMonth.isEmpty ? " of the year" : " of " + months
        }
        return countedWeekdays("and") + scope
    }

    /// The weekdays as a condition, such as `a Monday or a Friday`, `a weekday` or `the second Friday`.
    var weekdayCondition: String {
        if let noun = weekdayNoun { return "a \(noun)" }
        if rule.byDay.allSatisfy({ $0.ordinal == nil }) {
            return EnglishWords.list(weekdayNames.map { "a \($0)" }, "or")
        }
        return countedWeekdays("or")
    }

    /// Returns weekdays with ordinals, such as `the first and third Monday` or `every Tuesday and the last Friday`.
    func countedWeekdays(_ conjunction: String) -> String {
        let isOneDay = Set(rule.byDay.map(\.weekday)).count == 1
        if isOneDay, let day = rule.byDay.first?.weekday, rule.byDay.allSatisfy({ $0.ordinal != nil }) {
            let ordinals = rule.byDay.compactMap(\.ordinal).map(EnglishWords.position)
            return "the \(EnglishWords.list(ordinals, conjunction)) \(EnglishWords.name(day))"
        }
        return EnglishWords.list(
            rule.byDay.map { item in
                let place = item.ordinal.map { "the \(EnglishWords.position($0))" } ?? "every"
                return "\(place) \(EnglishWords.name(item.weekday))"
            },
            conjunction
        )
    }
}
