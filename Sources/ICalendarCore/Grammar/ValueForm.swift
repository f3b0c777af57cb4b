/// How a value is written: the value types of RFC 5545 section 3.3, and the properties that have a form of their own.
package enum ValueForm: Sendable, Hashable, CaseIterable {
    /// TEXT, one value.
    case text
    /// TEXT that series and zones are made by before anything else is decoded: UID, TZID, TZNAME.
    case identifier
    /// TEXT, a list.
    case textList
    case uri
    case calendarAddress
    /// One of a few words, such as CLASS and TRANSP.
    case enumeration
    case status
    /// DATE or DATE-TIME, whichever the text is.
    case moment
    case time
    case duration
    case period
    case recurrenceRule
    case integer
    case float
    case boolean
    case utcOffset
    case geo
    case requestStatus
    case binary
    /// A type that nobody knows.
    case unknown

    package init(_ kind: Value.Kind) {
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

    /// The value type of what is written so, where a property does not have another one.
    var usualKind: Value.Kind {
        switch self {
        case .moment: .dateTime
        case .geo: .float
        default: Value.Kind.allCases.first { ValueForm($0) == self } ?? .text
        }
    }
}
