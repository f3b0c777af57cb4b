/// One change of a zone's offset, as a VTIMEZONE says it (RFC 5545 section 3.6.5).
struct ZoneOnset {
    /// What the change is, without its date: onsets of one kind may stand in one observance.
    struct Kind: Hashable {
        /// The offset before, in seconds east of UTC.
        var offsetBefore: Int
        /// The offset from then on.
        var offset: Int
        /// The name of the time that begins, such as `CEST`.
        var name: String
        /// Whether it begins daylight saving time.
        var isDaylight: Bool
    }

    /// The instant, in seconds since 1970.
    let instant: Int
    let kind: Kind
    /// The wall clock as it was going to show it.
    let civil: CivilDateTime
    let year: Int
    let month: Int
    let day: Int
    let weekday: Weekday

    init(_ transition: Transition, offsetBefore: Int, labels: ZoneLabels) {
        instant = transition.instant
        let label = labels.label(at: transition.instant, offset: transition.offset)
        // The database calls Ireland's winter and Morocco's Ramadan daylight saving time that is less than standard
        // time. Others know only the opposite of it, and so does the calendar that is to be read by them.
        let before = labels.label(at: transition.instant - 1, offset: offsetBefore)
        let isInverted =
            label.isDaylight != before.isDaylight
            && label.isDaylight == (transition.offset < offsetBefore)
        kind = Kind(
            offsetBefore: offsetBefore,
            offset: transition.offset,
            name: label.name,
            isDaylight: label.isDaylight != isInverted
        )
        civil = CivilDateTime(secondNumber: transition.instant + offsetBefore)
        let date = civil.date
        (year, month, day) = date.fields
        weekday = date.weekday
    }
}

/// On which day of every year a change comes.
struct YearlyPattern: Hashable {
    /// How a month's day is named.
    enum Day: Hashable {
        /// The same weekday of the month, from its end when negative.
        case ordinal(Int)
        /// The same date.
        case fixed(Int)
        /// The weekday that falls on one of these days.
        case among(ClosedRange<Int>)
    }

    let month: Int
    let weekday: Weekday
    let secondOfDay: Int
    let day: Day

    /// The rule that gives the pattern's days, and ends with an instant when there is one.
    func rule(through last: Int?) -> RecurrenceRule {
        var rule = RecurrenceRule(.yearly)
        rule.until = last.map { .utc(CivilDateTime(secondNumber: $0)) }
        rule.byMonth = [RecurrenceRule.MonthNumber(month)]
        switch day {
        case .ordinal(let ordinal): rule.byDay = [.init(weekday, ordinal: ordinal)]
        case .fixed(let day): rule.byMonthDay = [day]
        case .among(let days):
            rule.byMonthDay = Array(days)
            rule.byDay = [.init(weekday)]
        }
        return rule
    }

    /// The day of the month in one year, or nil when the year has none.
    func day(inYear year: Int) -> Int? {
        let length = CivilDate.daysInMonth(month, ofYear: year)
        let first = CivilDate.dayNumber(year: year, month: month, day: 1)
        // The first such weekday of the month.
        let start = (weekday.rawValue - CivilDate.weekdayIndex(ofDayNumber: first) + 7) % 7 + 1
        switch day {
        case .fixed(let day): return day <= length ? day : nil
        case .ordinal(let ordinal) where ordinal > 0:
            let day = start + (ordinal - 1) * 7
            return day <= length ? day : nil
        case .ordinal: return start + (length - start) / 7 * 7
        case .among(let days):
            let day = start + max(0, (days.lowerBound - start + 6) / 7) * 7
            return days.contains(day) && day <= length ? day : nil
        }
    }

    /// Whether an onset is the pattern's of its year.
    func matches(_ onset: ZoneOnset) -> Bool {
        onset.month == month && onset.civil.secondOfDay == secondOfDay && day(inYear: onset.year) == onset.day
    }

    /// A pattern from its parts.
    init(_ onset: ZoneOnset, _ day: Day) {
        month = onset.month
        weekday = onset.weekday
        secondOfDay = onset.civil.secondOfDay
        self.day = day
    }

    /// The simplest pattern that has all of these onsets of one month, one time of day and different years; nil when
    /// there is none.
    init?(_ onsets: ArraySlice<ZoneOnset>) {
        guard let first = onsets.first else { return nil }
        month = first.month
        weekday = first.weekday
        secondOfDay = first.civil.secondOfDay
        let days = onsets.map(\.day)
        guard let least = days.min(), let greatest = days.max() else { return nil }
        guard onsets.allSatisfy({ $0.weekday == first.weekday }) else {
            guard least == greatest else { return nil }
            day = .fixed(least)
            return
        }
        let isLast = onsets.allSatisfy {
            $0.day > CivilDate.daysInMonth($0.month, ofYear: $0.year) - 7
        }
        if (least - 1) / 7 == (greatest - 1) / 7, greatest <= 28, !isLast || greatest <= 21 {
            day = .ordinal((least - 1) / 7 + 1)
        } else if isLast {
            day = .ordinal(-1)
        } else if greatest - least <= 6 {
            // Seven days hold the weekday once in every year.
            let start = max(1, greatest - 6)
            day = .among(start...start + 6)
        } else {
            return nil
        }
    }
}
