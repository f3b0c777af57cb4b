/// What a property says, in the value types of RFC 5545 section 3.3.
public enum Value: Sendable, Hashable {
    /// TEXT (3.3.11), escapes undone.
    case text(String)
    /// URI (3.3.13), as written.
    case uri(String)
    /// CAL-ADDRESS (3.3.3), as written.
    case calendarAddress(String)
    /// DATE (3.3.4).
    case date(CivilDate)
    /// DATE-TIME (3.3.5); its zone is the TZID parameter of the property.
    case dateTime(CivilDateTime, isUTC: Bool)
    /// TIME (3.3.12), in seconds since midnight.
    case time(secondOfDay: Int, isUTC: Bool)
    /// DURATION (3.3.6).
    case duration(NominalDuration)
    // Indirect are those that are larger than the others, as values stand in arrays.
    /// PERIOD (3.3.9).
    indirect case period(Period)
    /// RECUR (3.3.10).
    indirect case recurrenceRule(RecurrenceRule)
    /// INTEGER (3.3.8).
    case integer(Int)
    /// FLOAT (3.3.7).
    case float(Double)
    /// BOOLEAN (3.3.2).
    case boolean(Bool)
    /// UTC-OFFSET (3.3.14), in seconds east of UTC.
    case utcOffset(Int)
    /// The two numbers of GEO (3.8.1.6), in degrees.
    case geo(latitude: Double, longitude: Double)
    /// REQUEST-STATUS (3.8.8.3).
    indirect case requestStatus(RequestStatus)
    /// BINARY (3.3.1), still in BASE64.
    case binary(base64: String)
    /// A value of no known type, or one that its type does not allow, exactly as written.
    case raw(String)
    /// Several values in one property, such as EXDATE or CATEGORIES.
    case list([Value])

    /// The single values: those of a list, or this one.
    public var elements: [Value] {
        if case .list(let values) = self { values } else { [self] }
    }

    /// The string of a textual value (text, URI, address, raw), or nil.
    public var string: String? {
        switch self {
        case .text(let text), .uri(let text), .calendarAddress(let text), .raw(let text): text
        default: nil
        }
    }
}

extension Value {
    /// A PERIOD (RFC 5545 section 3.3.9): a start, and an end or a length.
    public struct Period: Sendable, Hashable {
        /// The start, as a wall-clock time in the property's zone, or in UTC.
        public var start: CivilDateTime
        /// Whether the start is in UTC.
        public var isUTC: Bool
        /// How the period ends.
        public var end: End

        /// A period from its parts.
        public init(start: CivilDateTime, isUTC: Bool, end: End) {
            self.start = start
            self.isUTC = isUTC
            self.end = end
        }

        /// The end of a period: the moment, or how long it takes.
        public enum End: Sendable, Hashable {
            /// An explicit end, excluded.
            case time(CivilDateTime, isUTC: Bool)
            /// A length.
            case duration(NominalDuration)
        }
    }

    /// The parts of REQUEST-STATUS (RFC 5545 section 3.8.8.3).
    public struct RequestStatus: Sendable, Hashable {
        /// The code, such as `2.0` or `3.1.1`.
        public var code: String
        /// What it means, in words.
        public var description: String
        /// The data that gave rise to it, or nil.
        public var data: String?

        /// A status from its parts.
        public init(code: String, description: String, data: String? = nil) {
            self.code = code
            self.description = description
            self.data = data
        }
    }

    /// The names of the value types, as the VALUE parameter writes them (RFC 5545 section 3.2.20, RFC 9253 section 7).
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case binary = "BINARY"
        case boolean = "BOOLEAN"
        case calendarAddress = "CAL-ADDRESS"
        case date = "DATE"
        case dateTime = "DATE-TIME"
        case duration = "DURATION"
        case float = "FLOAT"
        case integer = "INTEGER"
        case period = "PERIOD"
        case recur = "RECUR"
        case text = "TEXT"
        case time = "TIME"
        /// The UID of another component (RFC 9253 section 7); its value is a ``Value/text(_:)``.
        case uid = "UID"
        case uri = "URI"
        case utcOffset = "UTC-OFFSET"
        /// A URI of a place in an XML document (RFC 9253 section 7); its value is a ``Value/uri(_:)``.
        case xmlReference = "XML-REFERENCE"
    }
}
