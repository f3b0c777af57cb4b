extension EventTime {
    /// The day that the time names in an all-day series: the date as written, or the next one where
    /// ``isMidnightInUTC`` holds.
    package var dayOfAllDaySeries: CivilDate {
        isMidnightInUTC ? civil.date.adding(days: 1) : civil.date
    }

    /// Whether the time means the next day in an all-day series: Exchange and Outlook write a date as the UTC of its
    /// local midnight, which east of Greenwich is in the afternoon of the day before.
    ///
    /// True for times in UTC from noon on, on a quarter of an hour; `T235959Z` is the end of the day as written.
    var isMidnightInUTC: Bool {
        guard case .utc(let time) = self else { return false }
        return time.secondOfDay >= 43_200 && time.secondOfDay % 900 == 0
    }

    func until(isAllDay: Bool) -> EventTime { isAllDay ? .date(dayOfAllDaySeries) : self }

    /// The last second that an UNTIL leaves in, where wall clocks are that far ahead of UTC, as a wall-clock second.
    ///
    /// A date leaves its whole day in; a time without a zone is one of the wall clock, as is one that names a zone.
    func lastSecond(inOffset offset: Int) -> Int {
        lastSecond { $0 + offset }
    }

    /// The last second that an UNTIL leaves in, on the scale of whoever asks.
    ///
    /// This is the only place that says what UNTIL means. Whoever counts in instants turns wall-clock seconds into
    /// instants, whoever counts in wall-clock seconds turns instants into those.
    ///
    /// - Parameters:
    ///   - instant: turns the instant of a time in UTC, in seconds since 1970, into the scale.
    ///   - wallClock: turns a wall-clock second into the scale; nothing to do when that is the scale.
    func lastSecond(
        instant: (Int) -> Int,
        wallClock: (Int) -> Int = { $0 }
    ) -> Int {
        switch self {
        case .utc(let time): instant(time.secondNumber)
        // The second before the next midnight, also where clocks change at midnight.
        case .date(let date): wallClock((date.dayNumber + 1) * 86_400) - 1
        case .floating(let time), .zoned(let time, _): wallClock(time.secondNumber)
        }
    }
}
