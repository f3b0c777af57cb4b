import ICalendar

/// How the times of a series move to another start: so many seconds by the wall clock, and from one form of time
/// (all-day, floating, UTC, a zone) to another.
struct SeriesShift {
    /// The series as it was.
    private let old: SeriesSlots
    /// The start of the series as it was.
    private let start: EventTime
    /// The start that others are written like.
    let form: EventTime
    /// Wall-clock seconds.
    let seconds: Int
    /// Whether times are to be written in another form than before.
    let changesForm: Bool
    /// How wall-clock times of the new series become instants.
    private let instant: (CivilDateTime) -> Int

    /// The shift from one start of an occurrence to another one.
    ///
    /// - Parameters:
    ///   - start: the start of the series as it was.
    ///   - slots: gives the slots of a series that starts at a time.
    init(
        from before: EventTime,
        to after: EventTime,
        start: EventTime,
        of old: SeriesSlots,
        slots: (EventTime) -> SeriesSlots?
    ) {
        // An occurrence may have a form of its own, as one in another zone does: the shift is one of the series' clock.
        func civil(_ time: EventTime) -> CivilDateTime {
            time.hasForm(of: start) ? time.civil : old.civil(ofKey: old.key(of: time))
        }
        self.old = old
        self.start = start
        // What takes whole days, unlike its series, says of the others on which day they are, and nothing else.
        let isOfOtherKind = before.isDate != start.isDate
        changesForm =
            !isOfOtherKind && before != after && !after.hasForm(of: before) && !after.hasForm(of: start)
        let keepsForm = after.hasForm(of: before) || after.hasForm(of: start)
        form = changesForm ? after : start
        let (from, to) = (civil(before), keepsForm ? civil(after) : after.civil)
        let days = to.date.dayNumber - from.date.dayNumber
        seconds =
            if isOfOtherKind {
                days * 86_400
            } else if changesForm, after.isDate {
                // At whatever time of the day the occurrence was, the start goes to the midnight of its own day.
                days * 86_400 - start.civil.secondOfDay
            } else {
                to.secondNumber - from.secondNumber
            }
        let new = changesForm ? slots(after) : old
        instant = { new?.key(ofCivil: $0) ?? $0.secondNumber }
    }

    /// Whether nothing moves.
    var isNothing: Bool { seconds == 0 && !changesForm }

    /// Whether times become whole days, or whole days times; nil where neither.
    var becomesDays: Bool? { changesForm && form.isDate != start.isDate ? form.isDate : nil }

    /// Where a wall-clock time of the old series goes: of times that become whole days, each to its own day.
    func civil(_ civil: CivilDateTime) -> CivilDateTime {
        changesForm && form.isDate
            ? CivilDateTime(civil.date.adding(days: days)) : civil.adding(seconds: seconds)
    }

    /// The same in the form of the new series.
    func moved(_ time: CivilDateTime) -> EventTime { form.with(civil(time)) }

    /// By how many days the start moves.
    var days: Int {
        start.civil.adding(seconds: seconds).date.dayNumber - start.civil.date.dayNumber
    }

    /// Where the UNTIL of a rule goes, in the form that RFC 5545 section 3.3.10 wants with the new start.
    func moved(until: EventTime, of rule: RecurrenceRule) -> EventTime {
        if isNothing { return until }
        // What ends a series of whole days is a day, however it is written.
        let until = start.isDate ? EventTime.date(old.civil(ofKey: old.key(of: until)).date) : until
        guard until.isDate, !form.isDate else {
            return last(until.isUTC ? old.civil(ofKey: old.key(of: until)) : until.civil, seconds)
        }
        let isDaily =
            !rule.frequency.isSubDaily && rule.byHour.isEmpty && rule.byMinute.isEmpty
            && rule.bySecond.isEmpty
        // A day ends a timed series as well as before while all its occurrences are at one time of the day.
        if !start.isDate, isDaily { return .date(until.civil.date.adding(days: days)) }
        return last(CivilDateTime(until.civil.date, secondOfDay: start.isDate ? 0 : 86_399), seconds)
    }

    /// UNTIL for a series whose last slot is at a time of its own clock, as it shall be.
    func until(_ civil: CivilDateTime) -> EventTime { last(civil, 0) }

    private func last(_ civil: CivilDateTime, _ seconds: Int) -> EventTime {
        let civil = civil.adding(seconds: seconds)
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
