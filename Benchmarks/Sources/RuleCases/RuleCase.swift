import ICalendar
@_spi(Benchmarks) public import ICalendarCore

/// A rule to measure, as the only event of a calendar.
public struct RuleCase: Sendable {
    /// The name in reports.
    public var name: String
    /// The value of RRULE.
    public var rule: String
    /// The value of DTSTART, such as `20230101T090000`.
    var start: String
    /// An IANA time zone identifier, or UTC.
    var zone: String

    init(_ name: String, _ rule: String, start: String, zone: String = "UTC") {
        self.name = name
        self.rule = rule
        self.start = start
        self.zone = zone
    }

    /// Returns the calendar.
    ///
    /// Reading the calendar is not part of the measurement.
    public func file() throws -> CalendarFile {
        let start = zone == "UTC" ? "DTSTART:\(start)Z" : "DTSTART;TZID=\(zone):\(start)"
        return try CalendarFile(
            text: """
                BEGIN:VCALENDAR
                VERSION:2.0
                BEGIN:VEVENT
                UID:rule@benchmarks.example
                \(start)
                RRULE:\(rule)
                END:VEVENT
                END:VCALENDAR

                """
        )
    }

    /// Returns the prepared rule, without an event.
    @_spi(Benchmarks) public func prepared() throws -> PreparedRule {
        let digits = start.filter(\.isNumber).compactMap(\.wholeNumberValue)
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let start = CivilDateTime(
            year: number(0..<4),
            month: number(4..<6),
            day: number(6..<8),
            hour: number(8..<10)
        )
        guard let start else { throw CalendarError(.invalidValue, self.start) }
        return try PreparedRule(
            RecurrenceRule(text: rule),
            start: start,
            in: zone == "UTC" ? .utc : Zone(identifier: zone)
        )
    }

    /// The rules whose instances are computed for four years.
    ///
    /// The peers measure the same rules.
    public static let walks = [
        RuleCase("daily-utc", "FREQ=DAILY", start: "20230101T090000"),
        RuleCase(
            "weekly-new-york",
            "FREQ=WEEKLY;BYDAY=MO,WE,FR",
            start: "20230101T090000",
            zone: "America/New_York"
        ),
        RuleCase(
            "monthly-position",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            start: "20230101T090000"
        ),
        RuleCase("yearly-month-day", "FREQ=YEARLY;BYMONTH=6,7,8;BYDAY=TH", start: "20230101T090000"),
        RuleCase("yearly-one-day", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", start: "20230101T090000"),
        RuleCase("secondly-flood", "FREQ=SECONDLY;BYHOUR=9", start: "20230101T090000"),
    ]

    /// The rules queried for 15 June 2026, for each frequency, starting in 1970 and in 2026, without and with COUNT.
    public static let queries: [RuleCase] = {
        let rules: [(name: String, rule: String, monthAndDay: String, count: Int, zone: String)] = [
            ("yearly", "FREQ=YEARLY", "0615", 1000, "UTC"),
            ("monthly", "FREQ=MONTHLY", "0115", 10_000, "UTC"),
            ("weekly-new-york", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "0105", 20_000, "America/New_York"),
            ("daily", "FREQ=DAILY", "0105", 30_000, "UTC"),
            ("hourly", "FREQ=HOURLY;INTERVAL=5", "0105", 200_000, "UTC"),
            ("minutely", "FREQ=MINUTELY;INTERVAL=7", "0105", 6_000_000, "UTC"),
            ("secondly", "FREQ=SECONDLY;INTERVAL=601", "0105", 4_000_000, "UTC"),
        ]
        return rules.flatMap { rule in
            ["1970", "2026"].flatMap { year in
                ["", ";COUNT=\(rule.count)"].map { count in
                    RuleCase(
                        "\(rule.name)\(count.isEmpty ? "" : "-counted")-\(year)",
                        rule.rule + count,
                        start: "\(year)\(rule.monthAndDay)T090000",
                        zone: rule.zone
                    )
                }
            }
        }
    }()
}
