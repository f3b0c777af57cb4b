import ICalendar

/// The shift of a series to a new start: a number of seconds in local time and possibly a change in form (all-day,
/// floating, UTC, or zoned).
struct SeriesShift {
    private let old: SeriesSlots
    private let start: EventTime
    let form: EventTime
    let seconds: Int
    let changesForm: Bool
    private let instant: (CivilDateTime) -> Int

    /// `slots` returns a series' slots for a given start.
    init(
        from before: EventTime,
        to after: EventTime,
        start: EventTime,
        of old: SeriesSlots,
        slots: (EventTime) -> SeriesSlots?
    ) {
        // An occurrence may have a different form than the series, such as another zone. Measure the shift in the
        // series' local time.
        func civil(_ time: EventTime) -> CivilDateTime {
            time.hasForm(of: start) ? time.civil : old.civil(ofKey: old.key(of: time))
        }
        self.old = old
        self.start = start
        // If either the occurrence or the series is all-day, but not both, the move changes only the day.
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
                // Regardless of the occurrence's time, the start moves to midnight on its own day.
                days * 86_400 - start.civil.secondOfDay
            } else {
                to.secondNumber - from.secondNumber
            }
        let new = changesForm ? slots(after) : old
        instant = { new?.key(ofCivil: $0) ?? $0.secondNumber }
    }

    var isNothing: Bool { seconds == 0 && !changesForm }

    var becomesDays: Bool? { changesForm && form.isDate != start.isDate ? form.isDate : nil }

    /// Returns the new local time for a time in the old series.
    ///
    /// If times become dates, each time shifts by whole days.
    func civil(_ civil: CivilDateTime) -> CivilDateTime {
        changesForm && form.isDate
            ? CivilDateTime(civil.date.adding(days: days)) : civil.adding(seconds: seconds)
    }

    var days: Int {
        start.civil.adding(seconds: seconds).date.dayNumber - start.civil.date.dayNumber
    }

    /// Returns the moved UNTIL of a rule, in the form that RFC 5545 section 3.3.10 requires for the new start.
    func moved(until: EventTime, of rule: RecurrenceRule) -> EventTime {
        if isNothing { return until }
        // An all-day series ends on a day, regardless of the form of UNTIL.
        let until = start.isDate ? EventTime.date(old.civil(ofKey: old.key(of: until)).date) : until
        guard until.isDate, !form.isDate else {
            return last(until.isUTC ? old.civil(ofKey: old.key(of: until)) : until.civil, seconds)
        }
        let isDaily =
            !rule.frequency.isSubDaily && rule.byHour.isEmpty && rule.byMinute.isEmpty
            && rule.bySecond.isEmpty
        // If all occurrences have the same time of day, a date as UNTIL ends a timed series at the same
        // occurrence as a time on that day.
        if !start.isDate, isDaily { return .date(until.civil.date.adding(days: days)) }
        return last(CivilDateTime(until.civil.date, secondOfDay: start.isDate ? 0 : 86_399), seconds)
    }

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
    var isUTC: Bool {
        if case .utc = self { true } else { false }
    }
}

/// Shifts a rule together with its series' start.
///
/// If a Monday meeting moves to Tuesday, it recurs on Tuesdays.
///
/// Values that a rule takes from DTSTART need no change. Explicit values are moved if the result is unambiguous: times
/// of day, weekdays in weekly rules, and a single day of the month or year that is also the start day. Other rules,
/// such as every Monday and the 3rd of the month, cannot be moved by days, so the change is rejected.
struct RuleShift {
    /// The stored rule.
    let rule: RecurrenceRule
    let old: CivilDateTime
    let new: CivilDateTime
    let becomesDays: Bool?

    private var days: Int { new.date.dayNumber - old.date.dayNumber }
    private var seconds: Int { new.secondOfDay - old.secondOfDay }

    func moved() throws(StoreError) -> RecurrenceRule {
        var rule = rule
        if let becomesDays {
            try leaveOutTimes(of: &rule, becomesDays)
        } else if seconds != 0 {
            try moveTimes(of: &rule)
        }
        if days != 0 { try moveDays(of: &rule) }
        return rule
    }

    private var refusal: StoreError {
        StoreError(
            .invalidSpan,
            nil,
            "a series with the rule \(rule.text) cannot be moved as a whole to \(new)"
        )
    }

    /// Removes times of day, which do not apply to all-day events (RFC 5545 section 3.3.10).
    ///
    /// An all-day series has ignored these times, and the new start implies one time per day.
    private func leaveOutTimes(of rule: inout RecurrenceRule, _ becomesDays: Bool) throws(StoreError) {
        let times = [rule.byHour, rule.byMinute, rule.bySecond]
        if times.allSatisfy(\.isEmpty) { return }
        let isOneADay = !rule.frequency.isSubDaily && times.allSatisfy { $0.count <= 1 }
        guard isOneADay || !becomesDays else {
            throw StoreError(
                .invalidSpan,
                nil,
                "a series with the rule \(rule.text) cannot become all-day because it repeats several times a day"
            )
        }
        rule.byHour = []
        rule.byMinute = []
        rule.bySecond = []
    }

    private func moveTimes(of rule: inout RecurrenceRule) throws(StoreError) {
        if rule.byHour.isEmpty, rule.byMinute.isEmpty, rule.bySecond.isEmpty { return }
        guard !rule.frequency.isSubDaily else { throw refusal }
        let isOwn = [([old.hour], rule.byHour), ([old.minute], rule.byMinute), ([old.second], rule.bySecond)]
            .allSatisfy { own, named in named.isEmpty || named == own }
        if isOwn {
            if !rule.byHour.isEmpty { rule.byHour = [new.hour] }
            if !rule.byMinute.isEmpty { rule.byMinute = [new.minute] }
            if !rule.bySecond.isEmpty { rule.bySecond = [new.second] }
            return
        }
        let hours = rule.byHour.map { $0 + seconds / 3600 }
        guard seconds % 3600 == 0, hours.allSatisfy((0..<24).contains) else { throw refusal }
        rule.byHour = hours
    }

    private func moveDays(of rule: inout RecurrenceRule) throws(StoreError) {
        guard rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty else { throw refusal }
        if rule.byDay.isEmpty, rule.byMonthDay.isEmpty, rule.byMonth.isEmpty { return }
        guard rule.calendarScale == nil else { throw refusal }
        switch rule.frequency {
        case .weekly where rule.byMonth.isEmpty && rule.byMonthDay.isEmpty:
            turnWeek(of: &rule)
        case .daily where rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.interval == 1:
            turnWeek(of: &rule)
        case .monthly where rule.byMonth.isEmpty, .yearly:
            try moveTheOneDay(of: &rule)
        default:
            throw refusal
        }
    }

    /// Shifts the weekdays in a rule and the week start, which keeps the rule's weeks intact.
    private func turnWeek(of rule: inout RecurrenceRule) {
        rule.byDay = rule.byDay.map { .init(turned($0.weekday), ordinal: $0.ordinal) }
        if rule.frequency == .weekly, rule.interval > 1 || !rule.bySetPosition.isEmpty {
            rule.weekStart = turned(rule.weekStart)
        }
    }

    private func turned(_ day: Weekday) -> Weekday {
        let turned = (day.rawValue + days) % 7
        return Weekday(rawValue: turned < 0 ? turned + 7 : turned) ?? day
    }

    private func moveTheOneDay(of rule: inout RecurrenceRule) throws(StoreError) {
        guard rule.bySetPosition.isEmpty, rule.byDay.count + rule.byMonthDay.count <= 1,
            rule.byMonth.count <= 1
        else { throw refusal }
        let (year, month, day) = new.date.fields
        let before = old.date
        if let named = rule.byMonth.first {
            guard named.number == before.month, !named.isLeap else { throw refusal }
            rule.byMonth = [.init(month)]
        } else if rule.frequency == .yearly, !rule.byMonthDay.isEmpty {
            // A day of the month can be moved only within the month, and only if all months have the new day.
            guard month == before.month else { throw refusal }
        }
        let length = CivilDate.daysInMonth(month, ofYear: year)
        if let named = rule.byMonthDay.first {
            let fromEnd = before.day - 1 - CivilDate.daysInMonth(before.month, ofYear: before.year)
            guard named == before.day || named == fromEnd else { throw refusal }
            rule.byMonthDay = [named > 0 ? day : day - 1 - length]
        }
        if let named = rule.byDay.first {
            guard named.weekday == before.weekday, let ordinal = named.ordinal else { throw refusal }
            let isOfMonth = rule.frequency == .monthly || !rule.byMonth.isEmpty
            let place = isOfMonth ? day : new.date.dayOfYear
            let whole = isOfMonth ? length : CivilDate.isLeap(year) ? 366 : 365
            let now = ordinal > 0 ? (place - 1) / 7 + 1 : -((whole - place) / 7 + 1)
            rule.byDay = [.init(new.date.weekday, ordinal: now)]
        }
    }
}
