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
    var isFloating: Bool {
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
}
