package import ICalendar

/// The size, current time, and options for an agenda or grid.
package struct ViewLayout: Sendable {
    /// The number of columns.
    package var width: Int
    /// The current time.
    ///
    /// Views mark the current day.
    package var now: Instant
    package var ability: ColorAbility
    /// The handles of the listed events by position.
    ///
    /// The array is empty if handles are not shown.
    package var handles: [String] = []
    /// The first day of the week.
    package var weekStart: Weekday = .monday
    package var hidesEmptyDays = false
    /// Whether later days come first.
    package var isReversed = false

    /// The minimum layout width of views, in columns.
    package static let narrowest = 24

    package init(width: Int, now: Instant, ability: ColorAbility = .none) {
        self.width = max(Self.narrowest, width)
        self.now = now
        self.ability = ability
    }

    /// The width of the longest handle in columns.
    var handleWidth: Int { handles.map(\.utf8.count).max() ?? 0 }

    func handle(_ position: Int) -> String? { handles.indices.contains(position) ? handles[position] : nil }
}

/// Formats days and times of day for views.
package enum DayText {
    package static let weekdays = EnglishWords.weekdays.map { String($0.prefix(3)) }

    /// Returns a day: `Sat 28 Nov`, or `Sat 28 Nov 2026` with its year.
    package static func day(_ date: CivilDate, withYear: Bool = false) -> String {
        let fields = date.fields
        let text =
            "\(weekdays[date.weekday.rawValue]) \(fields.day) \(EnglishWords.months[fields.month - 1].prefix(3))"
        return withYear ? "\(text) \(fields.year)" : text
    }

    /// Returns a month: `November 2026`.
    package static func month(_ date: CivilDate) -> String {
        "\(EnglishWords.months[date.month - 1]) \(date.year)"
    }

    /// Returns a day's relative name: `today`, `tomorrow`, or `yesterday`.
    ///
    /// Returns nil for other days.
    package static func distance(_ date: CivilDate, from today: CivilDate) -> String? {
        switch date.dayNumber - today.dayNumber {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        default: nil
        }
    }

    /// Returns a time of day: `09:15`, or `9:15` if `isShort` is true.
    ///
    /// Adds the offset if the local time occurs twice.
    package static func clock(_ instant: Instant, in zone: Zone, isShort: Bool = false) -> String {
        let civil = zone.civil(at: instant)
        let text = "\(isShort ? "\(civil.hour)" : padded(civil.hour, 2)):\(padded(civil.minute, 2))"
        guard !isShort, zone.showsTwice(instant) else { return text }
        return text + OccurrenceTime.instant(instant, zone).description.dropFirst(19)
    }

    /// Returns an entry's time on its day: `09:15-09:30`, `all day`, `from 22:00`, or `until 02:00`.
    package static func time(_ entry: DayList.Entry, in zone: Zone) -> String {
        let event = entry.event
        if event.isAllDay { return "all day" }
        let start = clock(event.span.lowerBound, in: zone)
        if event.span.isEmpty { return start }
        let end = clock(event.span.upperBound, in: zone)
        if entry.dayNumber == 1 {
            return entry.isBanner && entry.dayCount > 1 ? "from \(start)" : "\(start)-\(end)"
        }
        return entry.dayNumber == entry.dayCount ? "until \(end)" : "all day"
    }

    /// Returns a duration in words: `3 days`, `2 hours 5 minutes`, or `1 minute`.
    package static func length(_ seconds: Int) -> String {
        func words(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
        let minutes = (max(0, seconds) + 59) / 60
        if minutes < 60 { return words(minutes, "minute") }
        let hours = minutes / 60
        if hours < 24 {
            return words(hours, "hour") + (minutes % 60 > 0 ? " " + words(minutes % 60, "minute") : "")
        }
        let days = hours / 24
        return words(days, "day") + (days < 7 && hours % 24 > 0 ? " " + words(hours % 24, "hour") : "")
    }
}
