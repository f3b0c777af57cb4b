public import EssentialFoundation
public import ICalendarCore

extension Calendar.RecurrenceRule {
    /// Creates a Foundation rule from an RFC 5545 rule.
    ///
    /// The rule has a Gregorian calendar in the given zone, with WKST as the first day of the week. An UNTIL without a
    /// zone is interpreted in the given zone, and an UNTIL that is a date includes that entire day.
    ///
    /// ```swift
    /// let rule = try Calendar.RecurrenceRule(.weekly(on: .monday), in: Zone(identifier: "Europe/Berlin"))
    /// for date in rule.recurrences(of: Date()).prefix(3) { print(date) }
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue``, naming the part that Foundation cannot express: FREQ=SECONDLY,
    ///   both COUNT and UNTIL, RSCALE, SKIP, or a zone that Foundation does not know.
    public init(_ rule: ICalendarCore.RecurrenceRule, in zone: Zone) throws(CalendarError) {
        func unsupported(_ part: String) -> CalendarError {
            CalendarError(.invalidValue, "\(part) has no counterpart in Calendar.RecurrenceRule")
        }
        guard let timeZone = TimeZone(zone) else { throw unsupported("time zone \(zone.identifier)") }
        if let scale = rule.calendarScale, scale != "GREGORIAN" { throw unsupported("RSCALE=\(scale)") }
        if rule.skip != .omit { throw unsupported("SKIP=\(rule.skip.rawValue)") }
        if let month = rule.byMonth.first(where: \.isLeap) { throw unsupported("BYMONTH=\(month.number)L") }
        if rule.count != nil, rule.until != nil { throw unsupported("COUNT with UNTIL") }
        let frequency: Frequency
        switch rule.frequency {
        case .yearly: frequency = .yearly
        case .monthly: frequency = .monthly
        case .weekly: frequency = .weekly
        case .daily: frequency = .daily
        case .hourly: frequency = .hourly
        case .minutely: frequency = .minutely
        case .secondly: throw unsupported("FREQ=SECONDLY")
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        calendar.firstWeekday = rule.weekStart.foundationNumber
        self.init(calendar: calendar, frequency: frequency)
        interval = rule.interval
        if let count = rule.count {
            end = .afterOccurrences(count)
        } else if let until = rule.until {
            end = .afterDate(until.lastInstant(in: zone).date)
        }
        seconds = rule.bySecond
        minutes = rule.byMinute
        hours = rule.byHour
        weekdays = rule.byDay.map { day in
            day.ordinal.map { .nth($0, day.weekday.foundation) } ?? .every(day.weekday.foundation)
        }
        daysOfTheMonth = rule.byMonthDay
        daysOfTheYear = rule.byYearDay
        months = rule.byMonth.map { Month($0.number) }
        weeks = rule.byWeekNumber
        setPositions = rule.bySetPosition
    }
}

extension ICalendarCore.RecurrenceRule {
    /// Creates an RFC 5545 rule from a Foundation rule.
    ///
    /// The first day of the calendar's week becomes WKST, and an end date becomes UNTIL in UTC.
    ///
    /// ```swift
    /// let rule = try RecurrenceRule(Calendar.RecurrenceRule.daily(calendar: .current, end: .afterOccurrences(5)))
    /// ```
    ///
    /// - Throws: ``CalendarError/Code/invalidValue``, naming the part that RFC 5545 cannot express: a calendar that is
    ///   neither Gregorian nor ISO 8601, or a value out of range.
    public init(_ rule: Calendar.RecurrenceRule) throws(CalendarError) {
        switch rule.calendar.identifier {
        case .gregorian, .iso8601: break
        case let other:
            throw CalendarError(
                .invalidValue,
                "calendar \(other) has no counterpart in an RRULE; use the Gregorian one"
            )
        }
        let frequency: Frequency =
            switch rule.frequency {
            case .yearly: .yearly
            case .monthly: .monthly
            case .weekly: .weekly
            case .daily: .daily
            case .hourly: .hourly
            case .minutely: .minutely
            @unknown default: .secondly
            }
        self.init(frequency, interval: rule.interval)
        count = rule.end.occurrences
        if let date = rule.end.date { until = EventTime(Instant(date)) }
        bySecond = rule.seconds
        byMinute = rule.minutes
        byHour = rule.hours
        byDay = rule.weekdays.map { day in
            switch day {
            case .every(let weekday): .every(Weekday(weekday))
            case .nth(let number, let weekday): WeekdayNumber(Weekday(weekday), ordinal: number)
            @unknown default: .every(.monday)
            }
        }
        byMonthDay = rule.daysOfTheMonth
        byYearDay = rule.daysOfTheYear
        byMonth = rule.months.map { MonthNumber($0.index, isLeap: $0.isLeap) }
        byWeekNumber = rule.weeks
        bySetPosition = rule.setPositions
        weekStart = Weekday(foundationNumber: rule.calendar.firstWeekday)
        if let violation = violations.first { throw CalendarError(.invalidValue, "RRULE: \(violation)") }
    }
}

extension EventTime {
    /// Returns the last instant that this UNTIL includes.
    ///
    /// Dates and floating times are interpreted in `zone`.
    fileprivate func lastInstant(in zone: Zone) -> Instant {
        switch self {
        case .date(let date): zone.instant(of: CivilDateTime(date, secondOfDay: 86_399))
        case .floating(let time), .zoned(let time, _): zone.instant(of: time)
        case .utc(let time): Instant(secondsSince1970: time.secondNumber)
        }
    }
}

extension Weekday {
    /// The weekdays in Foundation's order, starting with Sunday.
    private static let inFoundation: [(Weekday, Locale.Weekday)] = [
        (.sunday, .sunday), (.monday, .monday), (.tuesday, .tuesday), (.wednesday, .wednesday),
        (.thursday, .thursday), (.friday, .friday), (.saturday, .saturday),
    ]

    private var index: Int { Self.inFoundation.firstIndex { $0.0 == self } ?? 0 }

    fileprivate var foundationNumber: Int { index + 1 }

    fileprivate var foundation: Locale.Weekday { Self.inFoundation[index].1 }

    fileprivate init(foundationNumber: Int) {
        self = (1...7).contains(foundationNumber) ? Self.inFoundation[foundationNumber - 1].0 : .monday
    }

    fileprivate init(_ weekday: Locale.Weekday) {
        self = Self.inFoundation.first { $0.1 == weekday }?.0 ?? .monday
    }
}
