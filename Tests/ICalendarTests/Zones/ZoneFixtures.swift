import ICalendar

@testable import ICalendarCore

/// The wall-clock second of `2026-03-29T02:30:00`; a text that is no time is a mistake in a test.
func wallSecond(_ text: String) -> Int {
    let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    guard numbers.count >= 3,
        let time = CivilDateTime(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers.count > 3 ? numbers[3] : 0,
            minute: numbers.count > 4 ? numbers[4] : 0,
            second: numbers.count > 5 ? numbers[5] : 0
        )
    else { return Int.min / 4 }
    return time.secondNumber
}

extension Zone {
    /// The instant of a wall-clock time, in UTC: `2026-03-29T01:30:00`.
    func utc(_ text: String) -> String {
        CivilDateTime(
            secondNumber: instant(of: CivilDateTime(secondNumber: wallSecond(text))).secondsSince1970
        )
        .description
    }

    /// The offset at an instant that is given in UTC.
    func offset(atUTC text: String) -> Int {
        offset(at: Instant(secondsSince1970: wallSecond(text)))
    }
}

/// A VTIMEZONE with these observances.
func vtimezone(_ identifier: String, _ observances: Component...) -> Component {
    Component("VTIMEZONE", properties: [Property("TZID", .text(identifier))], components: observances)
}

/// A STANDARD component; offsets are hours, or seconds beyond 100.
func standard(
    _ before: Int,
    _ after: Int,
    _ start: String,
    _ rules: RecurrenceRule...,
    dates: [Property] = []
) -> Component {
    observance("STANDARD", before, after, start, rules, dates)
}

/// A DAYLIGHT component; offsets are hours, or seconds beyond 100.
func daylight(
    _ before: Int,
    _ after: Int,
    _ start: String,
    _ rules: RecurrenceRule...,
    dates: [Property] = []
) -> Component {
    observance("DAYLIGHT", before, after, start, rules, dates)
}

private func observance(
    _ name: String,
    _ before: Int,
    _ after: Int,
    _ start: String,
    _ rules: [RecurrenceRule],
    _ dates: [Property]
) -> Component {
    let seconds = { (offset: Int) in offset.magnitude < 100 ? offset * 3600 : offset }
    let start = Value.dateTime(CivilDateTime(secondNumber: wallSecond(start)), isUTC: false)
    var properties = [
        Property("DTSTART", start), Property("TZOFFSETFROM", .utcOffset(seconds(before))),
        Property("TZOFFSETTO", .utcOffset(seconds(after))),
    ]
    properties += rules.map { Property("RRULE", .recurrenceRule($0)) }
    return Component(name, properties: properties + dates)
}

/// A rule for a weekday of a month, every year.
func everyYear(
    _ ordinal: Int,
    _ weekday: Weekday,
    of month: Int,
    interval: Int = 1,
    count: Int? = nil,
    until: EventTime? = nil
) -> RecurrenceRule {
    var rule = RecurrenceRule(.yearly, interval: interval, count: count, until: until)
    rule.byMonth = [RecurrenceRule.MonthNumber(month)]
    rule.byDay = [RecurrenceRule.WeekdayNumber(weekday, ordinal: ordinal)]
    return rule
}

/// Berlin's rules as Outlook writes them, from 1601 on.
func berlinRules(_ identifier: String) -> Component {
    vtimezone(
        identifier,
        standard(
            2,
            1,
            "1601-01-01T03:00:00",
            everyYear(-1, .sunday, of: 10)
        ),
        daylight(
            1,
            2,
            "1601-01-01T02:00:00",
            everyYear(-1, .sunday, of: 3)
        )
    )
}

/// A cursor that can be asked inside an expectation, which takes no mutating call.
final class CursorUnderTest {
    private var cursor: ZoneCursor

    init(_ table: TransitionTable) {
        cursor = ZoneCursor(table)
    }

    func instant(ofCivil second: Int) -> Int { cursor.instant(ofCivil: second) }
    func isInGap(_ second: Int) -> Bool { cursor.isInGap(second) }
}

/// The zones of a calendar that can be asked inside an expectation.
final class ScopeUnderTest {
    private var scope: ZoneScope

    init(
        definitions: [Component],
        preferring preference: ZonePreference,
        database: TimeZoneDatabase = .system
    ) {
        scope = ZoneScope(definitions: definitions, preferring: preference, database: database)
    }

    func resolve(_ timeZoneID: String) -> ZoneScope.ResolvedZone { scope.resolve(timeZoneID) }
}
