#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension EventTime {
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
}
