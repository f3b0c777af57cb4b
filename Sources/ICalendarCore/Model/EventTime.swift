#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// When something starts or ends, as its property says it: a date, or a time in one of three forms.
///
/// RFC 5545 sections 3.3.4 (DATE) and 3.3.5 (DATE-TIME) with the TZID parameter of 3.2.19.
///
/// ```swift
/// if let start = event.start, case .zoned(let time, let timeZoneID) = start {
///     print("\(time) in \(timeZoneID)")  // 2026-03-29T09:00:00 in Europe/Berlin
/// }
/// ```
public enum EventTime: Sendable, Hashable {
    /// A whole day, without a zone: `DTSTART;VALUE=DATE:20260329`.
    case date(CivilDate)
    /// A wall-clock time that is the same everywhere: `DTSTART:20260329T090000`.
    case floating(CivilDateTime)
    /// A time in UTC: `DTSTART:20260329T090000Z`.
    case utc(CivilDateTime)
    /// A wall-clock time in a named zone: `DTSTART;TZID=Europe/Berlin:20260329T090000`.
    case zoned(CivilDateTime, timeZoneID: String)

    /// Whether this is a whole day, as in `DTSTART;VALUE=DATE:20260329`; then an event takes whole days.
    public var isDate: Bool {
        if case .date = self { true } else { false }
    }

    /// Whether this is a wall-clock time without a zone.
    package var isFloating: Bool {
        if case .floating = self { true } else { false }
    }

    /// The wall-clock time as written, midnight for a date:
    /// `EventTime.date(CivilDate(dayNumber: 0)).civil.description // "1970-01-01T00:00:00"`.
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

    /// A date or time as people and RFC 3339 write it: `2026-03-29`, `2026-03-29 09:30`, `2026-03-29T09:30:00Z`.
    ///
    /// ```swift
    /// let day = try EventTime("2026-03-29")             // a whole day
    /// let local = try EventTime("2026-03-29 09:30")     // floating
    /// let call = try EventTime("2026-03-29T07:30:00Z")  // in UTC
    /// ```
    ///
    /// The forms of RFC 5545 (`20260329`, `20260329T093000Z`) are read too.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the text is none of these, or names a day or time that does
    ///   not exist.
    public init(_ text: String) throws(CalendarError) {
        guard let time = EventTime.read(text) else {
            throw CalendarError(
                .invalidValue,
                "'\(text.prefix(40))' is not a date or time (expected a form such as 2026-03-29 09:30)"
            )
        }
        self = time
    }

    /// Reads the text: digits in the places where a date and a time have them.
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

    /// Takes exactly so many digits off the front.
    private static func number(_ text: inout Substring.UTF8View, digits: Int) -> Int? {
        let head = text.prefix(digits)
        guard head.count == digits, head.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        text = text.dropFirst(digits)
        return head.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Takes a byte off the front; false when another one stands there.
    private static func skip(_ byte: UInt8, _ text: inout Substring.UTF8View) -> Bool {
        guard text.first == byte else { return false }
        text = text.dropFirst()
        return true
    }

    /// A day, or nil when there is none of these numbers.
    ///
    /// ```swift
    /// EventTime(year: 2026, month: 3, day: 29)        // a whole day
    /// EventTime(year: 2026, month: 2, day: 30)        // nil
    /// ```
    public init?(year: Int, month: Int, day: Int) {
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        self = .date(date)
    }

    /// A wall-clock time in a named zone, in UTC when that is the zone's name, or floating without a zone:
    /// `EventTime(CivilDateTime(secondNumber: 0), timeZoneID: "UTC") // .utc(CivilDateTime(secondNumber: 0))`.
    ///
    /// The name is taken as it is, known or not: it may be one that only a VTIMEZONE of the calendar explains.
    public init(_ time: CivilDateTime, timeZoneID: String?) {
        switch timeZoneID {
        case nil: self = .floating(time)
        case "UTC"?, "Z"?: self = .utc(time)
        case let id?: self = .zoned(time, timeZoneID: id)
        }
    }

    /// An instant, in UTC.
    ///
    /// ```swift
    /// event.start = EventTime(.now)
    /// ```
    public init(_ instant: Instant) {
        self = .utc(CivilDateTime(secondNumber: instant.secondsSince1970))
    }

    /// A Foundation date, in UTC, rounded down to its second.
    ///
    /// ```swift
    /// event.start = EventTime(Date())
    /// ```
    @_disfavoredOverload  // Date has a `now` as well, so that `EventTime(.now)` could mean either.
    public init(_ date: Date) {
        self.init(Instant(date))
    }

    /// Year, month, day and, but for a whole day, the time, with the zone where Foundation knows it:
    /// `EventTime.date(CivilDate(dayNumber: 0)).dateComponents.year // 1970`.
    ///
    /// Foundation's calendars may know other days: these are of the Gregorian calendar.
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

    /// The day that the time names in an all-day series: the date as written, or the next one where
    /// ``isMidnightInUTC`` holds.
    package var dayOfAllDaySeries: CivilDate {
        isMidnightInUTC ? civil.date.adding(days: 1) : civil.date
    }

    /// Whether the time means the next day in an all-day series: Exchange and Outlook write a date as the UTC of its
    /// local midnight, which east of Greenwich is in the afternoon of the day before.
    ///
    /// True for times in UTC from noon on, on a quarter of an hour; `T235959Z` is the end of the day as written.
    var isMidnightInUTC: Bool {
        guard case .utc(let time) = self else { return false }
        return time.secondOfDay >= 43_200 && time.secondOfDay % 900 == 0
    }

    /// What an UNTIL means in a series, of days or of times.
    package func until(isAllDay: Bool) -> EventTime { isAllDay ? .date(dayOfAllDaySeries) : self }

    /// The last second that an UNTIL leaves in, where wall clocks are that far ahead of UTC, as a wall-clock second.
    ///
    /// A date leaves its whole day in; a time without a zone is one of the wall clock, as is one that names a zone.
    package func lastSecond(inOffset offset: Int) -> Int {
        lastSecond { $0 + offset }
    }

    /// The last second that an UNTIL leaves in, on the scale of whoever asks.
    ///
    /// This is the only place that says what UNTIL means. Whoever counts in instants turns wall-clock seconds into
    /// instants, whoever counts in wall-clock seconds turns instants into those.
    ///
    /// - Parameters:
    ///   - instant: turns the instant of a time in UTC, in seconds since 1970, into the scale.
    ///   - wallClock: turns a wall-clock second into the scale; nothing to do when that is the scale.
    package func lastSecond(
        instant: (Int) -> Int,
        wallClock: (Int) -> Int = { $0 }
    ) -> Int {
        switch self {
        case .utc(let time): instant(time.secondNumber)
        // The second before the next midnight, also where clocks change at midnight.
        case .date(let date): wallClock((date.dayNumber + 1) * 86_400) - 1
        case .floating(let time), .zoned(let time, _): wallClock(time.secondNumber)
        }
    }
}
