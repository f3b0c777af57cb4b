public import EssentialFoundation

/// The start or end of an item as written in its property: a date, or a time in one of three forms.
///
/// The forms are defined in RFC 5545 sections 3.3.4 (DATE), 3.3.5 (DATE-TIME) and 3.2.19 (the TZID parameter).
///
/// ```swift
/// if let start = event.start, case .zoned(let time, let timeZoneID) = start {
///     print("\(time) in \(timeZoneID)")  // 2026-03-29T09:00:00 in Europe/Berlin
/// }
/// ```
public enum EventTime: Sendable, Hashable {
    /// A whole day without a time zone: `DTSTART;VALUE=DATE:20260329`.
    case date(CivilDate)
    /// A wall-clock time in each viewer's local time zone: `DTSTART:20260329T090000`.
    case floating(CivilDateTime)
    /// A time in UTC: `DTSTART:20260329T090000Z`.
    case utc(CivilDateTime)
    /// A wall-clock time in a named time zone: `DTSTART;TZID=Europe/Berlin:20260329T090000`.
    case zoned(CivilDateTime, timeZoneID: String)

    /// Whether the value is a date, as in `DTSTART;VALUE=DATE:20260329`.
    ///
    /// An event that starts on a date is an all-day event.
    public var isDate: Bool {
        if case .date = self { true } else { false }
    }

    /// Whether the value is a wall-clock time without a time zone.
    package var isFloating: Bool {
        if case .floating = self { true } else { false }
    }

    /// The wall-clock time as written, or midnight for a date:
    /// `try EventTime("2026-03-29").civil.description // "2026-03-29T00:00:00"`.
    public var civil: CivilDateTime {
        switch self {
        case .date(let date): CivilDateTime(date)
        case .floating(let time), .utc(let time), .zoned(let time, _): time
        }
    }

    /// The TZID as written, such as `W. Europe Standard Time`, or nil for dates, floating times and UTC.
    public var timeZoneID: String? {
        if case .zoned(_, let id) = self { id } else { nil }
    }

    /// Creates a date or time from common and RFC 3339 notation: `2026-03-29`, `2026-03-29 09:30`,
    /// `2026-03-29T09:30:00Z`.
    ///
    /// ```swift
    /// let day = try EventTime("2026-03-29")             // a whole day
    /// let local = try EventTime("2026-03-29 09:30")     // floating
    /// let call = try EventTime("2026-03-29T07:30:00Z")  // in UTC
    /// ```
    ///
    /// The RFC 5545 forms (`20260329`, `20260329T093000Z`) are accepted too.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the text has none of these forms or the day or time does not
    ///   exist.
    public init(_ text: String) throws(CalendarError) {
        guard let time = EventTime.read(text) else {
            throw CalendarError(
                .invalidValue,
                "'\(text.prefix(40))' is not a date or time (expected a form such as 2026-03-29 09:30)"
            )
        }
        self = time
    }

    /// Parses a date and time with digits in fixed positions.
    private static func read(_ text: String) -> EventTime? {
        var rest = text.utf8[...]
        guard let year = number(&rest, digits: 4), year > 0 else { return nil }
        let hasHyphens = skip(UInt8(ascii: "-"), &rest)
        guard let month = number(&rest, digits: 2), skip(UInt8(ascii: "-"), &rest) == hasHyphens,
            let day = number(&rest, digits: 2),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        if rest.isEmpty { return .date(date) }
        guard
            skip(UInt8(ascii: "T"), &rest) || skip(UInt8(ascii: "t"), &rest)
                || skip(UInt8(ascii: " "), &rest),
            let hour = number(&rest, digits: 2)
        else { return nil }
        let hasColons = skip(UInt8(ascii: ":"), &rest)
        guard let minute = number(&rest, digits: 2) else { return nil }
        var second = 0
        if let next = rest.first,
            next == UInt8(ascii: ":") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
        {
            guard skip(UInt8(ascii: ":"), &rest) == hasColons, let number = number(&rest, digits: 2) else {
                return nil
            }
            second = number
        }
        let isUTC = skip(UInt8(ascii: "Z"), &rest) || skip(UInt8(ascii: "z"), &rest)
        guard rest.isEmpty, hour < 24, minute < 60, second < 60 else { return nil }
        let time = CivilDateTime(date, secondOfDay: hour * 3600 + minute * 60 + second)
        return isUTC ? .utc(time) : .floating(time)
    }

    /// Consumes exactly `digits` digits.
    private static func number(_ text: inout Substring.UTF8View, digits: Int) -> Int? {
        let head = text.prefix(digits)
        guard head.count == digits, head.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        text = text.dropFirst(digits)
        return head.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Consumes the given byte, or returns false if the text starts with another byte.
    private static func skip(_ byte: UInt8, _ text: inout Substring.UTF8View) -> Bool {
        guard text.first == byte else { return false }
        text = text.dropFirst()
        return true
    }

    /// Creates a date from year, month and day, or returns nil if the date does not exist.
    ///
    /// ```swift
    /// EventTime(year: 2026, month: 3, day: 29)        // a whole day
    /// EventTime(year: 2026, month: 2, day: 30)        // nil
    /// ```
    public init?(year: Int, month: Int, day: Int) {
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        self = .date(date)
    }

    /// Creates a wall-clock time in a named time zone, in UTC if the name is `UTC` or `Z`, or floating if the name is
    /// nil: `EventTime(try EventTime("2026-03-29 09:30").civil, timeZoneID: nil).isDate // false`.
    ///
    /// The system need not know the name, because a VTIMEZONE in the calendar may define it.
    public init(_ time: CivilDateTime, timeZoneID: String?) {
        switch timeZoneID {
        case nil: self = .floating(time)
        case "UTC"?, "Z"?: self = .utc(time)
        case let id?: self = .zoned(time, timeZoneID: id)
        }
    }

    /// Creates a time in UTC from an instant.
    package init(_ instant: Instant) {
        self = .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
    }

    /// Creates a time in UTC from a Foundation date, rounded down to a whole second.
    @_disfavoredOverload  // Date also has a `now`, so `EventTime(.now)` would be ambiguous.
    package init(_ date: Date) {
        self.init(Instant(date))
    }

    /// The year, month and day, the time unless the value is a date, and the time zone if Foundation knows it:
    /// `try EventTime("2026-03-29").dateComponents.year // 2026`.
    ///
    /// The fields always refer to the Gregorian calendar, regardless of the current Foundation calendar.
    public var dateComponents: DateComponents {
        let (year, month, day) = civil.date.fields
        var components = DateComponents(year: year, month: month, day: day)
        guard !isDate else { return components }
        components.hour = civil.hour
        components.minute = civil.minute
        components.second = civil.second
        switch self {
        case .zoned(_, let id): components.timeZone = TimeZone(identifier: id)
        case .utc: components.timeZone = .gmt
        case .date, .floating: break
        }
        return components
    }

    /// The day that the value denotes in an all-day series: the date as written, or the next day if
    /// ``isMidnightInUTC`` is true.
    package var dayOfAllDaySeries: CivilDate {
        isMidnightInUTC ? civil.date.adding(days: 1) : civil.date
    }

    /// Whether the value denotes the next day in an all-day series.
    ///
    /// Exchange and Outlook write a date as local midnight converted to UTC, which east of Greenwich falls on the
    /// afternoon of the previous day.
    ///
    /// True for UTC times on a quarter hour at or after noon. `T235959Z`, by contrast, marks the end of the day as
    /// written.
    var isMidnightInUTC: Bool {
        guard case .utc(let time) = self else { return false }
        return time.secondOfDay >= 43_200 && time.secondOfDay % 900 == 0
    }

    /// Returns the value as the UNTIL of an all-day or timed series.
    package func until(isAllDay: Bool) -> EventTime { isAllDay ? .date(dayOfAllDaySeries) : self }

    /// Returns the last wall-clock second that this UNTIL includes, on a clock `offset` seconds ahead of UTC.
    ///
    /// A date includes the whole day. Floating times and times in a named zone are interpreted on that clock.
    package func lastSecond(inOffset offset: Int) -> Int {
        lastSecond { $0 + offset }
    }

    /// Returns the last second that this UNTIL includes, on the caller's time scale.
    ///
    /// Every interpretation of UNTIL uses this method. Callers that work with instants convert wall-clock seconds to
    /// instants, and callers that work with wall-clock seconds do the reverse.
    ///
    /// - Parameters:
    ///   - instant: Converts the instant of a UTC time, in seconds since 1970, to the caller's scale.
    ///   - wallClock: Converts a wall-clock second to the caller's scale. The default returns it unchanged.
    package func lastSecond(
        instant: (Int) -> Int,
        wallClock: (Int) -> Int = { $0 }
    ) -> Int {
        switch self {
        case .utc(let time): instant(time.secondNumber)
        // The last second before the next midnight, even if the clocks change at midnight.
        case .date(let date): wallClock((date.dayNumber + 1) * 86_400) - 1
        case .floating(let time), .zoned(let time, _): wallClock(time.secondNumber)
        }
    }
}
