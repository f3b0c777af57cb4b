import ICalendar

extension Phrase {
    /// A description of the meaning: `Lunch with Ann, Sunday 29 November 2026 12:30-13:30 (Europe/Berlin), at Da Elena,
    /// #food`.
    package var words: String { words() }

    /// Returns the description, which states that a due time is missing unless it is given elsewhere.
    package func words(hasDueTimeElsewhere: Bool = false) -> String {
        var parts: [String] = []
        if !title.isEmpty { parts.append(title) }
        if start != nil || !hasDueTimeElsewhere { parts.append(times) }
        if let place { parts.append("at \(place)") }
        if let priority { parts.append("priority \(priority)") }
        parts += categories.map { "#\($0)" }
        var words = parts.joined(separator: ", ")
        if let rule, let start { words += "; repeats \(rule.description(startingAt: eventTime(start)))" }
        return words
    }

    /// Returns the start as an event time.
    private func eventTime(_ time: Time) -> EventTime {
        switch time {
        case .date(let date): .date(date)
        case .local(let time): .floating(time)
        }
    }

    private var times: String {
        guard let start else { return "no due time" }
        var words = (isReminder ? "due " : "") + DateWords.day(start.date)
        switch (start, end) {
        case (.date, nil): words += isReminder ? "" : ", all day"
        case (.date, let end?):
            words += end.date == start.date ? ", all day" : " to \(DateWords.day(end.date)), all day"
        case (.local(let first), nil): words += " \(DateWords.clock(first)) (\(zone.identifier))"
        case (.local(let first), let end?):
            words += " \(DateWords.clock(first))"
            if case .local(let last) = end {
                let clock = DateWords.clock(last)
                words +=
                    last.date == first.date ? "-\(clock)" : " to \(DateWords.day(last.date)) \(clock)"
            }
            words += " (\(zone.identifier))"
        }
        for time in [start, end] {
            if case .local(let civil)? = time, let note = clockChange(at: civil) { words += "; \(note)" }
        }
        return words
    }

    /// Returns a note about a skipped or ambiguous time.
    private func clockChange(at civil: CivilDateTime) -> String? {
        let instant = zone.instant(of: civil)
        let shown = zone.civil(at: instant)
        if shown != civil {
            return
                "the clocks skip \(DateWords.clock(civil)) on this day; using \(DateWords.clock(shown))"
        }
        guard zone.showsTwice(instant) else { return nil }
        return "the clocks show \(DateWords.clock(civil)) twice on this day, and this is the "
            + (self.instant.map { $0 > instant } == true ? "second" : "first")
    }
}

/// Formats days and times of day.
enum DateWords {
    /// Returns a day: `Sunday 29 November 2026`.
    static func day(_ date: CivilDate) -> String {
        "\(EnglishWords.weekdays[date.weekday.rawValue]) \(date.day) \(EnglishWords.months[date.month - 1]) "
            + "\(date.year)"
    }

    /// Returns a time of day: `12:30`.
    static func clock(_ time: CivilDateTime) -> String { clock(time.hour * 3600 + time.minute * 60) }

    /// Returns the time of day in a four-digit number such as `1430`, in seconds.
    static func seconds(_ military: Int) -> Int { military / 100 * 3600 + military % 100 * 60 }

    static func clock(_ seconds: Int) -> String {
        let (hour, minute) = (seconds / 3600, seconds / 60 % 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }
}
