import ICalendar

/// Converts a draft to the times of an event.
struct PhraseMeaning {
    private let draft: PhraseDraft
    private let days: DayMeaning
    private let clocks: ClockMeaning
    private var context: PhraseContext { days.context }

    init(_ draft: PhraseDraft, _ clocks: ClockMeaning, _ context: PhraseContext) {
        self.draft = draft
        self.clocks = clocks
        days = DayMeaning(context: context, tokens: clocks.tokens)
    }

    /// Returns the phrase without its title, place, and categories.
    func phrase() throws(PhraseProblem) -> Phrase {
        if draft.rule == nil, draft.count != nil || draft.until != nil {
            throw .refused(
                "the repetition is missing; write one such as 'every week'"
            )
        }
        guard draft.until == nil || draft.count == nil else {
            throw .refused("a repetition ends on a day or after a number of times, not both")
        }
        try checkRepetition()
        var phrase: Phrase
        if let first = draft.first, first.clock != nil {
            phrase = try timed(first)
        } else {
            phrase = try wholeDays(draft.first ?? MomentForm())
        }
        phrase.namedZone = draft.zone
        if let form = draft.rule {
            var rule = form.rule
            rule.count = draft.count
            if let until = draft.until, let first = phrase.start?.date {
                let day = try days.day(of: until, clock: nil, after: Self.isRelative(until) ? first : nil)
                guard day >= first else {
                    throw .refused("the repetition ends on \(DateWords.day(day)), before it starts")
                }
                rule.until = .date(day)
            }
            phrase.rule = rule
        }
        return phrase
    }

    /// Returns whether a repetition's end is relative to its start.
    private static func isRelative(_ moment: MomentForm) -> Bool {
        switch moment.day {
        case .weekday, .monthDay, .dayOfMonth: true
        default: false
        }
    }

    // MARK: - Whole days

    private func wholeDays(_ first: MomentForm) throws(PhraseProblem) -> Phrase {
        if first.part != nil {
            throw .refused(
                "'\(first.part?.rawValue ?? "")' is not a time of day; add one, such as 9am or 20:00"
            )
        }
        guard first.day != nil || draft.rule != nil else {
            throw draft.length == nil && !draft.isAllDay && draft.zone == nil
                ? .unrelated("no time found; write one such as tomorrow 9am, fri 14:00 or 2026-12-01")
                : .refused("the day is missing")
        }
        if draft.zone != nil { throw .refused("a whole day has no time zone; add a time of day") }
        var start = first
        if let last = draft.last { start = try settledYear(of: first, before: last) }
        let named = start.day == nil ? nil : try days.day(of: start, clock: nil)
        var day = named ?? context.today
        if let form = draft.rule {
            day = try RuleMeaning(days: days).firstDay(of: form, named: named, clock: nil)
        }
        var phrase = Phrase(start: .date(day), zone: context.zone)
        if let last = draft.last {
            let end = try days.day(of: last, clock: nil, after: day)
            guard end >= day else {
                throw .refused("the end, \(DateWords.day(end)), is before the start, \(DateWords.day(day))")
            }
            if draft.rule != nil { throw .refused("several days cannot repeat here; use --repeat") }
            phrase.end = .date(end)
        }
        if let length = draft.length {
            guard draft.last == nil else { throw .refused("the text contains an end and a duration") }
            guard length.seconds == 0, length.months == 0, draft.rule == nil else {
                throw .refused("the time of day is missing before the length")
            }
            phrase.end = .date(day.adding(days: length.days - 1))
        }
        try checkYear(phrase)
        return phrase
    }

    /// Returns a span's start with the year added, if only the end has a year: `28 dec - 2 jan 2027`.
    private func settledYear(of first: MomentForm, before last: MomentForm) throws(PhraseProblem)
        -> MomentForm
    {
        var first = first
        first.day = try first.day.map { form throws(PhraseProblem) in try days.settle(form, first.dayTokens) }
        let end = try last.day.map { form throws(PhraseProblem) in try days.settle(form, last.dayTokens) }
        guard case .monthDay(let month, let day)? = first.day, case .exact(let date)? = end else {
            return first
        }
        // A longer span is more likely to be a mistake.
        for year in [date.year, date.year - 1] {
            if let start = CivilDate(year: year, month: month, day: day), start <= date,
                date.dayNumber - start.dayNumber <= 200
            {
                first.day = .exact(start)
                return first
            }
        }
        throw .refused("the end, \(DateWords.day(date)), is before the start")
    }

    private func checkYear(_ phrase: Phrase) throws(PhraseProblem) {
        for time in [phrase.start, phrase.end].compactMap(\.self) where !(1...9999).contains(time.date.year) {
            throw .refused("the year must be between 1 and 9999")
        }
    }

    // MARK: - Times of day

    private func timed(_ first: MomentForm) throws(PhraseProblem) -> Phrase {
        if draft.isAllDay { throw .refused("'all day' and a time of day contradict each other") }
        guard draft.last == nil || draft.length == nil else {
            throw .refused("the text contains an end and a duration")
        }
        if case .fromNow(let seconds)? = first.clock { return try fromNow(seconds, first) }
        if first.clock == .midnight, first.day != nil { return try midnight(first) }
        var end: Int?
        var start: Int
        if let last = draft.last, last.day == nil {
            let pair = try clocks.times(of: first, last)
            (start, end) = (pair.0, pair.1)
        } else {
            guard let time = try clocks.time(of: first) else { throw .refused("the time of day is unclear") }
            start = time
        }
        // Midnight without a day means the next midnight.
        if first.clock == .midnight { start = 0 }
        let day = try day(first, start)
        let begin = CivilDateTime(day, secondOfDay: start)
        var phrase = Phrase(start: .local(begin), zone: context.zone)
        phrase.hasDay = first.day != nil || draft.rule != nil
        if let end {
            phrase.end = .local(CivilDateTime(day).adding(seconds: end))
        } else if let last = draft.last {
            phrase.end = .local(try self.end(last, day, begin))
        } else if let length = draft.length {
            phrase.end = .local(try self.end(of: length, begin))
        }
        try checkYear(phrase)
        return phrase
    }

    /// Returns the day for a time of day.
    ///
    /// The time must be in the future unless the day has a year.
    private func day(_ first: MomentForm, _ start: Int) throws(PhraseProblem) -> CivilDate {
        var moment = first
        if let last = draft.last, last.day != nil { moment = try settledYear(of: first, before: last) }
        let named = moment.day == nil ? nil : try days.day(of: moment, clock: start)
        if let form = draft.rule {
            return try RuleMeaning(days: days).firstDay(of: form, named: named, clock: start)
        }
        guard let named else {
            if let day = context.day { return day }
            return days.isPast(start) ? context.today.adding(days: 1) : context.today
        }
        if named == context.today, days.isPast(start), !context.allowsPast {
            guard case .exact? = moment.day else {
                throw .refused(
                    "\(DateWords.clock(start)) today has passed; write the date with its year, \(named) "
                        + "\(DateWords.clock(start)), if you mean it"
                )
            }
        }
        return named
    }

    private func end(_ last: MomentForm, _ day: CivilDate, _ begin: CivilDateTime) throws(PhraseProblem)
        -> CivilDateTime
    {
        guard let clock = try clocks.time(of: last) else { throw .refused("the end is unclear") }
        if draft.rule != nil { throw .refused("several days cannot repeat here; use --repeat") }
        // The end may be on the same day as the start.
        let base = last.day.map { if case .weekday(day.weekday) = $0 { true } else { false } } == true
        let date = base && clock > begin.secondOfDay ? day : try days.day(of: last, clock: clock, after: day)
        let end = CivilDateTime(date, secondOfDay: clock)
        guard end > begin else {
            throw .refused(
                "the end, \(DateWords.day(date)) \(DateWords.clock(end)), is not after the start, "
                    + "\(DateWords.day(begin.date)) \(DateWords.clock(begin))"
            )
        }
        return end
    }

    /// Throws an error for `daily for 10 days`, since a repetition ends on a day or after a number of times.
    private func checkRepetition() throws(PhraseProblem) {
        guard draft.rule != nil, let length = draft.length, length.days > 0 || length.months > 0 else {
            return
        }
        throw .refused(
            "the length of a repetition is not understood; write 'until' and a date, or a number such as '10 times'"
        )
    }

    /// Returns the end after a duration, which counts elapsed time even across a clock change.
    private func end(of length: PhraseLength, _ begin: CivilDateTime) throws(PhraseProblem) -> CivilDateTime {
        guard length.months == 0, length.days == 0 else {
            throw .refused("the length is unclear; write hours and minutes, as in 'for 1h30'")
        }
        let zone = context.zone
        let instant = zone.instant(of: begin).adding(seconds: length.seconds)
        let shown = zone.civil(at: instant)
        guard zone.instant(of: shown) == instant else {
            throw .refused(
                "the clocks show the end, \(DateWords.clock(shown)), twice on this day; write the end instead"
            )
        }
        return shown
    }

    private func fromNow(_ seconds: Int, _ first: MomentForm) throws(PhraseProblem) -> Phrase {
        guard first.day == nil, first.part == nil, draft.last == nil, draft.rule == nil else {
            throw .refused("a time relative to now cannot be combined with another time")
        }
        let zone = context.zone
        let now = zone.civil(at: context.now).second
        let instant = context.now.adding(seconds: seconds - now)
        var phrase = Phrase(start: .local(zone.civil(at: instant)), zone: zone)
        phrase.instant = instant
        if let length = draft.length { phrase.end = .local(try end(of: length, zone.civil(at: instant))) }
        try checkYear(phrase)
        return phrase
    }

    /// Returns the meaning of "midnight" next to a day.
    ///
    /// For today, midnight is the end of the day. For any other day, "midnight" is ambiguous.
    private func midnight(_ first: MomentForm) throws(PhraseProblem) -> Phrase {
        var moment = first
        moment.clock = nil
        let day = try days.day(of: moment, clock: nil)
        if day == context.today, draft.last == nil, draft.rule == nil, draft.length == nil {
            return Phrase(start: .local(CivilDateTime(day.adding(days: 1))), zone: context.zone)
        }
        let tokens = [first.dayTokens, first.clockTokens].sorted { $0.lowerBound < $1.lowerBound }
        guard tokens[1].lowerBound - tokens[0].upperBound <= 1 else {
            throw .refused("'midnight' may start or end the day; write 00:00 and the date")
        }
        throw .ambiguous(
            "'midnight'",
            tokens: tokens[0].lowerBound..<tokens[1].upperBound,
            texts: ["\(day) 00:00", "\(day.adding(days: 1)) 00:00"]
        )
    }
}
