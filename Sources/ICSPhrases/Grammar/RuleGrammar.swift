import ICalendar

/// The grammar of repetitions.
///
///     rule    = "every" ["other" | number] ("day" | "week" | "month" | "year") [on]
///             | "every" ["other"] weekdays | "every weekday" | "every" ordinal weekday ["of the month"]
///             | "every" ordinal ["of the month"] | "every" D month | weekdays in the plural
///             | ("daily" | "weekly" | "monthly" | "yearly" | "fortnightly") [on]
///             | ordinal weekday "of every month"
///     on      = "on" (weekdays | ["the"] ordinal [weekday] {"and" ordinal} | "the last day")
///     limit   = "until" moment | number "times"
struct RuleGrammar {
    let days: DayGrammar
    var tokens: [PhraseToken] { days.tokens }

    init(tokens: [PhraseToken]) {
        days = DayGrammar(tokens: tokens)
    }

    private func word(_ place: Int) -> String { days.word(place) }

    /// Returns the repetition at the given position and the position after it.
    func rule(at place: Int) throws(PhraseProblem) -> (RuleForm, end: Int)? {
        switch word(place) {
        case "every", "each": return try every(at: place + 1)
        case "daily", "everyday": return (RuleForm(rule: .init(.daily), isAdverb: true), place + 1)
        case "weekly": return try ending(RuleForm(rule: .init(.weekly), isAdverb: true), place + 1)
        case "fortnightly":
            return try ending(RuleForm(rule: .init(.weekly, interval: 2), isAdverb: true), place + 1)
        case "monthly": return try ending(RuleForm(rule: .init(.monthly), isAdverb: true), place + 1)
        case "yearly", "annually":
            return try ending(RuleForm(rule: .init(.yearly), isAdverb: true), place + 1)
        case "biweekly", "bimonthly", "biannually", "bi-weekly", "bi-monthly":
            throw .refused(
                "'\(tokens[place].text)' has two meanings; write every 2 weeks, every 2 months or twice the rule"
            )
        case "hourly": throw .refused("an hourly repetition needs a recurrence rule, such as FREQ=HOURLY")
        default: break
        }
        if let found = plural(at: place) { return found }
        let start = word(place) == "on" ? place + 1 : place
        let first = word(start) == "the" ? start + 1 : start
        if let ordinal = TimeWords.ordinals[word(first)], let weekday = TimeWords.weekdays[word(first + 1)],
            let count = ofEveryMonth(first + 2)
        {
            return (RuleForm(rule: .monthly(on: .init(weekday, ordinal: ordinal))), first + 2 + count)
        }
        if let day = TimeWords.ordinal(word(first)), let count = ofEveryMonth(first + 1) {
            let day = try DayGrammar.checked(day: day)
            return (RuleForm(rule: .monthly(onDays: day)), first + 1 + count)
        }
        if TimeWords.ordinals[word(first)] != nil, TimeWords.weekdays[word(first + 1)] != nil,
            ofMonth(first + 2) != nil
        {
            throw .refused(
                "'\(word(first)) \(word(first + 1)) of the month' may mean one day or every month; write 'every "
                    + "\(word(first)) \(word(first + 1)) of the month', or the date"
            )
        }
        return nil
    }

    /// Parses a rule such as `mondays`, `on tuesdays and thursdays`, or `weekdays`.
    private func plural(at place: Int) -> (RuleForm, end: Int)? {
        let start = word(place) == "on" ? place + 1 : place
        if word(start) == "weekdays" || word(start) == "workdays" {
            return (RuleForm(rule: .onWorkdays()), start + 1)
        }
        guard let first = TimeWords.everyWeekday[word(start)] else { return nil }
        var weekdays = [first]
        var end = start + 1
        while let (skipped, weekday) = listed(end, TimeWords.everyWeekday) {
            weekdays.append(weekday)
            end += skipped + 1
        }
        return (RuleForm(rule: Self.weekly(1, weekdays), isPlural: start == place), end)
    }

    /// Returns the next element of a list and the number of tokens that precede it.
    private func listed<Member>(_ place: Int, _ members: [String: Member]) -> (Int, Member)? {
        var skipped = 0
        let hasComma = place > 0 && tokens.indices.contains(place) && tokens[place - 1].breaksAfter
        if word(place) == "," { skipped += 1 }
        if ["and", "&"].contains(word(place + skipped)) { skipped += 1 }
        guard skipped > 0 || hasComma, let member = members[word(place + skipped)] else { return nil }
        return (skipped, member)
    }

    private static func weekly(_ interval: Int, _ weekdays: [Weekday]) -> RecurrenceRule {
        var rule = RecurrenceRule(.weekly, interval: interval)
        let monday = Weekday.monday.rawValue
        let days = Set(weekdays).sorted { ($0.rawValue + 7 - monday) % 7 < ($1.rawValue + 7 - monday) % 7 }
        rule.byDay = days.map { .init($0) }
        return rule
    }

    // MARK: - Every

    private func every(at place: Int) throws(PhraseProblem) -> (RuleForm, end: Int)? {
        let first = word(place)
        switch first {
        case "weekday", "workday": return (RuleForm(rule: .onWorkdays()), place + 1)
        case "weekend": return (RuleForm(rule: Self.weekly(1, [.saturday, .sunday])), place + 1)
        case "morning", "afternoon", "evening", "night":
            return (RuleForm(rule: .init(.daily), part: DayPart(rawValue: first)), place + 1)
        case "other":
            if let frequency = Self.frequency(word(place + 1)) {
                return try ending(RuleForm(rule: .init(frequency, interval: 2)), place + 2)
            }
            guard let (weekdays, end) = weekdays(at: place + 1) else { return nil }
            return (RuleForm(rule: Self.weekly(2, weekdays)), end)
        default: break
        }
        if let frequency = Self.frequency(first) {
            return try ending(RuleForm(rule: .init(frequency)), place + 1)
        }
        if let number = TimeWords.number(first), let frequency = Self.frequency(word(place + 1)) {
            guard (1...999).contains(number) else {
                throw .refused("'every \(first)' is not a number from 1 to 999")
            }
            return try ending(RuleForm(rule: .init(frequency, interval: number)), place + 2)
        }
        if let number = TimeWords.ordinals[first], number > 1, let frequency = Self.frequency(word(place + 1))
        {
            return try ending(RuleForm(rule: .init(frequency, interval: number)), place + 2)
        }
        if let found = try dated(at: place) { return found }
        if let (weekdays, end) = weekdays(at: place) {
            return (RuleForm(rule: Self.weekly(1, weekdays)), end)
        }
        if first == "hour" || first == "minute" {
            let rule = first == "hour" ? "FREQ=HOURLY" : "FREQ=MINUTELY"
            throw .refused("repeating every \(first) needs a recurrence rule, such as \(rule)")
        }
        return nil
    }

    /// Parses a rule such as `every 1 dec`, `every 15th of the month`, `every first monday`, or `every last day`.
    private func dated(at place: Int) throws(PhraseProblem) -> (RuleForm, end: Int)? {
        if let (form, count) = try days.date(at: place), case .monthDay = form {
            return (RuleForm(rule: .init(.yearly), day: form), place + count)
        }
        let first = word(place) == "the" ? place + 1 : place
        if word(first) == "last", word(first + 1) == "day" {
            guard let count = ofMonth(first + 2) else { return nil }
            return (RuleForm(rule: .monthly(onDays: -1)), first + 2 + count)
        }
        if let ordinal = TimeWords.ordinals[word(first)], let weekday = TimeWords.weekdays[word(first + 1)] {
            let count = ofMonth(first + 2)
            guard ordinal != 2 || count != nil else {
                throw .ambiguous(
                    "'every \(word(first)) \(word(first + 1))'",
                    tokens: (place - 1)..<(first + 2),
                    texts: [
                        "every other \(word(first + 1))", "every second \(word(first + 1)) of the month",
                    ]
                )
            }
            return (
                RuleForm(rule: .monthly(on: .init(weekday, ordinal: ordinal))), first + 2 + (count ?? 0)
            )
        }
        if let day = TimeWords.ordinal(word(first)) {
            guard word(first + 1) != "day" else { throw .refused("'every \(word(first)) day' is unclear") }
            let day = try DayGrammar.checked(day: day)
            return (RuleForm(rule: .monthly(onDays: day)), first + 1 + (ofMonth(first + 1) ?? 0))
        }
        return nil
    }

    /// Returns the number of tokens in `of the month`, `of every month`, or `of each month`, or nil for other words.
    private func ofMonth(_ place: Int) -> Int? {
        guard ["of", "in"].contains(word(place)), ["the", "every", "each"].contains(word(place + 1)),
            word(place + 2) == "month"
        else { return nil }
        return 3
    }

    private func ofEveryMonth(_ place: Int) -> Int? {
        word(place + 1) == "the" ? nil : ofMonth(place)
    }

    private static func frequency(_ word: String) -> RecurrenceRule.Frequency? {
        switch word {
        case "day", "days": .daily
        case "week", "weeks": .weekly
        case "month", "months": .monthly
        case "year", "years": .yearly
        default: nil
        }
    }

    /// Returns the weekdays in a list or range, and the position after them.
    private func weekdays(at place: Int) -> ([Weekday], Int)? {
        guard let first = TimeWords.weekdays[word(place)] ?? TimeWords.everyWeekday[word(place)] else {
            return nil
        }
        if ["-", "–", "to", "through", "thru"].contains(word(place + 1)),
            let last = TimeWords.weekdays[word(place + 2)]
        {
            var weekdays = [first]
            while weekdays.count < 7, weekdays.last != last {
                weekdays.append(Weekday.allCases[(weekdays[weekdays.count - 1].rawValue + 1) % 7])
            }
            return (weekdays, place + 3)
        }
        var weekdays = [first]
        var end = place + 1
        while let (skipped, weekday) = listed(end, TimeWords.weekdays) {
            weekdays.append(weekday)
            end += skipped + 1
        }
        return (weekdays, end)
    }

    /// Adds the words after `on`, as in `weekly on tue and thu` and `monthly on the 1st`.
    private func ending(_ form: RuleForm, _ place: Int) throws(PhraseProblem) -> (RuleForm, end: Int) {
        var form = form
        let hasOn = word(place) == "on"
        let start = hasOn ? place + 1 : place
        switch form.rule.frequency {
        case .weekly:
            guard hasOn, let (weekdays, end) = weekdays(at: start) else { break }
            form.rule.byDay = Self.weekly(1, weekdays).byDay
            form.isAdverb = false
            return (form, end)
        case .monthly:
            guard hasOn else { break }
            let first = word(start) == "the" ? start + 1 : start
            form.isAdverb = false
            if word(first) == "last", word(first + 1) == "day" {
                form.rule.byMonthDay = [-1]
                return (form, first + 2 + (ofMonth(first + 2) ?? 0))
            }
            if let ordinal = TimeWords.ordinals[word(first)],
                let weekday = TimeWords.weekdays[word(first + 1)]
            {
                form.rule.byDay = [.init(weekday, ordinal: ordinal)]
                return (form, first + 2)
            }
            var end = first
            var monthDays: [Int] = []
            while let day = TimeWords.ordinal(word(end)), TimeWords.months[word(end + 1)] == nil {
                monthDays.append(try DayGrammar.checked(day: day))
                end += 1
                let skipped = word(end) == "and" ? 1 : 0
                let next = word(end + skipped) == "the" ? end + skipped + 1 : end + skipped
                guard skipped > 0 || tokens[end - 1].breaksAfter, TimeWords.ordinal(word(next)) != nil else {
                    break
                }
                end = next
            }
            guard !monthDays.isEmpty else { break }
            form.rule.byMonthDay = Array(Set(monthDays)).sorted()
            return (form, end)
        default: break
        }
        return (form, place)
    }
}
