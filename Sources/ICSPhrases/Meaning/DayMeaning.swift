import ICalendar

/// Converts written days to dates, based on a context.
struct DayMeaning {
    let context: PhraseContext
    let tokens: [PhraseToken]

    private var today: CivilDate { context.today }

    /// Returns the day of a moment.
    ///
    /// - Parameters:
    ///   - clock: The time of day in seconds, if known.
    ///   - base: The start of the span, if the moment is its end.
    func day(of moment: MomentForm, clock: Int?, after base: CivilDate? = nil) throws(PhraseProblem)
        -> CivilDate
    {
        guard let form = moment.day else { return base ?? today }
        let date = try day(form, moment.dayTokens, clock, base)
        guard (1...9999).contains(date.year) else { throw .refused("the year must be between 1 and 9999") }
        if let weekday = moment.weekday, date.weekday != weekday {
            throw .refused(
                "\(DateWords.day(date)) is not a \(EnglishWords.weekdays[weekday.rawValue])"
            )
        }
        return date
    }

    private func day(
        _ form: DayForm,
        _ place: Range<Int>,
        _ clock: Int?,
        _ base: CivilDate?
    ) throws(PhraseProblem) -> CivilDate {
        switch form {
        case .exact(let date): return date
        case .monthDay(let month, let day): return try next(month, day, from: base ?? today)
        case .numbers:
            let settled = try settle(form, place)
            if case .numbers = settled { throw .refused("the date is unclear") }
            return try self.day(settled, place, clock, base)
        case .dayOfMonth(let day):
            let first = base ?? (isPast(clock) ? today.adding(days: 1) : today)
            return try dayOfMonth(day, from: first)
        case .weekday(let weekday):
            if let base { return base.adding(days: distance(from: base, to: weekday, least: 1)) }
            let isToday = weekday == today.weekday && clock != nil && !isPast(clock)
            return isToday ? today : coming(weekday)
        case .this(let weekday):
            guard weekday == today.weekday else { return coming(weekday) }
            throw ambiguous(place, [today, today.adding(days: 7)])
        case .next(let weekday):
            return try only(place, [coming(weekday)] + ofNextWeek(weekday))
        case .ofNextWeek(let weekday): return try only(place, ofNextWeek(weekday))
        case .fromToday(let days): return today.adding(days: days)
        case .later(let length):
            let isOffset =
                tokens.indices.contains(place.lowerBound) && tokens[place.lowerBound].word.hasPrefix("+")
            let first = isOffset ? base ?? today : today
            return try moved(first, length.months).adding(days: length.days)
        }
    }

    /// Returns a form with its numbers interpreted in the locale's date order.
    func settle(_ form: DayForm, _ place: Range<Int>) throws(PhraseProblem) -> DayForm {
        guard case .numbers(let first, let second, let year) = form else { return form }
        func date(_ month: Int, _ day: Int) -> DayForm? {
            guard (1...12).contains(month), day >= 1, day <= TimeWords.daysInMonth(month, ofYear: year)
            else { return nil }
            guard let year else { return .monthDay(month, day) }
            return CivilDate(year: year, month: month, day: day).map { .exact($0) }
        }
        let (dayFirst, monthFirst) = (date(second, first), date(first, second))
        switch (dayFirst, monthFirst, context.order) {
        case (let form?, nil, _), (nil, let form?, _), (let form?, _?, .dayFirst),
            (_?, let form?, .monthFirst):
            return form
        case (let form?, let other?, .unknown):
            if form == other { return form }
            let dates = [
                try day(form, place, nil, nil), try day(other, place, nil, nil),
            ]
            throw ambiguous(place, dates)
        case (nil, nil, _):
            let year = year.map { "/\($0)" } ?? ""
            throw .refused("there is no date \(first)/\(second)\(year)")
        }
    }

    /// Returns whether a time of day is no later than the current time.
    func isPast(_ clock: Int?) -> Bool {
        guard let clock else { return false }
        return clock <= context.present.secondOfDay
    }

    // MARK: - Steps

    private func distance(from date: CivilDate, to weekday: Weekday, least: Int) -> Int {
        let days = floorModulo(weekday.rawValue - date.weekday.rawValue, 7)
        return days < least ? days + 7 : days
    }

    /// Returns the first day after today with this weekday.
    private func coming(_ weekday: Weekday) -> CivilDate {
        today.adding(days: distance(from: today, to: weekday, least: 1))
    }

    /// Returns the weekday in the next week, for weeks that start on Monday and for weeks that start on Sunday.
    private func ofNextWeek(_ weekday: Weekday) -> [CivilDate] {
        [Weekday.monday, .sunday].map { first in
            let start = today.adding(days: distance(from: today, to: first, least: 1))
            return start.adding(days: distance(from: start, to: weekday, least: 0))
        }
    }

    private func only(_ place: Range<Int>, _ dates: [CivilDate]) throws(PhraseProblem) -> CivilDate {
        let dates = Set(dates).sorted()
        guard dates.count == 1 else { throw ambiguous(place, dates) }
        return dates[0]
    }

    private func ambiguous(_ place: Range<Int>, _ dates: [CivilDate]) -> PhraseProblem {
        let part = place.map { tokens[$0].text }.joined(separator: " ")
        return .ambiguous("'\(part)'", tokens: place, texts: dates.map(\.description))
    }

    private func next(_ month: Int, _ day: Int, from first: CivilDate) throws(PhraseProblem) -> CivilDate {
        for year in first.year...(first.year + 8) {
            if let date = CivilDate(year: year, month: month, day: day), date >= first { return date }
        }
        throw .refused("there is no \(day) \(EnglishWords.months[month - 1]) in the next few years")
    }

    private func dayOfMonth(_ day: Int, from first: CivilDate) throws(PhraseProblem) -> CivilDate {
        var month = first.year * 12 + first.month - 1
        for _ in 0..<3 {
            if let date = CivilDate(year: month / 12, month: month % 12 + 1, day: day), date >= first {
                return date
            }
            month += 1
        }
        throw .refused("none of the next few months has a day \(day)")
    }

    private func moved(_ date: CivilDate, _ months: Int) throws(PhraseProblem) -> CivilDate {
        guard months != 0 else { return date }
        let month = date.year * 12 + date.month - 1 + months
        if let moved = CivilDate(year: month / 12, month: month % 12 + 1, day: date.day) { return moved }
        throw .refused("there is no day \(date.day) in that month; write the date")
    }
}
