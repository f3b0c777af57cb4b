import ICSPhrases
package import ICalendar

/// Converts the values of `--from` and `--to` to instants.
package struct WindowTimes {
    /// The display zone for dates, local times, and all-day events.
    let zone: Zone
    let now: Instant

    package init(zone: Zone, now: Instant) {
        self.zone = zone
        self.now = now
    }

    var today: Instant {
        zone.instant(of: CivilDateTime(zone.civil(at: now).date))
    }

    /// Returns the start of the window, by default today's midnight.
    ///
    /// Offsets are relative to midnight at the start of today.
    package func from(_ argument: TimeArgument?) throws(WindowTimesError) -> Instant {
        guard let argument else { return today }
        let exact = try exact(argument)
        if case .clock = exact { return try instant(exact, base: now) }
        return try instant(exact, base: today)
    }

    /// Returns the end of the window, by default 30 days after its start but no later than the end of year 9999.
    ///
    /// Offsets are relative to the start.
    package func to(_ argument: TimeArgument?, from: Instant) throws(WindowTimesError) -> Instant {
        if let argument { return try instant(try exact(argument), base: from) }
        // The 30 days are only a default, so limit them to the end of year 9999.
        let end = zone.civil(at: from).adding(seconds: 30 * 86_400)
        return zone.instant(
            of: CivilDate(year: 9999, month: 12, day: 31).map {
                min(end, CivilDateTime($0, secondOfDay: 86_400))
            } ?? end
        )
    }

    /// Returns the exact form of a phrase.
    ///
    /// Returns any other argument unchanged.
    ///
    /// - Parameter day: The day for a time without a day. If nil, a time without a day means its next occurrence.
    package func exact(_ argument: TimeArgument, on day: CivilDate? = nil) throws(WindowTimesError)
        -> TimeArgument
    {
        guard case .phrase(let text) = argument else { return argument }
        do throws(PhraseError) { return try PhraseTime.exact(text, now: now, in: zone, on: day) } catch {
            throw WindowTimesError(description: error.description)
        }
    }

    private func instant(_ argument: TimeArgument, base: Instant) throws(WindowTimesError) -> Instant {
        switch argument {
        case .instant(let instant): instant
        case .local(let time): zone.instant(of: time)
        case .date(let date): zone.instant(of: CivilDateTime(date))
        case .today: today
        case .yesterday: zone.instant(of: try moved(zone.civil(at: today), -1, .days))
        case .tomorrow: zone.instant(of: try moved(zone.civil(at: today), 1, .days))
        case .now: now
        // Call ``exact(_:on:)`` first.
        case .phrase(let text): throw WindowTimesError(description: "'\(text)' is not an exact time")
        case .period(let period): zone.instant(of: CivilDateTime(try first(of: period)))
        case .clock(let seconds): base.adding(seconds: seconds)
        case .offset(let number, let unit): zone.instant(of: try moved(zone.civil(at: base), number, unit))
        }
    }

    private func first(of period: PeriodPhrase) throws(WindowTimesError) -> CivilDate {
        guard let date = period.start(today: zone.civil(at: now).date) else { throw WindowTimesError() }
        return date
    }

    /// Returns the same time of day a number of units later.
    ///
    /// If that day does not exist in the month, the result is the last day of the month.
    private func moved(
        _ time: CivilDateTime,
        _ number: Int,
        _ unit: TimeArgument.Unit
    ) throws(WindowTimesError) -> CivilDateTime {
        let date: CivilDate
        switch unit {
        case .days: date = time.date.adding(days: number)
        case .weeks: date = time.date.adding(days: number * 7)
        case .months: date = try moved(time.date, months: number)
        case .years: date = try moved(time.date, months: number * 12)
        }
        guard (0...9999).contains(date.year) else { throw WindowTimesError() }
        return CivilDateTime(date, secondOfDay: time.secondOfDay)
    }

    /// Returns the same day of the month a number of months later, or that month's last day.
    private func moved(_ date: CivilDate, months: Int) throws(WindowTimesError) -> CivilDate {
        let fields = date.fields
        let month = fields.year * 12 + fields.month - 1 + months
        guard month >= 0 else { throw WindowTimesError() }
        for day in [fields.day, 30, 29, 28] where day <= fields.day {
            if let date = CivilDate(year: month / 12, month: month % 12 + 1, day: day) { return date }
        }
        throw WindowTimesError()
    }
}

package struct WindowTimesError: Error, Hashable, CustomStringConvertible {
    package var description = "out of range; the year must be between 0 and 9999"
}

/// The bounds of a window, as a user would type them: `2026-03-01 to 2026-04-01`.
package struct WindowText: CustomStringConvertible {
    package let from: String
    package let to: String

    package var description: String { "\(from) to \(to)" }

    package init(_ range: Range<Instant>, in zone: Zone) {
        self.init(from: range.lowerBound, to: range.upperBound, in: zone)
    }

    package init(from: Instant, to: Instant, in zone: Zone) {
        self.from = WindowText.text(from, in: zone)
        self.to = WindowText.text(to, in: zone)
    }

    /// Returns a bound, omitting the time of day if it is midnight.
    private static func text(_ instant: Instant, in zone: Zone) -> String {
        let civil = zone.civil(at: instant)
        return civil.secondOfDay == 0 ? civil.date.description : civil.description
    }
}
