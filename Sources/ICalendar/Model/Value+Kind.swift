extension Value {
    /// The type that VALUE would declare for this value; nil for a list and for what could not be read.
    var kind: Kind? {
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
