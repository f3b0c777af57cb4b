/// The value of a property, in one of the value types of RFC 5545 section 3.3.
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
    /// TEXT (3.3.11), unescaped: `LOCATION:Room 4\, first floor` is `.text("Room 4, first floor")`.
    case text(String)
    /// URI (3.3.13), as written: `URL:https://example.com/review`.
    case uri(String)
    /// CAL-ADDRESS (3.3.3), as written: `ATTENDEE:mailto:jane@example.com`.
    case calendarAddress(String)
    /// DATE (3.3.4): `DTSTART;VALUE=DATE:20260329`.
    case date(CivilDate)
    /// DATE-TIME (3.3.5), such as `DTSTAMP:20260301T080000Z`.
    ///
    /// If there is no `Z`, the property's TZID parameter specifies the time zone.
    case dateTime(CivilDateTime, isUTC: Bool)
    /// TIME (3.3.12), in seconds since midnight: `X-OPENS;VALUE=TIME:090000` is
    /// `.time(secondOfDay: 32_400, isUTC: false)`.
    case time(secondOfDay: Int, isUTC: Bool)
    /// DURATION (3.3.6): `DURATION:PT1H30M`.
    case duration(NominalDuration)
    // Arrays store values inline, so the larger payloads are indirect.
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
    /// A value of an unknown type or an invalid value, exactly as written: `DTSTART:20260231T100000` or
    /// `X-B;VALUE=X-OWN:as it is`.
    case raw(String)
    /// Several values in one property: `CATEGORIES:clients,weekly` is `.list([.text("clients"), .text("weekly")])`.
    case list([Value])

    /// The elements of a list, or the value itself: `Value.integer(2).elements // [.integer(2)]`.
    public var elements: [Value] {
        if case .list(let values) = self { values } else { [self] }
    }

    /// The string of a textual value (text, URI, address or raw), or nil: `Value.text("Room 4").string // "Room 4"`.
    public var string: String? {
        switch self {
        case .text(let text), .uri(let text), .calendarAddress(let text), .raw(let text): text
        default: nil
        }
    }

    /// The string of a textual value, or of the first element of a list.
    var firstString: String? {
        if case .list(let values) = self { values.first?.string } else { string }
    }

    /// A PERIOD value (RFC 5545 section 3.3.9): a start with an end or a duration.
    ///
    /// ```swift
    /// let start = try EventTime("2026-03-29 09:00").civil
    /// let hour = Value.Period(start: start, isUTC: true, end: .duration(NominalDuration(seconds: 3600)))
    /// let busy = Property("FREEBUSY", .period(hour))  // FREEBUSY:20260329T090000Z/PT1H
    /// ```
    public struct Period: Sendable, Hashable {
        /// The start, in UTC or in the property's time zone: the part before the slash of `20260329T090000Z/PT1H`.
        public var start: CivilDateTime
        /// Whether the start is in UTC, as in `20260329T090000Z/PT1H`.
        public var isUTC: Bool
        /// The end, given as a duration in `20260329T090000Z/PT1H` and as a time in
        /// `20260329T090000Z/20260329T100000Z`.
        public var end: End

        /// Creates a period from its parts.
        ///
        /// ```swift
        /// let start = try EventTime("2026-03-29 09:00").civil
        /// let end = Value.Period.End.time(try EventTime("2026-03-29 10:00").civil, isUTC: true)
        /// let period = Value.Period(start: start, isUTC: true, end: end)  // 20260329T090000Z/20260329T100000Z
        /// ```
        public init(start: CivilDateTime, isUTC: Bool, end: End) {
            self.start = start
            self.isUTC = isUTC
            self.end = end
        }

        /// The end of a period, as a time or a duration.
        ///
        /// ```swift
        /// if case .period(let period) = property.value, case .duration(let length) = period.end {
        ///     print("from \(period.start) for \(length)")
        /// }
        /// ```
        public enum End: Sendable, Hashable {
            /// An explicit, exclusive end: `20260329T090000Z/20260329T100000Z`.
            case time(CivilDateTime, isUTC: Bool)
            /// A duration: `20260329T090000Z/PT1H`.
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
        /// The code, such as `2.0` or `3.1.1`.
        ///
        /// A first digit of `2` means success.
        public var code: String
        /// The human-readable description: `Success` in `REQUEST-STATUS:2.0;Success`.
        public var description: String
        /// The data that caused the status, such as `DTSTART:96-Apr-01`, or nil.
        public var data: String?

        /// Creates a status from its parts.
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

    /// The value type names for the VALUE parameter (RFC 5545 section 3.2.20, RFC 9253 section 7).
    ///
    /// ```swift
    /// Value.DataType(rawValue: "DATE-TIME")  // .dateTime
    /// if let written = property.parameters["VALUE"], Value.DataType(rawValue: written.uppercased()) == nil {
    ///     print("\(property.name) has a type of its own: \(written)")
    /// }
    /// ```
    public enum DataType: String, Sendable, Hashable, CaseIterable {
        /// Base64-encoded bytes: `ATTACH;VALUE=BINARY;ENCODING=BASE64:AAEC`.
        case binary = "BINARY"
        /// TRUE or FALSE: `X-OPEN;VALUE=BOOLEAN:TRUE`.
        case boolean = "BOOLEAN"
        /// The address of a calendar user: `ATTENDEE:mailto:jane@example.com`.
        case calendarAddress = "CAL-ADDRESS"
        /// A date: `DTSTART;VALUE=DATE:20260329`.
        case date = "DATE"
        /// A date and a time of day: `DTSTART:20260329T090000Z`.
        case dateTime = "DATE-TIME"
        /// A length of time: `DURATION:PT1H30M`.
        case duration = "DURATION"
        /// A decimal number: `X-LITRES;VALUE=FLOAT:2.5`.
        case float = "FLOAT"
        /// An integer: `SEQUENCE:2`.
        case integer = "INTEGER"
        /// A start with an end or a duration: `RDATE;VALUE=PERIOD:20260329T090000Z/PT1H`.
        case period = "PERIOD"
        /// A recurrence rule: `RRULE:FREQ=WEEKLY;BYDAY=MO`.
        case recur = "RECUR"
        /// Escaped text: `SUMMARY:Stand-up\, late`.
        case text = "TEXT"
        /// A time of day: `X-OPENS;VALUE=TIME:090000`.
        case time = "TIME"
        /// The UID of another component (RFC 9253 section 7), read as ``Value/text(_:)``:
        /// `RELATED-TO;VALUE=UID:1@example.com`.
        case uid = "UID"
        /// A URI: `ATTACH:https://example.com/agenda.pdf`, explicitly declared by `VALUE=URI`.
        case uri = "URI"
        /// Hours and minutes east of UTC: `TZOFFSETTO:+0200`.
        case utcOffset = "UTC-OFFSET"
        /// A URI that refers to a part of an XML document (RFC 9253 section 7), read as ``Value/uri(_:)``:
        /// `LINK;VALUE=XML-REFERENCE:https://example.com/a.xml#p1`.
        case xmlReference = "XML-REFERENCE"
    }

    /// The type that the VALUE parameter would declare, or nil for lists and raw values.
    package var kind: DataType? {
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
    /// Whether the start, and the end if it is a time, are in UTC.
    package var isInUTC: Bool {
        if case .time(_, let endIsUTC) = end { return isUTC && endIsUTC }
        return isUTC
    }
}
