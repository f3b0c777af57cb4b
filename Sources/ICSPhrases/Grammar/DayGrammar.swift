import ICalendar

/// The grammar of days.
///
///     day     = date | weekday [","] date | weekday | "this" weekday | "next" weekday
///             | weekday "next week" | "next week" weekday | "today" | "tonight" | "tomorrow"
///             | ["the"] "day after tomorrow" | "the" ordinal | "in" number unit | number unit "from now"
///             | "+" length
///     date    = YYYY-MM-DD | D.M. | D.M.YYYY | numbers by the locale (12/1, 12/1/2026)
///             | D month [YYYY] | month D [YYYY] | ["the"] ordinal ["of"] month [YYYY]
struct DayGrammar {
    let tokens: [PhraseToken]

    func word(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].word : "" }

    /// Returns the day at the given position and its number of tokens, or nil if the tokens are not a day.
    func day(at place: Int) throws(PhraseProblem) -> (form: DayForm, weekday: Weekday?, count: Int)? {
        if let weekday = TimeWords.weekdays[word(place)] {
            if let (form, count) = try date(at: place + 1), !tokens[place + 1].isGlued {
                return (form, weekday, count + 1)
            }
            if word(place + 1) == "next", word(place + 2) == "week" { return (.ofNextWeek(weekday), nil, 3) }
            if word(place + 1) == "the", let (form, count) = try relative(at: place + 1),
                case .dayOfMonth = form
            {
                return (form, weekday, count + 1)
            }
            return (.weekday(weekday), nil, 1)
        }
        if let (form, count) = try date(at: place) { return (form, nil, count) }
        guard let (form, count) = try relative(at: place) else { return nil }
        // A weekday after `tomorrow` must match the day.
        if case .fromToday = form, let weekday = TimeWords.weekdays[word(place + count)] {
            return (form, weekday, count + 1)
        }
        return (form, nil, count)
    }

    private func relative(at place: Int) throws(PhraseProblem) -> (DayForm, Int)? {
        let first = word(place)
        if let days = TimeWords.days[first] { return (.fromToday(days), 1) }
        if let (length, count) = try later(at: place), length.seconds == 0 { return (.later(length), count) }
        switch first {
        case "this", "next":
            let skipped = first == "this" && word(place + 1) == "coming" ? 1 : 0
            if let weekday = TimeWords.weekdays[word(place + 1 + skipped)] {
                return (first == "this" ? .this(weekday) : .next(weekday), 2 + skipped)
            }
            if first == "next", word(place + 1) == "week" {
                let skipped = word(place + 2) == "on" ? 1 : 0
                if let weekday = TimeWords.weekdays[word(place + 2 + skipped)] {
                    return (.ofNextWeek(weekday), 3 + skipped)
                }
            }
        case "the":
            if word(place + 1) == "day", word(place + 2) == "after", word(place + 3) == "tomorrow" {
                return (.fromToday(2), 4)
            }
            if let day = TimeWords.ordinal(word(place + 1)), TimeWords.weekdays[word(place + 2)] == nil {
                return (.dayOfMonth(try Self.checked(day: day)), 2)
            }
        case "day":
            if word(place + 1) == "after", word(place + 2) == "tomorrow" { return (.fromToday(2), 3) }
        default: break
        }
        return nil
    }

    /// Parses the length in `in 2 hours`, `2 days from now`, or `+90m`.
    func later(at place: Int) throws(PhraseProblem) -> (PhraseLength, Int)? {
        if let length = WordShape.offset(word(place)) { return (length, 1) }
        let hasIn = word(place) == "in"
        guard let (length, count) = length(at: hasIn ? place + 1 : place) else { return nil }
        if hasIn { return word(place + 1 + count) == "of" ? nil : (length, count + 1) }
        guard word(place + count) == "from",
            word(place + count + 1) == "now" || word(place + count + 1) == "today"
        else { return nil }
        return (length, count + 2)
    }

    /// Parses the length in `2 hours`, `2.5 hours`, `half an hour`, `an hour and a half`, `1h30`, or `3 days`.
    func length(at place: Int) -> (PhraseLength, Int)? {
        if let length = WordShape.length(word(place)) {
            // A unit in a second word: `1h 30m`.
            if length.days == 0, let more = WordShape.length(word(place + 1)), more.days == 0,
                more.seconds < 3600, length.seconds % 3600 == 0
            {
                return (PhraseLength(seconds: length.seconds + more.seconds), 2)
            }
            return (length, 1)
        }
        if word(place) == "half", word(place + 1) == "an", word(place + 2) == "hour" {
            return (PhraseLength(seconds: 1800), 3)
        }
        if let seconds = WordShape.decimalHours(word(place)), Self.unit(word(place + 1), 1)?.seconds == 3600 {
            return (PhraseLength(seconds: seconds), 2)
        }
        guard let number = TimeWords.number(word(place)), number > 0,
            var length = Self.unit(word(place + 1), number)
        else { return nil }
        let next = place + 2
        if length.seconds == number * 3600 {
            if word(next) == "and", word(next + 1) == "a", word(next + 2) == "half" {
                length.seconds += 1800
                return (length, 5)
            }
            let skipped = word(next) == "and" ? 1 : 0
            if let minutes = TimeWords.digits(word(next + skipped)), minutes < 60,
                Self.unit(word(next + skipped + 1), 1)?.seconds == 60
            {
                length.seconds += minutes * 60
                return (length, 4 + skipped)
            }
        }
        return (length, 2)
    }

    private static func unit(_ word: String, _ number: Int) -> PhraseLength? {
        switch word {
        case "minute", "minutes", "min", "mins": PhraseLength(seconds: number * 60)
        case "hour", "hours", "hr", "hrs", "h": PhraseLength(seconds: number * 3600)
        case "day", "days": PhraseLength(days: number)
        case "week", "weeks": PhraseLength(days: number * 7)
        case "month", "months": PhraseLength(months: number)
        case "year", "years": PhraseLength(months: number * 12)
        default: nil
        }
    }

    // MARK: - Dates

    /// Returns the date at the given position and its number of tokens.
    func date(at place: Int) throws(PhraseProblem) -> (DayForm, Int)? {
        guard tokens.indices.contains(place) else { return nil }
        switch WordShape.numericDate(word(place)) {
        case .yearFirst(let year, let month, let day)?:
            return (.exact(try Self.checked(year: year, month, day)), 1)
        case .dotted(let day, let month, let year)?:
            if let year { return (.exact(try Self.checked(year: year, month, day)), 1) }
            // A year after a space, as in `1.12. 2026`.
            if let year = self.year(at: place + 1) {
                return (.exact(try Self.checked(year: year, month, day)), 2)
            }
            try Self.check(month, day)
            return (.monthDay(month, day), 1)
        case .slashed(let first, let second, let year)?:
            return (.numbers(first, second, year: year), 1)
        case nil: return try worded(at: place)
        }
    }

    private func worded(at place: Int) throws(PhraseProblem) -> (DayForm, Int)? {
        var next = place
        if let month = TimeWords.months[word(next)] {
            if word(next + 1) == "the" { next += 1 }
            guard let day = dayNumber(word(next + 1)), !tokens[next + 1].isGlued || next > place else {
                return nil
            }
            return try dated(month, day, place, next + 2)
        }
        let hasThe = word(next) == "the"
        if hasThe { next += 1 }
        guard let day = dayNumber(word(next)), !hasThe || TimeWords.ordinal(word(next)) != nil else {
            return nil
        }
        if word(next + 1) == "of" { next += 1 }
        guard let month = TimeWords.months[word(next + 1)], !tokens[next + 1].isGlued else { return nil }
        return try dated(month, day, place, next + 2)
    }

    private func dated(
        _ month: Int,
        _ day: Int,
        _ place: Int,
        _ end: Int
    ) throws(PhraseProblem) -> (DayForm, Int)? {
        if let year = year(at: end) {
            return (.exact(try Self.checked(year: year, month, day)), end + 1 - place)
        }
        try Self.check(month, day)
        // `9 dec 1` could be two days, or a day and an hour.
        if let more = TimeWords.digits(word(end)), more <= 31, word(end).count <= 2, !tokens[end].isGlued,
            TimeWords.digits(word(end - 1)) == nil, !isClockOrSpan(end)
        {
            throw .refused("'\(more)' after '\(tokens[end - 1].text)' is unclear; write a time such as 09:00")
        }
        return (.monthDay(month, day), end - place)
    }

    private func isClockOrSpan(_ place: Int) -> Bool {
        ["am", "pm", "a.m.", "p.m.", "-", "–", "—", "to", "until", "till", "o'clock"].contains(
            word(place + 1)
        )
    }

    private func year(at place: Int) -> Int? {
        guard word(place).count == 4, let year = TimeWords.digits(word(place)), (1900...2199).contains(year)
        else { return nil }
        return tokens[place].isGlued ? nil : year
    }

    /// Parses the day in `1` or `1st`.
    private func dayNumber(_ word: String) -> Int? {
        if let ordinal = TimeWords.ordinal(word) { return ordinal }
        guard word.count <= 2, let number = TimeWords.digits(word), number > 0 else { return nil }
        return number
    }

    private static func checked(year: Int, _ month: Int, _ day: Int) throws(PhraseProblem) -> CivilDate {
        try check(month, day, year)
        guard let date = CivilDate(year: year, month: month, day: day) else {
            throw .refused("there is no day \(day) in month \(month) of \(year)")
        }
        return date
    }

    static func check(_ month: Int, _ day: Int, _ year: Int? = nil) throws(PhraseProblem) {
        guard (1...12).contains(month) else { throw .refused("there is no month \(month)") }
        guard day >= 1, day <= TimeWords.daysInMonth(month, ofYear: year) else {
            let inYear = year.map { " \($0)" } ?? ""
            throw .refused("there is no \(day) \(EnglishWords.months[month - 1])\(inYear)")
        }
    }

    static func checked(day: Int) throws(PhraseProblem) -> Int {
        guard (1...31).contains(day) else { throw .refused("no month has a day \(day)") }
        return day
    }
}
