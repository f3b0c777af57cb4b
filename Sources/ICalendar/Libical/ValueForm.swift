/// How a value is written: the value types of RFC 5545 section 3.3, and the properties that have a form of their own.
enum ValueForm: Sendable, Hashable, CaseIterable {
    /// TEXT, one value.
    case text
    /// TEXT that series and zones are made by before anything else is decoded: UID, TZID, TZNAME.
    case identifier
    /// TEXT, a list.
    case textList
    /// URI.
    case uri
    /// CAL-ADDRESS.
    case calendarAddress
    /// One of a few words, such as CLASS and TRANSP.
    case enumeration
    /// STATUS.
    case status
    /// DATE or DATE-TIME, whichever the text is.
    case moment
    /// TIME.
    case time
    /// DURATION.
    case duration
    /// PERIOD.
    case period
    /// RECUR.
    case recurrenceRule
    /// INTEGER.
    case integer
    /// FLOAT.
    case float
    /// BOOLEAN.
    case boolean
    /// UTC-OFFSET.
    case utcOffset
    /// The two numbers of GEO.
    case geo
    /// REQUEST-STATUS.
    case requestStatus
    /// BINARY.
    case binary
    /// A type that nobody knows.
    case unknown

    /// The form of a declared value type.
    init(_ kind: Value.Kind) {
        self =
            switch kind {
            case .binary: .binary
            case .boolean: .boolean
            case .calendarAddress: .calendarAddress
            case .date, .dateTime: .moment
            case .duration: .duration
            case .float: .float
            case .integer: .integer
            case .period: .period
            case .recur: .recurrenceRule
            case .text, .uid: .text
            case .time: .time
            case .uri, .xmlReference: .uri
            case .utcOffset: .utcOffset
            }
    }
}
