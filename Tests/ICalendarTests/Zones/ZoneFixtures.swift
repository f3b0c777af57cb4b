import ICalendar

@testable import ICalendarCore

/// Returns the wall-clock second of a time such as `2026-03-29T02:30:00`, or an absurd second for other text.
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
    /// Returns the UTC time for a wall-clock time, such as `2026-03-29T01:30:00`.
    func utc(_ text: String) -> String {
        CivilDateTime(
            secondNumber: instant(of: CivilDateTime(secondNumber: wallSecond(text))).secondsSince1970
        )
        .description
    }

    /// Returns the offset at a UTC time.
    func offset(atUTC text: String) -> Int {
        offset(at: Instant(secondsSince1970: wallSecond(text)))
    }
}

/// Returns a VTIMEZONE with the given observances.
func vtimezone(_ identifier: String, _ observances: Component...) -> Component {
    Component("VTIMEZONE", properties: [Property("TZID", .text(identifier))], components: observances)
}

/// Returns a STANDARD component.
///
/// Offsets below 100 are hours, others seconds.
func standard(
    _ before: Int,
    _ after: Int,
    _ start: String,
    _ rules: RecurrenceRule...,
    dates: [Property] = []
) -> Component {
    observance("STANDARD", before, after, start, rules, dates)
}

/// Returns a DAYLIGHT component.
///
/// Offsets below 100 are hours, others seconds.
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

/// Returns a yearly rule for a weekday in a month.
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

/// Returns Berlin's rules since 1601, as Outlook writes them.
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

/// A reference to a cursor, because expectations do not allow mutating calls.
final class CursorUnderTest {
    private var cursor: ZoneCursor

    init(_ table: TransitionTable) {
        cursor = ZoneCursor(table)
    }

    func instant(ofCivil second: Int) -> Int { cursor.instant(ofCivil: second) }
    func isInGap(_ second: Int) -> Bool { cursor.isInGap(second) }
}

/// A reference to a calendar's zones, because expectations do not allow mutating calls.
final class ScopeUnderTest {
    private var resolver: TimeResolver

    init(
        definitions: [Component],
        preferring preference: ZonePreference,
        database: TimeZoneDatabase = .system
    ) {
        resolver = TimeResolver(definitions: definitions, preferring: preference, database: database)
    }

    func resolve(_ timeZoneID: String) -> TimeResolver.ResolvedZone { resolver.resolve(timeZoneID) }
}
