/// Dates and times of a property, combined with its TZID (RFC 5545 sections 3.2.19, 3.3.4, and 3.3.5).
extension Property {
    /// The first value as a date or time in the property's TZID, or nil if it is neither:
    /// `property.eventTime?.timeZoneID // "Europe/Berlin"`.
    package var eventTime: EventTime? {
        value.elements.first.flatMap { eventTime(of: $0) }
    }

    /// The dates and times of the property in order, as in `EXDATE:20260403T091500,20260406T091500`.
    ///
    /// Values of other types are omitted.
    public var eventTimes: [EventTime] {
        value.elements.compactMap { eventTime(of: $0) }
    }

    /// Creates a property with a time, adding the VALUE and TZID parameters that it needs.
    ///
    /// `keeping` provides additional parameters. Any VALUE and TZID among them are replaced.
    ///
    /// ```swift
    /// Property("DTSTART", at: try EventTime("2026-04-06 09:30", in: "Europe/Berlin"))
    /// ```
    public init(_ name: String, at time: EventTime, keeping parameters: [Parameter] = []) {
        self.init(name, alike: [time], keeping: parameters)
    }

    /// Creates a property with several times, adding the VALUE and TZID parameters that they need.
    ///
    /// These parameters apply to all values, so the times must all be whole days, all floating, all in UTC, or all in
    /// one zone. Put other times into separate properties, as ``ComponentView/exceptionDates`` does.
    ///
    /// `keeping` provides additional parameters. Any VALUE and TZID among them are replaced.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the times are of different kinds or in different zones.
    package init(_ name: String, _ times: [EventTime], keeping parameters: [Parameter] = [])
        throws(CalendarError)
    {
        if let first = times.first, let other = times.first(where: { !$0.isAlike(first) }) {
            throw CalendarError(
                .invalidValue,
                "one \(name) cannot hold both \(first.wordingWithZone) and \(other.wordingWithZone)"
            )
        }
        self.init(name, alike: times, keeping: parameters)
    }

    private init(_ name: String, alike times: [EventTime], keeping parameters: [Parameter]) {
        var parameters = parameters.filter { $0.name != "VALUE" && $0.name != "TZID" }
        if times.first?.isDate == true { parameters.append(Parameter("VALUE", "DATE")) }
        if let id = times.first?.timeZoneID { parameters.append(Parameter("TZID", id)) }
        let values = times.map { time -> Value in
            switch time {
            case .date(let date): .date(date)
            case .utc(let time): .dateTime(time, isUTC: true)
            case .floating(let time), .zoned(let time, _): .dateTime(time, isUTC: false)
            }
        }
        self.init(name, Value(elements: values) ?? .list([]), parameters: parameters)
    }

    /// Returns a value of this property as a time in the property's zone, or nil if it is neither a date nor a time.
    package func eventTime(of value: Value) -> EventTime? {
        switch value {
        case .date(let date): .date(date)
        case .dateTime(let time, let isUTC): eventTime(of: time, isUTC: isUTC)
        default: nil
        }
    }

    /// Returns a wall-clock time of this property as a UTC time, a time in the zone of TZID, or a floating time.
    package func eventTime(of time: CivilDateTime, isUTC: Bool) -> EventTime {
        if isUTC { return .utc(time) }
        // An empty TZID names no zone; resolving the time reports that.
        guard let id = timeZoneID else { return .floating(time) }
        return .zoned(time, timeZoneID: id)
    }
}

extension EventTime {
    /// Returns whether this time and another can share a property.
    fileprivate func isAlike(_ other: EventTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let id), .zoned(_, let otherID)): ExactText(id) == ExactText(otherID)
        default: false
        }
    }

    /// A description for use in messages.
    fileprivate var wordingWithZone: String {
        switch self {
        case .date: "a whole day"
        case .floating: "a floating time"
        case .utc: "a time in UTC"
        case .zoned(_, let id): "a time in \(id)"
        }
    }
}
