/// The written form of a value: a value type from RFC 5545 section 3.3, or a form specific to one property.
package enum ValueForm: Sendable, Hashable, CaseIterable {
    /// A single TEXT value.
    case text
    /// A TEXT value needed to build series and zones before other values are decoded: UID, TZID or TZNAME.
    case identifier
    /// A list of TEXT values.
    case textList
    case uri
    case calendarAddress
    /// A keyword, as in CLASS and TRANSP.
    case enumeration
    case status
    /// DATE or DATE-TIME, depending on the text.
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
    /// An unknown type.
    case unknown

    package init(_ kind: Value.DataType) {
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

    /// The default value type of the form, for properties that do not define their own.
    var usualKind: Value.DataType {
        switch self {
        case .moment: .dateTime
        case .geo: .float
        default: Value.DataType.allCases.first { ValueForm($0) == self } ?? .text
        }
    }
}
