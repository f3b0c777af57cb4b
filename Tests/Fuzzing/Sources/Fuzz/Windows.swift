import ICalendar

/// The windows for expanding calendars.
enum Windows {
    static let berlin: Zone = {
        guard let zone = try? Zone(identifier: "Europe/Berlin") else { broken("there is no tz database") }
        return zone
    }()

    /// Four years from the start of 2025.
    static let fourYears = window(1_735_689_600, days: 1461)
    /// March 2026, in which clocks in Europe and America change.
    static let march = window(1_772_323_200, days: 31)
    /// The years around 1970.
    static let early = window(-31_536_000, days: 800)

    private static func window(_ start: Int, days: Int) -> OccurrenceWindow {
        let from = Instant(secondsSince1970: start)
        guard
            let window = try? OccurrenceWindow(
                from: from,
                to: from.adding(seconds: days * 86_400),
                in: berlin
            )
        else { broken("an invalid window") }
        return window
    }
}
