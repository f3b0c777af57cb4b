/// What a property says, in the value types of RFC 5545 section 3.3.
///
/// ```swift
/// switch property.value {
/// case .text(let text): print(text)
/// case .dateTime(let time, isUTC: true): print("\(time)Z")
/// case .list(let values): print(values.count, "values")
/// default: print(property.value.string ?? "")
/// }
/// ```
public enum Value: Sendable, Hashable {
    /// TEXT (3.3.11), escapes undone: `LOCATION:Room 4\, first floor` is `.text("Room 4, first floor")`.
    case text(String)
    /// URI (3.3.13), as written: `URL:https://example.com/review`.
    case uri(String)
    /// CAL-ADDRESS (3.3.3), as written: `ATTENDEE:mailto:jane@example.com`.
    case calendarAddress(String)
    /// DATE (3.3.4): `DTSTART;VALUE=DATE:20260329`.
    case date(CivilDate)
    /// DATE-TIME (3.3.5), such as `DTSTAMP:20260301T080000Z`; without a `Z` its zone is the TZID parameter of the
    /// property.
    case dateTime(CivilDateTime, isUTC: Bool)
    /// TIME (3.3.12), in seconds since midnight: `X-OPENS;VALUE=TIME:090000` is
    /// `.time(secondOfDay: 32_400, isUTC: false)`.
    case time(secondOfDay: Int, isUTC: Bool)
    /// DURATION (3.3.6): `DURATION:PT1H30M`.
    case duration(NominalDuration)
    // Indirect are those that are larger than the others, as values stand in arrays.
    /// PERIOD (3.3.9): `FREEBUSY:20260329T090000Z/PT1H`.
    indirect case period(Period)
    /// RECUR (3.3.10): `RRULE:FREQ=WEEKLY;BYDAY=MO`.
    indirect case recurrenceRule(RecurrenceRule)
    /// INTEGER (3.3.8): `SEQUENCE:2`.
    case integer(Int)
    /// FLOAT (3.3.7): `X-LITRES;VALUE=FLOAT:2.5`.
    case float(Double)
    /// BOOLEAN (3.3.2): `X-OPEN;VALUE=BOOLEAN:TRUE`.
    case boolean(Bool)
    /// UTC-OFFSET (3.3.14), in seconds east of UTC: `TZOFFSETTO:-0500` is `.utcOffset(-18_000)`.
    case utcOffset(Int)
    /// The two numbers of GEO (3.8.1.6), in degrees north and east: `GEO:52.52;13.4`.
    case geo(latitude: Double, longitude: Double)
    /// REQUEST-STATUS (3.8.8.3): `REQUEST-STATUS:2.0;Success`.
    indirect case requestStatus(RequestStatus)
    /// BINARY (3.3.1), still in BASE64: `ATTACH;VALUE=BINARY;ENCODING=BASE64:AAEC`.
    case binary(base64: String)
    /// A value of no known type, or one that its type does not allow, exactly as written: `DTSTART:20260231T100000`
    /// or `X-B;VALUE=X-OWN:as it is`.
    case raw(String)
    /// Several values in one property: `CATEGORIES:clients,weekly` is `.list([.text("clients"), .text("weekly")])`.
    case list([Value])

    /// The single values, those of a list, or this one: `Value.integer(2).elements // [.integer(2)]`.
    public var elements: [Value] {
        if case .list(let values) = self { values } else { [self] }
    }

    /// The string of a textual value (text, URI, address, raw), or nil: `Value.text("Room 4").string // "Room 4"`.
    public var string: String? {
        switch self {
        case .text(let text), .uri(let text), .calendarAddress(let text), .raw(let text): text
        default: nil
        }
    }

    /// The string of a textual value, or of the first one of a list.
    var firstString: String? {
        if case .list(let values) = self { values.first?.string } else { string }
    }

    /// A PERIOD (RFC 5545 section 3.3.9): a start, and an end or a length.
    ///
    /// ```swift
    /// let start = CivilDateTime(CivilDate(dayNumber: 20_541), secondOfDay: 9 * 3600)
    /// let hour = Value.Period(start: start, isUTC: true, end: .duration(NominalDuration(seconds: 3600)))
    /// let busy = Property("FREEBUSY", .period(hour))  // FREEBUSY:20260329T090000Z/PT1H
    /// ```
    public struct Period: Sendable, Hashable {
        /// The start, as a wall-clock time in the property's zone, or in UTC: what stands before the slash of
        /// `20260329T090000Z/PT1H`.
        public var start: CivilDateTime
        /// Whether the start is in UTC, as `20260329T090000Z/PT1H` is.
        public var isUTC: Bool
        /// How the period ends: `20260329T090000Z/PT1H` by a length, `20260329T090000Z/20260329T100000Z` by a time.
        public var end: End

        /// A period from its parts.
        ///
        /// ```swift
        /// let start = CivilDateTime(CivilDate(dayNumber: 20_541), secondOfDay: 9 * 3600)
        /// let end = Value.Period.End.time(start.adding(seconds: 3600), isUTC: true)
        /// let period = Value.Period(start: start, isUTC: true, end: end)  // 20260329T090000Z/20260329T100000Z
        /// ```
        public init(start: CivilDateTime, isUTC: Bool, end: End) {
            self.start = start
            self.isUTC = isUTC
            self.end = end
        }

        /// The end of a period: the moment, or how long it takes.
        ///
        /// ```swift
        /// if case .period(let period) = property.value, case .duration(let length) = period.end {
        ///     print("from \(period.start) for \(length)")
        /// }
        /// ```
        public enum End: Sendable, Hashable {
            /// An explicit end, excluded: `20260329T090000Z/20260329T100000Z`.
            case time(CivilDateTime, isUTC: Bool)
            /// A length: `20260329T090000Z/PT1H`.
            case duration(NominalDuration)
        }
    }

    /// The parts of REQUEST-STATUS (RFC 5545 section 3.8.8.3).
    ///
    /// ```swift
    /// for case .requestStatus(let status) in event.component.all("REQUEST-STATUS").map(\.value) {
    ///     if !status.code.hasPrefix("2.") { print(status.code, status.description) }
    /// }
    /// ```
    public struct RequestStatus: Sendable, Hashable {
        /// The code, such as `2.0` or `3.1.1`; its first number says whether it went well, as `2` does.
        public var code: String
        /// What it means, in words: `Success` in `REQUEST-STATUS:2.0;Success`.
        public var description: String
        /// The data that gave rise to it, such as `DTSTART:96-Apr-01`, or nil.
        public var data: String?

        /// A status from its parts.
        ///
        /// ```swift
        /// let status = Value.RequestStatus(code: "3.1", description: "Invalid property value", data: "DTSTART:96-Apr-01")
        /// let property = Property("REQUEST-STATUS", .requestStatus(status))
        /// ```
        public init(code: String, description: String, data: String? = nil) {
            self.code = code
            self.description = description
            self.data = data
        }
    }

    /// The names of the value types, as the VALUE parameter writes them (RFC 5545 section 3.2.20, RFC 9253 section 7).
    ///
    /// ```swift
    /// Value.Kind(rawValue: "DATE-TIME")  // .dateTime
    /// if let written = property.parameters["VALUE"], Value.Kind(rawValue: written.uppercased()) == nil {
    ///     print("\(property.name) has a type of its own: \(written)")
    /// }
    /// ```
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Bytes in BASE64: `ATTACH;VALUE=BINARY;ENCODING=BASE64:AAEC`.
        case binary = "BINARY"
        /// TRUE or FALSE: `X-OPEN;VALUE=BOOLEAN:TRUE`.
        case boolean = "BOOLEAN"
        /// Somebody's address: `ATTENDEE:mailto:jane@example.com`.
        case calendarAddress = "CAL-ADDRESS"
        /// A day: `DTSTART;VALUE=DATE:20260329`.
        case date = "DATE"
        /// A day and a time of day: `DTSTART:20260329T090000Z`.
        case dateTime = "DATE-TIME"
        /// A length: `DURATION:PT1H30M`.
        case duration = "DURATION"
        /// A number with a fraction: `X-LITRES;VALUE=FLOAT:2.5`.
        case float = "FLOAT"
        /// A whole number: `SEQUENCE:2`.
        case integer = "INTEGER"
        /// A start with an end or a length: `RDATE;VALUE=PERIOD:20260329T090000Z/PT1H`.
        case period = "PERIOD"
        /// A recurrence rule: `RRULE:FREQ=WEEKLY;BYDAY=MO`.
        case recur = "RECUR"
        /// Words, with escapes: `SUMMARY:Stand-up\, late`.
        case text = "TEXT"
        /// A time of day: `X-OPENS;VALUE=TIME:090000`.
        case time = "TIME"
        /// The UID of another component (RFC 9253 section 7), a ``Value/text(_:)``: `RELATED-TO;VALUE=UID:1@example.com`.
        case uid = "UID"
        /// A link: `ATTACH:https://example.com/agenda.pdf`; written out it is `VALUE=URI`.
        case uri = "URI"
        /// Hours and minutes east of UTC: `TZOFFSETTO:+0200`.
        case utcOffset = "UTC-OFFSET"
        /// A URI of a place in an XML document (RFC 9253 section 7), a ``Value/uri(_:)``:
        /// `LINK;VALUE=XML-REFERENCE:https://example.com/a.xml#p1`.
        case xmlReference = "XML-REFERENCE"
    }

    /// The type that VALUE would declare for this value; nil for a list and for what could not be read.
    package var kind: Kind? {
        switch self {
        case .text, .requestStatus: .text
        case .uri: .uri
        case .calendarAddress: .calendarAddress
        case .date: .date
        case .dateTime: .dateTime
        case .time: .time
        case .duration: .duration
        case .period: .period
        case .recurrenceRule: .recur
        case .integer: .integer
        case .float, .geo: .float
        case .boolean: .boolean
        case .utcOffset: .utcOffset
        case .binary: .binary
        case .raw, .list: nil
        }
    }
}

extension Value.Period {
    /// Whether its start, and its end where that is a time, are in UTC.
    package var isInUTC: Bool {
        if case .time(_, let endIsUTC) = end { return isUTC && endIsUTC }
        return isUTC
    }

    /// The period with both in UTC, as it is read.
    package var inUTC: Value.Period {
        var period = self
        period.isUTC = true
        if case .time(let time, _) = end { period.end = .time(time, isUTC: true) }
        return period
    }
}
