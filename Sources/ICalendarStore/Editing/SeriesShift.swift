import ICalendar

/// Carries the times of a series over to another start: so many seconds by the wall clock, and from one form of time
/// (all-day, floating, UTC, a zone) to another.
struct SeriesShift {
    /// The series as it was.
    private let old: SeriesSlots
    /// The start that others are written like.
    private let form: EventTime
    /// Wall-clock seconds.
    let seconds: Int
    /// Whether times are to be written in another form than before.
    private let changesForm: Bool
    /// How wall-clock times of the new series become instants.
    private let instant: (CivilDateTime) -> Int

    /// The shift from one start of an occurrence to another one.
    ///
    /// - Parameters:
    ///   - master: a time in the form of the series as it was.
    ///   - further: wall-clock seconds by which the occurrence was shifted already.
    ///   - slots: gives the slots of a series that starts at a time.
    init(
        from before: EventTime,
        to after: EventTime,
        master: EventTime,
        further: Int = 0,
        of old: SeriesSlots,
        slots: (EventTime) -> SeriesSlots?
    ) {
        self.old = old
        form = after
        seconds = after.civil.secondNumber - before.civil.secondNumber + further
        changesForm = !after.hasForm(of: master)
        let new = changesForm ? slots(after) : old
        instant = { new?.key(ofCivil: $0) ?? $0.secondNumber }
    }

    /// Whether nothing moves.
    var isNothing: Bool { seconds == 0 && !changesForm }

    /// Where a wall-clock time of the old series goes.
    func moved(_ civil: CivilDateTime) -> EventTime {
        form.with(civil.adding(seconds: seconds))
    }

    /// Where a time goes that names an instance of the old series, such as a value of EXDATE.
    func moved(_ time: EventTime) -> EventTime {
        if isNothing { return time }
        // A date names a whole day of a timed series.
        if time.isDate, !form.isDate, !old.isWall || !changesForm {
            return .date(time.civil.adding(seconds: seconds).date)
        }
        return moved(old.civil(ofKey: old.key(of: time)))
    }

    /// Where the values of RDATE or EXDATE go; the ends of periods go with their starts.
    func moved(_ property: Property) -> Property {
        let times = property.recurrenceDates
        guard !isNothing, let form = times.first.map({ moved($0.start) }) else { return property }
        var isPeriod = false
        let values = times.map { date -> Value in
            let start = moved(date.start)
            guard let end = date.end else { return Property(property.name, at: start).value }
            isPeriod = true
            var isUTC = false
            if case .utc = start { isUTC = true }
            return .period(Value.Period(start: start.civil, isUTC: isUTC, end: moved(end)))
        }
        var result = Property(property.name, at: form, keeping: property.parameters)
        if isPeriod {
            result.parameters =
                result.parameters.filter { $0.name != "VALUE" } + [Parameter("VALUE", "PERIOD")]
        }
        result.value = values.count == 1 ? values[0] : .list(values)
        return result
    }

    private func moved(_ end: Value.Period.End) -> Value.Period.End {
        switch end {
        case .duration: end
        case .time(let civil, let isUTC):
            isUTC == form.isUTC ? .time(civil.adding(seconds: seconds), isUTC: isUTC) : end
        }
    }

    /// Where UNTIL goes, in the form that RFC 5545 section 3.3.10 wants with the new start.
    func moved(until: EventTime) -> EventTime {
        if isNothing { return until }
        var last = until.civil
        if until.isDate, !form.isDate { last = CivilDateTime(last.date, secondOfDay: 86_399) }
        if case .utc = until { last = old.civil(ofKey: old.key(of: until)) }
        let civil = last.adding(seconds: until.isDate && !form.isDate ? seconds / 86_400 * 86_400 : seconds)
        switch form {
        case .date: return .date(civil.date)
        case .floating: return .floating(civil)
        case .utc: return .utc(civil)
        case .zoned: return .utc(CivilDateTime(secondNumber: instant(civil)))
        }
    }
}

extension EventTime {
    /// Whether two times are of one form: all-day, floating, UTC, or in the same zone.
    func hasForm(of other: EventTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let one), .zoned(_, let two)): one == two
        default: false
        }
    }

    /// Whether this is written in UTC.
    var isUTC: Bool {
        if case .utc = self { true } else { false }
    }

    /// Another wall-clock time in the same form.
    func with(_ civil: CivilDateTime) -> EventTime {
        switch self {
        case .date: .date(civil.date)
        case .floating: .floating(civil)
        case .utc: .utc(civil)
        case .zoned(_, let id): .zoned(civil, timeZoneID: id)
        }
    }
}
