/// Dates and times of a property together with its TZID (RFC 5545 sections 3.2.19, 3.3.4 and 3.3.5).
extension Property {
    /// The first value as a date or time with the property's TZID, or nil when it is neither:
    /// `property.eventTime?.timeZoneID // "Europe/Berlin"`.
    public var eventTime: EventTime? {
        value.elements.first.flatMap { eventTime(of: $0) }
    }

    /// The dates and times of the property in their order, as of `EXDATE:20260403T091500,20260406T091500`; values of
    /// another type are left out.
    public var eventTimes: [EventTime] {
        value.elements.compactMap { eventTime(of: $0) }
    }

    /// A property of a time, with the VALUE and TZID parameters that it needs.
    ///
    /// `keeping` gives further parameters; VALUE and TZID among them are replaced.
    ///
    /// ```swift
    /// Property("DTSTART", at: try EventTime("2026-04-06 09:30", in: "Europe/Berlin"))
    /// ```
    public init(_ name: String, at time: EventTime, keeping parameters: [Parameter] = []) {
        self.init(name, alike: [time], keeping: parameters)
    }

    /// A property of several times, with the VALUE and TZID parameters that they need.
    ///
    /// Both stand once for all values, so the times are whole days, or floating, or in UTC, or in one zone. Others go
    /// into properties of their own, as ``SeriesComponent/exceptionDates`` writes them.
    ///
    /// ```swift
    /// try Property("EXDATE", [EventTime("2026-04-06"), EventTime("2026-04-07")])
    /// ```
    ///
    /// `keeping` gives further parameters; VALUE and TZID among them are replaced.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` when the times are of several kinds or zones.
    public init(_ name: String, _ times: [EventTime], keeping parameters: [Parameter] = [])
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

    /// One value of this property as a time in the property's zone; nil when it is neither date nor time.
    package func eventTime(of value: Value) -> EventTime? {
        switch value {
        case .date(let date): .date(date)
        case .dateTime(let time, let isUTC): eventTime(of: time, isUTC: isUTC)
        default: nil
        }
    }

    /// A wall-clock time of this property: UTC, in the zone of TZID, or floating.
    package func eventTime(of time: CivilDateTime, isUTC: Bool) -> EventTime {
        if isUTC { return .utc(time) }
        // An empty TZID names no zone; whoever resolves it says so.
        guard let id = timeZoneID else { return .floating(time) }
        return .zoned(time, timeZoneID: id)
    }
}

extension EventTime {
    /// Whether this and another time can stand in one property.
    fileprivate func isAlike(_ other: EventTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let id), .zoned(_, let otherID)): ExactText(id) == ExactText(otherID)
        default: false
        }
    }

    /// What it is, for messages.
    fileprivate var wordingWithZone: String {
        switch self {
        case .date: "a whole day"
        case .floating: "a floating time"
        case .utc: "a time in UTC"
        case .zoned(_, let id): "a time in \(id)"
        }
    }
}
