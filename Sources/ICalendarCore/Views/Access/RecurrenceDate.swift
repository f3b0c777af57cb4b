/// An RDATE value (RFC 5545 section 3.8.5.2), either a start alone or a period with its own end.
///
/// ```swift
/// event.recurrenceDates = [.time(try EventTime("2026-04-06"))]
/// ```
public enum RecurrenceDate: Sendable, Hashable {
    /// A date or time, as in `RDATE;TZID=Europe/Berlin:20260501T091500`; the instance has the event's duration.
    case time(EventTime)
    /// A start with its own end or duration: `RDATE;VALUE=PERIOD:20260501T071500Z/PT1H`.
    case period(start: EventTime, end: Value.Period.End)

    /// The instance's start, such as the part before the slash in `20260501T071500Z/PT1H`.
    public var start: EventTime {
        switch self {
        case .time(let start), .period(let start, _): start
        }
    }

    /// The end of a period, such as the part after the slash in `20260501T071500Z/PT1H`, or nil for a start alone.
    public var end: Value.Period.End? {
        if case .period(_, let end) = self { end } else { nil }
    }
}

extension Property {
    /// The RDATE values, as in `RDATE;VALUE=PERIOD:20260501T071500Z/PT1H`.
    ///
    /// Values of other types are omitted.
    package var recurrenceDates: [RecurrenceDate] {
        value.elements.compactMap { value in
            if case .period(let period) = value {
                .period(start: eventTime(of: period.start, isUTC: period.isUTC), end: period.end)
            } else {
                eventTime(of: value).map(RecurrenceDate.time)
            }
        }
    }

    /// Creates a property with a single RDATE value.
    package init(_ name: String, _ date: RecurrenceDate) {
        switch date {
        case .time(let time):
            self.init(name, at: time)
        case .period(let start, let end):
            var isUTC = false
            if case .utc = start { isUTC = true }
            var parameters = [Parameter("VALUE", "PERIOD")]
            if let id = start.timeZoneID { parameters.append(Parameter("TZID", id)) }
            let period = Value.Period(start: start.civil, isUTC: isUTC, end: end)
            self.init(name, .period(period), parameters: parameters)
        }
    }
}
